package io.hopwright.core.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.RunOutcome.Saved;
import io.hopwright.testkit.TokenRing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunOutcomeTest {
  private static final TokenRing RING =
      new TokenRing(
          1, 60, 4, 20, 30, 40, 18, 97, new TokenRing.End(Long.MAX_VALUE, 0, Long.MAX_VALUE));

  private static RunOutcome<TokenRing.Arc> of(
      List<TokenRing.Arc> here, SortedMap<Integer, Words> elsewhere) {
    final SortedMap<Integer, Saved> saved = new TreeMap<>();
    elsewhere.forEach((index, words) -> saved.put(index, Saved.of(words)));
    return of(here, saved, List.of(0L, 0L));
  }

  private static RunOutcome<TokenRing.Arc> of(
      List<TokenRing.Arc> here, SortedMap<Integer, Saved> saved, List<Long> busyNanos) {
    return new RunOutcome<>(here, saved, 0, WindowController.Ending.COMPLETED, 0, busyNanos, "");
  }

  private static Words saved(Partition partition) {
    final Words words = new Words();
    partition.exportStatistics(words);
    return Words.of(words.toArray());
  }

  @Test
  void shouldGiveTheStatisticsOfAllPartitionsInOrderWhereverTheyAre() {
    final RunOutcome<TokenRing.Arc> outcome = new SequentialExecutor().run(RING, new RunMonitor());
    assertEquals(RING.allSteps(), TokenRing.trace(outcome));
    final List<Long> first = outcome.statistics(arc -> (long) arc.trace.size(), words -> -1L);
    for (int set = 0; set < 1 << RING.partitions(); set++) {
      final List<TokenRing.Arc> here = new ArrayList<>();
      final SortedMap<Integer, Words> elsewhere = new TreeMap<>();
      for (int index = 0; index < RING.partitions(); index++) {
        final TokenRing.Arc arc = outcome.partitions().get(index);
        if ((set >>> index & 1) == 0) {
          here.add(arc);
        } else {
          elsewhere.put(index, saved(arc));
        }
      }
      final RunOutcome<TokenRing.Arc> split = of(here, elsewhere);
      for (int time = 0; time < 2; time++) {
        assertEquals(
            first,
            split.statistics(arc -> (long) arc.trace.size(), RunOutcomeTest::steps),
            "" + set);
        assertEquals(TokenRing.trace(outcome), TokenRing.trace(split), "" + set);
      }
    }
  }

  /** Reads all words of an arc; the first is the number of steps. */
  private static Long steps(Words words) {
    final long steps = words.take();
    for (int word = 1; word < words.size(); word++) {
      words.take();
    }
    return steps;
  }

  @Test
  void shouldSayWhosStatisticsCannotBeRead() {
    final RunOutcome<TokenRing.Arc> outcome =
        of(List.of(RING.build(0)), new TreeMap<>(Map.of(1, Words.of(2, 1, 4))));
    final Exception tooLong =
        assertThrows(
            IllegalArgumentException.class, () -> outcome.statistics(arc -> 0L, Words::take));
    assertEquals("statistics of partition 1: 2 of 3 words are left over", tooLong.getMessage());
    final Exception tooShort =
        assertThrows(
            IllegalArgumentException.class,
            () -> outcome.statistics(arc -> 0, words -> words.takeAll(3)));
    assertTrue(
        tooShort.getMessage().startsWith("statistics of partition 1: "), tooShort::getMessage);
  }

  @Test
  void shouldRefuseStatisticsOfNoPartition() {
    for (int index : new int[] {-1, 1, 2}) {
      final SortedMap<Integer, Words> elsewhere = new TreeMap<>();
      elsewhere.put(index, new Words());
      if (index == 1) {
        assertEquals(
            2, of(List.of(RING.build(0)), elsewhere).statistics(a -> 1, words -> 2).size());
      } else {
        assertThrows(IllegalArgumentException.class, () -> of(List.of(RING.build(0)), elsewhere));
      }
    }
  }

  @Test
  void shouldNotChangeWithTheMapItWasGiven() {
    final SortedMap<Integer, Saved> elsewhere = new TreeMap<>(Map.of(0, Saved.of(new Words())));
    final RunOutcome<TokenRing.Arc> outcome = of(List.of(), elsewhere, List.of());
    elsewhere.clear();
    assertEquals(1, outcome.elsewhere().size());
    assertThrows(UnsupportedOperationException.class, () -> outcome.elsewhere().clear());
  }

  @Test
  void shouldAddUpWhatIsHereAndElsewhere() {
    final Progress counts = new Progress();
    counts.packetHops = 7;
    counts.packetsDelivered = 3;
    final TokenRing.Arc here = RING.build(0);
    final RunOutcome<TokenRing.Arc> outcome =
        of(List.of(here), new TreeMap<>(), List.of(5L, 0L))
            .with(new TreeMap<>(Map.of(1, new Saved(new Words(), counts, 11, Words.of(5, 6)))));
    assertEquals(7, outcome.total().packetHops);
    assertEquals(3, outcome.total().packetsDelivered);
    assertEquals(List.of(5L, 11L), outcome.busyNanos());
    final Words waitsHere = new Words();
    here.saveWaits(outcome.ending() == WindowController.Ending.STALLED, waitsHere);
    for (int time = 0; time < 2; time++) {
      final List<Words> waits = outcome.waits();
      assertEquals(2, waits.size());
      assertArrayEquals(waitsHere.toArray(), waits.get(0).toArray());
      assertEquals(5, waits.get(1).take());
    }
  }

  @Test
  void shouldLeaveOutWhatWasLost() {
    final RunOutcome<TokenRing.Arc> outcome =
        of(List.of(RING.build(0)), new TreeMap<>(), List.of(5L, 0L))
            .with(new TreeMap<>(Map.of(1, Saved.LOST)))
            .lost(WindowController.Ending.LOST, "member 1");
    assertEquals(WindowController.Ending.LOST, outcome.ending());
    assertEquals("member 1", outcome.loss());
    assertEquals(List.of(1), outcome.statistics(arc -> 1, words -> 2));
  }
}
