package io.hopwright.runner.study;

import com.typesafe.config.ConfigObject;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reader of a study that consists of other studies and has only the section study.
 *
 * @param source text of the study
 * @param root its content
 * @param library library with the bundled parts
 * @param mistakes collector of errors
 */
record PartsReader(Source source, ConfigObject root, Library library, Mistakes mistakes) {
  private static final String STUDY = "study";
  private static final String PARTS = "parts";
  private static final int MOST = 100;

  /**
   * Reads it.
   *
   * @param reader reads a part
   * @throws InputException naming all errors at once
   */
  Study study(Function<Source, Study> reader) {
    final Section all = new Section("", root, mistakes);
    for (String key : all.keys()) {
      if (!key.equals(STUDY)) {
        all.wrong(
            key,
            "given together with study.parts; a study of parts has only its section study;"
                + " move it");
      }
    }
    final Section about = all.section(STUDY);
    about.allow("id", "title", "paper", "description", PARTS);
    final String id = StudyReader.id(source, about);
    final List<Source> sources = sources(about);
    mistakes.throwIfAny();
    final List<Study> parts = read(sources, reader);
    check(about, parts);
    mistakes.throwIfAny();
    return new Study(
        id,
        about.text("title"),
        about.text("paper"),
        about.text("description"),
        null,
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        parts);
  }

  private List<Source> sources(Section about) {
    final List<Source> sources = new ArrayList<>();
    final List<String> names = about.texts(PARTS);
    if (names.size() > MOST) {
      about.wrong(PARTS, "names more than " + MOST + " parts; make several studies of them");
      return sources;
    }
    for (String name : names) {
      final Optional<Source> found = library.part(source, name);
      if (found.isEmpty()) {
        about.wrong(
            PARTS,
            Excerpt.of(name)
                + ": there is no such file next to it, and no study of this name"
                + Nearest.questionOr(name, library.studies(), "see hopwright list"));
      } else {
        sources.add(found.get());
      }
    }
    return sources;
  }

  /** Reads the parts; an error of the command line, which concerns every part, is reported once. */
  private static List<Study> read(List<Source> sources, Function<Source, Study> reader) {
    final List<Study> parts = new ArrayList<>();
    final Set<String> wrong = new LinkedHashSet<>();
    for (Source part : sources) {
      try {
        parts.add(reader.apply(part));
      } catch (InputException e) {
        wrong.addAll(e.messages());
      }
    }
    if (!wrong.isEmpty()) {
      throw new InputException(List.copyOf(wrong));
    }
    return List.copyOf(parts);
  }

  private static void check(Section about, List<Study> parts) {
    final Set<String> ids = new HashSet<>();
    for (Study part : parts) {
      if (!ids.add(part.id())) {
        about.wrong(PARTS, "has two parts named " + part.id() + "; give one another study.id");
      }
    }
  }
}
