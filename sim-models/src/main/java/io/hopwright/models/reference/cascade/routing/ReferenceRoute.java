package io.hopwright.models.reference.cascade.routing;

import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.BlueLink;

/**
 * Route as chosen at the source, the same for every packet with the same draws.
 *
 * @param root Aries to pass first; −1 for a minimal route
 * @param toRoot blue link to the group of the root; null within a group and for a minimal route
 * @param destination Aries where the route ends
 * @param toDestination blue link to the group of the destination, from that of the root or the
 *     source; null within a group
 * @param blackLink link of every black bundle; −1 for the least loaded
 * @param tile processor tile of the NIC's four; −1 for the least loaded
 */
public record ReferenceRoute(
    int root, BlueLink toRoot, int destination, BlueLink toDestination, int blackLink, int tile) {

  public boolean isMinimal() {
    return root < 0;
  }

  /** Returns the Aries to which a packet goes next, by a minimal route. */
  public int goal(boolean rootPassed) {
    return isMinimal() || rootPassed ? destination : root;
  }

  /** Returns the blue link that the packet takes on that route if it leads to another group. */
  public BlueLink over(boolean rootPassed) {
    return isMinimal() || rootPassed ? toDestination : toRoot;
  }
}
