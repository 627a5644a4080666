package io.hopwright.models.traffic.pattern;

import io.hopwright.models.topology.Grid;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Tornado: each node sends to the node just less than half way around each ring, at distance {@code
 * ⌈k/2⌉ − 1}. Source: Dally and Towles 2004, section 3.2.
 */
final class TornadoPattern extends FixedPattern {
  TornadoPattern() {
    super("tornado", "just less than half of each ring, all in one direction");
  }

  @Override
  boolean fits(NetworkTraits traits) {
    return traits.hasAxes();
  }

  private static int[] offsets(Grid grid) {
    return IntStream.range(0, grid.axes()).map(axis -> (grid.extent(axis) + 1) / 2 - 1).toArray();
  }

  @Override
  String lacks(NodeSpace space) {
    return IntStream.of(offsets(space.grid())).allMatch(offset -> offset == 0)
        ? "an axis of at least 3 nodes, but the network is " + space.grid() + "; use a longer one"
        : null;
  }

  @Override
  IntUnaryOperator to(Reading in) {
    final Grid grid = in.space().grid();
    final int[] offsets = offsets(grid);
    return node -> ShiftPattern.moved(grid, node, offsets);
  }
}
