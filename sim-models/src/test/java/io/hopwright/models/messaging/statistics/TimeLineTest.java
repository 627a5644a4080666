package io.hopwright.models.messaging.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.ProgramTraffic;
import io.hopwright.models.program.language.Statements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeLineTest {
  private static final List<RankActivity> STATES = List.of(RankActivity.values());
  private static final int SEND = STATES.indexOf(RankActivity.SEND);
  private static final int NETWORK = STATES.indexOf(RankActivity.NETWORK);

  private record Piece(int group, RankActivity state, long from, long to) {}

  private static List<PlacedJob> jobs(int... ranks) {
    final List<PlacedJob> jobs = new ArrayList<>();
    for (int number = 0; number < ranks.length; number++) {
      final Job job = new Job(ranks[number], number, 1, Map.of(), 0);
      jobs.add(
          new PlacedJob(
              "job" + number,
              number,
              Statements.parse("p", "barrier").bind(job),
              new int[ranks[number]],
              1,
              0,
              false,
              1,
              1_000_000,
              0,
              0,
              ProgramTraffic.UNKNOWN,
              0,
              List.of(),
              List.of()));
    }
    return jobs;
  }

  private static TimeLine of(List<PlacedJob> jobs, List<Piece> pieces) {
    final TimeLine line = new TimeLine(jobs);
    pieces.forEach(piece -> line.add(piece.group, piece.state, piece.from, piece.to));
    return line;
  }

  /** Computes the cells tick by tick, with bins whose width depends on the last tick. */
  private static List<TimeLine.Cell> naive(List<Piece> pieces, int ranks) {
    final long last = pieces.stream().mapToLong(Piece::to).max().orElse(0);
    long width = 1;
    while (1_024 * width < last) {
      width *= 2;
    }
    final List<TimeLine.Cell> cells = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      for (long from = 0; from < last; from += width) {
        final List<Long> states = new ArrayList<>();
        long all = 0;
        for (RankActivity state : RankActivity.values()) {
          long ticks = 0;
          for (Piece piece : pieces) {
            if (piece.group == rank && piece.state == state) {
              ticks += Math.max(0, Math.min(piece.to, from + width) - Math.max(piece.from, from));
            }
          }
          states.add(ticks);
          all += ticks;
        }
        if (all > 0) {
          cells.add(new TimeLine.Cell(0, rank, 1, from, from + width, states));
        }
      }
    }
    return cells;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldBeTheSameInAnyOrderAndHoweverCut(long seed) {
    final Random random = new Random(seed);
    final List<PlacedJob> jobs = jobs(3);
    final List<Piece> pieces = new ArrayList<>();
    final int reach = 1 << (4 + random.nextInt(16));
    for (int i = 0; i < 40; i++) {
      final long from = random.nextInt(reach);
      pieces.add(
          new Piece(
              random.nextInt(3),
              STATES.get(random.nextInt(STATES.size())),
              from,
              from + random.nextInt(reach)));
    }
    final List<TimeLine.Cell> expected = naive(pieces, 3);
    assertEquals(expected, of(jobs, pieces).cells(), () -> "seed " + seed);
    final int cut = random.nextInt(pieces.size());
    final TimeLine one = of(jobs, pieces.subList(cut, pieces.size()));
    one.add(of(jobs, pieces.subList(0, cut)));
    assertEquals(expected, one.cells());
    final TimeLine other = of(jobs, pieces.subList(0, cut));
    other.add(of(jobs, pieces.subList(cut, pieces.size())));
    assertEquals(expected, other.cells());
    final Words words = new Words();
    one.save(words);
    final TimeLine loaded = one.empty();
    loaded.load(words.again());
    assertEquals(expected, loaded.cells());
  }

  @Test
  void shouldFollowTheClockToItsEnd() {
    final TimeLine line = new TimeLine(jobs(1));
    final long end = (1L << 53) - 1;
    line.add(0, RankActivity.COMPUTE, 0, 1);
    line.add(0, RankActivity.NETWORK, 1, end);
    final List<TimeLine.Cell> cells = line.cells();
    assertEquals(1_024, cells.size());
    assertEquals(1L << 43, cells.get(0).toTick());
    assertEquals(end - 1, cells.stream().mapToLong(c -> c.states().get(NETWORK)).sum());
    final Words words = new Words();
    line.save(words);
    final TimeLine loaded = line.empty();
    loaded.load(words.again());
    assertEquals(cells, loaded.cells());
  }

  @ParameterizedTest
  @CsvSource({
    "512, 512, 1",
    "513, 257, 2",
    "1024, 512, 2",
    "65536, 512, 128",
    "1, 1, 1",
    "4194304, 512, 8192"
  })
  void shouldPutManyRanksIntoGroups(int ranks, int groups, int ofGroup) {
    final List<PlacedJob> jobs = jobs(ranks);
    assertEquals(groups, TimeLine.groups(jobs));
    final TimeLine line = new TimeLine(jobs);
    for (int rank = 0; rank < ranks; rank++) {
      line.add(line.group(0, rank), RankActivity.SEND, 2, 5);
    }
    final List<TimeLine.Cell> cells = line.cells();
    assertEquals(3 * groups, cells.size());
    assertEquals(ofGroup, cells.get(0).ranks());
    assertEquals(
        ranks, cells.stream().filter(c -> c.fromTick() == 2).mapToInt(c -> c.ranks()).sum());
    cells.forEach(c -> assertEquals((long) c.ranks(), c.states().get(SEND)));
  }

  @Test
  void shouldNotMixJobs() {
    final int[] ranks = new int[120];
    java.util.Arrays.fill(ranks, 1_000);
    ranks[7] = 1;
    final List<PlacedJob> jobs = jobs(ranks);
    final TimeLine line = new TimeLine(jobs);
    line.add(line.group(7, 0), RankActivity.SEND, 0, 1);
    line.add(line.group(119, 999), RankActivity.SEND, 0, 1);
    assertEquals(List.of(7, 119), line.cells().stream().map(TimeLine.Cell::job).toList());
    assertEquals(1, line.cells().get(0).ranks());
  }

  @Test
  void shouldRefuseWordsThatAreNoTimeLine() {
    final TimeLine line = new TimeLine(jobs(1));
    assertThrows(IllegalArgumentException.class, () -> line.load(Words.of(60, 0)));
    assertThrows(IllegalArgumentException.class, () -> line.load(Words.of(0, 1, 0)));
    final Words other = new Words();
    other.put(0);
    other.put(1);
    other.put(7);
    other.putAll(new long[1_024]);
    assertThrows(IllegalArgumentException.class, () -> line.load(other.again()));
  }
}
