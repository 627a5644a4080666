package io.hopwright.models.topology;

import java.util.List;

/**
 * Three-dimensional torus of {@code kx × ky × kz} nodes: a grid of three rings, with a node at each
 * router.
 *
 * <p>Node {@code n = x + kx·(y + ky·z)}. Ports 0…5 lead in the directions x+, x−, y+, y−, z+, z−.
 * Immutable; safe for any thread.
 */
public final class Torus extends Grid {
  /** Number of dimensions. */
  public static final int DIMENSIONS = 3;

  /** Number of ports of a node. */
  public static final int PORTS = 2 * DIMENSIONS;

  /** Names of the dimensions. */
  public static final List<String> AXES = List.of("x", "y", "z");

  /** Creates a torus; all extents positive, their product below 2³¹. */
  public Torus(int kx, int ky, int kz) {
    super(Axis.ring(AXES.get(0), kx), Axis.ring(AXES.get(1), ky), Axis.ring(AXES.get(2), kz));
  }

  /** Returns the name of a port's direction in any torus, such as {@code x+}. */
  public static String direction(int port) {
    return AXES.get(port >>> 1) + ((port & 1) == 0 ? '+' : '-');
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return routers();
  }

  /** Returns the node at the given coordinates, each within its extent. */
  public int node(int x, int y, int z) {
    return x + extent(0) * (y + extent(1) * z);
  }

  /** Returns whether a port has a link, the same at every node. */
  public boolean hasLink(int port) {
    return extent(port >>> 1) > 1;
  }
}
