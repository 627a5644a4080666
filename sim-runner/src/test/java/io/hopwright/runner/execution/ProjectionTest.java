package io.hopwright.runner.execution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.Machines;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProjectionTest {
  private static final BarrierCost FREE = new BarrierCost(0, 0, 0);

  /** A torus of four partitions in a row, each with two neighbours. */
  private static Network<?> network() {
    final Machine machine = Machines.all().get(0);
    return machine.network(
        Settings.of(
            machine.parameters(),
            Map.of("machine.shape", List.of(2L, 2L, 8L), "partition.shape", List.of(2L, 2L, 2L))));
  }

  /** Two windows; each partition sends ten events to its first and one to its second neighbour. */
  private static WorkLog log() {
    final WorkLog log = new WorkLog(0, 2);
    log.windowEnded(new long[] {0, 0, 0, 0}, new long[4][2]);
    log.windowEnded(new long[] {100, 200, 300, 400}, sent(1));
    log.windowEnded(new long[] {500, 500, 500, 500}, sent(2));
    return log;
  }

  private static long[][] sent(long windows) {
    final long[][] sent = new long[4][];
    for (int partition = 0; partition < 4; partition++) {
      sent[partition] = new long[] {10 * windows, windows};
    }
    return sent;
  }

  @Test
  void shouldAddUpTheSlowestOfEachWindow() {
    final Projection projection = new Projection(network(), log(), FREE, WireCost.NONE);
    assertEquals(2_000, projection.sequentialNanos());
    assertEquals(2_000, projection.nanos(1, PartitionPlacement.together(4)));
    // two threads: 100 and 200 first, then 300 after 100 and 400 after 200; in the second window
    // 400 and 300, then 200 and 100.
    assertEquals(600 + 500, projection.nanos(2, PartitionPlacement.together(4)));
    assertEquals(400 + 400, projection.nanos(4, PartitionPlacement.together(4)));
    assertEquals(400 + 400, projection.nanos(64, PartitionPlacement.together(4)));
    assertEquals(700 + 700, projection.nanos(1, PartitionPlacement.of(List.of(0, 0, 1, 1))));
    assertEquals(500 + 500, projection.nanos(1, PartitionPlacement.of(List.of(0, 1, 1, 0))));
  }

  @Test
  void shouldAddBarrierAndWire() {
    final BarrierCost barrier = new BarrierCost(1, 2, 5);
    final WireCost wire = new WireCost(1_000, 100, 3, 13);
    final Projection projection = new Projection(network(), log(), barrier, wire);
    assertEquals(2_000 + 2 * 4 * 3, projection.nanos(1, PartitionPlacement.together(4)));
    assertEquals(1_100 + 2 * (4 * 2 + 5), projection.nanos(2, PartitionPlacement.together(4)));
    // Neighbours are 1 and 3, 0 and 2, 1 and 3, 0 and 2. Between the halves one pair sends 10 + 1
    // events in each direction, the other 1 + 10 or 10 + 1.
    final double apart = projection.nanos(1, PartitionPlacement.of(List.of(0, 0, 1, 1)));
    final double events = (apart - 1_400 - 2 * 2 * 3 - 2 * 1_000) / (2 * 3);
    assertTrue(events >= 11 && events <= 22, "events " + events);
    assertEquals(1_200, wire.nanos(4, 0));
    assertEquals(0, wire.nanos(1, 1_000));
  }

  @Test
  void shouldLeaveOutTheFirstWindowsAndTheLast() {
    final WorkLog log = new WorkLog(1, 2);
    for (long tick = 0; tick < 6; tick++) {
      log.windowEnded(new long[] {tick * tick}, new long[][] {{tick}});
    }
    assertEquals(2, log.windows().size());
    assertArrayEquals(new long[] {3}, log.windows().get(0));
    assertArrayEquals(new long[] {5}, log.windows().get(1));
    assertEquals(1, log.eventsPerWindow(0, 0));
  }

  @Test
  void shouldKeepTheShorterOfTwoMeasurements() {
    final WorkLog log = log();
    final WorkLog again = new WorkLog(0, 2);
    again.windowEnded(new long[] {0, 0, 0, 0}, new long[4][2]);
    again.windowEnded(new long[] {150, 150, 150, 500}, sent(1));
    again.windowEnded(new long[] {250, 250, 250, 600}, sent(2));
    log.keepShorter(again);
    assertArrayEquals(new long[] {100, 150, 150, 400}, log.windows().get(0));
    assertArrayEquals(new long[] {100, 100, 100, 100}, log.windows().get(1));
  }

  @Test
  @Tag("slow")
  void shouldMeasureABarrier() {
    final BarrierCost cost = BarrierCost.measure();
    assertTrue(cost.nanos(64, 1) > 0, cost::toString);
    assertTrue(cost.serialNanos() >= 0 && cost.parallelNanos() >= 0 && cost.wakeNanos() >= 0);
  }
}
