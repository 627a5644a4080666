package io.hopwright.runner.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.runner.bench.ProjectionPlan.Processors;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.study.StudyReader;
import io.hopwright.runner.support.InputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RowTest {
  /** A group of Cascade, and half a midplane of BlueGene/L in four partitions. */
  private static final String GROUP =
      """
      machine { model = cascade, groups = 1 }
      workload { kind = uniform, load = 0.1 }
      run.warmupTicks = 50000
      """;

  private static final String BOXES =
      """
      machine { model = bluegene-l, shape = [8, 8, 4] }
      partition.shape = [4, 4, 4]
      workload { kind = uniform, load = 0.5 }
      run.warmupTicks = 2000
      """;

  private static Row row(String text, int jvms) {
    final ResolvedConfig config =
        new StudyReader(Machines.all(), new Library()).rendered("study.id = row\n" + text);
    return Row.of("some/row", config, config.network(new Mistakes()), 1, jvms, 1);
  }

  @Test
  void shouldSurviveTheCommandLine() throws JsonProcessingException {
    final ProjectionPlan plan =
        new ProjectionPlan(2e5, 1e4, List.of(new Processors(2, 1), new Processors(64, 16)));
    final Row row = row(BOXES, 4);
    final List<String> command = RowLauncher.command(row, List.of(row, plan));
    final int last = command.size() - 1;
    assertEquals(plan, new ObjectMapper().readValue(command.get(last), ProjectionPlan.class));
    assertEquals(row, new ObjectMapper().readValue(command.get(last - 1), Row.class));
    assertEquals("some/row on 1 thread of each of 4 JVMs", row.toString());
    assertEquals("projection on up to 1024 processors", plan.toString());
  }

  @Test
  void shouldGiveTheChildItsOwnHeap() throws JsonProcessingException {
    final Row row = row(BOXES, 1);
    final List<String> command = RowLauncher.command(row, List.of(row));
    assertEquals(1, command.stream().filter(word -> word.startsWith("-Xmx")).count());
    assertTrue(command.contains("-Xms" + row.heapMib() + "m"));
    assertTrue(command.contains(BenchProcess.class.getName()));
    assertTrue(command.contains(System.getProperty("java.class.path")));
  }

  @Tag("slow")
  @Test
  void shouldMeasureARow() {
    final Map<String, Object> row = BenchProcess.measure(row(GROUP, 1));
    assertEquals("some/row", row.get("run"));
    assertEquals("cascade", row.get("machine"));
    assertEquals("1x6x16", row.get("shape"));
    assertEquals(384L, row.get("nodes"));
    assertEquals(1, row.get("repetitions"));
    assertTrue((Double) row.get("packetHopsPerCpuSecond") > 0);
    assertTrue((Double) row.get("bytesPerNode") > (Double) row.get("bytesPerNodeAtRest"));
  }

  @Test
  @Tag("slow")
  void shouldProjectARow() {
    final Map<String, Object> answer =
        BenchProcess.project(
            row(BOXES, 1),
            new ProjectionPlan(2e5, 1e4, List.of(new Processors(2, 1), new Processors(1, 4))));
    final List<?> rows = (List<?>) answer.get("rows");
    final Map<?, ?> onThreads = (Map<?, ?>) rows.get(0);
    final Map<?, ?> onJvms = (Map<?, ?>) rows.get(1);
    assertEquals(List.of(2, 2, 1), numbers(onThreads));
    assertEquals(List.of(4, 1, 4), numbers(onJvms));
    assertTrue(
        (Double) onThreads.get("speedUp") > (Double) onJvms.get("speedUp"), "220 us a window");
    assertEquals((Double) onThreads.get("speedUp") / 2, onThreads.get("efficiency"));
    assertTrue((Double) ((Map<?, ?>) answer.get("costs")).get("wireBytesPerEvent") > 8);
  }

  private static List<?> numbers(Map<?, ?> row) {
    return List.of(row.get("processors"), row.get("threads"), row.get("jvms"));
  }

  @Tag("slow")
  @Test
  void shouldRefuseWhatComesToItsEnd() {
    final String few =
        BOXES
            .replace("[8, 8, 4]", "[2, 2, 2]")
            .replace("kind = uniform, load = 0.5", "kind = all-to-all");
    final Row row = row(few, 1);
    final InputException refusal =
        assertThrows(InputException.class, () -> BenchProcess.measure(row));
    assertTrue(refusal.getMessage().contains("use sources that never end"), refusal.getMessage());
  }

  @Test
  void shouldCountProcessorTimeOfOneThread() {
    final SegmentClock.Segment segment = new SegmentClock.Segment(600, 0, 3, 2, 1, List.of(1.0), 0);
    assertEquals(300, RowResult.quartile(List.of(segment), 1, new Row("r", "", 1, 1, 1, 1)));
    assertEquals(200, RowResult.quartile(List.of(segment), 1, new Row("r", "", 2, 1, 1, 1)));
    assertEquals(200, RowResult.quartile(List.of(segment), 1, new Row("r", "", 1, 2, 1, 1)));
  }

  private static SegmentClock.Segment segment(long packetHops) {
    return new SegmentClock.Segment(packetHops, 0, 1, 1, 1, List.of(1.0), 0);
  }

  @Test
  void shouldReportMediansAndSpread() {
    final List<SegmentClock.Segment> segments = List.of(segment(300), segment(100), segment(200));
    assertEquals(200, RowResult.median(segments, segment -> segment.packetHops()));
    assertEquals(1, RowResult.spread(segments, segment -> segment.packetHops()));
    assertEquals(200, RowResult.median(segments.subList(0, 2), segment -> segment.packetHops()));
  }
}
