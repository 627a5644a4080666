package io.hopwright.models.reference.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.reference.messaging.ReferenceShares.Share;
import io.hopwright.models.testkit.TestJob;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times of messages and collectives on the reference model, by LogGOPS. */
class ReferenceIdealTest {
  /** Parameters {@code o}, {@code L}, {@code g}, {@code G} of LogGOPS. */
  private static final long O = 500;

  private static final long L = 1_000;
  private static final long GAP = 100;
  private static final long BYTE_GAP = 41;
  private static final long REDUCE = 100;
  private static final long COPY = 70;
  private static final long EAGER = 8_192;
  private static final long SEED = 5;
  private static final int NODES = 64;
  private static final Software PUT =
      new Software(O, O, 0, COPY, 300, 50, REDUCE, EAGER, 0, 0, ProgressKind.HOST, false, 0, 0);

  private static Software get() {
    return new Software(O, O, 0, COPY, 300, 50, REDUCE, EAGER, 0, 0, ProgressKind.HOST, true, 0, 0);
  }

  private static Software with(ProgressKind progress) {
    return new Software(O, O, 0, COPY, 300, 50, REDUCE, EAGER, 0, 0, progress, false, 0, 0);
  }

  /** {@code M(b, r)}. */
  private static long m(long bytes, long rate) {
    return (long) Math.ceil(Math.max(bytes - 1, 0) * (double) rate / 1024);
  }

  private static ReferenceIdeal ideal(Software software, TestJob... jobs) {
    return new ReferenceIdeal(
        new ReferenceLogGops(NODES, L, GAP, BYTE_GAP, new TickRate(1_000_000_000, 1), SEED),
        software,
        TestJob.place(List.of(jobs), new int[NODES], SEED));
  }

  private static ReferenceIdeal run(Software software, TestJob... jobs) {
    final ReferenceIdeal machine = ideal(software, jobs);
    machine.runToTheEnd(1, Long.MAX_VALUE);
    assertEquals(0, machine.ranksRunning(), "all have ended");
    machine.checkConservation();
    return machine;
  }

  private static List<Long> ends(ReferenceIdeal machine) {
    return machine.messaging().ranks().stream().map(ReferenceRank::endTick).toList();
  }

  private static List<Long> ends(Software software, String text, int ranks) {
    return ends(run(software, TestJob.of(text, ranks)));
  }

  private static ReferenceRank rank(ReferenceIdeal machine, int rank) {
    return machine.messaging().ranks().get(rank);
  }

  private static int log2Ceil(int p) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(p - 1);
  }

  // ---------------------------------------------------------------------------- point to point

  private static String pingPong(long bytes) {
    return "for i in 1 .. 3 { if rank == 0 { send to 1 "
        + bytes
        + "; recv from 1 } else { recv"
        + " from 0; send to 0 "
        + bytes
        + " } }";
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 24, 25, 26, 1_024, 1_025, 8_192})
  void shouldTakeTheHalfRoundTripOfThePage(long bytes) {
    final long half = 2 * O + L + m(bytes, BYTE_GAP);
    final ReferenceIdeal machine = run(PUT, TestJob.of(pingPong(bytes), 2));
    assertEquals(List.of(6 * half, 5 * half + O), ends(machine));
    assertEquals(Collections.nCopies(6, half), machine.messaging().latencies());
    for (ReferenceRank rank : machine.messaging().ranks()) {
      assertEquals(rank.endTick(), rank.shares().all().stream().mapToLong(t -> t).sum());
      assertEquals(3 * O, rank.shares().of(Share.SEND));
      assertEquals(3 * (O + m(bytes, BYTE_GAP)), rank.shares().of(Share.RECEIVE));
      assertEquals(0, rank.unexpectedMessages());
    }
    // Rank 1 waits from tick 0, when the first ping is posted; the others are half a round trip
    // late.
    assertEquals(2 * (half - O), rank(machine, 1).shares().of(Share.LATE_SENDERS));
    assertEquals(3 * (O + L), rank(machine, 1).shares().of(Share.NETWORK));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "100, 16", "8000, 64"})
  void shouldCountHeadersAndTheOverheadOfBytes(long bytes, int header) {
    final long rate = 90;
    final Software software =
        new Software(
            O, 450, rate, COPY, 300, 50, 0, EAGER, header, 0, ProgressKind.HOST, false, 0, 0);
    final long busy = Math.max(m(bytes, rate), m(bytes + header, BYTE_GAP));
    assertEquals(
        List.of(O + m(bytes, rate), O + L + 450 + busy),
        ends(software, "if rank == 0 { send to 1 " + bytes + " } else { recv from 0 }", 2));
  }

  @Test
  void shouldKeepTheGapBetweenTransfers() {
    final long bytes = 8_192;
    final long side = GAP + m(bytes, BYTE_GAP);
    final String text =
        "if rank == 0 { for i in 1 .. 9 { send to 1 8192 } } else { for i in 1 .."
            + " 9 { irecv from 0 }; waitall }";
    // The tenth transfer would begin after nine gaps; an arrival takes o + M(s, G).
    assertTrue(side < O, "the processor is slower than the interface here");
    final long arrivals = O + m(bytes, BYTE_GAP);
    assertEquals(List.of(9 * O, O + L + 9 * arrivals), ends(PUT, text, 2));
    final Software fast =
        new Software(0, 0, 0, COPY, 300, 50, 0, EAGER, 0, 0, ProgressKind.HOST, false, 0, 0);
    assertEquals(List.of(8 * side, L + 8 * side + m(bytes, BYTE_GAP)), ends(fast, text, 2));
  }

  @Test
  void shouldSendToOneselfAndWithinANode() {
    final long bytes = 2_000;
    final long channel = 300 + (bytes * 50 + 1023) / 1024;
    final String text = "isend to rank 2000; recv from rank 2000";
    assertEquals(List.of(O + channel + O), ends(PUT, text, 1));
    final ReferenceIdeal machine = run(PUT, TestJob.of(pingPong(bytes), 2).perNode(2));
    assertEquals(List.of(6 * (2 * O + channel), 5 * (2 * O + channel) + O), ends(machine));
    assertEquals(0, machine.count("packetsDelivered"));
  }

  @Test
  void shouldCarryOneTransferAfterTheOtherWithinANode() {
    final Software software =
        new Software(10, 0, 0, 0, 300, 0, 0, EAGER, 0, 0, ProgressKind.HOST, false, 0, 0);
    final String text =
        "if rank == 0 { send to 1 8; send to 1 8; send to 1 8 } else { irecv from 0; irecv from"
            + " 0; irecv from 0; waitall }";
    final ReferenceIdeal machine = run(software, TestJob.of(text, 2).perNode(2));
    assertEquals(List.of(30L, 10 + 3 * 300L), ends(machine));
    assertEquals(List.of(300L, 590L, 880L), machine.messaging().latencies());
  }

  @Test
  void shouldCopyWhatWasNotExpected() {
    final String text =
        "if rank == 0 { send to 1 4096 } else { compute 10 us; compute 1 us; recv from 0 }";
    final long handled = 10_000 + O + m(4_096, BYTE_GAP);
    final ReferenceIdeal machine = run(PUT, TestJob.of(text, 2));
    assertEquals(List.of(O, handled + 1_000 + 4 * COPY), ends(machine));
    assertEquals(1, rank(machine, 1).unexpectedMessages());
    assertEquals(List.of(handled + 1_000), machine.messaging().latencies());
    assertEquals(11_000, rank(machine, 1).shares().of(Share.COMPUTE));
    assertEquals(O + m(4_096, BYTE_GAP) + 4 * COPY, rank(machine, 1).shares().of(Share.RECEIVE));
  }

  // -------------------------------------------------------------------------------- protocols

  private static final String LARGE = "if rank == 0 { send to 1 100000 } else { recv from 0 }";

  @Test
  void shouldTakeWhatARendezvousTakes() {
    final long bytes = m(100_000, BYTE_GAP);
    assertEquals(List.of(5 * O + 2 * L, 6 * O + 3 * L + bytes), ends(PUT, LARGE, 2));
    assertEquals(List.of(6 * O + 4 * L + bytes, 5 * O + 3 * L + bytes), ends(get(), LARGE, 2));
  }

  @Test
  void shouldAcknowledgeSynchronousSends() {
    final String text = "if rank == 0 { issend to 1 1000; waitall } else { recv from 0 }";
    final long bytes = m(1_000, BYTE_GAP);
    for (Software software : List.of(PUT, get())) {
      assertEquals(List.of(4 * O + 2 * L + bytes, 3 * O + L + bytes), ends(software, text, 2));
    }
    assertEquals(
        ends(PUT, LARGE, 2),
        ends(PUT, LARGE.replace("send to 1 100000", "issend to 1 100000; waitall"), 2));
  }

  @Test
  void shouldHandleArrivalsInCallsOnlyIfSo() {
    final String text =
        "if rank == 0 { send to 1 100000 } else { irecv from 0; compute 50 us; compute 50 us;"
            + " waitall }";
    assertEquals(50_000 + 4 * O + L, ends(PUT, text, 2).get(0));
    assertEquals(100_000 + 4 * O + L, ends(with(ProgressKind.CALLS), text, 2).get(0));
    assertEquals(
        100_000 + 3 * O + m(100_000, BYTE_GAP),
        ends(PUT, text, 2).get(1),
        "RTS and CTS between the computes, the bytes behind them");
  }

  // ------------------------------------------------------------------------------- collectives

  @Test
  void shouldTakeWhatABarrierTakes() {
    for (int p = 2; p <= 33; p++) {
      assertEquals(
          Collections.nCopies(p, log2Ceil(p) * (2 * O + L)), ends(PUT, "barrier", p), p + " ranks");
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 8", "7, 8", "16, 4096", "33, 8192"})
  void shouldTakeWhatABinomialBroadcastTakes(int p, long bytes) {
    final long[] ready = new long[p];
    final long[] side = new long[p];
    for (int t = 1 << (log2Ceil(p) - 1); t > 0; t /= 2) {
      for (int v = 0; v + t < p; v += 2 * t) {
        final long begin = Math.max(ready[v], side[v]);
        ready[v] = begin + O;
        side[v] = begin + GAP + m(bytes, BYTE_GAP);
        ready[v + t] = begin + 2 * O + L + m(bytes, BYTE_GAP);
      }
    }
    final List<Long> expected = Arrays.stream(ready).boxed().toList();
    assertEquals(expected, ends(PUT, "bcast " + bytes + " root 0 using binomial", p));
    final List<Long> shifted = ends(PUT, "bcast " + bytes + " root 1 using binomial", p);
    assertEquals(expected.get(0), shifted.get(1));
    assertEquals(expected.get(p - 1), shifted.get(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8, 12})
  void shouldTakeWhatARingTakes(int p) {
    final long chunk = 4_096;
    final long step = 2 * O + L + m(chunk, BYTE_GAP);
    assertEquals(
        Collections.nCopies(p, (p - 1) * step), ends(PUT, "allgather " + chunk + " using ring", p));
    final ReferenceIdeal machine =
        run(PUT, TestJob.of("allreduce " + chunk * p + " using ring", p));
    assertEquals(Collections.nCopies(p, (p - 1) * (2 * step + 4 * REDUCE)), ends(machine));
    final long steps = p - 1L;
    for (ReferenceRank rank : machine.messaging().ranks()) {
      assertEquals(steps * 4 * REDUCE, rank.shares().of(Share.COMPUTE));
      assertEquals(steps * 2 * O, rank.shares().of(Share.SEND));
      assertEquals(steps * 2 * L, rank.shares().of(Share.COLLECTIVES));
      assertEquals(2 * steps, rank.messagesTo().get((rank.number() + 1) % p));
      assertEquals(2 * steps * chunk, rank.bytesTo().get((rank.number() + 1) % p));
    }
  }

  @Test
  void shouldTakeWhatDoublingTakes() {
    final long bytes = 2_048;
    final long step = 2 * O + L + m(bytes, BYTE_GAP) + 2 * REDUCE;
    for (int p = 2; p <= 32; p *= 2) {
      assertEquals(
          Collections.nCopies(p, log2Ceil(p) * step),
          ends(PUT, "allreduce " + bytes + " using doubling", p));
    }
    // The first of three ranks folds into the second, where both other messages arrive in one tick;
    // the second does not yet expect that of the third.
    final long handling = O + m(bytes, BYTE_GAP);
    final long folded = O + L + 2 * handling + 2 * REDUCE;
    final long second = folded + O + 2 * COPY + 2 * REDUCE;
    final long third = folded + O + L + handling + 2 * REDUCE;
    assertEquals(
        List.of(second + 2 * O + L + m(bytes, BYTE_GAP), second + O, third),
        ends(PUT, "allreduce " + bytes + " using doubling", 3));
  }

  // -------------------------------------------------------------------------- matching, compute

  @Test
  void shouldTakeWhatComesInOneTickInTheOrderOfRanks() {
    final String text =
        "if rank == 0 { for i in 1 .. size - 1 { recv from any SIZE tag any } } else { send to 0"
            + " rank tag size - rank }";
    assertEquals(6, ends(PUT, text.replace("SIZE", "i"), 6).size());
    final ProgramException e =
        assertThrows(ProgramException.class, () -> ends(PUT, text.replace("SIZE", "size - i"), 6));
    assertTrue(e.getMessage().contains("receive as much"), e.getMessage());
  }

  @Test
  void shouldMatchInOrderAndCountWhatIsLookedAt() {
    final long match = 7;
    final Software software =
        new Software(O, O, 0, 0, 300, 50, 0, EAGER, 0, match, ProgressKind.HOST, false, 0, 0);
    final String text =
        "if rank == 0 { send to 1 1 tag 1; send to 1 1 tag 2; send to 1 1 tag 3 } else { irecv from"
            + " 0 3 tag 3; irecv from 0 2 tag 2; irecv from 0 1 tag any; waitall }";
    // Message 1 is compared with three receives, 2 with two, 3 with one.
    assertEquals(O + L + 3 * O + 6 * match, ends(software, text, 2).get(1));
    final String late = text.replace("else {", "else { compute 9 us;");
    // Early messages are compared with nothing; the receives are compared with 3, 2 and 1 messages.
    assertEquals(9_000 + 3 * O + 6 * match, ends(software, late, 2).get(1));
  }

  @ParameterizedTest
  @CsvSource({"1000000, 0", "1000000, 1000000", "333333, 500000", "2500001, 1", "1, 999999"})
  void shouldComputeExactly(int scale, int noise) {
    final String text = "for i in 1 .. 500 { compute 1 ns + i * 777 ns / 1000 }";
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < 1_500; i++) {
      final long picoseconds = 1_000 + Math.floorDiv((i % 500 + 1) * 777_000L, 1_000L);
      final long counted = picoseconds * scale / 1_000_000;
      final long n = ((long) (i / 500) << 40) + i % 500;
      final long x = Purpose.NOISE.draws(SEED).draw((1L << 32) * 1 + 0, n, 0) >>> 44;
      final BigInteger noisy =
          BigInteger.valueOf(counted)
              .multiply(BigInteger.valueOf(noise))
              .multiply(BigInteger.valueOf(2 * x + 1 - (1 << 20)));
      final BigInteger[] parts = noisy.divideAndRemainder(BigInteger.valueOf(1_000_000L << 20));
      sum =
          sum.add(BigInteger.valueOf(counted))
              .add(parts[0])
              .add(BigInteger.valueOf(Math.min(0, parts[1].signum())));
    }
    final long start = 12_345;
    final ReferenceIdeal machine =
        run(
            PUT,
            TestJob.of("barrier", 2),
            TestJob.of(text, 1).times(start, 3).computing(scale, noise));
    assertEquals(
        start + sum.divide(BigInteger.valueOf(1_000)).longValueExact(), ends(machine).get(2));
  }

  // ------------------------------------------------------------------------------ digest, ends

  @Test
  void shouldCountPacketsReceivesAndEnds() {
    final ReferenceIdeal machine =
        run(
            PUT,
            TestJob.of("barrier", 2),
            TestJob.of("if rank == 1 { send to 0 64 } else { recv from 1 }", 2));
    final long half = 2 * O + L;
    long digest = 0;
    for (int rank = 0; rank < 2; rank++) {
      digest += ReferenceDraws.deliveryWord(1 - rank, rank, 0, 0, 0, O + L);
      digest += ReferenceDraws.deliveryWord(0, rank, 0, 1, 255, half);
      digest += ReferenceDraws.deliveryWord(0, rank, 0, 4, 255, half);
    }
    digest += ReferenceDraws.deliveryWord(3, 2, 0, 0, 0, O + L);
    final long received = half + m(64, BYTE_GAP);
    digest += ReferenceDraws.deliveryWord(1, 0, 0, 0, 255, received);
    digest += ReferenceDraws.deliveryWord(1, 0, 0, 1, 255, received);
    digest += ReferenceDraws.deliveryWord(1, 1, 0, 1, 255, O);
    assertEquals(digest, machine.digest());
  }

  @Test
  void shouldSayWhoWaitsForEver() {
    final ReferenceIdeal machine =
        ideal(PUT, TestJob.of("barrier; recv from (rank + 1) % 3; send to (rank + 2) % 3 8", 3));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    assertEquals(3, machine.ranksRunning());
    assertEquals(Long.MAX_VALUE, machine.nextEffectTick());
    assertEquals(Collections.nCopies(3, -1L), ends(machine));
    final StringBuilder report = new StringBuilder();
    assertEquals(3, machine.describeWaiting(report));
    for (int rank = 0; rank < 3; rank++) {
      final String line = report.toString().lines().toList().get(rank);
      assertTrue(line.startsWith("job job0 rank " + rank + " "), line);
      assertTrue(line.contains("from " + (rank + 1) % 3), line);
      assertTrue(line.contains("line 1"), line);
    }
  }

  @Test
  void shouldNotDependOnWhichNodesRanksAreOn() {
    final TestJob job = TestJob.of("alltoall 100 using window; allreduce 9000 using halving", 13);
    final ReferenceIdeal here = run(PUT, job);
    final ReferenceIdeal there = run(PUT, TestJob.of("compute 1 ns", 7), job);
    assertEquals(ends(here), ends(there).subList(7, 20));
    assertNotEquals(here.digest(), there.digest());
  }

  @Test
  void shouldGoBackToTheBeginningOfAProgram() {
    final ReferenceIdeal once = run(PUT, TestJob.of(pingPong(8), 2));
    final ReferenceIdeal twice = run(PUT, TestJob.of(pingPong(8), 2).times(50, 2));
    assertEquals(
        IntStream.range(0, 2)
            .mapToObj(rank -> 50 + 2 * ends(once).get(0) - (rank == 0 ? 0 : O + L))
            .map(Long::valueOf)
            .toList()
            .get(0),
        ends(twice).get(0));
  }

  @Test
  void shouldRefuseToGoOnForEverInOneTick() {
    final String text = "for i in 1 .. 1_100_000 { compute 0 ns }";
    assertThrows(ProgramException.class, () -> ends(PUT, text, 1));
  }
}
