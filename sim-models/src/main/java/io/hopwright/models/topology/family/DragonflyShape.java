package io.hopwright.models.topology.family;

/**
 * Groups of a dragonfly; router {@code r} of group {@code i} has the number {@code perGroup·i + r}.
 *
 * @param perGroup routers of a group
 * @param groups number of groups
 */
public record DragonflyShape(int perGroup, int groups) {
  /** Returns the group of a router. */
  public int group(int router) {
    return router / perGroup;
  }
}
