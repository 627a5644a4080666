package io.hopwright.models.program.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the bound with the operations that ranks perform. */
class LeastOperationsTest {
  private static final long ROUNDS = 2;

  /** Returns the number of operations of a rank, without its end. */
  private static long operations(BoundProgram bound, int rank) {
    final long[] state = new long[bound.stride()];
    final Operation operation = new Operation();
    bound.start(state, 0, rank);
    do {
      bound.next(state, 0, operation);
    } while (operation.kind() != Operation.Kind.END);
    return operation.number();
  }

  /** Checks the bound of all ranks; returns its sum divided by that of their operations. */
  private static double share(BoundProgram bound) {
    long least = 0;
    long all = 0;
    for (int rank = 0; rank < bound.job().ranks(); rank++) {
      final long bounded = bound.leastOperations().applyAsLong(rank);
      final long done = operations(bound, rank);
      assertTrue(
          bounded <= done,
          bound.program().name() + ", rank " + rank + ": " + bounded + " of " + done);
      least += bounded;
      all += done;
    }
    return all == 0 ? 1 : (double) least / all;
  }

  private static BoundProgram bound(String name, String text, int ranks) {
    return Statements.parse(name, text).bind(new Job(ranks, 0, 1, Map.of(), ROUNDS));
  }

  @Test
  void shouldBoundWhatRanksOfBundledProgramsDo() {
    for (String name : Programs.NAMES) {
      for (int ranks : List.of(1, 2, 3, 7, 8, 12, 64, 100)) {
        final double share = share(bound(name, Programs.text(name), ranks));
        assertTrue(share > 0.3 || name.equals("random"), name + " of " + ranks + ": " + share);
      }
    }
  }

  @Test
  void shouldBoundWhatRanksOfRandomProgramsDo() {
    final RandomPrograms.Host host =
        new RandomPrograms.Host(
            32, 8, 2, List.of(io.hopwright.models.messaging.jobs.ProgressKind.HOST), true);
    for (int i = 0; i < RandomCases.count(300); i++) {
      final RandomPrograms programs = RandomPrograms.of(RandomCases.first(1) + i, host);
      for (int job = 0; job < programs.jobs().size(); job++) {
        final TestJob one = programs.jobs().get(job);
        share(
            Statements.parse("seed " + programs.seed(), one.text())
                .bind(new Job(one.ranks(), job, programs.seed(), Map.of(), ROUNDS)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Collective.class)
  void shouldCountWhatAlgorithmsDo(Collective collective) {
    final Random random = new Random(3);
    for (Algorithm how : collective.algorithms()) {
      for (int members = 1; members <= 40; members++) {
        if (how.onlyPowersOfTwo() && !Algorithm.isPowerOfTwo(members)) {
          continue;
        }
        for (long bytes : new long[] {0, 1, 7, how.byHardware() ? 8 : random.nextInt(1 << 20)}) {
          final int root = collective.hasRoot() ? random.nextInt(members) : 0;
          final String text =
              collective.word()
                  + (collective.hasBytes() ? " " + bytes : "")
                  + (collective.hasRoot() ? " root " + root : "")
                  + " using "
                  + how.word();
          final BoundProgram bound = bound(text, text, members);
          final double share = share(bound);
          final boolean exact =
              how != Algorithm.ALLREDUCE_RING
                  && how != Algorithm.ALLREDUCE_PIPELINED_RING
                  && how != Algorithm.REDUCE_SCATTER_PAIRWISE
                  && how != Algorithm.REDUCE_SCATTER_RING
                  && !how.byHardware();
          assertTrue(share == 1 || (!exact && share >= 0.5), text + ", " + members + ": " + share);
        }
      }
    }
  }

  /** Bounds for rank 5 of 27, which is at (2, 1, 0) in a grid of 3x3x3. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "for i in 3 .. 12 { compute 1 us } | 10",
        "for i in 12 .. 3 { compute 1 us } | 0",
        "for i in 12 .. 3 step -4 { compute 1 us } | 3",
        "for i in 1 .. 1000000000000 { for k in 1 .. 100 { compute 1 us } } | 100000000000000",
        "for i in 1 .. 100 { for k in 1 .. i { compute 1 us } } | 100",
        "for i in 1 .. 4 { for k in 1 .. i { compute 1 us } } | 10",
        "for i in 1 .. rank { compute 1 us } | 5",
        "let n = rank * 4; for i in 1 .. n { compute 1 us } | 20",
        "let n = 3; for i in 1 .. 100 { let n = n + 1 } for i in 1 .. n { compute 1 us } | 0",
        "if rank == 5 { compute 1 us; compute 1 us } else { compute 1 us } | 2",
        "if rank < 5 { compute 1 us } else if rank > 7 { } else { compute 1 us; fence } | 2",
        "let n = rand(0, 1); if n == 1 { compute 1 us; fence } else { compute 1 us } | 1",
        "let n = rand(0, 1); if n == 1 { if n < 1 { fence } else { } } compute 1 us | 1",
        "let n = rand(0, 3); send to n 8; send to n - 1 8; send to (n - 7) % size 8 | 2",
        "for i in 1 .. 99 { isend to shift(m, 0, 1) 8; isend to shift(m, 1, 1) 8 } | 99",
        "for i in 0 .. 99 { isend to shift(t, i % 3, 1) 8; isend to shift(m, i % 3, 1) 8 } | 100",
        "forever { compute 1 us; barrier } | 34",
        "bcast 8 root 0 on ranks(0, 5, 1); bcast 8 root 0 on ranks(5, 2, 1) | 3",
        "allreduce 8 on line(t, 1); alltoall 8 on plane(t, rank % 3) | 11",
        "put to rank 8; fence; amo to rank; get from -1 8 | 3"
      })
  void shouldBoundStatements(String text, long expected) {
    final BoundProgram bound = bound("f", "grid t = torus(3)\ngrid m = mesh(3)\n" + text, 27);
    assertEquals(expected, bound.leastOperations().applyAsLong(5));
  }
}
