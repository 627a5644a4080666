package io.hopwright.models.topology;

/**
 * Virtual torus of 2X × 2Y × 3Z as applications see a {@link Tofu6D} ({@code docs/models/tofu.md},
 * "Virtual torus"): x and a, y and c, z and b are folded into one ring each. All neighbours are
 * neighbours in the machine. Immutable; safe for any thread.
 */
public final class VirtualTorus {
  private final Tofu6D machine;
  private final Torus torus;
  private final int[] nodes;
  private final int[] points;

  /** Folds a machine; memory: 8 B per node. */
  public VirtualTorus(Tofu6D machine) {
    this.machine = machine;
    torus = new Torus(2 * machine.extent(0), 2 * machine.extent(1), 3 * machine.extent(2));
    nodes = new int[torus.nodes()];
    points = new int[nodes.length];
    for (int point = 0; point < nodes.length; point++) {
      final int node = fold(point);
      nodes[point] = node;
      points[node] = point;
    }
  }

  private int fold(int point) {
    final int vx = torus.coordinate(point, 0);
    final int vy = torus.coordinate(point, 1);
    final int vz = torus.coordinate(point, 2);
    final int a = vx / machine.extent(0);
    final int c = vy / machine.extent(1);
    final boolean returning = vz >= 2 * machine.extent(2);
    final int z = returning ? torus.extent(2) - 1 - vz : vz / 2;
    final int b = returning ? 0 : z % 2 == 0 ? 1 + vz % 2 : 2 - vz % 2;
    return machine.node(
        a == 0 ? vx : torus.extent(0) - 1 - vx, c == 0 ? vy : torus.extent(1) - 1 - vy, z, a, b, c);
  }

  /** Returns the torus; its points have the numbers of this one's. */
  public Torus torus() {
    return torus;
  }

  /** Returns the node at a point. */
  public int node(int point) {
    return nodes[point];
  }

  /** Returns the point of a node. */
  public int point(int node) {
    return points[node];
  }

  /** Returns the node at a port of the torus, 0…5 for vx+, vx−, vy+, vy−, vz+, vz−. */
  public int neighbour(int node, int port) {
    return nodes[torus.neighbour(points[node], port)];
  }
}
