package io.hopwright.runner.study;

import io.hopwright.runner.config.Origin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/**
 * Strict reader of the section {@code figures} of a study.
 *
 * @param runs names of the runs of the study
 */
record FigureReader(Collection<String> runs) {
  /** Returns the figures in the order of the file. */
  List<Figure> figures(Section all) {
    return all.keys().stream().map(name -> figure(name, all.section(name))).toList();
  }

  private Figure figure(String name, Section section) {
    section.allow("title", "kind", "x", "y", "relative", "runs", "lines");
    final Figure.Kind kind = kind(section);
    if (kind == Figure.Kind.SERIES && section.has("x")) {
      section.wrong("x", "always time in a series; leave it out");
    }
    if (kind == Figure.Kind.POINTS && section.flag("relative")) {
      section.wrong("relative", "only for kind = series; leave it out");
    }
    if (section.flag("relative") && section.has("lines")) {
      section.wrong("lines", "cannot be drawn where each curve is relative to its own mean");
    }
    return new Figure(
        name,
        section.required("title"),
        kind,
        kind == Figure.Kind.POINTS ? section.required("x") : "",
        kind == Figure.Kind.SERIES && section.isList("y")
            ? section.texts("y")
            : List.of(section.required("y")),
        section.flag("relative"),
        runs(section),
        lines(section.section("lines")),
        Origin.of(section.object()));
  }

  private static Figure.Kind kind(Section section) {
    final String word = section.required("kind");
    for (Figure.Kind kind : Figure.Kind.values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    if (!word.isEmpty()) {
      section.wrong("kind", "must be points or series");
    }
    return Figure.Kind.SERIES;
  }

  private List<String> runs(Section section) {
    if (!section.has("runs")) {
      return List.of();
    }
    final List<String> names = section.texts("runs");
    if (new HashSet<>(names).size() < names.size()) {
      section.wrong("runs", "names a run twice");
    }
    for (String name : names) {
      if (!runs.contains(name)) {
        section.unknownRun("runs", name, runs);
      }
    }
    return names;
  }

  private static List<Figure.Line> lines(Section section) {
    final List<Figure.Line> lines = new ArrayList<>();
    for (String label : section.keys()) {
      final Section line = section.section(label);
      line.allow("x", "y");
      final boolean vertical = line.has("x");
      if (vertical == line.has("y")) {
        section.wrong(label, "must have either x or y, as in { y = throughput }");
      } else {
        final Limit at = line.limit(vertical ? "x" : "y");
        if (at != null) {
          lines.add(new Figure.Line(label, vertical, at));
        }
      }
    }
    return List.copyOf(lines);
  }
}
