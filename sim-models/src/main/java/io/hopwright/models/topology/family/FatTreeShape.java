package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.List;

/**
 * Levels of a fat tree, from 0 for the routers with nodes.
 *
 * @param down children of a router of each level; of level 0, nodes
 * @param up parents of a router of each level but the last
 * @param bundle parallel links of a child and a parent, by the child's level
 */
public record FatTreeShape(List<Integer> down, List<Integer> up, List<Integer> bundle) {
  /** Copies the lists. */
  public FatTreeShape {
    down = List.copyOf(down);
    up = List.copyOf(up);
    bundle = List.copyOf(bundle);
  }

  /** Returns the number of levels. */
  public int levels() {
    return down.size();
  }

  /** Returns the number of routers of a level that share their leaves. */
  public int copies(int level) {
    int product = 1;
    for (int l = 0; l < level; l++) {
      product *= up.get(l);
    }
    return product;
  }

  /** Returns the number of leaves below a router of a level. */
  public int leaves(int level) {
    int product = 1;
    for (int l = 1; l <= level; l++) {
      product *= down.get(l);
    }
    return product;
  }

  /**
   * Returns the number of links of the bisection if a formula gives it; {@link
   * NetworkDescription#NONE} otherwise.
   *
   * <p>Half of the leaves have that number of uplinks, and these are a cut. If no router above the
   * leaves has fewer links up than down, the upper levels carry any permutation of the uplinks over
   * separate links (Clos 1953, level by level), so no cut is smaller.
   */
  public long bisection() {
    final int leaves = leaves(levels() - 1);
    if (levels() < 2 || leaves % 2 != 0) {
      return NetworkDescription.NONE;
    }
    for (int level = 1; level < levels() - 1; level++) {
      if (up.get(level) * bundle.get(level) < down.get(level) * bundle.get(level - 1)) {
        return NetworkDescription.NONE;
      }
    }
    return (long) leaves / 2 * up.get(0) * bundle.get(0);
  }
}
