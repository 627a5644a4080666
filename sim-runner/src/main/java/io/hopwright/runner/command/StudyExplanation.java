package io.hopwright.runner.command;

import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.study.Check;
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
    text.append("\nAt scale " + scale + ":\n" + settings(study.resolve(scale)).text());
    for (RunSpec run : study.runs()) {
      text.append("\nrun " + Shown.titled(run.name(), run.title()) + "\n");
      text.append(changes(run).text());
      final Table claims = new Table();
      for (Check check : study.checksOf(run)) {
        claims.row(
            "  claim " + check.id(), check.readout().name(), check.expected(), check.section());
      }
      text.append(claims.text());
    }
    return text.toString();
  }

  private static Table settings(ResolvedConfig config) {
    final Table table = new Table();
    config
        .texts()
        .forEach(
            (key, value) ->
                table.row(
                    "  " + key,
                    value,
                    config.settings().containsKey(key) ? config.settings().get(key).origin() : ""));
    return table;
  }

  /** What a run has that the study itself has not. */
  private Table changes(RunSpec run) {
    final Map<String, String> before = study.resolve(scale).texts();
    final ResolvedConfig config = study.resolve(run, scale);
    final Table table = new Table();
    config
        .texts()
        .forEach(
            (key, value) -> {
              if (!value.equals(before.get(key))) {
                table.row("  " + key, value, config.settings().get(key).origin());
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
    document.put("machine", study.machine().name());
    document.put("settings", entries(study.resolve(scale)));
    final List<Object> runs = new ArrayList<>();
    for (RunSpec run : study.runs()) {
      final Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", run.name());
      entry.put("title", run.title());
      entry.put("settings", entries(study.resolve(run, scale)));
      entry.put("checks", study.checksOf(run).stream().map(Check::id).toList());
      runs.add(entry);
    }
    document.put("runs", runs);
    return document;
  }

  private static Map<String, Object> entries(ResolvedConfig config) {
    final Map<String, Object> entries = new LinkedHashMap<>();
    config
        .settings()
        .forEach(
            (key, setting) -> {
              final Map<String, Object> entry = new LinkedHashMap<>();
              entry.put("value", setting.value());
              entry.put("origin", setting.origin().toString());
              entries.put(key, entry);
            });
    return entries;
  }
}
