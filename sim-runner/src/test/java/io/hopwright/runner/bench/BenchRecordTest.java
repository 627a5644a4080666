package io.hopwright.runner.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchRecordTest {
  @Test
  void shouldAppendALineForEachMeasurement(@TempDir Path directory) throws IOException {
    final Path folder = directory.resolve("bench");
    final Map<String, Object> row =
        Map.of(
            "run",
            "quick",
            "threads",
            1,
            "jvms",
            1,
            "packetHopsPerSecond",
            2e6,
            "lowerQuartile",
            1.9e6,
            "upperQuartile",
            2.1e6);
    BenchRecord.append(folder, "mine", List.of(row));
    final Path file = BenchRecord.append(folder, "mine", List.of(row, row));
    final List<String> lines = Files.readAllLines(file);
    assertEquals(2, lines.size());
    final JsonNode last = new ObjectMapper().readTree(lines.get(1));
    assertEquals(2, last.get("rows").size());
    assertEquals(1.9e6, last.at("/rows/0/lowerQuartile").asDouble());
    for (String entry : List.of("date", "commit", "jdk", "processor")) {
      assertFalse(last.get(entry).asText().isEmpty(), entry);
    }
  }
}
