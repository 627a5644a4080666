package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.models.topology.Drawing.Point;
import io.hopwright.models.topology.Drawing.Spot;
import io.hopwright.models.topology.Grid.Axis;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrawingTest {
  /**
   * In a plane all links are lines except those around its ends; links along z are not drawn as
   * lines.
   */
  @Test
  void shouldDrawATorusAsPlanes() {
    for (int x = 1; x <= 5; x++) {
      for (int y = 1; y <= 5; y++) {
        for (int z = 1; z <= 3; z++) {
          final Torus torus = new Torus(x, y, z);
          final boolean ring =
              torus.routers() > 2 && (x == 1 ? 0 : 1) + (y == 1 ? 0 : 1) + (z == 1 ? 0 : 1) == 1;
          final int lines = ring ? torus.routers() : z * ((x - 1) * y + x * (y - 1));
          assertEquals(
              2 * lines, Drawings.check(torus, PlaneDrawing.of(torus, "node")), torus::toString);
        }
      }
    }
  }

  @Test
  void shouldDrawAGridOfLinesAndOfFourAxes() {
    final Grid lines = new Grid(Axis.line("x", 4), Axis.line("y", 3));
    assertEquals(lines.links(), Drawings.check(lines, PlaneDrawing.of(lines, "node")));
    final Grid four =
        new Grid(Axis.ring("x", 3), Axis.ring("y", 3), Axis.ring("z", 2), Axis.ring("w", 3));
    assertEquals(2 * 6 * 12, Drawings.check(four, PlaneDrawing.of(four, "node")));
    assertEquals("z = 1, w = 2", PlaneDrawing.of(four, "node").spots().get(53).block());
  }

  @Test
  void shouldDrawWhatIsAttachedBesideIt() {
    for (boolean single : new boolean[] {true, false}) {
      final AttachedTorus torus =
          new AttachedTorus(new Torus(4, 2, 3), new int[] {0, 7, 8}, "g", single);
      final Drawing drawing = PlaneDrawing.of(torus, "accelerator", "host");
      assertEquals(2 * (3 * (3 * 2 + 4) + 3), Drawings.check(torus, drawing));
      final Spot host = drawing.spots().get(25);
      assertEquals("25", host.name());
      assertEquals("host", host.kind());
      assertEquals("on accelerator 7", host.place());
      assertEquals("z = 0", host.block());
      assertEquals("x = 3, y = 1, z = 0", drawing.spots().get(7).place());
    }
  }

  /** Lines join the nodes of each ring of the folded torus, except around its ends. */
  @Test
  void shouldFoldSixDimensions() {
    final boolean[][] rings = {{false, false, false}, {true, true, false}};
    for (boolean[] ring : rings) {
      final Tofu6D machine = new Tofu6D(new int[] {3, 3, 1}, ring);
      final Drawing drawing = PlaneDrawing.of(machine, "node");
      assertEquals(2 * 3 * (5 * 6 + 6 * 5), Drawings.check(machine, drawing));
      assertEquals("vz = 2", drawing.spots().get(0).block());
    }
  }

  /** Green and black links are lines; blue ones lead to other circles. */
  @Test
  void shouldDrawGroupsAsCircles() {
    final Dragonfly small = new Dragonfly(new Dragonfly.Plan(3, 3, 2, 2, 6, 0, 0));
    assertEquals(3 * 12 * (5 + 3), Drawings.check(small, circles(small)));
    final Dragonfly full = new Dragonfly(new Dragonfly.Plan(1, 1, 6, 6, 16, 0, 0));
    assertEquals(96 * (15 + 15), Drawings.check(full, circles(full)));
  }

  private static Drawing circles(Dragonfly topology) {
    return CircleDrawing.of(
        topology, "Aries", aries -> "", topology::groupOf, group -> "group " + group);
  }

  @Test
  void shouldNoticeWhatLiesUponEachOther() {
    final Torus torus = new Torus(3, 3, 1);
    final Drawing right = PlaneDrawing.of(torus, "node");
    final Drawing all =
        new Drawing(
            right.spots(),
            (router, port) -> Drawing.middle(right.spots(), router, torus.neighbour(router, port)));
    assertThrows(AssertionError.class, () -> Drawings.check(torus, all));
    final Drawing heap =
        new Drawing(
            right.spots().stream()
                .map(spot -> new Spot(spot.name(), "node", "", "", new Point(0, 0)))
                .toList(),
            right.arrows());
    assertThrows(AssertionError.class, () -> Drawings.check(torus, heap));
    assertEquals(List.of("0", "1"), right.spots().stream().limit(2).map(Spot::name).toList());
  }
}
