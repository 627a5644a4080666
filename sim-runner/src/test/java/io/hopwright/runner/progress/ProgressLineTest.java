package io.hopwright.runner.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Network;
import io.hopwright.runner.fake.FakeMachine;
import io.hopwright.runner.results.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private static Network<?> network() {
    final FakeMachine machine = new FakeMachine();
    return machine.network(
        Settings.of(machine.parameters(), Map.of("run.warmupTicks", 0L, "run.ticks", 1_000L)));
  }

  @Test
  void shouldSayHowFarAndHowFast() {
    assertEquals(
        "42 %  412 us  35.1 us/s  2.31 Mhop/s  ETA 0:12  barrier 8 %  slowest p3",
        new ProgressLine(0.42, 412e-6, 35.1e-6, 2.31e6, 7, 0, 0, 0, 12, 0.08, 3).text());
  }

  @Test
  void shouldSayThatItIsAPilot() {
    assertEquals(
        "pilot  42 %  412 us  35.1 us/s  2.31 Mhop/s  ETA 0:12",
        new ProgressLine(0.42, 412e-6, 35.1e-6, 2.31e6, 7, 0, 0, 0, 12, 0.08, 3).text("pilot"));
  }

  @Test
  void shouldFitIntoATerminal() {
    final String line =
        new ProgressLine(0.999, 999.9e-6, 999.9e-6, 999.9e6, 7, 0, 0, 0, 324_000, 0.999, 4095)
            .text();
    assertTrue(line.length() < 80, line);
  }

  @Test
  void shouldAdmitWhatItDoesNotKnow() {
    assertEquals(
        "? %  0 s  0 s/s  0.00 hop/s  ETA ?  barrier 0 %",
        new ProgressLine(Double.NaN, 0, 0, 0, 7, 0, 0, 0, Double.NaN, 0, -1).text());
  }

  @Test
  void shouldTellHoursFromMinutes() {
    final String line = new ProgressLine(0.5, 1, 1, 1, 7, 0, 0, 0, 3_725, 0, -1).text();
    assertTrue(line.contains("ETA 1:02:05"), line);
  }

  @Test
  void shouldCompareSnapshots() {
    final ProgressMeter meter = new ProgressMeter(network(), 2);
    final RunMonitor.Snapshot none = new RunMonitor.Snapshot(0, 0, 0, 0, 0, 0, List.of());
    assertNull(meter.line(0, none));
    final long second = 1_000_000_000L;
    meter.line(second, new RunMonitor.Snapshot(250, 9, 5_000, 9, 0, 0, List.of(second, second)));
    final ProgressLine line =
        meter.line(
            3 * second,
            new RunMonitor.Snapshot(500, 20, 9_000, 9, 0, 0, List.of(second, 2 * second)));
    assertEquals(0.5, line.fraction(), 1e-9);
    assertEquals(500e-6, line.simulatedSeconds(), 1e-12);
    assertEquals(3_000, line.hopsPerSecond(), 1e-6);
    assertEquals(3, line.secondsLeft(), 1e-9);
    assertEquals(0.5, line.barrierShare(), 1e-9);
    assertEquals(1, line.slowestPartition());
  }

  /** The measured interval ends at tick 1,000; packets are followed for as long as necessary. */
  @Test
  void shouldCountTheTimeInWhichPacketsAreFollowed() {
    final ProgressMeter meter = new ProgressMeter(network(), 1);
    final long second = 1_000_000_000L;
    meter.line(second, new RunMonitor.Snapshot(2_000, 9, 5_000, 9, 100, 0, List.of(second)));
    final ProgressLine line =
        meter.line(
            10 * second, new RunMonitor.Snapshot(3_000, 20, 9_000, 49, 60, 0, List.of(9 * second)));
    assertEquals(3_000.0 / 4_500, line.fraction(), 1e-9, "40 in 1,000 ticks, so 60 in 1,500");
    assertEquals(13.5, line.secondsLeft(), 1e-9);
    assertTrue(line.text().contains("ETA 0:14  awaits 60"), line.text());
  }

  @Test
  void shouldTellProgramsItsNumbers() {
    final ProgressLine line = new ProgressLine(0.5, 1e-3, 2e-3, 3, 7, 60, 0, 0, 12, 0.25, -1);
    assertEquals(
        "{\"part\":\"pilot\",\"fraction\":0.5,\"secondsLeft\":12.0,\"simulatedSeconds\":0.001,"
            + "\"simulatedSecondsPerSecond\":0.002,\"packetHopsPerSecond\":3.0,"
            + "\"packetsAwaited\":60,\"barrierShare\":0.25}",
        Json.compact(line.document("pilot")));
    assertTrue(
        Json.compact(new ProgressLine(Double.NaN, 0, 0, 0, 7, 0, 0, 0, 1, 0, -1).document(""))
            .startsWith("{\"fraction\":null"));
  }

  @Test
  void shouldCountOperationsOfJobs() {
    final ProgressLine line =
        new ProgressLine(0.15, 412e-6, 35.1e-6, 2.31e6, 7, 0, 1_200_000, 8_000_000, 12, 0.08, 13);
    assertEquals(
        "15 %  412 us  operations 1.20 M of 8.00 M  ETA 0:12  barrier 8 %  slowest p13",
        line.text());
    assertTrue(line.text().length() < 80);
    assertEquals("1.20 M of 8.00 M", line.facts().get("Operations"));
    assertTrue(
        Json.compact(line.document(""))
            .contains("\"operationsDone\":1200000,\"operations\":8000000"));
  }

  @Test
  void shouldTellTheTimeLeftByOperations() {
    final Network<?> network =
        new FakeMachine()
            .network(
                Settings.of(
                    new FakeMachine().parameters(),
                    Map.of("run.end", "jobs", "jobs.a.program", "ring", "jobs.a.ranks", 4L)));
    final long operations = network.jobs().operations();
    final long done = operations / 4;
    assertTrue(done > 0);
    final ProgressMeter meter = new ProgressMeter(network, 1);
    final long second = 1_000_000_000L;
    meter.line(second, new RunMonitor.Snapshot(10, 1, 0, 0, 0, 0, List.of(second)));
    final ProgressLine line =
        meter.line(3 * second, new RunMonitor.Snapshot(20, 2, 0, 0, 0, done, List.of(3 * second)));
    assertEquals((double) done / operations, line.fraction(), 1e-9);
    assertEquals(operations, line.operations());
    assertTrue(line.secondsLeft() > 0 && line.secondsLeft() < 100, line.text());
  }
}
