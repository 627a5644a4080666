package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.path.CriticalPath;
import io.hopwright.models.messaging.path.PathShare;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shares of critical paths on the ideal machine against the closed forms of LogGOPS. */
class CriticalPathOfIdealTest {
  private static final long L = IdealRun.L;
  private static final long OVERHEAD = IdealRun.OVERHEAD;

  private static CriticalPath path(IdealRun run) {
    return run.network()
        .givenJobs()
        .measured(
            run.outcome().partitions().stream().map(IdealPartition::jobStatistics),
            () -> new IdealPathTimes(run.design(), run.software()))
        .paths()
        .get(0);
  }

  private static void check(
      IdealRun run,
      long messages,
      long compute,
      long software,
      long announcement,
      long network,
      long contention) {
    final CriticalPath path = path(run);
    assertEquals(
        List.of(compute, software, announcement, network, contention),
        Stream.of(PathShare.values()).map(path::ticks).toList());
    assertEquals(messages, path.messages());
    assertEquals(
        run.makespan(), compute + software + announcement + network + contention, "makespan");
  }

  private static long bytesTicks(long bytes) {
    return Software.ticks(bytes, IdealRun.G);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 8, 1_025, 8_192})
  void shouldFollowAPingPong(long bytes) {
    final String text =
        "for i in 1 .. 5 { if rank == 0 { send to 1 B; recv from 1 }"
            + " else { recv from 0; send to 0 B } }";
    check(
        IdealRun.of(text.replace("B", "" + bytes), 2, Map.of()),
        10,
        0,
        10 * 2 * OVERHEAD,
        0,
        10 * (L + bytesTicks(bytes)),
        0);
  }

  /** RTS, CTS and DATA. */
  @Test
  void shouldTellWhatARendezvousCosts() {
    final String text = "if rank == 0 { send to 1 10_000 } else { recv from 0 10_000 }";
    check(IdealRun.of(text, 2, Map.of()), 3, 0, 6 * OVERHEAD, 2 * L, L + bytesTicks(10_000), 0);
  }

  /** The interface of the sender answers the GET, so that DATA costs its processor nothing. */
  @Test
  void shouldFollowWhatInterfacesAnswer() {
    final String text = "if rank == 0 { send to 1 10_000 } else { recv from 0 10_000 }";
    final Software get =
        new Software(
            OVERHEAD,
            OVERHEAD,
            0,
            0,
            500,
            41,
            100,
            8_192,
            0,
            0,
            io.hopwright.models.messaging.jobs.ProgressKind.HOST,
            true,
            0,
            0);
    // The sender waits for FIN, so it ends last.
    check(
        IdealRun.of(text, 2, Map.of()).with(get),
        4,
        0,
        6 * OVERHEAD,
        3 * L,
        L + bytesTicks(10_000),
        0);
  }

  /** Each rank computes, then passes a message on. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 64})
  void shouldFollowAChain(int ranks) {
    final String text =
        """
        if rank > 0 { recv from rank - 1 }
        compute 3 us
        if rank < size - 1 { send to rank + 1 100 }
        """;
    final long steps = ranks - 1L;
    check(
        IdealRun.of(text, ranks, Map.of()),
        steps,
        3_000L * ranks,
        steps * 2 * OVERHEAD,
        0,
        steps * (L + bytesTicks(100)),
        0);
  }

  /** The last rank of the tree is a round behind each of its senders. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 16, 32, 64})
  void shouldFollowABroadcast(int ranks) {
    final int rounds = Integer.numberOfTrailingZeros(ranks);
    final CriticalPath path = path(IdealRun.of("bcast 8 root 0 using binomial", ranks, Map.of()));
    final long software = path.ticks(PathShare.SOFTWARE);
    assertEquals(path.messages() * (L + bytesTicks(8)), path.ticks(PathShare.NETWORK));
    // A root sends to its children one after the other: each message costs 2o + L, or o more.
    assertEquals(
        rounds * (2 * OVERHEAD + L + bytesTicks(8)), software + path.ticks(PathShare.NETWORK));
    assertEquals(0, path.ticks(PathShare.CONTENTION) + path.ticks(PathShare.COMPUTE));
  }

  /** A ring has 2(p − 1) steps, each with a send, a receive and, in the first half, a reduction. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void shouldFollowARing(int ranks) {
    final long block = 1_024;
    final long steps = 2L * (ranks - 1);
    final long reduction = (ranks - 1) * Software.atRate(block, 100);
    check(
        IdealRun.of("allreduce " + block * ranks + " using ring", ranks, Map.of()),
        steps,
        reduction,
        steps * 2 * OVERHEAD,
        0,
        steps * (L + bytesTicks(block)),
        0);
  }

  /** Seven ranks send at once; the receiving side of rank 0 accepts one message after the other. */
  @Test
  void shouldTellContentionAtAReceiver() {
    final long bytes = 8_192;
    final String text =
        "if rank == 0 { for i in 1 .. 7 { recv from i B } } else { send to 0 B }"
            .replace("B", "" + bytes);
    final CriticalPath path = path(IdealRun.of(text, 8, Map.of()));
    assertEquals(1, path.messages());
    // Time o + L, then the bytes of each message, with 100 ticks of gap or 500 of the processor
    // between.
    assertEquals(L + 7 * bytesTicks(bytes), path.ticks(PathShare.NETWORK));
    assertEquals(8 * OVERHEAD, path.ticks(PathShare.SOFTWARE));
    assertEquals(0, path.ticks(PathShare.CONTENTION));
  }

  /** The sending side is busy for g + M(b, G) after each message. */
  @Test
  void shouldTellTheWaitForTheOwnInterface() {
    final long bytes = 8_192;
    final String text =
        "if rank == 0 { send to 1 B; send to 2 B } else { recv from 0 B }".replace("B", "" + bytes);
    final long wait = 100 + bytesTicks(bytes);
    check(
        IdealRun.of(text, 3, Map.of()),
        1,
        0,
        OVERHEAD + 2 * OVERHEAD,
        0,
        L + bytesTicks(bytes),
        wait - OVERHEAD > 0 ? wait - OVERHEAD : 0);
  }

  @Test
  void shouldHaveNoPathIfARankHasNotEnded() {
    assertNull(path(IdealRun.of("if rank == 0 { recv from 1 }", 2, Map.of())));
  }
}
