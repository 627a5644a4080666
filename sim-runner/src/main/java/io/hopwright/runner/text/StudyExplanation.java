package io.hopwright.runner.text;

import io.hopwright.runner.config.ConditionalSettings;
import io.hopwright.runner.config.RunSettings;
import io.hopwright.runner.config.Setting;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.study.Check;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.RunSpec;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.Shown;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Explanation of a study's settings and their places.
 *
 * @param study the study
 * @param scale scale at which it is resolved
 */
public record StudyExplanation(Study study, Scale scale) {
  /** Returns it as text. */
  public String text() {
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
    final RunSettings own = study.runSettings(scale);
    text.append("\nAt scale " + scale + ":\n" + settings(own, Map.of()));
    if (study.runs().isEmpty()) {
      text.append(beyond(own)).append(points(own));
    }
    for (RunSpec run : study.runs()) {
      text.append("\nrun " + Shown.titled(run.name(), run.title()) + "\n");
      final RunSettings settings = study.runSettings(run, scale);
      text.append(settings(settings, own.texts()));
      text.append(mode(run));
      text.append(beyond(settings)).append(points(settings));
      final Table claims = new Table();
      for (Check check : study.checksOf(run.name())) {
        claims.row(
            "  claim " + check.id(), check.quantity().name(), check.expected(), check.section());
      }
      text.append(claims.text());
    }
  }

  private static String mode(RunSpec run) {
    final Table table = new Table();
    run.mode().document().forEach((key, number) -> table.row("  " + key, number.toString(), ""));
    return table.text();
  }

  private static String beyond(RunSettings settings) {
    final Table table = new Table();
    for (ConditionalSettings some : settings.beyond()) {
      table.row(
          "  from " + some.key() + " = " + some.from() + " on", settings.text(some), some.origin());
    }
    return table.text();
  }

  private static String points(RunSettings settings) {
    return settings.listed().isEmpty()
        ? ""
        : "  %s points: every combination of the values of %s\n"
            .formatted(settings.combinations(), String.join(", ", settings.listed().keySet()));
  }

  /** Returns the new settings, such as those of a run that the study itself lacks. */
  private static String settings(RunSettings settings, Map<String, String> before) {
    final Table table = new Table();
    for (Map.Entry<String, String> text : settings.texts().entrySet()) {
      final String key = text.getKey();
      if (!text.getValue().equals(before.get(key))) {
        final Setting setting = settings.settings().get(key);
        table.row("  " + key, text.getValue(), setting == null ? "" : setting.origin());
      }
    }
    return table.text();
  }

  /** Returns the explanation as a document for programs. */
  public Map<String, Object> document() {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("study", study.id());
    document.put("title", study.title());
    document.put("paper", study.paper());
    document.put("description", study.description());
    document.put("scale", scale.toString());
    if (!study.parts().isEmpty()) {
      document.put(
          "parts",
          study.parts().stream()
              .map(part -> new StudyExplanation(part, scale).document())
              .toList());
      return document;
    }
    document.put("machine", study.machine().name());
    document.put("settings", entries(study.runSettings(scale)));
    document.put("runs", study.runs().stream().map(this::entry).toList());
    document.put("points", study.points(scale).stream().map(Point::path).toList());
    return document;
  }

  private Map<String, Object> entry(RunSpec run) {
    final RunSettings settings = study.runSettings(run, scale);
    final JsonObject entry =
        new JsonObject()
            .with("name", run.name())
            .with("title", run.title())
            .with("settings", entries(settings));
    entry.putAll(run.mode().document());
    return entry
        .with("beyond", settings.beyond().stream().map(some -> entry(settings, some)).toList())
        .with("points", settings.combinations())
        .with("checks", study.checksOf(run.name()).stream().map(Check::id).toList());
  }

  private static Map<String, Object> entry(RunSettings settings, ConditionalSettings some) {
    return new JsonObject()
        .with("key", some.key())
        .with("from", some.from())
        .with("set", settings.text(some));
  }

  private static Map<String, Object> entries(RunSettings settings) {
    final JsonObject entries = new JsonObject();
    final Map<String, Setting> all = settings.settings();
    all.forEach(
        (key, setting) ->
            entries.with(
                key,
                new JsonObject()
                    .with("value", setting.listed() ? setting.values() : setting.value())
                    .with("origin", setting.origin().toString())));
    return entries;
  }
}
