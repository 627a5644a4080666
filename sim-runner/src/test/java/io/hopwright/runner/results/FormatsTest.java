package io.hopwright.runner.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.recording.Signature;
import io.hopwright.runner.report.SmallResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stored results of all formats that can be read. Each was written by a version that wrote its
 * format, as {@code reproduce small.conf}; only names of the computer were replaced.
 */
class FormatsTest {
  private static final Path STORED = Path.of("src", "test", "resources", "results");

  @TempDir private Path directory;

  private static Path stored(long format) {
    return STORED.resolve("format-" + format);
  }

  private static Object format(Path result) {
    return StoredDocument.read(result.resolve(Format.MANIFEST)).value("format");
  }

  @Test
  void shouldHaveAResultOfEachFormat() {
    for (long format = Format.OLDEST; format <= Format.VERSION; format++) {
      assertEquals(format, format(stored(format)));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void shouldRead(long format) {
    final StoredDirectory study = ResultReader.read(stored(format));
    assertEquals(
        List.of("one/seed=1", "one/seed=2"), study.runs().stream().map(StoredRun::name).toList());
    assertEquals("pass", study.verdicts().list("verdicts").get(0).text("verdict"));
    final StoredRun run = study.runs().get(0);
    assertEquals("faa311f776471c82", run.digest());
    assertEquals(1.0, run.summary().number("arrivedShare").orElseThrow());
    assertEquals(
        (long) run.summary().number("responseTicks.count").orElseThrow(),
        run.histogram("responseTicks").orElseThrow().getTotalCount());
    assertEquals(26, run.series().values("throughput").length);
    assertTrue(run.table("heat").isPresent());
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void shouldReport(long format) {
    final Path page = directory.resolve("page.html");
    SmallResults.execute(0, "report", stored(format).toString(), "--out", page.toString());
    assertTrue(Files.exists(page));
  }

  @Test
  void shouldCompareOlderFormatsWithTheNewest() {
    final String newest = stored(Format.VERSION).toString();
    for (long format = Format.OLDEST; format < Format.VERSION; format++) {
      assertTrue(
          SmallResults.execute(0, "compare", stored(format).toString(), newest)
              .contains("2 of 2 common points are the same"));
    }
  }

  private Path sweep() {
    final Path result = directory.resolve("small");
    SmallResults.execute(
        0, "sweep", STORED.resolve("small.conf").toString(), "--quiet", "--out", result.toString());
    return result;
  }

  /** Makes points look as if another version had written them. */
  private static void rewrite(Path result, String pattern, String replacement) throws IOException {
    for (String seed : List.of("1", "2")) {
      final Path manifest = result.resolve("one/seed=" + seed).resolve(Format.MANIFEST);
      final String text = Files.readString(manifest);
      final String changed = text.replaceFirst(pattern, replacement);
      assertFalse(changed.equals(text), pattern);
      Files.writeString(manifest, changed);
      Signature.seal(manifest);
    }
  }

  @Test
  void shouldResumeWithPointsOfAnOlderFormat() throws IOException {
    final Path result = sweep();
    final Path point = result.resolve("one/seed=2");
    rewrite(result, "\"format\" : " + Format.VERSION, "\"format\" : " + Format.OLDEST);
    sweep();
    assertEquals((long) Format.OLDEST, format(point));
    assertEquals((long) Format.VERSION, format(result));
    assertEquals(2, ResultReader.read(result).runs().size());
    rewrite(result, "\"simulatorSha256\" : \"..", "\"simulatorSha256\" : \"--");
    sweep();
    assertEquals((long) Format.VERSION, format(point));
  }

  @Test
  void shouldSimulatePointsOfANewerFormatAgain() throws IOException {
    final Path result = sweep();
    rewrite(result, "\"format\" : " + Format.VERSION, "\"format\" : " + (Format.VERSION + 1));
    sweep();
    assertEquals((long) Format.VERSION, format(result.resolve("one/seed=1")));
  }
}
