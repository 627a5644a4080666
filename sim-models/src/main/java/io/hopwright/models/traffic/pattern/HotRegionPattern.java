package io.hopwright.models.traffic.pattern;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.Key;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.traffic.HotRegionDestinations;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Hot region: a fraction of the messages goes to random nodes of a box at the origin, the others
 * anywhere. Source: Blumrich et al. 2003, section 4.
 */
public final class HotRegionPattern extends Pattern {
  static final String PAPER = "Blumrich et al. 2003, section 4";

  private static final int LONGEST = 65_536;

  HotRegionPattern() {
    super(
        "hot-region",
        "a hot spot: a fraction to a box at the origin, the rest to random other nodes");
  }

  @Override
  boolean fits(NetworkTraits traits) {
    return traits.hasAxes();
  }

  /** Declares the extents of the box along some axes. */
  public static Key<int[]> box(List<String> axes) {
    return Key.shape(
            "workload.hotBox",
            axes.size(),
            axes.size(),
            Collections.nCopies(axes.size(), 8),
            LONGEST)
        .meaning("for hot-region: extent of the box, in nodes, along " + String.join(", ", axes))
        .source(PAPER + ": one eighth of a machine of 4,096 nodes");
  }

  /** Declares the extents of the box of networks of any number of axes. */
  private static Key<int[]> box(int mostAxes) {
    return Key.shape("workload.hotBox", 1, mostAxes, null, LONGEST)
        .meaning("for hot-region: extent of the box, in nodes, along each axis")
        .source(PAPER);
  }

  @Override
  List<Key<?>> keys(NetworkTraits traits) {
    return List.of(
        HotSpotPattern.FRACTION, traits.varying() ? box(traits.axes().size()) : box(traits.axes()));
  }

  @Override
  Sources read(Reading in) {
    final Grid grid = in.space().grid();
    final Key<int[]> key = box(in.space().axes());
    final int[] extents = in.get(key);
    final int[] axes =
        in.space().axes().stream().mapToInt(grid.coordinateNames()::indexOf).toArray();
    in.check(
        extents.length == axes.length,
        key,
        "has %s extents, but nodes have %s coordinates; use as many extents"
            .formatted(extents.length, axes.length));
    in.check(
        IntStream.range(0, extents.length)
            .allMatch(axis -> extents[axis] <= grid.extent(axes[axis])),
        key,
        "is " + in.settings().value(key) + " on a machine of " + grid + "; use a box that fits");
    final HotBox box = new HotBox(grid, axes, extents);
    final double fraction = in.get(HotSpotPattern.FRACTION);
    return new Sources(
        in.nodes(),
        new HotRegionDestinations(
            box,
            Purpose.HOT.draws(in.seed()),
            Draws.threshold(fraction),
            Purpose.DESTINATION.draws(in.seed()),
            0,
            in.uniform()),
        null,
        new BoxShares(box, fraction, in.nodes()),
        false,
        0);
  }

  /** Shares of the messages of a node. */
  private record BoxShares(HotBox box, double fraction, int nodes) implements Sources.Shares {
    @Override
    public void visit(int source, Sources.Visitor visitor) {
      for (int to = 0; to < nodes; to++) {
        if (to != source) {
          visitor.pair(source, to, share(source, to));
        }
      }
    }

    private double share(int source, int to) {
      final int others = box.nodes() - (box.contains(source) ? 1 : 0);
      final double toBox = others > 0 ? fraction : 0;
      return (box.contains(to) && others > 0 ? toBox / others : 0) + (1 - toBox) / (nodes - 1);
    }

    @Override
    public double mostReceived() {
      return IntStream.range(1, nodes).mapToDouble(source -> share(source, 0)).sum();
    }
  }
}
