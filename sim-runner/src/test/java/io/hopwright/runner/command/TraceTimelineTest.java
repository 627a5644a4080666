package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Output of {@code trace timeline} for ui.perfetto.dev. */
class TraceTimelineTest {
  @TempDir private Path directory;

  /** A slice of a track, in ns. */
  private record Slice(long from, long to, JsonNode event) {}

  private static Program.Outcome execute(String... words) {
    return new Program().execute(Machines.all(), words);
  }

  private Path run(String machine, String shape) throws IOException {
    final Path study =
        Files.writeString(
            directory.resolve("halo.conf"),
            """
            include "machines/%s"
            study { id = halo, title = "A halo exchange" }
            %s
            jobs.halo { program = halo-2d, ranks = 8, args { steps = 2, bytes = 20000 } }
            statistics { criticalPath = true, eventsFromTick = 0 }
            """
                .formatted(machine, shape));
    final Path result = directory.resolve("run");
    final Program.Outcome outcome = execute("run", study.toString(), "--out", result.toString());
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    return result;
  }

  private static long nanoseconds(JsonNode time) {
    return time.decimalValue().movePointRight(3).longValueExact();
  }

  @ParameterizedTest
  @CsvSource({
    "ideal, machine.nodes = 8",
    "bluegene-l, 'machine.shape = [2, 2, 2], workload.kind = jobs'",
    "network, 'machine.extents = [4, 2], workload.kind = jobs'"
  })
  void shouldNestSlicesAndPairFlows(String machine, String shape) throws IOException {
    final Path file = directory.resolve("halo.json");
    final Program.Outcome outcome =
        execute("trace", "timeline", run(machine, shape).toString(), "--out", file.toString());
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    final JsonNode events = new ObjectMapper().readTree(file.toFile()).get("traceEvents");
    final Map<String, List<Slice>> tracks = new HashMap<>();
    final Set<String> named = new HashSet<>();
    for (JsonNode event : events) {
      final String track = event.get("pid") + " " + event.get("tid");
      if (event.get("ph").asText().equals("X")) {
        final long from = nanoseconds(event.get("ts"));
        tracks
            .computeIfAbsent(track, unseen -> new ArrayList<>())
            .add(new Slice(from, from + nanoseconds(event.get("dur")), event));
      } else if (event.get("name").asText().equals("thread_name")) {
        named.add(track);
      }
    }
    assertEquals(tracks.keySet(), named, "a name for each track");
    assertEquals(8 + 1, tracks.size(), "a track for each rank, and one for the path");
    tracks.values().forEach(TraceTimelineTest::checkNoOverlap);
    checkFlows(events, tracks);
    checkPath(events);
  }

  private static void checkNoOverlap(List<Slice> slices) {
    slices.sort(Comparator.comparingLong(Slice::from).thenComparingLong(Slice::to));
    for (int i = 1; i < slices.size(); i++) {
      assertTrue(
          slices.get(i - 1).to <= slices.get(i).from,
          slices.get(i - 1) + " overlaps " + slices.get(i));
    }
  }

  private static void checkFlows(JsonNode events, Map<String, List<Slice>> tracks) {
    final Map<Long, Long> begun = new HashMap<>();
    final Set<Long> ended = new HashSet<>();
    for (JsonNode event : events) {
      final String phase = event.get("ph").asText();
      if (!phase.equals("s") && !phase.equals("f")) {
        continue;
      }
      final long at = nanoseconds(event.get("ts"));
      assertTrue(
          tracks.get(event.get("pid") + " " + event.get("tid")).stream()
              .anyMatch(slice -> slice.from <= at && (at < slice.to || slice.from == at)),
          () -> "no slice for " + event);
      if (phase.equals("s")) {
        begun.put(event.get("id").asLong(), at);
      } else {
        assertTrue(begun.get(event.get("id").asLong()) <= at, () -> "ends too early: " + event);
        assertTrue(ended.add(event.get("id").asLong()), () -> "ends twice: " + event);
      }
    }
    assertEquals(begun.keySet(), ended);
    // Each rank sends to four neighbours in each of two steps; each message has an announcement.
    assertTrue(ended.size() >= 8 * 2 * 2 * 3, "flows: " + ended.size());
  }

  private static void checkPath(JsonNode events) {
    long before = 0;
    boolean marked = false;
    for (JsonNode event : events) {
      if (event.path("cat").asText().equals("critical-path")) {
        assertEquals(before, event.get("args").get("fromTick").asLong(), "a gap in the path");
        before = event.get("args").get("toTick").asLong();
      }
      marked |= event.path("args").path("critical").asBoolean();
    }
    assertTrue(before > 0 && marked);
  }

  @Test
  void shouldWriteAWindowAndSayWhatIsMissing() throws IOException {
    final Path result = run("ideal", "machine.nodes = 8");
    final Path file = directory.resolve("part.json");
    assertEquals(
        ExitCode.DONE,
        execute(
                "trace",
                "timeline",
                result.toString(),
                "--from",
                "1000",
                "--to",
                "300000",
                "--out",
                file.toString())
            .exitCode());
    for (JsonNode event : new ObjectMapper().readTree(file.toFile()).get("traceEvents")) {
      if (event.get("ph").asText().equals("X")) {
        assertTrue(event.get("args").get("fromTick").asLong() < 300_000, event::toString);
        assertTrue(event.get("args").get("toTick").asLong() >= 1_000, event::toString);
      }
    }
    final Program.Outcome wrong =
        execute("trace", "timeline", result.toString(), "--to", "0", "--out", file.toString());
    assertEquals(ExitCode.WRONG_INPUT, wrong.exitCode());
    assertTrue(wrong.err().contains("not after --from 0"), wrong.err());
  }
}
