package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares with a search through all nodes, for every choice of dimensions. */
class SubGridTest {
  @ParameterizedTest
  @CsvSource({"4, 3, 2", "1, 5, 3", "3, 1, 1", "1, 1, 1", "2, 2, 2", "5, 4, 3", "3, 3, 7"})
  void shouldNumberTheNodesThatAgreeInTheOtherDimensions(int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    for (int choice = 0; choice < 8; choice++) {
      final boolean[] free = {(choice & 1) != 0, (choice & 2) != 0, (choice & 4) != 0};
      final SubGrid group = new SubGrid(torus, free);
      for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
        assertEquals(free[dimension], group.varies(dimension));
      }
      for (int node = 0; node < torus.nodes(); node++) {
        final List<Integer> members = members(torus, free, node);
        assertEquals(members.size(), group.nodes());
        assertEquals(members.indexOf(node), group.member(node), "choice " + choice);
        for (int member = 0; member < members.size(); member++) {
          assertEquals(members.get(member), group.node(node, member), "choice " + choice);
        }
      }
    }
  }

  /**
   * Returns all nodes that have the same fixed coordinates as one; they ascend with x running
   * fastest.
   */
  private static List<Integer> members(Torus torus, boolean[] free, int node) {
    final List<Integer> members = new ArrayList<>();
    for (int other = 0; other < torus.nodes(); other++) {
      boolean agrees = true;
      for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
        agrees &=
            free[dimension]
                || torus.coordinate(node, dimension) == torus.coordinate(other, dimension);
      }
      if (agrees) {
        members.add(other);
      }
    }
    return members;
  }

  @Test
  void shouldNumberTheMembersOfAGridOfAnyNumberOfAxes() {
    final Grid grid =
        new Grid(
            Grid.Axis.ring("x", 3),
            Grid.Axis.line("y", 2),
            Grid.Axis.ring("z", 4),
            Grid.Axis.line("a", 2));
    final SubGrid planes = new SubGrid(grid, true, false, false, true);
    assertEquals(6, planes.nodes());
    final int router = 2 + 3 * (1 + 2 * (3 + 4 * 1));
    assertEquals(5, planes.member(router));
    assertEquals(router, planes.node(router - 1, 5));
    assertEquals(router - 2 - 24, planes.node(router, 0));
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void shouldNotChangeWithTheCallersArray(boolean before, boolean after) {
    final boolean[] free = {before, true, true};
    final SubGrid group = new SubGrid(new Torus(4, 3, 2), free);
    final int nodes = group.nodes();
    free[0] = after;
    assertEquals(before, group.varies(0));
    assertEquals(nodes, group.nodes());
    assertEquals(before ? 24 : 6, group.nodes());
  }
}
