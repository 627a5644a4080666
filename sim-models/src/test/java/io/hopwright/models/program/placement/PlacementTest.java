package io.hopwright.models.program.placement;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.placement.Placement.Order;
import io.hopwright.models.program.placement.Placement.Units;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PlacementTest {
  /** Returns units of 4, 4, 2 and 4 nodes. */
  private static Placement placement() {
    return new Placement(Placement.Nodes.of(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3), 5);
  }

  @Test
  void shouldDealOutWhatIsFree() {
    final Placement placement = placement();
    assertArrayEquals(
        new int[] {0, 0, 1, 1, 2}, placement.place(0, 5, 2, Order.CONTIGUOUS, Units.ALL));
    assertArrayEquals(new int[] {4, 5, 6}, placement.place(1, 3, 1, Order.BLOCKS, Units.ALL));
    assertArrayEquals(new int[] {8, 9, 10}, placement.place(2, 3, 1, Order.BLOCKS, Units.ALL));
    assertArrayEquals(
        new int[] {3, 7, 11, 12}, placement.place(3, 4, 1, Order.ROUND_ROBIN, Units.ALL));
    assertEquals(1, placement.free());
    assertArrayEquals(
        new int[] {13, 13, 13}, placement.place(4, 3, 8, Order.CONTIGUOUS, Units.ALL));
  }

  @Test
  void shouldTakeNodesInRandomOrder() {
    final Placement placement = placement();
    placement.place(0, 3, 1, Order.CONTIGUOUS, Units.ALL);
    final KeyedPermutation order = new KeyedPermutation(Purpose.PLACEMENT.draws(5), 14);
    assertArrayEquals(
        IntStream.range(0, 14)
            .map(at -> order.apply(7, 0, at))
            .filter(n -> n > 2)
            .limit(6)
            .toArray(),
        placement.place(7, 6, 1, Order.RANDOM, Units.ALL));
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void shouldGiveAllNodesToAJobThatNeedsThem(Order order) {
    final int[] nodes = placement().place(1, 14, 1, order, Units.ALL);
    assertArrayEquals(IntStream.range(0, 14).toArray(), Arrays.stream(nodes).sorted().toArray());
  }

  @Test
  void shouldStayWithinSomeUnits() {
    final Placement placement = placement();
    final Units lastAndFirst = new Units(3, 2);
    assertArrayEquals(
        new int[] {0, 10, 1, 11}, placement.place(0, 4, 1, Order.ROUND_ROBIN, lastAndFirst));
    assertArrayEquals(
        new int[] {2, 3, 12}, placement.place(1, 3, 1, Order.CONTIGUOUS, lastAndFirst));
    assertArrayEquals(new int[] {8, 9}, placement.place(2, 2, 1, Order.BLOCKS, new Units(2, 1)));
    assertArrayEquals(new int[] {4}, placement.place(3, 1, 1, Order.CONTIGUOUS, Units.ALL));
    final ProgramException full =
        assertThrows(
            ProgramException.class, () -> placement.place(4, 2, 1, Order.RANDOM, lastAndFirst));
    assertEquals(
        "needs 2 nodes (2 ranks, 1 per node), 1 of 14 are free in its units", full.getMessage());
  }

  /** Returns units of 4, 4, 2 and 4 nodes, of which one, one, both and none have failed. */
  private static Placement damaged() {
    final BitSet failed = new BitSet();
    IntStream.of(1, 7, 8, 9).forEach(failed::set);
    return new Placement(
        new Placement.Nodes(new int[] {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3}, failed), 5);
  }

  @Test
  void shouldSkipNodesThatHaveFailed() {
    assertEquals(10, damaged().free());
    assertArrayEquals(
        new int[] {0, 2, 3, 4}, damaged().place(0, 4, 1, Order.CONTIGUOUS, Units.ALL));
    assertArrayEquals(
        new int[] {0, 4, 10, 2, 5, 11}, damaged().place(0, 6, 1, Order.ROUND_ROBIN, Units.ALL));
    final Placement blocks = damaged();
    assertArrayEquals(new int[] {0, 2, 3, 4}, blocks.place(0, 4, 1, Order.BLOCKS, Units.ALL));
    assertArrayEquals(new int[] {10, 11}, blocks.place(1, 2, 1, Order.BLOCKS, Units.ALL));
    assertArrayEquals(
        IntStream.of(placement().place(3, 14, 1, Order.RANDOM, Units.ALL))
            .filter(node -> node != 1 && (node < 7 || node > 9))
            .toArray(),
        damaged().place(3, 10, 1, Order.RANDOM, Units.ALL));
    for (Order order : Order.values()) {
      final ProgramException full =
          assertThrows(ProgramException.class, () -> damaged().place(0, 11, 1, order, Units.ALL));
      assertEquals(
          "needs 11 nodes (11 ranks, 1 per node), 10 of 14 are free (4 have failed)",
          full.getMessage());
    }
    final ProgramException named =
        assertThrows(ProgramException.class, () -> damaged().place("f", "0 0\n1 1", 2, 1));
    assertEquals("f:2: 1 1: node 1 has failed; use another one", named.getMessage());
  }

  @Test
  void shouldSayWhatIsMissing() {
    final Placement placement = placement();
    placement.place(0, 2, 1, Order.ROUND_ROBIN, Units.ALL);
    final ProgramException few =
        assertThrows(
            ProgramException.class, () -> placement.place(1, 26, 2, Order.RANDOM, Units.ALL));
    assertEquals("needs 13 nodes (26 ranks, 2 per node), 12 of 14 are free", few.getMessage());
    final ProgramException blocks =
        assertThrows(
            ProgramException.class, () -> placement.place(1, 7, 1, Order.BLOCKS, Units.ALL));
    assertTrue(blocks.getMessage().contains("completely free units have 6"), blocks.getMessage());
    assertEquals(12, placement.free());
  }

  @Test
  void shouldReadAFile() {
    final Placement placement = placement();
    placement.place(0, 1, 1, Order.CONTIGUOUS, Units.ALL);
    assertArrayEquals(
        new int[] {5, 5, 2}, placement.place("f", "# nodes\n1 5\n\n0  5 # two here\r\n2 2", 3, 2));
    assertEquals(11, placement.free());
  }

  @Test
  void shouldSkipAByteOrderMark() {
    assertArrayEquals(new int[] {5}, placement().place("f", "\uFEFF0 5", 1, 1));
    assertThrows(ProgramException.class, () -> placement().place("f", "\uFEFF\uFEFF0 5", 1, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 1, 1 2    | f: has no line for rank 2",
        "0 1, 0 2    | f:2: 0 2: rank 0 is on node 1 already",
        "0 1, 1 1    | f:2: 1 1: node 1 has 1 ranks, the limit",
        "0 0         | f:1: 0 0: another job has node 0",
        "3 1         | f:1: 3 1: the job has ranks 0 to 2",
        "0 14        | f:1: 0 14: the machine has nodes 0 to 13",
        "0 x         | f:1: 0 x: write RANK NODE",
        "0 1 2       | write RANK NODE",
        "0 99999999999 | write RANK NODE"
      })
  void shouldSayWhatIsWrongWithAFile(String text, String expected) {
    final Placement placement = placement();
    placement.place(0, 1, 1, Order.CONTIGUOUS, Units.ALL);
    final ProgramException e =
        assertThrows(
            ProgramException.class, () -> placement.place("f", text.replace(", ", "\n"), 3, 1));
    assertTrue(
        e.getMessage().startsWith(expected) || e.getMessage().contains(expected), e.getMessage());
    assertEquals(13, placement.free());
  }
}
