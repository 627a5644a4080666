package io.hopwright.models.program.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Collectives whose members wait for a step that is some steps back: each member continues as far
 * as it can, with sets in place of data.
 */
class SlidingCollectiveTest {
  private static final long MIB = 1 << 20;

  /** Message in flight: the members that have contributed to each part. */
  private record Message(int part, long bytes, BitSet data) {}

  private record Pair(int from, int to, int tag) {}

  /** All members of an allreduce. */
  private static final class Members {
    private final Algorithm algorithm;
    private final int members;
    private final long bytes;
    private final int steps;
    private final int window;
    private final int[] at;
    private final Map<Pair, Queue<Message>> messages = new HashMap<>();
    private final List<Map<Integer, BitSet>> data = new ArrayList<>();
    private final Map<Integer, Long> sizes = new TreeMap<>();

    Members(Algorithm algorithm, int members, long bytes) {
      this.algorithm = algorithm;
      this.members = members;
      this.bytes = bytes;
      steps = algorithm.steps(members, bytes);
      window = algorithm.inFlight(members, bytes);
      at = new int[members];
      for (int i = 0; i < members; i++) {
        data.add(new HashMap<>());
      }
    }

    private BitSet of(int i, int part) {
      return data.get(i)
          .computeIfAbsent(
              part,
              unseen -> {
                final BitSet own = new BitSet();
                own.set(i);
                return own;
              });
    }

    private Step step(int i, int k) {
      final Step step = new Step();
      step.fill(algorithm, k, i, members, 0, bytes);
      return step;
    }

    /** Returns whether the member made progress. */
    private boolean advance(int i) {
      final int k = at[i];
      if (k == steps + window) {
        return false;
      }
      if (k >= window && !takeIn(i, k - window)) {
        return false;
      }
      if (k < steps) {
        final Step step = step(i, k);
        if (step.sendTo() != Step.NOBODY) {
          final int part = step.sendFirst();
          assertEquals(1, step.sendCount());
          messages
              .computeIfAbsent(
                  new Pair(i, step.sendTo(), step.sendTag()), unseen -> new ArrayDeque<>())
              .add(new Message(part, step.sendBytes(), (BitSet) of(i, part).clone()));
        }
      }
      at[i]++;
      return true;
    }

    private boolean takeIn(int i, int k) {
      final Step step = step(i, k);
      if (step.receiveFrom() == Step.NOBODY) {
        return true;
      }
      final Queue<Message> queue = messages.get(new Pair(step.receiveFrom(), i, k));
      if (queue == null || queue.isEmpty()) {
        return false;
      }
      final Message message = queue.remove();
      assertEquals(step.receiveFirst(), message.part, this::toString);
      assertEquals(step.receiveBytes(), message.bytes, this::toString);
      sizes.put(message.part, message.bytes);
      final BitSet mine = of(i, message.part);
      if (step.reducing()) {
        assertFalse(mine.intersects(message.data), () -> this + " twice to " + i);
        mine.or(message.data);
      } else {
        assertEquals(members, message.data.cardinality(), () -> this + ": not the sum to " + i);
        data.get(i).put(message.part, message.data);
      }
      return true;
    }

    void run() {
      boolean more = true;
      while (more) {
        more = false;
        for (int i = 0; i < members; i++) {
          while (advance(i)) {
            more = true;
          }
        }
      }
      for (int i = 0; i < members; i++) {
        assertEquals(steps + window, at[i], this + ": member " + i + " is blocked");
        for (int part : sizes.keySet()) {
          assertEquals(members, of(i, part).cardinality(), this + ": " + i + " lacks " + part);
        }
      }
      assertTrue(messages.values().stream().allMatch(Queue::isEmpty), this::toString);
      assertEquals(bytes, sizes.values().stream().mapToLong(size -> size).sum(), this::toString);
    }

    @Override
    public String toString() {
      return algorithm + ", " + members + " members, " + bytes + " B";
    }
  }

  @ParameterizedTest
  @CsvSource({"ALLREDUCE_PIPELINED_RING, 24", "ALLREDUCE_DOUBLE_TREE, 70"})
  void shouldSumUpAllPartsAtAllMembers(Algorithm algorithm, int most) {
    for (int members = 2; members <= most; members++) {
      final long[] sizes = {
        0, 1, 7, 1_000, MIB + 1, 3 * MIB, (long) members * MIB, 11L * members * MIB / 2
      };
      for (long bytes : members < 10 ? sizes : new long[] {sizes[members % sizes.length]}) {
        new Members(algorithm, members, bytes).run();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "8, 4194304, 1, 14",
    "8, 4194305, 2, 28",
    "8, 33554432, 8, 112",
    "8, 37748736, 5, 140",
    "2, 0, 1, 2"
  })
  void shouldHaveAtMostEightPiecesOnARing(int members, long bytes, int atOnce, int steps) {
    assertEquals(atOnce, Algorithm.ALLREDUCE_PIPELINED_RING.inFlight(members, bytes));
    assertEquals(steps, Algorithm.ALLREDUCE_PIPELINED_RING.steps(members, bytes));
  }

  /** The chunks of NCCL have 32 KiB, 64 KiB, 128 KiB or 512 KiB. */
  @ParameterizedTest
  @CsvSource({
    "8, 8, 1",
    "8, 65536, 1",
    "8, 131072, 2",
    "8, 2097152, 16",
    "8, 6291456, 24",
    "8, 104857600, 100"
  })
  void shouldCutTreesIntoTheChunksOfNccl(int members, long bytes, int chunks) {
    final int levels = Integer.SIZE - Integer.numberOfLeadingZeros(members - 1);
    assertEquals(chunks, DoubleTree.chunks(levels, bytes));
  }

  /** With a power of two of members, each is a leaf of one tree, except the two roots. */
  @Test
  void shouldGiveMembersTheSameToDoInBothTreesTogether() {
    for (int members : new int[] {2, 8, 64}) {
      for (int i = 0; i < members; i++) {
        final Step step = new Step();
        long sent = 0;
        for (int k = 0; k < Algorithm.ALLREDUCE_DOUBLE_TREE.steps(members, 2_000); k++) {
          step.fill(Algorithm.ALLREDUCE_DOUBLE_TREE, k, i, members, 0, 2_000);
          sent += step.sendBytes();
        }
        assertTrue(sent <= 4_000, members + " members: " + i + " sends " + sent);
      }
    }
  }
}
