package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.switching.Purpose;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.FifoChoice;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.Stream;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Why packets on a bubble VC are charged as full ones: charged by their sizes they fragment the one
 * free packet that keeps a ring moving. A ring of eight nodes, all of whose packets go four hops in
 * the same direction. Source: Blumrich et al. 2003, section 2.
 */
class OriginalBubbleRuleTest {
  private static final int NODES = 8;
  private static final int SEEDS = 8;
  private static final long TICKS = 5_000_000;

  /** A ring in one partition, stopped after a number of ticks. */
  private record Ring(RouterDesign.BubbleRule rule, long seed)
      implements Simulation<TorusPartition> {
    @Override
    public int partitions() {
      return 1;
    }

    @Override
    public int[] neighbours(int partition) {
      return new int[0];
    }

    @Override
    public long windowTicks() {
      return 1_000;
    }

    @Override
    public long gridTicks() {
      return 1_000;
    }

    @Override
    public StopRule stopRule() {
      return new StopRule() {
        @Override
        public long lastTick() {
          return TICKS;
        }

        @Override
        public long earliestTick() {
          return TICKS;
        }

        @Override
        public boolean reached(Progress total) {
          return true;
        }
      };
    }

    @Override
    public TorusPartition build(int partition) {
      final Torus torus = new Torus(NODES, 1, 1);
      final RouterDesign design =
          new RouterDesign(
              0,
              32,
              Designs.bubble(32),
              false,
              32,
              rule,
              2,
              true,
              false,
              RouterDesign.Reception.UNLIMITED,
              Designs.paper().timing(),
              RouterDesign.policies(seed, false, 32, 0, 0));
      final Stream stream =
          Designs.stream(
              TrafficClass.STATIC,
              0,
              6,
              FifoChoice.SEQUENCE,
              new SaturatedBirths(),
              (source, sequence) -> (source + NODES / 2) % NODES,
              new Sizes(Purpose.SIZE.draws(seed), 0, 4, 5, 6, 7, 8));
      final Workload workload =
          new Workload(
              List.of(stream),
              new Workload.Hints(true, Purpose.TIE.draws(seed)),
              0,
              Workload.Relay.NONE,
              Purpose.FIFO.draws(seed));
      final Observation books =
          new Observation(0, TICKS, 1_000, Observation.Observer.NONE, Observation.Extras.NONE);
      return new TorusPartition(
          design, torus, PartitionMap.boxes(torus, NODES, 1, 1), partition, workload, books);
    }
  }

  private static RunOutcome<TorusPartition> run(RouterDesign.BubbleRule rule, long seed) {
    return new SequentialExecutor().run(new Ring(rule, seed), new RunMonitor());
  }

  @Test
  void shouldDeadlockIfPacketsAreChargedByTheirSizes() {
    int deadlocks = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      final RunOutcome<TorusPartition> outcome = run(RouterDesign.BubbleRule.ORIGINAL, seed);
      deadlocks += outcome.ending() == Ending.STALLED ? 1 : 0;
    }
    assertTrue(deadlocks >= 6, deadlocks + " of " + SEEDS + " seeds deadlock");
  }

  @Test
  void shouldKeepDeliveringIfAllPacketsAreChargedAsFullOnes() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      final RunOutcome<TorusPartition> outcome = run(RouterDesign.BubbleRule.FULL, seed);
      assertEquals(Ending.COMPLETED, outcome.ending(), "seed " + seed);
      final long last = outcome.partitions().get(0).measures().lastDelivery();
      assertTrue(last > TICKS - 10_000, "seed " + seed + ", last delivery at tick " + last);
    }
  }
}
