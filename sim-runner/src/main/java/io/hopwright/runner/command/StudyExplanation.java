package io.hopwright.runner.command;

import io.hopwright.runner.config.Beyond;
import io.hopwright.runner.config.Choices;
import io.hopwright.runner.study.Check;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.RunSpec;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a study sets, and where.
 *
 * @param study the study
 * @param scale at which it is resolved
 */
record StudyExplanation(Study study, Scale scale) {
  String text() {
    final StringBuilder text = new StringBuilder();
    text.append(Shown.titled(study.id(), study.title()) + "\n");
    for (String line : List.of(study.paper(), study.description())) {
      if (!line.isEmpty()) {
        text.append("  " + line + "\n");
      }
    }
    for (Study part : study.parts()) {
      text.append("\npart " + new StudyExplanation(part, scale).text());
    }
    if (study.parts().isEmpty()) {
      appendSettings(text);
    }
    return text.toString();
  }

  private void appendSettings(StringBuilder text) {
    final Choices own = study.choices(scale);
    text.append("\nAt scale " + scale + ":\n" + settings(own).text());
    if (study.runs().isEmpty()) {
      text.append(beyond(own));
      if (!own.listed().isEmpty()) {
        text.append(points(own));
      }
    }
    for (RunSpec run : study.runs()) {
      text.append("\nrun " + Shown.titled(run.name(), run.title()) + "\n");
      final Choices choices = study.choices(run, scale);
      text.append(changes(own, choices).text());
      text.append(manner(run));
      text.append(beyond(choices));
      if (!choices.listed().isEmpty()) {
        text.append(points(choices));
      }
      final Table claims = new Table();
      for (Check check : study.checksOf(run)) {
        claims.row(
            "  claim " + check.id(), check.readout().name(), check.expected(), check.section());
      }
      text.append(claims.text());
    }
  }

  private static String manner(RunSpec run) {
    final Table table = new Table();
    run.manner().document().forEach((key, number) -> table.row("  " + key, number.toString(), ""));
    return table.text();
  }

  private static String beyond(Choices choices) {
    final Table table = new Table();
    for (Beyond some : choices.beyond()) {
      table.row(
          "  from " + some.key() + " = " + some.from() + " on", choices.text(some), some.origin());
    }
    return table.text();
  }

  private static String points(Choices choices) {
    return "  "
        + choices.combinations()
        + " points: every combination of the values of "
        + String.join(", ", choices.listed().keySet())
        + "\n";
  }

  private static Table settings(Choices choices) {
    final Table table = new Table();
    choices
        .texts()
        .forEach(
            (key, value) ->
                table.row(
                    "  " + key,
                    value,
                    choices.choices().containsKey(key) ? choices.choices().get(key).origin() : ""));
    return table;
  }

  /** What a run has that the study itself has not. */
  private static Table changes(Choices own, Choices choices) {
    final Map<String, String> before = own.texts();
    final Table table = new Table();
    choices
        .texts()
        .forEach(
            (key, value) -> {
              if (!value.equals(before.get(key))) {
                table.row("  " + key, value, choices.choices().get(key).origin());
              }
            });
    return table;
  }

  Map<String, Object> document() {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("study", study.id());
    document.put("title", study.title());
    document.put("paper", study.paper());
    document.put("description", study.description());
    document.put("scale", scale.word());
    if (!study.parts().isEmpty()) {
      document.put(
          "parts",
          study.parts().stream()
              .map(part -> new StudyExplanation(part, scale).document())
              .toList());
      return document;
    }
    document.put("machine", study.machine().name());
    document.put("settings", entries(study.choices(scale)));
    final List<Object> runs = new ArrayList<>();
    for (RunSpec run : study.runs()) {
      final Choices choices = study.choices(run, scale);
      final Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", run.name());
      entry.put("title", run.title());
      entry.put("settings", entries(choices));
      entry.putAll(run.manner().document());
      entry.put(
          "beyond",
          choices.beyond().stream()
              .map(
                  some -> Map.of("key", some.key(), "from", some.from(), "set", choices.text(some)))
              .toList());
      entry.put("points", choices.combinations());
      entry.put("checks", study.checksOf(run).stream().map(Check::id).toList());
      runs.add(entry);
    }
    document.put("runs", runs);
    document.put("points", study.points(scale).stream().map(Point::path).toList());
    return document;
  }

  private static Map<String, Object> entries(Choices choices) {
    final Map<String, Object> entries = new LinkedHashMap<>();
    choices
        .choices()
        .forEach(
            (key, choice) -> {
              final Map<String, Object> entry = new LinkedHashMap<>();
              entry.put("value", choice.listed() ? choice.values() : choice.values().get(0));
              entry.put("origin", choice.origin().toString());
              entries.put(key, entry);
            });
    return entries;
  }
}
