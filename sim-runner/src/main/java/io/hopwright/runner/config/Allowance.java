package io.hopwright.runner.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits for the size of a study with everything that it includes. For short texts that nest,
 * include and substitute, the parser can take unlimited time, stack and memory. A text above these
 * limits is refused before the parser sees it.
 */
final class Allowance {
  /** Characters of all sources, and of a study whose substitutions are put in. */
  static final int CHARACTERS = 1_000_000;

  static final String TOO_LONG =
      ": is longer than " + CHARACTERS + " characters; name a study, or list fewer values";

  private static final int INCLUDES = 100;
  private static final int INCLUDE_DEPTH = 20;

  /** The parser's time grows with their square. */
  private static final int KEYS = 2_500;

  private static final int SUBSTITUTIONS = 200;

  /** Substitutions whose values have substitutions, whose values have … */
  private static final int CHAIN = 20;

  private int characters;
  private int includes;
  private int keys;
  private int substitutions;

  /**
   * Counts a source in.
   *
   * @throws InputException if it goes beyond a limit
   */
  void take(Source source, Outline outline) {
    characters += source.text().length();
    keys += outline.keys();
    substitutions += outline.substitutions();
    if (source.text().indexOf('\0') >= 0) {
      throw new InputException(source.name() + ": not text (it has a character 0); name a study");
    }
    final Outline.Problem problem = outline.problem();
    if (problem != null) {
      throw new InputException(
          new Origin(source.name(), problem.line()) + ": " + problem.message());
    }
    require(source, characters, CHARACTERS, "characters", "list fewer values");
    require(source, keys, KEYS, "keys", "write several studies, or lists of values");
    require(source, substitutions, SUBSTITUTIONS, "substitutions", "write values themselves");
  }

  private static void require(Source source, int found, int most, String what, String remedy) {
    if (found > most) {
      throw new InputException(
          "%s: has more than %s %s, together with included and including files; %s"
              .formatted(source.name(), most, what, remedy));
    }
  }

  /**
   * Counts an include in.
   *
   * @param depth of the source that has it; 0 for the study
   * @throws InputException if it goes beyond a limit
   */
  void include(Source source, String what, int depth) {
    final String where = source.name() + ": include \"" + Excerpt.of(what) + "\": ";
    if (depth >= INCLUDE_DEPTH) {
      throw new InputException(
          where + "includes nest deeper than " + INCLUDE_DEPTH + " files; include fewer");
    }
    if (++includes > INCLUDES) {
      throw new InputException(
          where + "this is one of more than " + INCLUDES + " includes of a study; include fewer");
    }
  }

  /**
   * Refuses substitutions that would stand for too much; what they lead to is added up, and never
   * built. Of what may be meant by a substitution all counts, so that the sum is never too small.
   *
   * @param parsed of all sources, not resolved
   * @throws InputException if it goes beyond a limit
   */
  void requireExpandable(Source source, Config parsed) {
    final Outline outline = Outline.of(parsed.root().render(ConfigRenderOptions.concise()));
    if (outline.problem() != null) {
      throw new InputException(
          source.name() + ", with what it includes: " + outline.problem().message());
    }
    if (substitutions > 0) {
      final Expansion expansion = new Expansion(outline);
      final Size all = expansion.all();
      if (all.characters > CHARACTERS) {
        throw new InputException(
            source.name()
                + ": has more than "
                + CHARACTERS
                + " characters after its substitutions ${…}; write fewer of them");
      }
      if (all.chain > CHAIN) {
        throw new InputException(
            source.name()
                + ": its substitutions ${…} refer to each other more than "
                + CHAIN
                + " times; write the value itself");
      }
    }
  }

  /**
   * Size of a text, counted up to just above the limit, and the length of the chain that it begins.
   */
  private record Size(int characters, int chain) {
    static final Size NONE = new Size(0, 0);

    Size plus(Size other) {
      return new Size(
          Math.min(CHARACTERS + 1, characters + other.characters), Math.max(chain, other.chain));
    }
  }

  /** Sizes of the results of all substitutions. */
  private static final class Expansion {
    private final Map<List<String>, Size> paths = new HashMap<>();
    private final Map<Outline.Field, List<String>> fields = new HashMap<>();

    Expansion(Outline outline) {
      outline.fields().forEach(field -> fields.put(field, field.path()));
    }

    Size all() {
      Size all = Size.NONE;
      for (Outline.Field field : fields.keySet()) {
        all = all.plus(of(field));
      }
      return all;
    }

    private Size of(Outline.Field field) {
      Size size = new Size(field.length(), 0);
      for (String reference : field.references()) {
        final Size there = of(ConfigUtil.splitPath(reference));
        size = size.plus(new Size(there.characters, there.chain + 1));
      }
      return size;
    }

    /** Returns the size; the parser reports a substitution that leads to itself. */
    private Size of(List<String> path) {
      final Size known = paths.putIfAbsent(path, Size.NONE);
      if (known != null) {
        return known;
      }
      Size size = Size.NONE;
      for (Map.Entry<Outline.Field, List<String>> field : fields.entrySet()) {
        if (mayMean(path, field.getValue())) {
          size = size.plus(of(field.getKey()));
        }
      }
      paths.put(path, size);
      return size;
    }

    /**
     * Returns whether a path can mean a field; in a file included below a key, it is tried with and
     * without that key.
     */
    private static boolean mayMean(List<String> path, List<String> field) {
      for (int from = 0; from < path.size(); from++) {
        final int common = Math.min(path.size() - from, field.size());
        if (path.subList(from, from + common).equals(field.subList(0, common))) {
          return true;
        }
      }
      return false;
    }
  }
}
