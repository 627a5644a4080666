package io.hopwright.models.topology.analysis;

import io.hopwright.models.topology.description.NetworkDescription;

/** Length of the shortest cycle, directions of links ignored. */
public final class Girth {
  /** In place of a length: there is no cycle. */
  public static final int ACYCLIC = 0;

  private static final long MOST_WORK = 4_000_000_000L;

  private Girth() {}

  /**
   * Returns the girth; {@link #ACYCLIC} without a cycle, and {@link NetworkDescription#NONE} if the
   * network is too large to find it.
   */
  public static int of(NetworkDescription network) {
    final Adjacency links = Adjacency.of(network, Adjacency.Direction.BOTH);
    if (hasParallels(links)) {
      return 2;
    }
    int best = Integer.MAX_VALUE;
    long work = 0;
    final int[] distance = new int[links.routers()];
    final int[] parent = new int[links.routers()];
    final int[] queue = new int[links.routers()];
    final int[] seen = new int[links.routers()];
    for (int root = 0; root < links.routers(); root++) {
      int reached = 1;
      queue[0] = root;
      distance[root] = 0;
      parent[root] = -1;
      seen[root] = root + 1;
      for (int next = 0; next < reached && 2 * distance[queue[next]] + 1 < best; next++) {
        final int router = queue[next];
        for (int i = links.first()[router]; i < links.first()[router + 1]; i++) {
          final int far = links.far()[i];
          work++;
          if (seen[far] != root + 1) {
            seen[far] = root + 1;
            distance[far] = distance[router] + 1;
            parent[far] = router;
            queue[reached++] = far;
          } else if (far != parent[router]) {
            best = Math.min(best, distance[router] + distance[far] + 1);
          }
        }
      }
      if (best == 3) {
        return best;
      }
      if (work > MOST_WORK) {
        return NetworkDescription.NONE;
      }
    }
    return best == Integer.MAX_VALUE ? ACYCLIC : best;
  }

  /** Returns the girth as a number, or the reason for its absence. */
  public static Object value(NetworkDescription network) {
    final int girth = of(network);
    return switch (girth) {
      case NetworkDescription.NONE -> "not computed: too large";
      case ACYCLIC -> "none: there is no cycle";
      default -> girth;
    };
  }

  /** The ports of a router are sorted by far router. */
  private static boolean hasParallels(Adjacency links) {
    for (int router = 0; router < links.routers(); router++) {
      for (int i = links.first()[router] + 1; i < links.first()[router + 1]; i++) {
        if (links.far()[i] == links.far()[i - 1]) {
          return true;
        }
      }
    }
    return false;
  }
}
