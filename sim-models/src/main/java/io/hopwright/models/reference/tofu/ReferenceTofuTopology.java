package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.ReferenceAxes;
import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Nodes, links and their names (section "Machine" of {@code docs/models/tofu.md}). */
final class ReferenceTofuTopology {
  /** Ports for links, in the order of their numbers. */
  static final List<String> PORTS =
      List.of("x+", "x-", "y+", "y-", "z+", "z-", "a", "b+", "b-", "c");

  static final int A = 6;
  static final int B_PLUS = 7;
  static final int B_MINUS = 8;
  static final int C = 9;

  /** Number of the first port to a TNI. */
  static final int FIRST_TNI = 10;

  private static final List<Integer> AXIS_OF_PORT = List.of(0, 0, 1, 1, 2, 2, 3, 4, 4, 5);

  /** Axes, in the order in which a node's number is made of its coordinates. */
  static final List<String> AXES = List.of("x", "y", "z", "a", "b", "c");

  /** "n = ((((x·Y + y)·Z + z)·2 + a)·3 + b)·2 + c". */
  final ReferenceAxes axes;

  private final List<Integer> extents;
  private final List<Boolean> rings;
  private final List<Integer> unit;

  /** Nodes by their coordinates on the virtual torus, and the way back. */
  private final Map<List<Integer>, Integer> ofVirtual = new HashMap<>();

  private final Map<Integer, List<Integer>> virtualOf = new HashMap<>();

  ReferenceTofuTopology(TofuParameters parameters) {
    extents = new ArrayList<>(parameters.shape);
    extents.addAll(List.of(2, 3, 2));
    axes = ReferenceAxes.lastFastest(extents);
    rings = new ArrayList<>(parameters.rings);
    rings.addAll(List.of(false, true, false));
    unit = parameters.unit;
    foldVirtualTorus();
  }

  int nodes() {
    return axes.nodes();
  }

  /** Extent of an axis. */
  int extent(int axis) {
    return extents.get(axis);
  }

  boolean isRing(int axis) {
    return rings.get(axis);
  }

  /** Returns x, y, z, a, b and c of a node. */
  int[] coordinates(int node) {
    return axes.coordinates(node);
  }

  int node(int... coordinates) {
    return axes.node(coordinates);
  }

  /** The axis along which a port for a link leads. */
  static int axis(int port) {
    return AXIS_OF_PORT.get(port);
  }

  /** "A link joins port p with the port of the opposite direction, a with a, c with c"; or null. */
  End farEnd(int node, int port) {
    final int axis = axis(port);
    final int[] there = coordinates(node);
    final String name = PORTS.get(port);
    if (port == A || port == C) {
      there[axis] = 1 - there[axis];
      return new End(node(there), port);
    }
    there[axis] += name.endsWith("+") ? 1 : -1;
    final int k = extents.get(axis);
    if (!rings.get(axis) && (there[axis] < 0 || there[axis] >= k)) {
      return null;
    }
    there[axis] = Math.floorMod(there[axis], k);
    final String opposite = AXES.get(axis) + (name.endsWith("+") ? "-" : "+");
    return new End(node(there), PORTS.indexOf(opposite));
  }

  // ------------------------------------------------------------------------------- packaging

  /** "A link is optical if its ends are in different units". */
  boolean isOptical(int node, int port) {
    return !unit.isEmpty() && !unitOf(node).equals(unitOf(farEnd(node, port).router()));
  }

  private List<Integer> unitOf(int node) {
    final int[] coordinates = coordinates(node);
    Arrays.setAll(coordinates, axis -> coordinates[axis] / unit.get(axis));
    return Arrays.stream(coordinates).boxed().toList();
  }

  // --------------------------------------------------------------------------- virtual torus

  /** Extents 2X × 2Y × 3Z of the torus that applications see. */
  List<Integer> virtualExtents() {
    return List.of(2 * extents.get(0), 2 * extents.get(1), 3 * extents.get(2));
  }

  private void foldVirtualTorus() {
    final int[] x = new int[2];
    final int[] y = new int[2];
    final int[] z = new int[2];
    for (int vx = 0; vx < 2 * extents.get(0); vx++) {
      for (int vy = 0; vy < 2 * extents.get(1); vy++) {
        for (int vz = 0; vz < 3 * extents.get(2); vz++) {
          foldInTwo(vx, extents.get(0), x);
          foldInTwo(vy, extents.get(1), y);
          foldInThree(vz, extents.get(2), z);
          final int node = node(x[0], y[0], z[0], x[1], z[1], y[1]);
          ofVirtual.put(List.of(vx, vy, vz), node);
          virtualOf.put(node, List.of(vx, vy, vz));
        }
      }
    }
  }

  /**
   * Folds a coordinate: (x, a) = (vx, 0) if vx &lt; X, otherwise (2X−1−vx, 1); the same holds for
   * (y, c).
   */
  private static void foldInTwo(int virtual, int extent, int[] folded) {
    folded[0] = virtual < extent ? virtual : 2 * extent - 1 - virtual;
    folded[1] = virtual < extent ? 0 : 1;
  }

  private static void foldInThree(int virtual, int extent, int[] folded) {
    if (virtual < 2 * extent) {
      folded[0] = virtual / 2;
      folded[1] = folded[0] % 2 == 0 ? 1 + virtual % 2 : 2 - virtual % 2;
    } else {
      folded[0] = 3 * extent - 1 - virtual;
      folded[1] = 0;
    }
  }

  /** The node behind virtual neighbour 0…5, in the order vx+, vx−, vy+, vy−, vz+, vz−. */
  int virtualNeighbour(int node, int neighbour) {
    final List<Integer> there = new ArrayList<>(virtualOf.get(node));
    final int axis = neighbour / 2;
    final int step = neighbour % 2 == 0 ? 1 : -1;
    there.set(axis, Math.floorMod(there.get(axis) + step, virtualExtents().get(axis)));
    return ofVirtual.get(there);
  }
}
