package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.GridShape;

/**
 * Axis by axis through a torus, a mesh or a HyperX, the first axis first.
 *
 * @param network that is routed through
 * @param shape of it
 * @param vcs 1, or 2 on a torus: VC 1 from the link across coordinate 0 on
 */
record DimensionOrder(NetworkDescription network, GridShape shape, int vcs)
    implements RoutingTable {
  @Override
  public String name() {
    return "dimension-order";
  }

  /** Returns the first axis along which two different routers differ. */
  private int axis(int router, int destination) {
    int axis = 0;
    while (shape.grid().at(router, axis) == shape.grid().at(destination, axis)) {
      axis++;
    }
    return axis;
  }

  /** Returns the coordinate of the next router along an axis. */
  private int next(int axis, int router, int destination) {
    final int from = shape.grid().at(router, axis);
    final int to = shape.grid().at(destination, axis);
    if (shape.axes() == GridShape.Axes.COMPLETE) {
      return to;
    }
    final int extent = shape.grid().extent(axis);
    final boolean plus = shape.axes() == GridShape.Axes.LINE ? to > from : goesUp(from, to, extent);
    return (from + (plus ? 1 : extent - 1)) % extent;
  }

  private static boolean goesUp(int from, int to, int extent) {
    final int up = (to - from + extent) % extent;
    return 2 * up == extent ? extent == 2 || from % 2 == 0 : 2 * up < extent;
  }

  @Override
  public VcRule vcRule() {
    return vcs == 1 ? VcRule.DESTINATION : VcRule.SOURCE;
  }

  @Override
  public int port(int router, int destination) {
    final int axis = axis(router, destination);
    final int next = next(axis, router, destination);
    return network.portTo(router, shape.grid().with(router, axis, next))
        + parallel(axis, router, destination);
  }

  /** Returns the number of the parallel link: an axis of two in a torus has a link each way. */
  private int parallel(int axis, int router, int destination) {
    return switch (shape.axes()) {
      case LINE -> 0;
      case RING -> shape.grid().extent(axis) == 2 ? shape.grid().at(router, axis) : 0;
      case COMPLETE -> (router + destination) % shape.width().get(axis);
    };
  }

  @Override
  public int vc(int source, int destination, int router, int hop) {
    if (vcs == 1) {
      return 0;
    }
    final int axis = axis(router, destination);
    final int from = shape.grid().at(router, axis);
    final int next = next(axis, router, destination);
    final int start = shape.grid().at(source, axis);
    final boolean plus =
        goesUp(from, shape.grid().at(destination, axis), shape.grid().extent(axis));
    return (plus ? next < start : next > start) ? 1 : 0;
  }
}
