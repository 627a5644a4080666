package io.hopwright.runner.bench;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.tables.RunResult;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.results.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measured and projected scaling, and the error of the projection. */
public final class ScalingReport {
  private static final String PROJECTED = "projected";

  private final String study;
  private final String machine;
  private final List<Map<String, Object>> strong = new ArrayList<>();
  private final List<Map<String, Object>> weak = new ArrayList<>();
  private final List<Map<String, Object>> projected = new ArrayList<>();
  private final Map<String, Object> costs = new LinkedHashMap<>();

  /** Creates an empty report about simulations of {@code machine} in {@code study}. */
  public ScalingReport(String study, String machine) {
    this.study = study;
    this.machine = machine;
  }

  /** Adds a measured row; the others are compared with the first of each kind. */
  public void addMeasured(Map<String, Object> row, boolean ofFixedSize) {
    final List<Map<String, Object>> rows = ofFixedSize ? strong : weak;
    final int processors = whole(row, "threads") * whole(row, "jvms");
    final double rate = number(row, "packetHopsPerSecond");
    final double first = rows.isEmpty() ? rate : number(rows.get(0), "packetHopsPerSecond");
    final Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("run", row.get("run"));
    entry.put("shape", row.get("shape"));
    entry.put("nodes", row.get("nodes"));
    entry.put("processors", processors);
    entry.put("threads", row.get("threads"));
    entry.put("jvms", row.get("jvms"));
    entry.put("packetHopsPerSecond", rate);
    entry.put("secondsPerMillionHops", 1e6 / rate);
    entry.put("speedUp", rate / first);
    entry.put("efficiency", rate / first / processors);
    for (String key :
        List.of("barrierShare", "imbalance", "wireBytesPerWindow", "windowsPerSecond", "spread")) {
      entry.put(key, row.get(key));
    }
    rows.add(entry);
  }

  /** Adds the projection for numbers of processors for which strong scaling was measured. */
  public void addPrediction(Map<String, Object> answer) {
    costs(answer);
    for (Map<String, Object> row : rows(answer)) {
      for (Map<String, Object> measured : strong) {
        if (measured.get("threads").equals(row.get("threads"))
            && measured.get("jvms").equals(row.get("jvms"))) {
          final double predicted = number(row, "speedUp");
          measured.put("predictedSpeedUp", predicted);
          measured.put("predictionError", predicted / number(measured, "speedUp") - 1);
        }
      }
    }
  }

  /** Adds projected rows. */
  public void addProjection(Map<String, Object> answer) {
    costs(answer);
    projected.addAll(rows(answer));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> rows(Map<String, Object> answer) {
    return (List<Map<String, Object>>) answer.get("rows");
  }

  @SuppressWarnings("unchecked")
  private void costs(Map<String, Object> answer) {
    costs.putAll((Map<String, Object>) answer.get("costs"));
  }

  private static double number(Map<String, Object> row, String key) {
    return ((Number) row.get(key)).doubleValue();
  }

  private static int whole(Map<String, Object> row, String key) {
    return ((Number) row.get(key)).intValue();
  }

  /** Returns the tables by title, none without rows. */
  public Map<String, List<Map<String, Object>>> tables() {
    final Map<String, List<Map<String, Object>>> tables = new LinkedHashMap<>();
    tables.put("strong scaling", strong);
    tables.put("weak scaling", weak);
    tables.put(PROJECTED, projected);
    tables.values().removeIf(List::isEmpty);
    return tables;
  }

  /** Returns the names of all columns that occur in any row. */
  public static List<String> columns(List<Map<String, Object>> rows) {
    return rows.stream().flatMap(row -> row.keySet().stream()).distinct().toList();
  }

  /** Returns everything as one document. */
  public Map<String, Object> document() {
    return new JsonObject()
        .with("machine", machine)
        .with("strong", strong)
        .with("weak", weak)
        .with(PROJECTED, projected)
        .with("costs", costs);
  }

  /** Writes the document, the tables and the manifest. */
  public void write(ResultWriter writer, List<String> commandLine, Instant started) {
    writer.json("scaling.json", document());
    tables().forEach((title, rows) -> writer.table(title.replace(' ', '-'), table(rows)));
    writer.manifest(Documents.head(study, commandLine, started));
  }

  private static RunResult.Table table(List<Map<String, Object>> rows) {
    final List<String> names = columns(rows);
    final List<Metric> columns = names.stream().map(name -> Metric.of(name, "")).toList();
    return new RunResult.Table(
        columns, rows.stream().map(row -> names.stream().map(row::get).toList()).toList());
  }
}
