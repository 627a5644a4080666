package io.hopwright.runner.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    BenchRecord.append(folder, "mine", List.of(row(1)));
    final Path file = BenchRecord.append(folder, "mine", List.of(row(1), row(2)));
    final List<String> lines = Files.readAllLines(file);
    assertEquals(2, lines.size());
    final JsonNode last = new ObjectMapper().readTree(lines.get(1));
    assertEquals(2, last.get("rows").size());
    assertEquals(1.9e6, last.at("/rows/0/lowerQuartile").asDouble());
    assertEquals("quick, 8x8x8, threads 1, JVMs 1", last.at("/rows/0/row").asText());
    assertEquals(2e6, last.at("/rows/0/median").asDouble(), "per second of processor time");
    assertEquals("second of processor time", last.at("/rows/0/per").asText());
    assertEquals(3e6, last.at("/rows/1/median").asDouble(), "elapsed time of two threads");
    assertEquals("second", last.at("/rows/1/per").asText());
    assertTrue(last.get("caches").isArray());
    for (String entry : List.of("date", "commit", "jdk", "processor")) {
      assertFalse(last.get(entry).asText().isEmpty(), entry);
    }
  }

  private static Map<String, Object> row(int threads) {
    return Map.of(
        "run",
        "quick",
        "shape",
        "8x8x8",
        "threads",
        threads,
        "jvms",
        1,
        "packetHopsPerCpuSecond",
        2e6,
        "packetHopsPerSecond",
        3e6,
        "lowerQuartile",
        1.9e6,
        "upperQuartile",
        2.1e6);
  }

  @Test
  void shouldReadTheCachesOfACore(@TempDir Path directory) throws IOException {
    final String[][] caches = {
      {"index0", "1", "Data", "32K"},
      {"index1", "1", "Instruction", "64K"},
      {"index2", "2", "Unified", "512K"},
      {"index3", "3", "Unified", "4096K"},
    };
    for (String[] cache : caches) {
      final Path folder = Files.createDirectory(directory.resolve(cache[0]));
      Files.writeString(folder.resolve("level"), cache[1] + "\n");
      Files.writeString(folder.resolve("type"), cache[2] + "\n");
      Files.writeString(folder.resolve("size"), cache[3] + "\n");
    }
    Files.createFile(directory.resolve("uevent"));
    assertEquals(List.of("32K", "512K", "4096K"), BenchRecord.caches(directory));
    assertEquals(List.of(), BenchRecord.caches(directory.resolve("none")));
  }
}
