package io.hopwright.runner.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Settings;
import io.hopwright.runner.fake.FakeMachine;
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
        new ProgressLine(0.42, 412e-6, 35.1e-6, 2.31e6, 7, 12, 0.08, 3).text());
  }

  @Test
  void shouldSayThatItIsAPilot() {
    assertEquals(
        "pilot  42 %  412 us  35.1 us/s  2.31 Mhop/s  ETA 0:12",
        new ProgressLine(0.42, 412e-6, 35.1e-6, 2.31e6, 7, 12, 0.08, 3).text("pilot"));
  }

  @Test
  void shouldFitIntoATerminal() {
    final String line =
        new ProgressLine(0.999, 999.9e-6, 999.9e-6, 999.9e6, 7, 324_000, 0.999, 4095).text();
    assertTrue(line.length() < 80, line);
  }

  @Test
  void shouldAdmitWhatItDoesNotKnow() {
    assertEquals(
        "? %  0 s  0 s/s  0.00 hop/s  ETA ?  barrier 0 %",
        new ProgressLine(Double.NaN, 0, 0, 0, 7, Double.NaN, 0, -1).text());
  }

  @Test
  void shouldTellHoursFromMinutes() {
    final String line = new ProgressLine(0.5, 1, 1, 1, 7, 3_725, 0, -1).text();
    assertTrue(line.contains("ETA 1:02:05"), line);
  }

  @Test
  void shouldCompareSnapshots() {
    final ProgressMeter meter = new ProgressMeter(network(), 2);
    final RunMonitor.Snapshot none = new RunMonitor.Snapshot(0, 0, 0, 0, List.of());
    assertNull(meter.line(0, none));
    final long second = 1_000_000_000L;
    meter.line(second, new RunMonitor.Snapshot(250, 9, 5_000, 9, List.of(second, second)));
    final ProgressLine line =
        meter.line(
            3 * second, new RunMonitor.Snapshot(500, 20, 9_000, 9, List.of(second, 2 * second)));
    assertEquals(0.5, line.fraction(), 1e-9);
    assertEquals(500e-6, line.simulatedSeconds(), 1e-12);
    assertEquals(3_000, line.hopsPerSecond(), 1e-6);
    assertEquals(3, line.secondsLeft(), 1e-9);
    assertEquals(0.5, line.barrierShare(), 1e-9);
    assertEquals(1, line.slowestPartition());
  }
}
