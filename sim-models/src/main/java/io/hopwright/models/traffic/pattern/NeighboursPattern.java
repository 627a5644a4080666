package io.hopwright.models.traffic.pattern;

import io.hopwright.models.topology.Grid;
import java.util.stream.IntStream;

/** Neighbours: each node sends to the next node in each direction of a torus, in turn. */
final class NeighboursPattern extends Pattern {
  NeighboursPattern() {
    super("neighbours", "each node to the next node in each direction in turn");
  }

  @Override
  boolean fits(NetworkTraits traits) {
    return traits.hasAxes();
  }

  @Override
  String lacks(NodeSpace space) {
    return ports(space).length > 0
        ? null
        : "an axis of at least 2 nodes, but the network is " + space.grid() + "; use a longer one";
  }

  private static int[] ports(NodeSpace space) {
    final Grid torus = space.neighbours().torus();
    return IntStream.range(0, torus.ports()).filter(port -> torus.extent(port / 2) > 1).toArray();
  }

  @Override
  Sources read(Reading in) {
    return Sources.ofNeighbours(in.nodes(), in.space().neighbours()::neighbour, ports(in.space()));
  }
}
