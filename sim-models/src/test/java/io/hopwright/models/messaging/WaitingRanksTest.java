package io.hopwright.models.messaging;

import static io.hopwright.models.messaging.WaitingRanks.NOBODY;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingRanksTest {
  private static String line(String job, int rank, int peer) {
    return WaitingRanks.line(job, rank, "recv from " + peer + " tag 7 (p.prog:8, since 3)", peer);
  }

  private static String text(String... lines) {
    return String.join("\n", lines) + "\n";
  }

  @Test
  void shouldSortRanksAndNameThoseThatWaitForEachOther() {
    final String ended = line("a", 10, 3);
    final String any = WaitingRanks.line("a", 4, "recv from any tag any", NOBODY);
    assertEquals(
        List.of(
            "node 3 waits",
            any,
            ended,
            line("b", 0, 2),
            line("b", 1, 2),
            line("b", 2, 5),
            line("b", 5, 1),
            "wait for each other: b rank 2 → rank 5 → rank 1 → rank 2"),
        WaitingRanks.inOrder(
            text(
                line("b", 5, 1),
                ended,
                line("b", 1, 2),
                "node 3 waits",
                line("b", 0, 2),
                any,
                line("b", 2, 5)),
            false));
  }

  @Test
  void shouldLeaveOutWhatIsNoRank() {
    assertEquals(
        List.of(line("a", 0, 1), line("a", 1, 2)),
        WaitingRanks.inOrder(
            text(line("a", 1, 2), "node 3: head waits", line("a", 0, 1), "router 7 waits"), true));
  }

  @Test
  void shouldNameNoCycleWhereThereIsNone() {
    final List<String> lines = List.of(line("a", 0, 1), line("a", 1, 2), line("b", 2, 0));
    assertEquals(lines, WaitingRanks.inOrder(text(lines.toArray(String[]::new)), false));
    assertEquals(List.of(), WaitingRanks.inOrder("", false));
  }

  /** A rank that is lost waits for nobody, so that no circle leads through it. */
  @Test
  void shouldLookForNoCycleBehindALostRank() {
    final String lost = WaitingRanks.line("a", 1, "lost with its blade at tick 9", NOBODY);
    assertEquals(
        List.of(line("a", 0, 1), lost, line("a", 2, 0)),
        WaitingRanks.inOrder(text(line("a", 2, 0), lost, line("a", 0, 1)), false));
  }

  @Test
  void shouldNameARankThatWaitsForItself() {
    assertEquals(
        List.of(line("a", 7, 7), "wait for each other: a rank 7 → rank 7"),
        WaitingRanks.inOrder(line("a", 7, 7), false));
  }

  private static String join(int rank, String words) {
    return WaitingRanks.line("a", rank, "join of " + words + " (p.prog:8, since 3)", NOBODY);
  }

  @Test
  void shouldNameWhoHasNotJoined() {
    final String all = "6 ranks from 0 on";
    final String blocks = "5 ranks from 1 on, 2 of each 4";
    final String pair = "2 ranks from 20 on";
    final String falling = "3 ranks from 34 on, 1 of each 2 downwards";
    assertEquals(
        List.of(
            join(0, all) + " → rank 2 and 3 others",
            join(1, all) + " → rank 2 and 3 others",
            line("a", 2, 0),
            join(6, blocks) + " → rank 1 and 2 others",
            join(9, blocks) + " → rank 1 and 2 others",
            join(20, pair),
            join(21, pair),
            join(30, falling) + " → rank 32",
            join(34, falling) + " → rank 32",
            "wait for each other: a rank 0 → rank 2 → rank 0"),
        WaitingRanks.inOrder(
            text(
                join(9, blocks),
                join(34, falling),
                join(30, falling),
                join(21, pair),
                join(1, all),
                line("a", 2, 0),
                join(20, pair),
                join(6, blocks),
                join(0, all)),
            false));
  }
}
