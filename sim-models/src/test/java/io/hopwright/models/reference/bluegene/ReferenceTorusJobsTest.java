package io.hopwright.models.reference.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.messaging.ReferenceMessaging;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import io.hopwright.models.testkit.TestJob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of messages at zero load on the reference torus; all programs leave it empty. */
class ReferenceTorusJobsTest {
  private static final TickRate TICKS = new TickRate(175_000_000, 1);
  private static final long SEND = 230;
  private static final long RECV = 240;

  private static Software software(long byteTicks, ProgressKind progress) {
    return new Software(SEND, RECV, byteTicks, 0, 175, 358, 64, 1_024, 0, 0, progress, false, 0, 0);
  }

  private static ReferenceTorus machine(Toy toy, Software software, TestJob... jobs) {
    final ReferenceConfig config = toy.config();
    return new ReferenceTorus(
        config,
        software,
        TestJob.place(List.of(jobs), new int[config.nodes()], config.seed),
        TICKS);
  }

  private static List<Long> ends(Software software, long hops, String text) {
    final List<Long> whole = ends("message", software, hops, text);
    assertEquals(whole, ends("packet", software, hops, text));
    return whole;
  }

  private static List<Long> ends(String turn, Software software, long hops, String text) {
    final Toy toy = Toy.torus(9, 1, 1).with("injection.turn", turn);
    final ReferenceTorus machine =
        machine(toy, software, TestJob.of(text.replace("PEER", "" + hops), 9));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    return List.of(
        machine.jobs.messaging().ranks().get(0).endTick(),
        machine.jobs.messaging().ranks().get((int) hops).endTick());
  }

  private static String message(long bytes) {
    return "if rank == 0 { send to PEER " + bytes + " } else if rank == PEER { recv from 0 }";
  }

  /** Returns the wire bytes ({@code S + 4}) of all packets, or of all but the last one. */
  private static long wire(long bytes, boolean withLast) {
    final long full = Math.max(0, (bytes - 1) / 240);
    final long last = 32 * ((bytes - 240 * full + 16 + 31) / 32) + 4;
    return 260 * full + (withLast ? last : 0);
  }

  private static long m(long bytes, long rate) {
    return (Math.max(bytes - 1, 0) * rate + 1023) / 1024;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "8, 1, 0",
    "16, 2, 358",
    "17, 4, 0",
    "240, 3, 0",
    "241, 3, 0",
    "1024, 1, 0",
    "1024, 4, 358",
    "960, 4, 5000"
  })
  void shouldTakeTheSumOfItsPartsIfEager(long bytes, long hops, long rate) {
    final long posted = SEND + m(bytes, rate);
    final long header = posted + 8 + 18 * hops + Math.min(260, wire(bytes, true));
    final long all = posted + 8 + 18 * hops + wire(bytes, true);
    assertEquals(
        List.of(posted, Math.max(header + RECV + m(bytes, rate), all)),
        ends(software(rate, ProgressKind.HOST), hops, message(bytes)));
    // The interface accepts the message, and the wait ends with recvTicks.
    assertEquals(
        List.of(posted, all + RECV),
        ends(software(rate, ProgressKind.OFFLOAD), hops, message(bytes)));
  }

  @ParameterizedTest
  @CsvSource({"1025, 1, 0", "2400, 4, 358", "20000, 2, 0"})
  void shouldTakeTheSumOfItsPartsIfNot(long bytes, long hops, long rate) {
    final long small = 8 + 18 * hops + 36;
    final long posted = 2 * (SEND + small + RECV) + SEND + m(bytes, rate);
    final long entered = posted + 8 + wire(bytes, false) + 1;
    final long all = posted + 8 + 18 * hops + wire(bytes, true);
    assertEquals(
        List.of(entered, all + RECV + m(bytes, rate)),
        ends(software(rate, ProgressKind.HOST), hops, message(bytes)));
    // An answer in the tick of a delivery waits for its token-ack: 12 ticks instead of 8.
    final long offloaded = SEND + 2 * small + 4 + 12;
    assertEquals(
        List.of(
            offloaded + wire(bytes, false) + 1, offloaded + 18 * hops + wire(bytes, true) + RECV),
        ends(software(rate, ProgressKind.OFFLOAD), hops, message(bytes)));
  }

  @Test
  void shouldNumberPacketsAndCountCores() {
    final ReferenceTorus machine =
        machine(
            Toy.torus(4, 1, 1).with("machine.virtualNodeMode", true),
            software(0, ProgressKind.HOST),
            TestJob.of("if rank == 1 { send to 2 300; send to 0 8; send to 3 0 }", 4).perNode(2));
    machine.run(5_000);
    final long first = SEND + 8 + 18 + 260;
    final long third = 2 * SEND + 175 - 175 + SEND + 8 + 18 + 36;
    long digest = ReferenceDraws.deliveryWord(0, 1, 0, 2, 0, first);
    digest += ReferenceDraws.deliveryWord(0, 1, 0, 4 + 2, 0, first + 100);
    digest += ReferenceDraws.deliveryWord(0, 1, 1, 4 * 4_099 + 2 + 1, 0, third);
    for (int rank = 0; rank < 4; rank++) {
      final boolean sends = rank == 1;
      digest += ReferenceDraws.deliveryWord(0, rank, 0, sends ? 3 : 0, 255, sends ? 3 * SEND : 0);
    }
    assertEquals(digest, machine.digest());
  }

  /** A rank posts six packets to one neighbour, then, one send later, one to the other. */
  @ParameterizedTest
  @CsvSource({"message, 468", "packet, 498"})
  void shouldHoldUpTheNextMessageIfPacketsAreInTurn(String turn, long start) {
    final Software software =
        new Software(SEND, RECV, 0, 0, 175, 358, 64, 2_048, 0, 0, ProgressKind.HOST, false, 0, 0);
    final String text =
        "if rank == 1 { send to 0 1440; send to 2 8 } else if rank < 3 { recv from 1 }";
    final ReferenceTorus machine =
        machine(Toy.torus(4, 1, 1).with("injection.turn", turn), software, TestJob.of(text, 4));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    final List<ReferenceRank> ranks = new ArrayList<>(machine.jobs.messaging().ranks());
    assertEquals(start + 18 + 36 + RECV, ranks.get(2).endTick());
    assertEquals(SEND + 8 + 18 + 6 * 260, ranks.get(0).endTick());
  }

  /** Messages get longer, so that a later one that arrived first would not fit. */
  @Test
  void shouldMatchInOrderWhatOvertakesOnTheWay() {
    final String text =
        "for i in 1 .. 6 { if rank == 0 { isend to 4 i } else if rank == 4 { recv from 0 i } }";
    final Software software =
        new Software(0, 0, 0, 0, 1, 0, 0, 100, 0, 0, ProgressKind.HOST, false, 0, 0);
    final ReferenceTorus machine = machine(Toy.torus(9, 1, 1), software, TestJob.of(text, 5));
    final List<Long> sequences = new ArrayList<>();
    machine.listen(delivery -> sequences.add(delivery.sequence()));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    assertEquals(6, sequences.size());
    assertNotEquals(sequences.stream().sorted().toList(), sequences, "packets overtake");
    assertEquals(0, machine.ranksRunning());
  }

  @Test
  void shouldStopWithWhoWaits() {
    final ReferenceTorus machine =
        machine(
            Toy.torus(3, 1, 1), software(0, ProgressKind.HOST), TestJob.of("recv from rank", 2));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    assertEquals(Long.MAX_VALUE, machine.nextEffectTick());
    final StringBuilder report = new StringBuilder();
    assertEquals(2, machine.describeWaiting(report));
    assertTrue(report.toString().contains("job job0 rank 1 "), report.toString());
  }

  @Test
  void shouldRefuseWhatTheMachineCannot() {
    final Software get = new Software(1, 1, 0, 0, 1, 0, 0, 0, 0, 0, ProgressKind.HOST, true, 0, 0);
    assertThrows(
        IllegalArgumentException.class,
        () -> machine(Toy.torus(3, 1, 1), get, TestJob.of("barrier", 2)));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            machine(
                Toy.torus(3, 1, 1),
                software(0, ProgressKind.HOST),
                TestJob.of("barrier", 2).perNode(2)));
  }

  @Test
  @Tag("slow")
  void shouldLeaveTheTorusEmpty() {
    final Toy single = Toy.torus(3, 2, 2);
    final Toy shared = single.with("machine.virtualNodeMode", true, "router.routing", "static");
    for (long seed = 0; seed < 12; seed++) {
      final Toy toy = seed % 2 == 0 ? single : shared;
      final Host host =
          new Host(12, 6, (int) (1 + seed % 2), List.of(ProgressKind.values()), false);
      final RandomPrograms drawn = RandomPrograms.of(seed, host);
      final ReferenceTorus machine =
          new ReferenceTorus(toy.config(), drawn.software(), drawn.placed(), TICKS);
      try {
        machine.runToTheEnd(1, 20_000);
        machine.checkConservation();
      } catch (RuntimeException e) {
        throw new AssertionError(drawn.toString(), e);
      }
      check(machine, drawn);
    }
  }

  private static void check(ReferenceTorus machine, RandomPrograms drawn) {
    final ReferenceMessaging messaging = machine.jobs.messaging();
    if (machine.ranksRunning() > 0 || drawn.hasBackground()) {
      return;
    }
    assertEquals(
        messaging.ranks().stream()
            .map(ReferenceRank::messagesTo)
            .flatMap(to -> to.values().stream())
            .mapToLong(count -> count)
            .sum(),
        messaging.latencies().size(),
        drawn.toString());
    machine.run(machine.tick() + 2_000);
    assertTrue(machine.isHome(), drawn.toString());
  }
}
