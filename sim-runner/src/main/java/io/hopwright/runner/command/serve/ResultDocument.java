package io.hopwright.runner.command.serve;

import io.hopwright.runner.app.JobResult;
import io.hopwright.runner.app.Outcome;
import io.hopwright.runner.app.Result;
import io.hopwright.runner.app.ResultTable;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.text.CaveatText;
import io.hopwright.runner.text.EndingText;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Result of a run as a document: its numbers with units, and the paths of its tables. */
final class ResultDocument {
  private ResultDocument() {}

  static Map<String, Object> of(Result result) {
    return new JsonObject()
        .with("kind", "run")
        .with("point", result.point())
        .with("directory", path(result.directory()))
        .with("outcome", word(result.outcome().kind()))
        .with(
            "ending",
            EndingText.of(result.outcome(), result.directory()).stream()
                .map(EndingText.Line::text)
                .toList())
        .with("remarks", CaveatText.of(result))
        .with("digest", result.digest())
        .with("settings", result.settings())
        .with("summary", result.summary().content())
        .with("units", units(result))
        .with("tables", tables(result))
        .with("jobs", jobs(result));
  }

  static String path(Path path) {
    return path.toAbsolutePath().normalize().toString();
  }

  static String word(Outcome.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Map<String, Object> units(Result result) {
    final JsonObject units = new JsonObject();
    for (String number : result.numbers().keySet()) {
      units.withIf(!result.unit(number).isEmpty(), number, result.unit(number));
    }
    return units;
  }

  private static Map<String, Object> tables(Result result) {
    final JsonObject tables = new JsonObject();
    tables.with("series", table(result.series()));
    result.tables().forEach(name -> tables.with(name, table(result.table(name))));
    return tables;
  }

  private static Map<String, Object> table(ResultTable table) {
    final List<Map<String, Object>> columns =
        table.columns().stream()
            .map(column -> column(column.name(), column.unit()).with("label", column.label()))
            .map(column -> (Map<String, Object>) column)
            .toList();
    return new JsonObject().with("file", path(table.file())).with("columns", columns);
  }

  static JsonObject column(String name, String unit) {
    return new JsonObject().with("name", name).with("unit", unit);
  }

  private static Map<String, Object> jobs(Result result) {
    final JsonObject jobs = new JsonObject();
    for (JobResult job : result.jobs()) {
      final JsonObject units = new JsonObject();
      for (String number : job.numbers().keySet()) {
        units.withIf(!job.unit(number).isEmpty(), number, job.unit(number));
      }
      jobs.with(job.name(), new JsonObject().with("numbers", job.numbers()).with("units", units));
    }
    return jobs;
  }
}
