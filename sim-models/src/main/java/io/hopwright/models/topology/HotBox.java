package io.hopwright.models.topology;

/**
 * A box of nodes at the origin of a torus. Members are numbered like nodes, x running fastest.
 *
 * @param torus the machine
 * @param x extent of the box in x, 1 to the torus's own
 * @param y extent of the box in y
 * @param z extent of the box in z
 */
public record HotBox(Torus torus, int x, int y, int z) {
  /** In place of a member: the node is outside. */
  public static final int OUTSIDE = -1;

  /** Returns the number of nodes in the box. */
  public int nodes() {
    return x * y * z;
  }

  /** Returns the number of a node in the box, {@link #OUTSIDE} if it is not in it. */
  public int member(int node) {
    final int atX = torus.coordinate(node, 0);
    final int atY = torus.coordinate(node, 1);
    final int atZ = torus.coordinate(node, 2);
    return atX < x && atY < y && atZ < z ? atX + x * (atY + y * atZ) : OUTSIDE;
  }

  /** Tells whether a node is in the box. */
  public boolean contains(int node) {
    return member(node) != OUTSIDE;
  }

  /** Returns a member of the box. */
  public int node(int member) {
    return torus.node(member % x, member / x % y, member / (x * y));
  }
}
