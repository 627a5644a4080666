package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes, links and the virtual torus, against coordinates in plain arrays. */
class Tofu6DTest {
  /** Axis and step of each port; a step of 0 leads to the only other coordinate. */
  private static final int[][] DIRECTIONS = {
    {0, 1}, {0, -1}, {1, 1}, {1, -1}, {2, 1}, {2, -1}, {3, 0}, {4, 1}, {4, -1}, {5, 0}
  };

  private static final int[] OPPOSITE = {1, 0, 3, 2, 5, 4, 6, 8, 7, 9};

  /** Returns all shapes up to 4 and some of 5, with all possible rings, and without. */
  static Stream<Tofu6D> machines() {
    return IntStream.range(0, 5 * 5 * 5)
        .mapToObj(i -> new int[] {1 + i / 25, 1 + i / 5 % 5, 1 + i % 5})
        .filter(shape -> Arrays.stream(shape).sum() < 12)
        .flatMap(shape -> Stream.of(machine(true, shape), machine(false, shape)));
  }

  private static Tofu6D machine(boolean rings, int... shape) {
    final boolean[] ring = new boolean[shape.length];
    for (int axis = 0; axis < shape.length; axis++) {
      ring[axis] = rings && shape[axis] > 2;
    }
    return new Tofu6D(shape, ring);
  }

  private static int number(Tofu6D machine, int... at) {
    final int outer = (at[0] * machine.extent(1) + at[1]) * machine.extent(2) + at[2];
    return ((outer * 2 + at[3]) * 3 + at[4]) * 2 + at[5];
  }

  private static int neighbour(Tofu6D machine, int node, int port) {
    final int[] at = machine.coordinates(node);
    final int axis = DIRECTIONS[port][0];
    final int extent = machine.extent(axis);
    at[axis] = DIRECTIONS[port][1] == 0 ? 1 - at[axis] : at[axis] + DIRECTIONS[port][1];
    if (machine.isRing(axis)) {
      at[axis] = Math.floorMod(at[axis], extent);
    }
    return at[axis] < 0 || at[axis] >= extent ? Topology.NONE : number(machine, at);
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldJoinNeighbours(Tofu6D machine) {
    final long[] links = new long[Tofu6D.AXES.size()];
    for (int node = 0; node < machine.routers(); node++) {
      assertEquals(node, number(machine, machine.coordinates(node)));
      assertEquals(node, machine.node(machine.coordinates(node)));
      for (int port = 0; port < Tofu6D.PORTS; port++) {
        final int far = neighbour(machine, node, port);
        assertEquals(far, machine.neighbour(node, port));
        assertEquals(
            far == Topology.NONE ? Topology.NONE : OPPOSITE[port],
            machine.neighbourPort(node, port));
        if (far != Topology.NONE) {
          assertEquals(node, machine.neighbour(far, OPPOSITE[port]));
          links[Tofu6D.axisOfPort(port)]++;
        }
      }
    }
    for (int axis = 0; axis < links.length; axis++) {
      assertEquals(links[axis], machine.links(axis), Tofu6D.AXES.get(axis));
    }
  }

  @Test
  void shouldSayItsShape() {
    assertEquals(List.of(4L, 3L, 2L, 2L, 3L, 2L), machine(true, 4, 3, 2).shape());
    assertEquals("b-", machine(true, 1, 1, 1).portName(8));
  }

  @Test
  void shouldRefuseARingOfTwo() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Tofu6D(new int[] {2, 3, 3}, new boolean[] {true, true, true}));
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldBeAVirtualTorusOfNeighbours(Tofu6D machine) {
    final VirtualTorus virtual = new VirtualTorus(machine);
    final Torus torus = virtual.torus();
    assertArrayEquals(
        new int[] {2 * machine.extent(0), 2 * machine.extent(1), 3 * machine.extent(2)},
        new int[] {torus.extent(0), torus.extent(1), torus.extent(2)});
    final Set<Integer> nodes = new HashSet<>();
    for (int point = 0; point < torus.nodes(); point++) {
      final int node = virtual.node(point);
      assertEquals(point, virtual.point(node));
      nodes.add(node);
      final Set<Integer> ports = new HashSet<>();
      for (int direction = 0; direction < Torus.PORTS; direction++) {
        final int next = virtual.neighbour(node, direction);
        assertEquals(virtual.node(torus.neighbour(point, direction)), next);
        final int port = portTo(machine, node, next);
        assertNotEquals(Topology.NONE, port);
        ports.add(port);
      }
      if (machine.extent(0) > 1 && machine.extent(1) > 1) {
        assertEquals(Torus.PORTS, ports.size(), () -> "links of node " + node);
      }
    }
    assertEquals(machine.routers(), nodes.size());
  }

  private static int portTo(Tofu6D machine, int node, int next) {
    return IntStream.range(0, Tofu6D.PORTS)
        .filter(port -> machine.neighbour(node, port) == next)
        .findFirst()
        .orElse(Topology.NONE);
  }
}
