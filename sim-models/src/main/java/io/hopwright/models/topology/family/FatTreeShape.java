package io.hopwright.models.topology.family;

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

  /** Returns the number of routers of a level that have the same leaves below. */
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
}
