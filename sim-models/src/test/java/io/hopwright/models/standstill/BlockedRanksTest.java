package io.hopwright.models.standstill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.program.Communicator;
import io.hopwright.models.standstill.RankWait.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlockedRanksTest {
  private static Request receive(int peer) {
    final String from = peer == RankWait.ANY ? "any" : "" + peer;
    return new Request("recv from " + from + " tag 7", "p.prog:8", peer, null, "");
  }

  private static RankWait rank(int job, int rank, Request... requests) {
    return RankWait.ofRank(
        job, rank, "ab".substring(job, job + 1), List.of(requests), 0, "since 3");
  }

  private static RankWait rank(int job, int rank, int... peers) {
    return rank(
        job, rank, IntStream.of(peers).mapToObj(BlockedRanksTest::receive).toArray(Request[]::new));
  }

  /** Returns blocked ranks from several partitions, in random order. */
  private static BlockedRanks blocked(RankWait... ranks) {
    final List<RankWait> all = new ArrayList<>(List.of(ranks));
    Collections.shuffle(all, new Random(ranks.length));
    final List<Words> parts = new ArrayList<>();
    for (RankWait rank : all) {
      final Waiting part = new Waiting();
      part.add(rank);
      parts.add(new Words());
      part.save(parts.get(parts.size() - 1));
    }
    return new BlockedRanks(Waiting.load(parts).ranks());
  }

  @Test
  void shouldSortRanksAndNameThoseThatWaitForEachOther() {
    final BlockedRanks ranks =
        blocked(
            rank(1, 5, 1),
            rank(0, 10, 3),
            rank(1, 1, 2),
            rank(1, 0, 2),
            rank(0, 4, RankWait.ANY),
            rank(1, 2, 5));
    assertEquals(
        List.of(
            "a rank 4: recv from any tag 7 (p.prog:8, since 3)",
            "a rank 10: recv from 3 tag 7 (p.prog:8, since 3) → rank 3",
            "b rank 0: recv from 2 tag 7 (p.prog:8, since 3) → rank 2",
            "b rank 1: recv from 2 tag 7 (p.prog:8, since 3) → rank 2",
            "b rank 2: recv from 5 tag 7 (p.prog:8, since 3) → rank 5",
            "b rank 5: recv from 1 tag 7 (p.prog:8, since 3) → rank 1"),
        ranks.lines());
    assertEquals(
        List.of(
            "b rank 1 waits for rank 2: recv from 2 tag 7 (p.prog:8)",
            "b rank 2 waits for rank 5: recv from 5 tag 7 (p.prog:8)",
            "b rank 5 waits for rank 1: recv from 1 tag 7 (p.prog:8)"),
        ranks.cycleLines());
    assertEquals("6 ranks wait, 3 of them for each other in a cycle", ranks.reason());
    assertEquals(2, ranks.cycleDocument().get(0).get("waitsFor"));
    assertEquals("p.prog:8", ranks.cycleDocument().get(0).get("at"));
  }

  /** The oldest request leads to a rank that has ended; another one closes the cycle. */
  @Test
  void shouldFollowAllRequestsOfARank() {
    final BlockedRanks ranks = blocked(rank(0, 0, 9, 1), rank(0, 1, 8, 0));
    assertEquals(
        List.of(
            "a rank 0 waits for rank 1: recv from 1 tag 7 (p.prog:8)",
            "a rank 1 waits for rank 0: recv from 0 tag 7 (p.prog:8)"),
        ranks.cycleLines());
    assertTrue(
        ranks.lines().get(0).endsWith(" → rank 9, and 1 more request"), ranks.lines()::toString);
  }

  @Test
  void shouldNameWhatAChainEndsWith() {
    final BlockedRanks ended = blocked(rank(0, 0, 1), rank(0, 1, 2), rank(1, 2, 0));
    assertEquals(List.of(), ended.cycleLines());
    assertEquals(
        "3 ranks wait; a rank 1 waits for rank 2, which has ended: recv from 2 tag 7 (p.prog:8)",
        ended.reason());
    assertEquals(
        "2 ranks wait; a rank 1: recv from any tag 7 (p.prog:8)",
        blocked(rank(0, 0, 1), rank(0, 1, RankWait.ANY)).reason());
    final RankWait lost = RankWait.ofRank(0, 1, "a", List.of(), 0, "lost with its blade at tick 9");
    final BlockedRanks besideLost = blocked(rank(0, 2, 0), lost, rank(0, 0, 1));
    assertEquals("a rank 1: lost with its blade at tick 9", besideLost.lines().get(1));
    assertEquals(
        "2 ranks wait and 1 is lost; a rank 0 waits for rank 1, which is lost: recv from 1 tag 7"
            + " (p.prog:8)",
        besideLost.reason());
    assertEquals(
        "1 thread waits; node 3, thread 1: waits for a message",
        blocked(RankWait.ofThread(7, "node 3, thread 1", "waits for a message")).reason());
  }

  @Test
  void shouldNameARankThatWaitsForItself() {
    assertEquals(1, blocked(rank(0, 7, 7)).cycleLines().size());
  }

  @Test
  void shouldNameTheWildcardThatTookTheMessage() {
    final Request taken = new Request("recv from 1 tag 5", "p.prog:4", 1, null, "p.prog:2");
    final BlockedRanks ranks = blocked(rank(0, 0, taken));
    assertEquals(
        "1 rank waits; a rank 0 waits for rank 1: recv from 1 tag 5 (p.prog:4), but the wildcard"
            + " receive at p.prog:2 took such a message",
        ranks.reason());
    assertEquals("p.prog:2", ranks.takenDocument().get(0).get("takenAt"));
  }

  private static Communicator inARow(int first, int members) {
    return new Communicator((long) members << Integer.SIZE | first, 1L << Integer.SIZE | 1);
  }

  private static RankWait join(int rank, Communicator communicator) {
    return rank(
        0,
        rank,
        new Request("join of " + communicator.words(), "p", RankWait.ANY, communicator, ""));
  }

  @Test
  void shouldNameWhoHasNotJoined() {
    final Communicator all = inARow(0, 6);
    final Communicator pair = inARow(20, 2);
    final BlockedRanks ranks =
        blocked(join(0, all), join(1, all), rank(0, 2, 0), join(20, pair), join(21, pair));
    assertTrue(ranks.lines().get(0).endsWith(" → rank 2 and 3 others"), ranks.lines()::toString);
    assertTrue(ranks.lines().get(1).endsWith(" → rank 2 and 3 others"), ranks.lines()::toString);
    assertTrue(ranks.lines().get(3).endsWith("(p, since 3)"), ranks.lines()::toString);
    assertEquals(2, ranks.cycleLines().size());
    assertTrue(ranks.cycleLines().get(0).startsWith("a rank 0 waits for rank 2: join of 6 ranks"));
  }

  @Test
  void shouldTakeNothingFromOtherJvmsThatCommandsATerminal() {
    final Waiting waiting = new Waiting();
    waiting.add("a\u001b[2Jb");
    final Words words = new Words();
    waiting.save(words);
    assertEquals(List.of("a?[2Jb"), Waiting.load(List.of(words)).lines());
    assertThrows(
        IllegalArgumentException.class, () -> Waiting.load(List.of(Words.of(0, 1, 2, 99, 0))));
    assertEquals(List.of(), Waiting.load(List.of(new Words())).lines());
  }
}
