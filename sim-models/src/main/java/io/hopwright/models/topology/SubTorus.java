package io.hopwright.models.topology;

/**
 * The nodes of a torus that agree with each other in some coordinates: all, those of a plane, or
 * those of a line.
 *
 * <p>Members are numbered like the nodes themselves, x running fastest, with the coordinates left
 * out that are common. Immutable; safe for any thread.
 */
public final class SubTorus {
  private final Torus torus;
  private final boolean[] free;
  private final int nodes;

  /** Creates the sub-tori in which the coordinates of the dimensions in {@code free} vary. */
  public SubTorus(Torus torus, boolean... free) {
    this.torus = torus;
    this.free = free.clone();
    int product = 1;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      product *= free[dimension] ? torus.extent(dimension) : 1;
    }
    nodes = product;
  }

  /** Returns the number of members. */
  public int nodes() {
    return nodes;
  }

  /** Tells whether the coordinate in {@code dimension} varies. */
  public boolean varies(int dimension) {
    return free[dimension];
  }

  /** Returns the number of a node in its sub-torus. */
  public int member(int node) {
    if (nodes == torus.nodes()) {
      return node;
    }
    int member = 0;
    for (int dimension = Torus.DIMENSIONS - 1; dimension >= 0; dimension--) {
      if (free[dimension]) {
        member = member * torus.extent(dimension) + torus.coordinate(node, dimension);
      }
    }
    return member;
  }

  /** Returns member {@code member} of the sub-torus that {@code node} belongs to. */
  public int node(int node, int member) {
    if (nodes == torus.nodes()) {
      return member;
    }
    final int[] at = new int[Torus.DIMENSIONS];
    int rest = member;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      if (free[dimension]) {
        at[dimension] = rest % torus.extent(dimension);
        rest /= torus.extent(dimension);
      } else {
        at[dimension] = torus.coordinate(node, dimension);
      }
    }
    return torus.node(at[0], at[1], at[2]);
  }
}
