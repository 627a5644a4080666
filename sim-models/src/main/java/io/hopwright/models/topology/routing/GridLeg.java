package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Coordinates;
import io.hopwright.models.topology.family.GridShape;
import io.hopwright.models.topology.family.GridShape.Axes;
import io.hopwright.models.topology.routing.RoutingOptions.Dateline;

/**
 * Dimension-order routes through a torus, a mesh or a HyperX. Memory: 4 B for each router and axis,
 * and 1 B for each end of a link.
 */
final class GridLeg implements Leg {
  private static final char NO_PORT = 0xFFFF;

  private final NetworkDescription network;
  private final GridShape shape;
  private final Coordinates grid;
  private final int axes;
  private final boolean descending;
  private final Dateline dateline;
  private final boolean randomTies;

  /** {@code [(router·axes + axis)·2 + (up ? 0 : 1)]}; null for a HyperX. */
  private final char[] ports;

  /** {@code [end]}: axis of the link; null if no packet changes VCs. */
  private final byte[] axisOf;

  /** Creates the leg that takes axes in ascending or descending order. */
  GridLeg(NetworkDescription network, GridShape shape, RoutingOptions options, boolean descending) {
    this.network = network;
    this.shape = shape;
    this.descending = descending;
    grid = shape.grid();
    axes = grid.axes();
    dateline = shape.axes() == Axes.RING ? options.dateline() : Dateline.NONE;
    randomTies = options.randomTies();
    ports = shape.axes() == Axes.COMPLETE ? null : ports();
    axisOf = remembers() ? axesOfLinks() : null;
  }

  /** Returns whether the VC that a packet came by decides on the next one. */
  private boolean remembers() {
    return dateline == Dateline.CROSSING || dateline == Dateline.WRAPPING;
  }

  private char[] ports() {
    final char[] all = new char[2 * axes * network.routers()];
    for (int router = 0; router < network.routers(); router++) {
      for (int axis = 0; axis < axes; axis++) {
        final int at = 2 * (router * axes + axis);
        all[at] = port(router, axis, true);
        all[at + 1] = port(router, axis, false);
      }
    }
    return all;
  }

  private char port(int router, int axis, boolean up) {
    final int extent = grid.extent(axis);
    final int from = grid.at(router, axis);
    final boolean atEnd = from == (up ? extent - 1 : 0);
    if (extent == 1 || (atEnd && shape.axes() == Axes.LINE)) {
      return NO_PORT;
    }
    final int to = (from + (up ? 1 : extent - 1)) % extent;
    // Of the two links of a ring of two, the first leads up from coordinate 0.
    final int parallel = extent == 2 && atEnd ? 1 : 0;
    return (char) (network.portTo(router, grid.with(router, axis, to)) + parallel);
  }

  private byte[] axesOfLinks() {
    final byte[] all = new byte[2 * network.links()];
    for (int router = 0; router < network.routers(); router++) {
      for (int port = 0; port < network.ports(router); port++) {
        all[network.firstEnd(router) + port] = (byte) axis(router, network.far(router, port));
      }
    }
    return all;
  }

  /** Returns the first axis, in the order of the leg, in which two different routers differ. */
  private int axis(int router, int target) {
    int axis = descending ? axes - 1 : 0;
    while (grid.at(router, axis) == grid.at(target, axis)) {
      axis += descending ? -1 : 1;
    }
    return axis;
  }

  @Override
  public int vcs() {
    return dateline == Dateline.NONE ? 1 : 2;
  }

  @Override
  public int choices() {
    return axes;
  }

  @Override
  public int targets() {
    return network.routers();
  }

  @Override
  public int hop(
      int router, int input, int vc, int target, RoutingFunction.Choices choices, int first) {
    final int axis = axis(router, target);
    final int from = grid.at(router, axis);
    final int to = grid.at(target, axis);
    if (ports == null) {
      final int parallel = Leg.pick(choices, first + axis, shape.width().get(axis));
      final int port = network.portTo(router, grid.with(router, axis, to)) + parallel;
      return RoutingFunction.hop(port, 0);
    }
    final boolean up =
        shape.axes() == Axes.LINE ? to > from : goesUp(from, to, axis, choices, first);
    final int port = ports[2 * (router * axes + axis) + (up ? 0 : 1)];
    return RoutingFunction.hop(port, vc(router, input, vc, axis, from, to, up));
  }

  private boolean goesUp(int from, int to, int axis, RoutingFunction.Choices choices, int first) {
    final int extent = grid.extent(axis);
    final int twice = 2 * (to > from ? to - from : to - from + extent);
    return twice == extent ? !randomTies || choices.pick(first + axis, 2) == 0 : twice < extent;
  }

  private int vc(int router, int input, int vc, int axis, int from, int to, boolean up) {
    if (dateline == Dateline.NONE) {
      return 0;
    }
    if (dateline == Dateline.REST) {
      return leadsOverDateline(from, to, up) ? 1 : 0;
    }
    final boolean enters = input == BEGINS || axisOf[network.firstEnd(router) + input] != axis;
    if (dateline == Dateline.WRAPPING) {
      return enters ? (leadsOverDateline(from, to, up) ? 1 : 0) : vc;
    }
    final boolean crosses = from == (up ? grid.extent(axis) - 1 : 0);
    return crosses ? 1 : enters ? 0 : vc;
  }

  private static boolean leadsOverDateline(int from, int to, boolean up) {
    return up == to < from;
  }

  /** Writes the ports one step closer to a target, with a set of VCs; returns their number. */
  private int closer(int router, int target, int set, int[] list) {
    int count = 0;
    for (int axis = 0; axis < axes; axis++) {
      final int from = grid.at(router, axis);
      final int to = grid.at(target, axis);
      if (from != to && ports == null) {
        final int first = network.portTo(router, grid.with(router, axis, to));
        for (int parallel = 0; parallel < shape.width().get(axis); parallel++) {
          list[count++] = Candidate.of(first + parallel, set);
        }
      } else if (from != to) {
        final int at = 2 * (router * axes + axis);
        final int extent = grid.extent(axis);
        final int twice = 2 * (to > from ? to - from : to - from + extent);
        final boolean isRing = shape.axes() == Axes.RING;
        if (isRing ? twice <= extent : to > from) {
          list[count++] = Candidate.of(ports[at], set);
        }
        if (isRing ? twice >= extent : to < from) {
          list[count++] = Candidate.of(ports[at + 1], set);
        }
      }
    }
    return count;
  }

  /**
   * All ports one step closer to the target, with dimension order as the escape (Duato, IEEE TPDS
   * 1993).
   *
   * @param single leg of the escape, whose VCs depend on router and target alone
   * @param vcs of both, the escape's first
   */
  record Adaptive(GridLeg single, int vcs) implements Leg.Adaptive {
    @Override
    public boolean hasEscape() {
      return true;
    }

    @Override
    public int candidates(
        int router, int input, int vc, int target, RoutingFunction.Choices choices, int[] list) {
      final int count = single.closer(router, target, (1 << vcs) - (1 << single.vcs()), list);
      final int escape = single.hop(router, input, vc, target, choices, 0);
      list[count] = Candidate.of(RoutingFunction.port(escape), 1 << RoutingFunction.vc(escape));
      return count + 1;
    }
  }

  /**
   * Routes with axes in ascending or in descending order, chosen at random (Seo et al., ISCA 2005,
   * where there are two axes). Each order has VCs of its own.
   *
   * @param ascending leg by axes in ascending order
   * @param descending leg by axes in descending order
   */
  record OneTurn(Leg ascending, Leg descending) implements Leg {
    @Override
    public int vcs() {
      return ascending.vcs() + descending.vcs();
    }

    @Override
    public int choices() {
      return 1 + ascending.choices();
    }

    @Override
    public int targets() {
      return ascending.targets();
    }

    @Override
    public int hop(
        int router, int input, int vc, int target, RoutingFunction.Choices choices, int first) {
      final int higher = ascending.vcs();
      final boolean descends = input == BEGINS ? choices.pick(first, 2) == 1 : vc >= higher;
      return descends
          ? descending.hop(router, input, vc - higher, target, choices, first + 1) + higher
          : ascending.hop(router, input, vc, target, choices, first + 1);
    }
  }
}
