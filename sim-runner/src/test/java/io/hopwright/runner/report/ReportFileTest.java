package io.hopwright.runner.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
  @TempDir private Path directory;

  @Test
  void shouldReportOnBothMachinesAndReplaceNoFileOfAResult() throws IOException {
    final Path torus = directory.resolve("torus");
    final Path cascade = directory.resolve("cascade");
    SmallResults.torus(torus, "0.5");
    SmallResults.cascade(cascade);
    final String both = directory.resolve("both.html").toString();
    SmallResults.execute(0, "report", torus.toString(), cascade.toString(), "--out", both);
    for (Path out : List.of(torus.resolve("summary.json"), directory.resolve("none/report.html"))) {
      final String said =
          SmallResults.execute(2, "report", torus.toString(), "--out", out.toString());
      assertTrue(said.contains("--out " + out + ": "), said);
    }
  }

  @Test
  void shouldHaveVerdictsOriginAndDigests() throws IOException {
    final Path study = directory.resolve("study");
    SmallResults.reproduction(directory.resolve("tiny.conf"), study);
    final Path file = directory.resolve("result.md");
    SmallResults.execute(0, "report", study.toString(), "--out", file.toString());
    final List<String> lines = Files.readAllLines(file);
    assertEquals("# A <small> torus & its \"claims\" </script>", lines.get(0));
    assertTrue(lines.contains("1 passed, 1 failed."));
    assertTrue(lines.stream().anyMatch(line -> line.startsWith("| ✓ PASS | GOOD | some | ")));
    assertTrue(lines.stream().anyMatch(line -> line.startsWith("| ✗ FAIL | BAD | all | ")));
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("| Command | `hopwright reproduce")));
    final JsonNode manifest =
        new ObjectMapper().readTree(study.resolve("dynamic/manifest.json").toFile());
    final String digest = manifest.get("digest").asText();
    assertTrue(lines.contains("| study | tiny.dynamic | 1 | " + digest + " |"), lines::toString);
  }
}
