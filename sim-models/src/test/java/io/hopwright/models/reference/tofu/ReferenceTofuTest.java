package io.hopwright.models.reference.tofu;

import static io.hopwright.models.reference.tofu.TofuTestMachine.drain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.tofu.ReferenceTofu.Delivery;
import io.hopwright.models.reference.tofu.TofuRoutes.Step;
import io.hopwright.models.testkit.Matrices;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties of the reference TofuD that need no second implementation. */
class ReferenceTofuTest {
  /** Returns a node that sends messages of one size to another node, on one TNI. */
  private static TofuTestMachine pair(TofuTestMachine machine, int from, int to, int bytes) {
    return machine.with(
        "workload.kind",
        "matrix",
        "workload.matrix",
        Matrices.of(from + "," + to + ",1\n"),
        "workload.messageBytes",
        bytes,
        "workload.tnis",
        1,
        "workload.load",
        0.005);
  }

  /** Returns the deliveries of the first message of a node. */
  private static List<Delivery> firstMessage(TofuTestMachine machine, int node) {
    final long birth = machine.build().traffic.birthTick(node, 0, -1);
    final List<Delivery> deliveries = new ArrayList<>();
    final ReferenceTofu alone = machine.bornBefore(birth + 1).build();
    alone.listen(deliveries::add);
    drain(alone);
    assertTrue(alone.isHome());
    return deliveries;
  }

  /** Returns the ticks from the generation of a message of one packet until it is complete. */
  private static long emptyTicks(TofuTestMachine machine, int from, int to, int bytes) {
    final List<Delivery> deliveries = firstMessage(pair(machine, from, to, bytes), from);
    final Delivery last = deliveries.get(deliveries.size() - 1);
    assertEquals(0, last.excessTicks());
    return last.responseTicks();
  }

  // --------------------------------------------------------------------------- empty network

  @Test
  void shouldTakeTheTicksOfTheTableInAnEmptyNetwork() {
    final TofuTestMachine tofud = TofuTestMachine.of(1, 1, 1);
    assertEquals(417, emptyTicks(tofud, 0, 1, 8));
    assertEquals(459, emptyTicks(tofud.with("workload.cmg", "far"), 0, 1, 8));
    assertEquals(438, emptyTicks(tofud.with("workload.cmg", "far-sender"), 0, 1, 8));
    assertEquals(438, emptyTicks(tofud.with("workload.cmg", "far-receiver"), 0, 1, 8));
    assertEquals(553, emptyTicks(tofud.with("nic.cacheInjection", "off"), 0, 1, 8));
    assertEquals(621, emptyTicks(tofud.with("nic.descriptor", "memory"), 0, 1, 8));
    final TofuTestMachine tofu2 = tofud.with("machine.generation", "tofu2");
    assertEquals(555, emptyTicks(tofu2, 0, 1, 8));
    assertEquals(680, emptyTicks(tofu2.with("nic.cacheInjection", "off"), 0, 1, 8));
    final TofuTestMachine tofu = tofud.with("machine.generation", "tofu");
    assertEquals(569, emptyTicks(tofu, 0, 1, 8));
    assertEquals(563, emptyTicks(tofu.with("host.bus", "none"), 0, 1, 8));
    assertEquals(719, emptyTicks(tofu.with("nic.descriptor", "memory"), 0, 1, 8));
  }

  /**
   * Sums by hand for a put and a get of 1,920 B, and an ARMW, over four links, in each generation.
   */
  @Test
  void shouldTakeTheSumOfItsStages() {
    final TofuTestMachine machine =
        TofuTestMachine.of(3, 1, 1)
            .with("nic.postTicks", 1, "nic.sendTicks", 2, "nic.injectionTicks", 10)
            .with("link.hopTicks", 100, "nic.ejectionTicks", 5, "nic.receiveTicks", 1_000)
            .with("nic.writeTicks", 3_000, "nic.pollTicks", 7_000, "nic.atomicTicks", 7);
    final int there = machine.topology().node(2, 0, 0, 1, 2, 1); // x−, a, c, b−
    final long put = 11_418;
    final long answer = 1_417;
    final TofuTestMachine get = machine.with("workload.operation", "get");
    final TofuTestMachine armw = machine.with("workload.operation", "armw");
    assertEquals(put + 257, emptyTicks(machine, 0, there, 1_920));
    assertEquals(put + 257 + answer + 25, emptyTicks(get, 0, there, 1_920));
    assertEquals(put + answer + 25 + 25 + 7, emptyTicks(armw, 0, there, 16));
    assertEquals(
        put + 131 + answer + 15,
        emptyTicks(get.with("machine.generation", "tofu2"), 0, there, 1_920));
    assertEquals(
        put + answer + 15 + 15 + 7,
        emptyTicks(armw.with("machine.generation", "tofu2"), 0, there, 16));
    for (final Map.Entry<String, Integer> fifteenLines : Map.of("k", 80, "fx10", 68).entrySet()) {
      final int line = fifteenLines.getKey().equals("k") ? 6 : 5;
      final String bus = fifteenLines.getKey();
      assertEquals(
          put + 252 + fifteenLines.getValue(),
          emptyTicks(machine.with("machine.generation", "tofu", "host.bus", bus), 0, there, 1_920));
      assertEquals(
          put + 252 + fifteenLines.getValue() + answer + 20 + line,
          emptyTicks(get.with("machine.generation", "tofu", "host.bus", bus), 0, there, 1_920));
    }
  }

  /** A message has two packets: the second leaves when the first has left the TNI. */
  @Test
  void shouldCutMessagesAtTheMtu() {
    final TofuTestMachine machine = TofuTestMachine.of(1, 1, 1);
    final List<Delivery> deliveries =
        firstMessage(pair(machine, 0, 1, 2_000).with("nic.acknowledge", true), 0);
    assertEquals(
        List.of("PUT 0→1 #0 1920", "PUT 0→1 #1 80", "ACK 0→1 #1 0"),
        deliveries.stream()
            .map(delivery -> delivery.packet().toString() + " " + delivery.packet().dataBytes())
            .toList());
    final long birth = deliveries.get(0).packet().birthTick;
    assertEquals(417 - 25 + 257, deliveries.get(0).tick() - birth);
    // 32·⌈112/32⌉ = 128 B take 16 + 13 ticks; it waits 257 for its TNI
    assertEquals(417 - 25 + 257 + 29, deliveries.get(1).tick() - birth);
    // from there on, an answer takes S + J + H + E + F(0) + R
    assertEquals(94 + 85 + 25 + 60, deliveries.get(2).tick() - deliveries.get(1).tick());
  }

  @Test
  void shouldLeaveOutNumbersOfSmallerMessages() {
    final TofuTestMachine machine =
        TofuTestMachine.of(1, 1, 1)
            .with("workload.messageBytes", List.of(100, 1_000), "nic.mtuBytes", 256)
            .with("workload.load", 0.05);
    final ReferenceTofu tofu = machine.bornBefore(20_000).build();
    final Map<Integer, Integer> seen = new HashMap<>();
    tofu.listen(
        delivery -> {
          final TofuPacket packet = delivery.packet();
          seen.merge(packet.dataBytes(), 1, Integer::sum);
          final long i = packet.sequence % 4;
          assertEquals(i == 3 ? 232 : packet.dataBytes() == 100 ? 100 : 256, packet.dataBytes());
          assertTrue(i == 0 || packet.dataBytes() != 100);
        });
    drain(tofu);
    assertEquals(3 * seen.get(232), seen.get(256));
    assertEquals(3, seen.size());
  }

  // ------------------------------------------------------------------------------- rates

  /**
   * Returns the payload bytes from node 0 that others receive in a number of ticks of a saturated
   * run.
   */
  private static long bytes(TofuTestMachine machine, long fromTick, long ticks) {
    final ReferenceTofu tofu = machine.with("workload.load", "saturated").build();
    tofu.run(fromTick);
    final long before = tofu.count(ReferenceMachine.BYTES_DELIVERED);
    tofu.run(fromTick + ticks);
    return tofu.count(ReferenceMachine.BYTES_DELIVERED) - before;
  }

  /**
   * Rates: 6.350, 11.450 and 4.762 GB/s over one link, 38.1 over six, 15.0 and 17.65 over the bus.
   */
  @Test
  void shouldCarryWhatTheTablesSay() {
    final TofuTestMachine one =
        pair(TofuTestMachine.of(2, 2, 1), 0, 1, 1 << 20).with("workload.kind", "matrix");
    assertEquals(100 * 1_920, bytes(one, 5_000, 100 * 257));
    assertEquals(100 * 1_920, bytes(one.with("machine.generation", "tofu2"), 5_000, 100 * 131));
    final TofuTestMachine tofu = one.with("machine.generation", "tofu");
    assertEquals(100 * 1_920, bytes(tofu, 5_000, 100 * 252));
    final TofuTestMachine halo =
        TofuTestMachine.of(2, 2, 1).with("workload.kind", "halo", "workload.messageBytes", 1 << 20);
    assertEquals(48 * 6 * 20 * 1_920, bytes(halo, 5_000, 20 * 257));
    final TofuTestMachine neighbours =
        TofuTestMachine.of(2, 2, 1)
            .with("machine.generation", "tofu", "workload.kind", "neighbours")
            .with("workload.ports", List.of("a", "b+", "b-", "c"))
            .with("workload.messageBytes", 1 << 20);
    assertEquals(48 * 60 * 1_920, bytes(neighbours, 5_000, 60 * 80));
    assertEquals(48 * 60 * 1_920, bytes(neighbours.with("host.bus", "fx10"), 5_000, 60 * 68));
  }

  /**
   * Returns the first packets of a saturated run: the tick of each issue and the number of its
   * issuer.
   */
  private static List<List<Long>> issues(
      TofuTestMachine machine, ToIntFunction<TofuPacket> issuer, int first) {
    final ReferenceTofu tofu = machine.with("workload.load", "saturated").build();
    final List<List<Long>> issues = new ArrayList<>();
    tofu.listen(
        delivery -> {
          final TofuPacket packet = delivery.packet();
          if (packet.isRequest()) {
            issues.add(List.of(packet.issueTick, (long) issuer.applyAsInt(packet)));
          }
        });
    tofu.run(4_000);
    return issues.stream()
        .sorted(Comparator.comparing(issue -> issue.get(0)))
        .limit(first)
        .toList();
  }

  /**
   * The bus issues a packet every 80 ticks, from the next TNI in turn; each TNI is free again after
   * 252.
   */
  @Test
  void shouldTakeTheBusInTurn() {
    final TofuTestMachine machine =
        pair(TofuTestMachine.of(1, 1, 1), 0, 1, 1_920)
            .with("machine.generation", "tofu", "workload.tnis", 4);
    assertEquals(
        LongStream.range(0, 6).mapToObj(i -> List.of(250 + 80 * i, i % 4)).toList(),
        issues(machine, packet -> packet.requesterTni, 6));
  }

  /** Queues are served in turn, one packet each. */
  @Test
  void shouldTakeQueuesInTurn() {
    final TofuTestMachine machine =
        pair(TofuTestMachine.of(1, 1, 1), 0, 1, 3_000).with("workload.queues", 3);
    final long full = 257;
    final long rest = 4 * 35 + 13; // 1,080 B
    final List<List<Long>> expected = new ArrayList<>();
    for (long i = 0; i < 6; i++) {
      expected.add(List.of(162 + (i < 3 ? full * i : 3 * full + rest * (i - 3)), i % 3));
    }
    assertEquals(expected, issues(machine, packet -> packet.stream, 6));
  }

  /** Nodes that get from each other share their TNIs between requests and data. */
  @Test
  void shouldSendAnswersAndRequests() {
    final TofuTestMachine both =
        pair(TofuTestMachine.of(1, 1, 1), 0, 1, 1_920)
            .with("workload.operation", "get", "workload.load", "saturated")
            .with("workload.matrix", Matrices.of("0,1,1\n1,0,1\n"));
    final ReferenceTofu tofu = both.build();
    tofu.run(20_000);
    final long before = tofu.count(ReferenceMachine.TIMED);
    tofu.run(20_000 + 257 * 100);
    // data of 1,920 B and requests without data fill the TNI: 257 and 25 ticks each
    final long done = tofu.count(ReferenceMachine.TIMED) - before;
    assertEquals(2 * 100 * 257.0 / (257 + 25), (double) done, 2);
  }

  /** Requests of a stream wait while nic.outstanding of them are unanswered. */
  @Test
  void shouldKeepTheWindow() {
    final TofuTestMachine get =
        pair(TofuTestMachine.of(1, 1, 1), 0, 1, 8)
            .with("workload.operation", "get", "nic.outstanding", 3, "workload.queues", 2);
    final ReferenceTofu tofu = get.with("workload.load", "saturated").build();
    long most = 0;
    for (int tick = 1; tick < 3_000; tick++) {
      tofu.run(tick);
      final long answered = tofu.count(ReferenceMachine.TIMED);
      most = Math.max(most, tofu.count(ReferenceMachine.INJECTED) - answered);
    }
    assertEquals(6, most);
  }

  /** Four atomics that reach a unit in one tick leave it one after the other. */
  @Test
  void shouldServeAtomicsOneAfterTheOther() {
    final TofuTestMachine armw =
        TofuTestMachine.of(1, 1, 1)
            .with("workload.operation", "armw", "nic.atomicTicks", 1_000)
            .with("workload.kind", "incast", "workload.target", 0)
            .with("workload.tnis", 1, "workload.load", "saturated");
    final ReferenceTofu tofu = armw.build();
    tofu.run(10_000);
    final long before = tofu.count(ReferenceMachine.TIMED);
    tofu.run(60_000);
    assertEquals(50, tofu.count(ReferenceMachine.TIMED) - before);
  }

  // ------------------------------------------------------------------------------- whole runs

  private static <T> T any(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private static TofuTestMachine random(Random random) {
    final String generation = any(random, List.of("tofud", "tofud", "tofu2", "tofu"));
    final boolean tofu = generation.equals("tofu");
    final TofuTestMachine machine =
        any(
            random,
            List.of(
                TofuTestMachine.of(1, 1, 1),
                TofuTestMachine.of(2, 1, 1),
                TofuTestMachine.of(3, 1, 1),
                TofuTestMachine.of(1, 4, 1),
                TofuTestMachine.of(1, 1, 3)));
    final Map<String, Object> keys = new HashMap<>();
    keys.put("seed", random.nextInt(1_000));
    keys.put("machine.generation", generation);
    keys.put("router.path", any(random, List.of("source", "destination", "random", "fixed")));
    keys.put("router.fixedPath", random.nextInt(12));
    keys.put("router.vcBytes", any(random, List.of(1_952, 4_000, 8_192)));
    keys.put("nic.sendBytes", any(random, List.of(1_952, 4_096)));
    keys.put("nic.bufferBytes", any(random, List.of(1_952, 8_192)));
    keys.put("nic.acknowledge", random.nextBoolean());
    keys.put("nic.mtuBytes", any(random, List.of(96, 512, 1_920)));
    keys.put("nic.outstanding", 2 + random.nextInt(20));
    final boolean armw = !tofu && random.nextInt(3) == 0;
    keys.put("workload.operation", armw ? "armw" : any(random, List.of("put", "get")));
    final boolean small = random.nextBoolean();
    keys.put("workload.messageBytes", small ? List.of(8) : List.of(1, 2_500, 700));
    final String kind =
        any(
            random,
            List.of(
                "uniform",
                "all-to-all-random",
                "permutation",
                "incast",
                "neighbours",
                "halo",
                "shift",
                "matrix"));
    keys.put("workload.kind", kind);
    keys.put("workload.shiftY", random.nextInt(3));
    keys.put("workload.shiftZ", -1);
    keys.put("workload.target", random.nextInt(12));
    final int nodes = machine.topology().nodes();
    keys.put("workload.matrix", Matrices.of(any(random, SHAPES), nodes, random));
    keys.put("workload.tnis", 1 + random.nextInt(tofu ? 4 : 6));
    keys.put("workload.queues", 1 + random.nextInt(2));
    final boolean concentrated = List.of("incast", "matrix").contains(kind);
    final double most = (small || armw ? 0.01 : 0.3) / (concentrated ? 10 : 1);
    keys.put("workload.load", most * random.nextDouble());
    keys.put("host.bus", tofu ? any(random, List.of("none", "k", "fx10")) : "none");
    TofuTestMachine made = machine;
    for (final Map.Entry<String, Object> key : keys.entrySet()) {
      made = made.with(key.getKey(), key.getValue());
    }
    return made;
  }

  private static final List<Matrices.Shape> SHAPES = List.of(Matrices.Shape.values());

  @Test
  @Tag("slow")
  void shouldDeliverEverythingOnceAndInOrderWhateverTheSettings() {
    long deliveries = 0;
    final Random random = new Random(18);
    for (int i = 0; i < 30; i++) {
      final TofuTestMachine machine = random(random).bornBefore(700);
      final ReferenceTofu tofu = machine.build();
      final Map<List<Object>, Long> latest = new HashMap<>();
      tofu.listen(
          delivery -> {
            assertTrue(delivery.excessTicks() >= 0, machine::toString);
            checkOrder(latest, delivery, machine);
          });
      drain(tofu);
      assertTrue(tofu.isSettled() && tofu.isHome(), () -> waiting(tofu) + machine);
      final Map<String, Long> counts = tofu.counts();
      assertEquals(
          counts.get(ReferenceMachine.DUE),
          counts.get(ReferenceMachine.DELIVERED),
          machine::toString);
      assertEquals(counts.get("packetsInjected"), counts.get(ReferenceMachine.TIMED));
      deliveries += counts.get(ReferenceMachine.DELIVERED);
      final ReferenceTofu reversed = machine.build();
      reversed.goBackwards();
      reversed.run(tofu.tick());
      assertEquals(tofu.digest(), reversed.digest(), machine::toString);
    }
    assertTrue(deliveries > 10_000, deliveries + " deliveries show nothing");
  }

  @Test
  void shouldDoNothingBeforeTheNextEffect() {
    final Random random = new Random(21);
    for (int i = 0; i < 8; i++) {
      final TofuTestMachine machine = random(random).bornBefore(60);
      final ReferenceTofu tofu = machine.build();
      long next = tofu.nextEffectTick();
      while (next != Long.MAX_VALUE) {
        assertTrue(next >= tofu.tick());
        final Map<String, Long> before = tofu.counts();
        tofu.run(next);
        assertEquals(before, tofu.counts(), machine::toString);
        tofu.run(next + 1);
        next = tofu.nextEffectTick();
      }
      assertTrue(tofu.isHome(), machine::toString);
    }
  }

  private static String waiting(ReferenceTofu tofu) {
    final StringBuilder report = new StringBuilder();
    tofu.describeWaiting(report);
    return report.toString();
  }

  /**
   * Checks the order of packets of one source, destination, path, class, pair of TNIs and stream.
   */
  private static void checkOrder(
      Map<List<Object>, Long> latest, Delivery delivery, TofuTestMachine machine) {
    final TofuPacket packet = delivery.packet();
    final Long before =
        latest.put(
            List.of(
                packet.source(),
                packet.destination(),
                packet.path,
                packet.kind.packetClass,
                packet.sourceTni(),
                packet.destinationTni(),
                packet.stream),
            packet.sequence);
    assertTrue(before == null || before < packet.sequence, () -> packet + " late in " + machine);
  }

  // --------------------------------------------------------------------------------- deadlock

  /**
   * Returns whether a load of twice the capacity is delivered completely with buffers of one frame.
   */
  private static boolean comesThrough(String operation, UnaryOperator<List<Step>> rules) {
    final TofuTestMachine machine =
        TofuTestMachine.of(4, 1, 1)
            .with("workload.operation", operation, "workload.messageBytes", 1_920)
            .with("router.path", "random", "router.vcBytes", 1_952, "workload.load", 1.0)
            .with("nic.sendBytes", 1_952, "nic.bufferBytes", 1_952)
            .bornBefore(2_500);
    final ReferenceTofu tofu = new ReferenceTofu(machine.parameters(), rules, null, List.of());
    drain(tofu);
    assertEquals(tofu.isSettled(), tofu.isHome());
    assertNotEquals(0, tofu.count(ReferenceMachine.DELIVERED));
    return tofu.isHome();
  }

  @Test
  @Tag("slow")
  void shouldNotDeadlockInBuffersOfOneFrame() {
    for (final String operation : List.of("put", "get")) {
      assertTrue(comesThrough(operation, UnaryOperator.identity()), operation);
      assertFalse(comesThrough(operation, TofuRoutesTest::noDateline), operation);
      assertFalse(comesThrough(operation, TofuRoutesTest::oneVcInBothParts), operation);
    }
  }
}
