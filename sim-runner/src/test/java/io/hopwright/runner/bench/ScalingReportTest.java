package io.hopwright.runner.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScalingReportTest {
  private static Map<String, Object> row(int threads, int jvms, double rate) {
    return Map.ofEntries(
        Map.entry("shape", "8x8x8"),
        Map.entry("nodes", 512),
        Map.entry("run", "strong"),
        Map.entry("threads", threads),
        Map.entry("jvms", jvms),
        Map.entry("packetHopsPerSecond", rate),
        Map.entry("barrierShare", 0.1),
        Map.entry("imbalance", 0.0),
        Map.entry("wireBytesPerWindow", 0.0),
        Map.entry("windowsPerSecond", 100.0),
        Map.entry("spread", 0.0));
  }

  @Test
  void shouldCompareWithTheFirstRowAndWithThePrediction() {
    final ScalingReport report = new ScalingReport("study", "machine");
    report.addMeasured(row(1, 1, 1e6), true);
    report.addMeasured(row(2, 1, 1.8e6), true);
    report.addMeasured(row(1, 2, 1.5e6), true);
    report.addPrediction(
        Map.of(
            "costs",
            Map.of(),
            "rows",
            List.of(
                Map.of("threads", 2, "jvms", 1, "speedUp", 1.89),
                Map.of("threads", 1, "jvms", 2, "speedUp", 1.2))));
    final List<Map<String, Object>> rows = report.tables().get("strong scaling");
    assertEquals(1.8, (Double) rows.get(1).get("speedUp"), 1e-9);
    assertEquals(0.9, (Double) rows.get(1).get("efficiency"), 1e-9);
    assertEquals(0.05, (Double) rows.get(1).get("predictionError"), 1e-9);
    assertEquals(-0.2, (Double) rows.get(2).get("predictionError"), 1e-9);
    assertEquals(1, report.tables().size());
  }
}
