package io.hopwright.runner.command.serve;

import io.hopwright.runner.app.Result;
import io.hopwright.runner.app.SweepPoint;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.ResultReader;
import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.StoredTable;
import io.hopwright.runner.text.CaveatText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Result of a study of several points as a document: its points, and the paths of its tables. */
final class StudyDocument {
  private static final String CSV = ".csv";

  private final StoredDirectory stored;
  private final Map<String, Result> results = new HashMap<>();
  private final List<SweepPoint> points = new ArrayList<>();
  private final List<Map<String, Object>> entries = new ArrayList<>();
  private final List<Map<String, Object>> tables = new ArrayList<>();

  private StudyDocument(StoredDirectory stored, List<Result> done) {
    this.stored = stored;
    done.forEach(result -> results.put(result.point(), result));
  }

  /**
   * Reads a study.
   *
   * @param done its points that are done
   */
  static JsonObject of(Path directory, List<Result> done) {
    return new StudyDocument(ResultReader.read(directory), done).document();
  }

  private JsonObject document() {
    for (StoredDirectory study : stored.studies()) {
      final String prefix = stored.parts().isEmpty() ? "" : study.name() + "/";
      study.manifest().list(Format.POINTS).forEach(point -> add(study, prefix, point));
      for (String name : Format.STUDY_FILES) {
        addTable(study, prefix, name);
      }
    }
    final JsonObject document =
        new JsonObject()
            .with("kind", "study")
            .with("study", stored.manifest().text("study"))
            .with("directory", ResultDocument.path(stored.directory()))
            .with("points", entries)
            .with("tables", tables)
            .with("remarks", CaveatText.of(points));
    return stored.verdicts() == null
        ? document
        : document.with("verdicts", stored.verdicts().content());
  }

  private void add(StoredDirectory study, String prefix, StoredDocument point) {
    final String path = prefix + point.text("path");
    final Optional<Result> result = Optional.ofNullable(results.get(path));
    final SweepPoint added =
        new SweepPoint(
            study.manifest().text("study"),
            path,
            point.textOrEmpty("run"),
            point.section("values"),
            result);
    points.add(added);
    entries.add(
        new JsonObject()
            .with("study", added.study())
            .with("path", path)
            .with("run", added.run())
            .with("values", added.values())
            .with("done", result.isPresent())
            .with("directory", ResultDocument.path(study.directory().resolve(point.text("path")))));
  }

  private void addTable(StoredDirectory study, String prefix, String name) {
    final Path file = study.directory().resolve(name);
    if (!name.endsWith(CSV) || !Files.exists(file)) {
      return;
    }
    final Map<String, String> units = units(prefix);
    tables.add(
        new JsonObject()
            .with("study", study.manifest().text("study"))
            .with("name", name.substring(0, name.length() - CSV.length()))
            .with("file", ResultDocument.path(file))
            .with(
                "columns",
                StoredTable.open(file).columns().stream()
                    .map(
                        column ->
                            ResultDocument.column(
                                column.name(),
                                column.unit().isEmpty()
                                    ? units.getOrDefault(column.name(), "")
                                    : column.unit()))
                    .toList()));
  }

  /** Returns the units of the numbers of a study's points. */
  private Map<String, String> units(String prefix) {
    final Map<String, String> units = new HashMap<>();
    results.forEach(
        (path, result) -> {
          if (path.startsWith(prefix)) {
            result
                .numbers()
                .keySet()
                .forEach(number -> units.computeIfAbsent(number, result::unit));
          }
        });
    return units;
  }
}
