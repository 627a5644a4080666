package io.hopwright.runner.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
    final String ticks = "Ticks of these runs differ in length.";
    assertTrue(Files.readString(Path.of(both)).contains(ticks));
    assertFalse(Files.readString(torus.resolve("report.html")).contains(ticks));
    for (Path out :
        List.of(
            torus.resolve("summary.json"),
            directory.resolve("none/report.html"),
            directory,
            Files.createSymbolicLink(directory.resolve("link.md"), directory.resolve("empty.md")),
            Path.of("/dev/null"))) {
      final String said =
          SmallResults.execute(2, "report", torus.toString(), "--out", out.toString());
      assertTrue(said.contains("--out " + out + ": "), said);
    }
    final Path empty = Files.createFile(directory.resolve("empty.md"));
    SmallResults.execute(0, "report", torus.toString(), "--out", empty.toString());
    assertTrue(Files.readString(empty).startsWith("# "), "nothing is lost");
  }

  @Test
  void shouldReplaceNothingButReports() throws IOException {
    final Path study = directory.resolve("tiny.conf");
    final Path tiny = directory.resolve("tiny");
    SmallResults.reproduction(study, tiny);
    final Path notes = Files.writeString(directory.resolve("notes.md"), "# Mine\n");
    final Path page = Files.writeString(directory.resolve("page.html"), "<!doctype html>\n");
    for (Path mine : List.of(study, notes, page, tiny.resolve("dynamic/summary.json"))) {
      final String before = Files.readString(mine);
      final String said =
          SmallResults.execute(2, "report", tiny.toString(), "--out", mine.toString());
      final String reason = "--out " + mine + ": the existing file is of another kind";
      assertTrue(said.contains(reason), said);
      assertEquals(before, Files.readString(mine));
    }
    for (String report : List.of("report.html", "report.md")) {
      final Path earlier = directory.resolve(report);
      SmallResults.execute(0, "report", tiny.toString(), "--out", earlier.toString());
      SmallResults.execute(0, "report", tiny.toString(), "--out", earlier.toString());
    }
    final String within = tiny.resolve("scaling").toString();
    final String scaling = "bench-bluegene-l-scaling";
    final String said = SmallResults.execute(2, "bench", "scaling", scaling, "--out", within);
    assertTrue(said.contains("inside the study directory"), said);
    Files.writeString(tiny.resolve("report.html"), "mine");
    SmallResults.execute(2, "report", tiny.toString());
    assertEquals("mine", Files.readString(tiny.resolve("report.html")));
  }

  @Test
  void shouldShowTheFiguresOfEachPartWithItsOwnRunsAndLeadToIt() throws IOException {
    final List<String> parts = List.of("one", "two");
    for (String part : parts) {
      Files.writeString(
          directory.resolve(part + ".conf"),
          """
          include "machines/bluegene-l"
          study { id = %s }
          machine.shape = [3, 3, 3]
          partition.shape = [3, 3, 3]
          workload { kind = uniform, packetBytes = 256 B }
          run { warmupTicks = 500 ticks, ticks = 2000 ticks }
          beyond = [{ at { workload.load = 0.3 }, set { run.warmupTicks = 900 ticks } }]
          runs.mine { title = "mine of %s", set.workload.load = [0.1, 0.3] }
          figures.f { title = "figure of %s", kind = points, x = linkUtilization, y = responseTicks.mean }
          checks.%s {
            run = mine, at { workload.load = 0.3 }, quantity = linkUtilization
            expected = some, atLeast = 0.1, tolerance = wide, section = "1", sizeIndependent = true
          }
          """
              .formatted(part, part, part, part));
    }
    final Path all =
        Files.writeString(directory.resolve("all.conf"), "study { parts = [one, two] }\n");
    final Path out = directory.resolve("out");
    SmallResults.execute(0, "reproduce", all.toString(), "--quiet", "--out", out.toString());
    final String page = Files.readString(out.resolve("report.html"));
    for (String part : parts) {
      assertTrue(page.contains("<a href=\"" + part + "/report.html\">" + part + "</a>"), part);
    }
    assertTrue(page.contains(" at 0.3</td>"), "where it was measured");
    final String data = "<script type=\"application/json\" id=\"data\">";
    final int from = page.indexOf(data) + data.length();
    final JsonNode pictures =
        new ObjectMapper()
            .readTree(page.substring(from, page.indexOf("</script>", from)))
            .get("pictures");
    assertEquals(parts.size(), pictures.size());
    for (int i = 0; i < parts.size(); i++) {
      assertEquals("figure of " + parts.get(i), pictures.get(i).get("title").asText());
      assertEquals(1, pictures.get(i).at("/views/0/curves").size());
      assertEquals(2, pictures.get(i).at("/views/0/curves/0/points").size());
    }
  }

  @Test
  void shouldNameTheRunThatAPictureIsOfAlone() throws IOException {
    final Path shown = directory.resolve("shown");
    final Path other = directory.resolve("other");
    SmallResults.torus(shown, "0.5");
    SmallResults.torus(other, "0.8", "--set", "statistics.heat=never");
    final Path page = directory.resolve("both.html");
    SmallResults.execute(0, "report", shown.toString(), other.toString(), "--out", page.toString());
    final String sentence =
        "Run: shown. Simulated: bluegene-l 4×3×2 (x, y, z), 24 nodes; seed 1; measured in ticks"
            + " 1,000 to 5,000.";
    for (JsonNode picture : pictures(page)) {
      final boolean ofOne = List.of("links", "heat").contains(picture.get("id").asText());
      assertEquals(ofOne, picture.get("caption").asText().endsWith(sentence), picture::toString);
    }
  }

  @Test
  void shouldSayWhatEachDashedLineIsAndHowManyVerdictsAreAtTheSizeOfThePaper() throws IOException {
    final Path study = directory.resolve("study");
    final String said = SmallResults.reproduction(directory.resolve("tiny.conf"), study);
    final String counts = "1 passed, 1 failed (none at the paper's size)";
    assertTrue(said.lines().anyMatch(counts::equals), said);
    final Path page = study.resolve("report.html");
    assertTrue(Files.readString(page).contains("<dd>" + counts.replace("'", "&#39;") + "</dd>"));
    assertTrue(
        pictures(page)
            .get(0)
            .get("caption")
            .asText()
            .contains(
                "Dashed: “bound” is bounds.throughput of the run; “paper” is 0.9, given by the"
                    + " study. Simulated: "));
  }

  private static JsonNode pictures(Path page) throws IOException {
    final String text = Files.readString(page);
    final int from = text.indexOf("id=\"data\">") + "id=\"data\">".length();
    return new ObjectMapper()
        .readTree(text.substring(from, text.indexOf("</script>", from)))
        .get("pictures");
  }

  @Test
  void shouldHaveVerdictsOriginAndDigests() throws IOException {
    final Path study = directory.resolve("study");
    SmallResults.reproduction(directory.resolve("tiny.conf"), study);
    final Path file = directory.resolve("result.md");
    SmallResults.execute(0, "report", study.toString(), "--out", file.toString());
    final List<String> lines = Files.readAllLines(file);
    assertEquals("# A <small> torus & its \"claims\" </script>", lines.get(0));
    assertTrue(lines.contains("1 passed, 1 failed (none at the paper's size)."));
    assertTrue(lines.contains("Failed: BAD."), lines::toString);
    assertTrue(
        lines.stream()
            .anyMatch(
                line ->
                    line.matches("\\| ✓ PASS \\| GOOD \\| 0[.0-9]+ \\| ≥ 0.1 \\| some \\| .*")));
    assertTrue(
        lines.stream()
            .anyMatch(
                line -> line.matches("\\| ✗ FAIL \\| BAD \\| 0[.0-9]+ \\| ≥ 0.9 \\| all \\| .*")));
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("| Command | `hopwright reproduce")));
    final JsonNode manifest =
        new ObjectMapper().readTree(study.resolve("dynamic/manifest.json").toFile());
    final String digest = manifest.get("digest").asText();
    assertTrue(lines.contains("| study | tiny.dynamic | 1 | " + digest + " |"), lines::toString);
  }
}
