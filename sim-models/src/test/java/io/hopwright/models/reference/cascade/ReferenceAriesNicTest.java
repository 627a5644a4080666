package io.hopwright.models.reference.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.cascade.CascadeCases;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties of the reference model of the Aries NIC that need no second implementation. */
class ReferenceAriesNicTest {
  private static final int BUS = 8_750;
  private static final int OUT = 6_562;
  private static final int IN = 6_563;
  private static final int HOP = 4_375;
  private static final int OPENING = 560;
  private static final int READ = 94;
  private static final int UNIT = 110;

  /** Returns a node 0 that sends to another node, at zero load by default. */
  private static Case stream(int target, String operation, int bytes) {
    return Case.of(new Cascade())
        .set("machine.groups=2 machine.chassisPerGroup=2 machine.bladesPerChassis=2")
        .set("nic.model=aries workload.kind=stream router.routing=minimal workload.load=saturated")
        .with("workload.source", 0, "workload.target", target)
        .with("workload.operation", operation)
        .with("workload.messageBytes", List.of((long) bytes));
  }

  /**
   * Returns a case with a single undisturbed operation: its successor waits for an event that comes
   * much later.
   */
  private static Case one(int target, String operation, int bytes) {
    return stream(target, operation, bytes).set("workload.blocking=true");
  }

  private static ReferenceCascade cascade(Case model) {
    final Settings settings = model.settings();
    return new ReferenceCascade(
        new ReferenceCascadeConfig(settings, RunPlan.of(settings, 1)), null, List.of());
  }

  private static long ticks(int bytes) {
    return 102 + (25L * bytes + 8) / 9;
  }

  /** Returns the ticks of the deliveries before a tick. */
  private static List<Long> deliveries(Case model, long before) {
    final ReferenceCascade cascade = cascade(model);
    final List<Long> ticks = new ArrayList<>();
    cascade.listen(delivery -> ticks.add(delivery.tick()));
    cascade.run(before);
    return ticks;
  }

  /** The targets are behind no link, behind a green one, and behind a green and a black one. */
  @Test
  void shouldTakeTheSumOfItsPartsInAnEmptyNetwork() {
    final int[] targets = {1, 4, 12};
    for (int links = 0; links < targets.length; links++) {
      final long there = BUS + OUT + (long) HOP * links + IN;
      for (int bytes : new int[] {1, 8, 63, 64}) {
        final long put = OPENING + there + ticks(bytes) + BUS;
        assertEquals(
            List.of(put, put + there - BUS + READ),
            deliveries(one(targets[links], "put", bytes), put + 40_000).subList(0, 2));
        final long read = OPENING + there + READ + BUS;
        assertEquals(
            List.of(read, read + there + ticks(bytes) + BUS),
            deliveries(one(targets[links], "get", bytes), 140_000).subList(0, 2));
      }
      final long looked = OPENING + there + UNIT;
      final long miss = READ + BUS + ticks(8) + BUS;
      assertEquals(17_719, miss);
      assertEquals(
          List.of(looked + miss, looked + miss + there - BUS + READ),
          deliveries(one(targets[links], "amo", 8), 100_000).subList(0, 2));
      assertEquals(
          List.of(looked + 2 * miss, looked + 2 * miss + there + ticks(8)),
          deliveries(one(targets[links], "fetch-amo", 8).set("mmu.model=on"), 140_000)
              .subList(0, 2));
    }
  }

  /** The next blocking operation is generated when the event is visible. */
  @Test
  void shouldWaitForTheEventThatIsVisible() {
    final List<Long> ticks = deliveries(one(4, "put", 8), 200_000);
    final long event = ticks.get(1) + ticks(8) + BUS;
    assertEquals(event + ticks.get(0), ticks.get(2));
  }

  /** "k items end at k periods", rounded up only at the end. */
  @Test
  void shouldServeInSixteenths() {
    final ReferenceServer server = new ReferenceServer(1_750);
    for (int k = 1; k <= 1_000; k++) {
      assertEquals((1_750L * k + 15) / 16, server.end(0));
    }
    assertEquals(200_000, server.start(200_000));
    assertEquals(200_110, server.start(200_000));
    assertEquals(200_219, server.start(200_000));
  }

  private static double millionsPerSecond(Case model, String count) {
    final ReferenceCascade cascade = cascade(model);
    cascade.run(400_000);
    final long before = cascade.count(count);
    cascade.run(1_275_000);
    return (cascade.count(count) - before) / (875_000 * 4 / 175.0) * 1e3;
  }

  /** The rates are those of section VIII of the paper, and half of the peak at 128 B. */
  @Test
  @Tag("slow")
  void shouldReachTheRatesOfThePaper() {
    final Case launched = stream(1, "put", 8).set("workload.launch=true");
    final String done = ReferenceMachine.TIMED;
    assertEquals(7.5, millionsPerSecond(launched, done), 0.03);
    assertEquals(120, millionsPerSecond(launched.set("workload.ranks=16"), done), 0.1);
    final Case half = stream(1, "put", 128).set("workload.ranks=16");
    assertEquals(5_000, millionsPerSecond(half, ReferenceMachine.BYTES_DELIVERED), 10);
    final Case atomics =
        stream(0, "amo", 8).set("workload.kind=incast workload.launch=true workload.ranks=16");
    assertEquals(400, millionsPerSecond(atomics, done), 0.4);
    final Case missing = atomics.with("workload.arrayBytes", 8L << 30);
    assertEquals(118.5, millionsPerSecond(missing, done), 1.5);
    final Case walking = missing.set("mmu.model=on");
    assertEquals(59.3, millionsPerSecond(walking.set("mmu.entries=1"), done), 1.5);
    // One page of eight is in the TLB.
    assertEquals(118.5 / (2 - 512.0 / 4_096), millionsPerSecond(walking, done), 1.5);
  }

  private static Case random(long seed) {
    return new CascadeCases().random(seed);
  }

  @Test
  void shouldGiveTheSameDigestInPiecesAndBackwards() {
    LongStream.range(0, 60)
        .filter(seed -> random(seed).settings().word("nic.model").equals("aries"))
        .limit(4)
        .forEach(
            seed -> {
              final ReferenceCascade whole = cascade(random(seed));
              whole.run(60_000);
              final ReferenceCascade pieces = cascade(random(seed));
              pieces.goBackwards();
              for (long stop = 0; stop <= 60_000; stop += 1_000) {
                pieces.run(stop);
              }
              assertEquals(whole.counts(), pieces.counts(), "seed " + seed);
              assertEquals(whole.digest(), pieces.digest(), "seed " + seed);
            });
  }

  /** With any settings all generated operations complete, and nothing remains in the machine. */
  @Tag("slow")
  @Test
  void shouldComeToRest() {
    final List<Long> drained =
        LongStream.range(1_000, 1_200)
            .filter(seed -> random(seed).settings().word("nic.model").equals("aries"))
            .filter(seed -> "drained".equals(random(seed).values().get("run.end")))
            .limit(1)
            .boxed()
            .toList();
    for (long seed : drained) {
      final ReferenceCascade cascade = cascade(random(seed).with("run.ticks", 10_000));
      cascade.run(Long.MAX_VALUE);
      assertTrue(cascade.isHome(), () -> "seed " + seed);
    }
    assertEquals(1, drained.size());
  }
}
