package io.hopwright.models.program.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.hopwright.models.program.Group;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Executes all steps of all members with sets in place of data: a set holds the members that have
 * contributed to a piece. Declared numbers of bytes are compared with the pieces that must move.
 */
class CollectiveTest {
  private static final int MOST = 33;
  private static final int SMALL = 10;
  private static final List<Long> BYTES = List.of(0L, 1L, 7L, 64L, 1000L, 1L << 30);

  /** All members of one collective. */
  private static final class Group {
    private final Algorithm algorithm;
    private final Collective collective;
    private final int members;
    private final int root;
    private final long bytes;
    private final int pieces;

    /** Contributions by member and piece. */
    private final BitSet[][] data;

    /** Pieces that a member of a scan keeps for itself. */
    private final BitSet[] kept;

    Group(Algorithm algorithm, int members, int root, long bytes) {
      this.algorithm = algorithm;
      this.collective = collective(algorithm);
      this.members = members;
      this.root = root;
      this.bytes = bytes;
      pieces = pieces();
      data = new BitSet[members][pieces];
      kept = new BitSet[members];
      for (int i = 0; i < members; i++) {
        kept[i] = single(i);
        for (int piece = 0; piece < pieces; piece++) {
          data[i][piece] = atFirst(i, piece);
        }
      }
    }

    private int pieces() {
      return switch (algorithm) {
        case REDUCE_HALVING, ALLREDUCE_HALVING, REDUCE_SCATTER_HALVING ->
            Integer.highestOneBit(members);
        case BARRIER_DISSEMINATION,
            BCAST_BINOMIAL,
            REDUCE_BINOMIAL,
            ALLREDUCE_DOUBLING,
            SCAN_DOUBLING ->
            1;
        default -> members;
      };
    }

    private BitSet atFirst(int i, int piece) {
      return switch (collective) {
        case BCAST, SCATTER -> i == root ? single(root) : new BitSet();
        case GATHER -> piece == fromRoot(i) ? single(i) : new BitSet();
        case ALLGATHER -> piece == i ? single(i) : new BitSet();
        case ALLTOALL -> piece == i ? all() : new BitSet();
        default -> single(i);
      };
    }

    private int fromRoot(int i) {
      return Math.floorMod(i - root, members);
    }

    private static BitSet single(int i) {
      final BitSet set = new BitSet();
      set.set(i);
      return set;
    }

    private BitSet all() {
      final BitSet set = new BitSet();
      set.set(0, members);
      return set;
    }

    private long size(int piece, int chunks) {
      if (algorithm == Algorithm.REDUCE_SCATTER_HALVING && chunks > 1) {
        return piece < members - chunks ? 2 * bytes : bytes;
      }
      if (chunks == 1 || collective.hasBlocks()) {
        return bytes;
      }
      final long each = (bytes + chunks - 1) / chunks;
      return Math.max(0, Math.min(each, bytes - piece * each));
    }

    void run() {
      for (int k = 0; k < algorithm.steps(members, bytes); k++) {
        final List<Step> steps = new ArrayList<>();
        for (int i = 0; i < members; i++) {
          final Step step = new Step();
          step.fill(algorithm, k, i, members, root, bytes);
          steps.add(step);
        }
        move(k, steps);
      }
    }

    /** Moves the pieces of one step; a member sends what it held before the step. */
    private void move(int k, List<Step> steps) {
      final BitSet[][] before = new BitSet[members][pieces];
      for (int i = 0; i < members; i++) {
        for (int piece = 0; piece < pieces; piece++) {
          before[i][piece] = (BitSet) data[i][piece].clone();
        }
      }
      for (int i = 0; i < members; i++) {
        final Step step = steps.get(i);
        if (step.sendTo() != Step.NOBODY) {
          assertEquals(i, steps.get(step.sendTo()).receiveFrom(), () -> this + " step " + k);
        }
        if (step.receiveFrom() != Step.NOBODY) {
          final Step sent = steps.get(step.receiveFrom());
          assertEquals(i, sent.sendTo(), () -> this + " step " + k);
          assertEquals(sent.sendBytes(), step.receiveBytes(), () -> this + " step " + k);
          assertEquals(sent.sendCount(), step.receiveCount(), () -> this + " step " + k);
          assertEquals(sent.sendFirst(), step.receiveFirst(), () -> this + " step " + k);
          if (collective == Collective.ALLTOALL) {
            moveBlocks(k, step.receiveFrom(), i, step, before);
          } else if (collective == Collective.BARRIER) {
            assertEquals(0, step.receiveBytes());
            data[i][0].or(before[step.receiveFrom()][0]);
          } else {
            take(i, step, before[step.receiveFrom()]);
          }
        }
      }
    }

    private void take(int i, Step step, BitSet[] from) {
      long expected = 0;
      for (int at = 0; at < step.receiveCount(); at++) {
        expected += size((step.receiveFirst() + at) % step.chunks(), step.chunks());
      }
      assertEquals(expected, step.receiveBytes(), this::toString);
      final boolean whole = step.chunks() == 1;
      for (int at = 0; at < (whole ? pieces : step.receiveCount()); at++) {
        final int piece = whole ? at : (step.receiveFirst() + at) % step.chunks();
        if (step.reducing()) {
          assertFalse(data[i][piece].intersects(from[piece]), () -> this + " twice to " + i);
          data[i][piece].or(from[piece]);
          if (step.receiveFrom() < i) {
            kept[i].or(from[piece]);
          }
        } else {
          assertTrue(whole || !from[piece].isEmpty(), () -> this + " has no piece " + piece);
          data[i][piece] = (BitSet) from[piece].clone();
        }
      }
    }

    /** Moves blocks. Pieces are numbered by their sources; a bit is set for each destination. */
    private void moveBlocks(int k, int from, int to, Step step, BitSet[][] before) {
      int blocks = 0;
      for (int source = 0; source < members; source++) {
        for (int destination = 0; destination < members; destination++) {
          final int distance = Math.floorMod(destination - source, members);
          final boolean goes =
              algorithm == Algorithm.ALLTOALL_BRUCK
                  ? (distance >> k & 1) == 1
                  : source == from && destination == to;
          if (goes && before[from][source].get(destination)) {
            blocks++;
            data[to][source].set(destination);
            data[from][source].clear(destination);
          }
        }
      }
      assertEquals(blocks * bytes, step.receiveBytes(), () -> this + " step " + k);
    }

    void check() {
      for (int i = 0; i < members; i++) {
        for (int piece = 0; piece < pieces; piece++) {
          final int member = i;
          final int one = piece;
          if (mustHave(i, piece)) {
            assertEquals(atLast(i, piece), data[i][piece], () -> this + ": " + member + "/" + one);
          }
        }
        if (collective == Collective.SCAN) {
          assertEquals(i + 1, kept[i].cardinality(), this::toString);
          assertEquals(i + 1, kept[i].length(), this::toString);
        }
      }
    }

    private boolean mustHave(int i, int piece) {
      return switch (collective) {
        case REDUCE, GATHER -> i == root;
        case SCATTER -> piece == fromRoot(i);
        case REDUCE_SCATTER -> piece == share(i);
        case SCAN -> false;
        default -> true;
      };
    }

    private int share(int i) {
      final int folded = members - pieces;
      return algorithm == Algorithm.REDUCE_SCATTER_RING ? i : i < 2 * folded ? i / 2 : i - folded;
    }

    private BitSet atLast(int i, int piece) {
      return switch (collective) {
        case BCAST, SCATTER -> single(root);
        case GATHER -> single((piece + root) % members);
        case ALLGATHER -> single(piece);
        case ALLTOALL -> single(i);
        default -> all();
      };
    }

    @Override
    public String toString() {
      return algorithm + ", " + members + " members, root " + root + ", " + bytes + " B";
    }
  }

  private static Collective collective(Algorithm algorithm) {
    return Stream.of(Collective.values())
        .filter(collective -> collective.algorithms().contains(algorithm))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void shouldDoWhatItIsFor(Algorithm algorithm) {
    final boolean rooted = collective(algorithm).hasRoot();
    assumeFalse(algorithm.byHardware(), "has no steps");
    for (int members = 1; members <= MOST; members++) {
      if (algorithm.onlyPowersOfTwo() && Integer.bitCount(members) != 1) {
        continue;
      }
      for (int root = 0; root < (rooted ? members : 1); root++) {
        for (long bytes :
            members < SMALL
                ? BYTES
                : BYTES.subList(
                    (members + root) % BYTES.size(), (members + root) % BYTES.size() + 1)) {
          final Group group = new Group(algorithm, members, root, bytes);
          if (algorithm != Algorithm.REDUCE_SCATTER_PAIRWISE && !algorithm.isSliding()) {
            group.run();
            group.check();
          }
        }
      }
    }
  }

  /** In this algorithm each piece goes directly to the member that owns it. */
  @ParameterizedTest
  @CsvSource({"1", "2", "3", "8", "13", "33"})
  void shouldSendEachShareOfAReduceScatterToItsMember(int members) {
    final Algorithm algorithm = Algorithm.REDUCE_SCATTER_PAIRWISE;
    final Step step = new Step();
    final Step back = new Step();
    for (int i = 0; i < members; i++) {
      final BitSet from = new BitSet();
      for (int k = 0; k < algorithm.steps(members, 24); k++) {
        step.fill(algorithm, k, i, members, 0, 24);
        assertEquals(24, step.receiveBytes());
        assertTrue(step.reducing());
        back.fill(algorithm, k, step.receiveFrom(), members, 0, 24);
        assertEquals(i, back.sendTo());
        from.set(step.receiveFrom());
      }
      assertEquals(members - 1, from.cardinality());
      assertFalse(from.get(i));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BCAST, 7, 1000000, binomial",
    "BCAST, 8, 12287, binomial",
    "BCAST, 8, 12288, scatter-doubling",
    "BCAST, 9, 12288, scatter-ring",
    "BCAST, 8, 524288, scatter-ring",
    "REDUCE, 4, 2047, binomial",
    "REDUCE, 256, 2048, halving",
    "REDUCE, 257, 2048, binomial",
    "ALLREDUCE, 4, 2048, doubling",
    "ALLREDUCE, 4, 2049, halving",
    "ALLREDUCE, 1000, 7999, doubling",
    "ALLREDUCE, 1000, 8000, halving",
    "ALLGATHER, 8, 65535, doubling",
    "ALLGATHER, 8, 65536, ring",
    "ALLGATHER, 10, 8192, bruck",
    "ALLGATHER, 10, 8193, ring",
    "ALLTOALL, 8, 256, bruck",
    "ALLTOALL, 7, 256, window",
    "ALLTOALL, 8, 257, window",
    "ALLTOALL, 8, 32768, window",
    "ALLTOALL, 8, 32769, pairwise",
    "REDUCE_SCATTER, 9, 1, halving",
    "BARRIER, 9, 0, dissemination",
    "SCAN, 9, 8, doubling"
  })
  void shouldChooseAsMpich(Collective collective, int members, long bytes, String word) {
    assertEquals(word, collective.auto(members, bytes).word());
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void shouldTakeAStepOfTheLargestGroups(Algorithm algorithm) {
    final int members = algorithm.onlyPowersOfTwo() ? 1 << 30 : (1 << 30) - 3;
    final Step step = new Step();
    for (int member : new int[] {0, 1, members / 2, members - 2, members - 1}) {
      for (int k = 0; k < Math.min(100, algorithm.steps(members, 1000)); k++) {
        for (int root : new int[] {0, members - 1}) {
          step.fill(algorithm, k, member, members, root, 1000);
          assertTrue(step.sendTo() < members && step.sendTo() >= Step.NOBODY);
          assertTrue(step.receiveFrom() < members && step.receiveFrom() >= Step.NOBODY);
          assertTrue(step.sendBytes() >= 0 && step.receiveBytes() >= 0);
        }
      }
    }
  }
}
