package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.family.GridShape;
import java.util.Optional;

/**
 * Routing functions of a connected network. Shortest paths are computed once, when they are first
 * needed. Confined to one thread.
 */
public final class Routings {
  /** Largest number of VCs. */
  public static final int MOST_VCS = Layers.MOST;

  private final NetworkDescription network;
  private PortTable shortest;

  /** Prepares the routings of a network. */
  public Routings(NetworkDescription network) {
    this.network = network;
  }

  private PortTable ports() {
    if (shortest == null) {
      shortest = ShortestRouting.ports(network);
    }
    return shortest;
  }

  /** Returns shortest paths on one VC. */
  public RoutingTable shortest() {
    return new ShortestRouting("shortest", ports(), 1);
  }

  /**
   * Returns shortest paths of which the n-th link is on VC n.
   *
   * @param longest number of links of the longest path
   */
  public RoutingTable hops(int longest) {
    return new ShortestRouting("hops", ports(), Math.max(1, longest));
  }

  /** Returns shortest paths in layers; empty if {@link #MOST_VCS} layers do not suffice. */
  public Optional<RoutingTable> layers() {
    final Layers layers = Layers.of(network, ports());
    return layers.vcs() > MOST_VCS ? Optional.empty() : Optional.of(layers);
  }

  /** Returns routes up and down a tree; empty for a network with one-way links. */
  public Optional<RoutingTable> upDown() {
    for (int link = 0; link < network.links(); link++) {
      if (network.isOneWay(link)) {
        return Optional.empty();
      }
    }
    return Optional.of(UpDownRouting.of(network));
  }

  /** Returns routes axis by axis; empty for a network that is not called a grid. */
  public Optional<RoutingTable> dimensionOrder(int vcs) {
    final Optional<GridShape> shape = Families.grid(network.family());
    if (vcs < 1 || vcs > 2) {
      throw new DescriptionException("dimension-order has " + vcs + " VCs; use 1, or 2 on a torus");
    }
    return shape.map(grid -> new DimensionOrder(network, grid, vcs));
  }

  /** Returns whether a network has an axis that closes to a ring. */
  public boolean hasRings() {
    return Families.grid(network.family())
        .filter(shape -> shape.axes() == GridShape.Axes.RING)
        .isPresent();
  }
}
