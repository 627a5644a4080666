package io.hopwright.runner.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigSyntax;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.io.File;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reader of a HOCON file and its includes.
 *
 * <p>Unlike with the parser's own includes, a missing file is an error. Nothing is read from system
 * properties, the environment or the network, so that a study means the same everywhere. A key that
 * a file sets twice is an error, too.
 *
 * @param library library in which includes are searched
 */
public record HoconReader(Library library) {
  private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\{[^}]*\\}");

  private static final String CLOSE = "expecting a close parentheses ')'";

  /** The parser's advice about its other formats. */
  private static final Pattern HINT = Pattern.compile(" \\(if you .*", Pattern.DOTALL);

  /** Returns the file's content; empty, with an error added, if it cannot be parsed. */
  public ConfigObject read(Source source, Mistakes mistakes) {
    final Allowance allowance = new Allowance();
    try {
      final Config parsed = new Inclusion(library, source, List.of(), allowance, mistakes).parse();
      allowance.requireExpandable(source, parsed);
      return parsed.resolve(ConfigResolveOptions.noSystem()).root();
    } catch (ConfigException e) {
      note(source, e, mistakes);
      return ConfigFactory.empty().root();
    } catch (StackOverflowError e) {
      throw new InputException(
          source.name() + ": nested too deeply, together with included files; use fewer levels");
    }
  }

  private static void note(Source source, ConfigException e, Mistakes mistakes) {
    if (e.origin() == null) {
      mistakes.add(new Origin(source.name(), 0), "", null, Excerpt.ofLine(e.getMessage()));
      return;
    }
    final String prefix = e.origin().description() + ": ";
    final String message = e.getMessage();
    mistakes.add(
        Origin.of(e.origin()),
        "",
        null,
        Excerpt.ofLine(
            reworded(
                source,
                e,
                message.startsWith(prefix) ? message.substring(prefix.length()) : message)));
  }

  /** Translates a message of the parser into the user's terms. */
  private static String reworded(Source source, ConfigException e, String message) {
    if (e instanceof ConfigException.UnresolvedSubstitution) {
      final Matcher name = SUBSTITUTION.matcher(message);
      final String what = name.find() ? name.group() : "a substitution";
      return message.contains("cycle")
          ? what + " refers to itself; write its value"
          : what
              + " is not set; set it in the study, or write the value itself (environment"
              + " variables are not used)";
    }
    if (message.contains("at file root")) {
      return "the file is a list; a study consists of keys and values, as in seed = 1";
    }
    if (message.startsWith("Cannot concatenate")) {
      return "joins a list or a section with a plain value, as += does; write the one value meant";
    }
    if (message.contains("unescaped newline")) {
      return "a text in quotes does not end on its line; close it with a quote";
    }
    final boolean atEnd = message.contains("end of file");
    if (message.startsWith(CLOSE) || atEnd) {
      final int line = Outline.of(source.text()).unclosedLine();
      if (atEnd && message.startsWith("List should have ended")) {
        return "a list in brackets is never closed; close it with ']'";
      }
      return line > 0
          ? "the brace '{' of line " + line + " is never closed; close it with '}'"
          : message.replace(CLOSE, "expecting a key or a closing brace '}'");
    }
    return HINT.matcher(message).replaceAll("");
  }

  /** File in the chain of includes, from the study on. */
  private record Inclusion(
      Library library,
      Source source,
      List<Source> includedFrom,
      Allowance allowance,
      Mistakes mistakes)
      implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderClasspath, ConfigIncluderURL {
    Config parse() {
      final Outline outline = Outline.of(source.text());
      allowance.take(source, outline);
      final ConfigParseOptions options =
          ConfigParseOptions.defaults()
              .setSyntax(ConfigSyntax.CONF)
              .setOriginDescription(source.name())
              .setIncluder(this);
      try {
        final Config parsed = ConfigFactory.parseString(source.text(), options);
        outline.checkKeys(source, mistakes);
        return parsed;
      } catch (ConfigException e) {
        note(source, e, mistakes);
        return ConfigFactory.empty();
      }
    }

    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
      return this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
      allowance.include(source, what, includedFrom.size());
      final Optional<Source> found = library.included(source, what);
      if (found.isEmpty()) {
        return refuse(
            what,
            (source.directory() == null ? "" : "no such file in " + source.directory() + ", and ")
                + "the program has no file of this name"
                + Nearest.questionOr(
                    what,
                    library.includable(),
                    "a topology comes with its machine: hopwright list names all machines/NAME and"
                        + " studies/NAME"));
      }
      final List<Source> chain = new ArrayList<>(includedFrom);
      chain.add(source);
      if (chain.stream().map(Source::place).anyMatch(found.get().place()::equals)) {
        return refuse(
            what,
            "includes itself: "
                + chain.stream().map(Source::name).collect(Collectors.joining(" > "))
                + "; leave it out");
      }
      return new Inclusion(library, found.get(), List.copyOf(chain), allowance, mistakes)
          .parse()
          .root();
    }

    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File what) {
      return include(context, what.getPath());
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String what) {
      return include(context, what);
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
      return refuse(
          what.toString(),
          "files from the network are not read; copy the file and include the copy");
    }

    private ConfigObject refuse(String what, String why) {
      mistakes.add(new Origin(source.name(), lineOf(what)), "include \"" + what + '"', null, why);
      return ConfigFactory.empty().root();
    }

    /** Returns the line of an include, of which the parser does not inform an includer. */
    private int lineOf(String what) {
      final List<String> lines = source.text().lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).contains("include") && lines.get(i).contains('"' + what + '"')) {
          return i + 1;
        }
      }
      return 0;
    }
  }
}
