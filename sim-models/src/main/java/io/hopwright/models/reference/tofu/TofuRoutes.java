package io.hopwright.models.reference.tofu;

import java.util.ArrayList;
import java.util.List;

/** Routes through the machine (section "Routes" of {@code docs/models/tofu.md}). */
final class TofuRoutes {
  static final int PATHS = 12;

  /**
   * Link of a route.
   *
   * @param port port of the node from which it leads
   * @param v VC of its class
   */
  record Step(int port, int v) {}

  private final ReferenceTofuTopology topology;

  TofuRoutes(ReferenceTofuTopology topology) {
    this.topology = topology;
  }

  /** "Path i is pa = i div 6, pb = (i div 2) mod 3, pc = i mod 2". */
  static List<Integer> path(int i) {
    return List.of(i / 6, i / 2 % 3, i % 2);
  }

  /** The path through the coordinates of a node in A, B and C. */
  List<Integer> pathOf(int node) {
    final int[] coordinates = topology.coordinates(node);
    return List.of(coordinates[3], coordinates[4], coordinates[5]);
  }

  /** All links from a node to another. */
  List<Step> way(int source, int destination, List<Integer> path) {
    final List<Step> way = new ArrayList<>();
    final int[] at = topology.coordinates(source);
    final int[] to = topology.coordinates(destination);
    goWithinGroup(at, path, 0, way);
    for (int axis = 0; axis < 3; axis++) {
      goAlong(axis, at, to, way);
    }
    goWithinGroup(at, pathOf(destination), 1, way);
    return way;
  }

  /**
   * Adds the hops within a group: in both parts A comes first, then C, then B, each over at most
   * one link.
   */
  private static void goWithinGroup(int[] at, List<Integer> abc, int v, List<Step> way) {
    if (at[3] != abc.get(0)) {
      way.add(new Step(ReferenceTofuTopology.A, v));
    }
    if (at[5] != abc.get(2)) {
      way.add(new Step(ReferenceTofuTopology.C, v));
    }
    if (at[4] != abc.get(1)) {
      final boolean plus = abc.get(1) == (at[4] + 1) % 3;
      way.add(new Step(plus ? ReferenceTofuTopology.B_PLUS : ReferenceTofuTopology.B_MINUS, v));
    }
    at[3] = abc.get(0);
    at[4] = abc.get(1);
    at[5] = abc.get(2);
  }

  private void goAlong(int axis, int[] at, int[] to, List<Step> way) {
    final int k = topology.extent(axis);
    final boolean plus = isPlus(axis, at[axis], to);
    int v = 0;
    while (at[axis] != to[axis]) {
      final int next = Math.floorMod(at[axis] + (plus ? 1 : -1), k);
      final boolean acrossDateline = plus ? next == 0 : at[axis] == 0;
      v = acrossDateline ? 1 : v;
      way.add(new Step(2 * axis + (plus ? 0 : 1), v));
      at[axis] = next;
    }
  }

  /**
   * Returns whether a packet goes in + direction: it does if 2f &lt; k, and goes in − if 2f &gt; k;
   * at half way the destination's a and c decide.
   */
  private boolean isPlus(int axis, int s, int[] to) {
    final int k = topology.extent(axis);
    if (!topology.isRing(axis)) {
      return to[axis] > s;
    }
    final int f = Math.floorMod(to[axis] - s, k);
    return 2 * f < k || (2 * f == k && (s + to[3] + to[5]) % 2 == 0);
  }
}
