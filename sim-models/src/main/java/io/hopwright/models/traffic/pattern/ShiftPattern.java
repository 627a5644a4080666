package io.hopwright.models.traffic.pattern;

import io.hopwright.models.declare.Key;
import io.hopwright.models.topology.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** Shift: each node sends to the one a fixed distance further on, by coordinates if it has them. */
final class ShiftPattern extends FixedPattern {
  private static final int FARTHEST = 65_535;
  private static final Key<Integer> DISTANCE =
      Key.integer("workload.distance", 1, 1, Integer.MAX_VALUE)
          .ofRun("for shift: number of the target minus number of the source");
  private static final List<String> AXES = List.of("x", "y", "z");

  ShiftPattern() {
    super("shift", "each node to the node at a fixed distance, wrapping around");
  }

  private static Key<Integer> along(String axis) {
    return Key.integer(
            "workload.shift" + axis.toUpperCase(Locale.ROOT), axis.equals("x") ? 1 : 0, 0, FARTHEST)
        .ofRun("for shift: distance in " + axis + ", modulo its extent");
  }

  private static Stream<String> axes(List<String> names) {
    return AXES.stream().filter(names::contains);
  }

  @Override
  List<Key<?>> keys(NetworkTraits traits) {
    final List<Key<?>> keys =
        new ArrayList<>(axes(traits.axes()).<Key<?>>map(ShiftPattern::along).toList());
    if (!traits.hasAxes() || traits.varying()) {
      keys.add(DISTANCE);
    }
    return keys;
  }

  @Override
  IntUnaryOperator to(Reading in) {
    final Grid grid = in.space().grid();
    if (grid == null) {
      final int nodes = in.nodes();
      final int distance = in.get(DISTANCE) % nodes;
      in.check(
          distance != 0,
          DISTANCE,
          "leads each of the %s nodes back to itself; use another number".formatted(nodes));
      return node -> (int) (((long) node + distance) % nodes);
    }
    final List<String> names = grid.coordinateNames();
    final int[] by = new int[grid.axes()];
    axes(names).forEach(axis -> by[names.indexOf(axis)] = in.get(along(axis)));
    final IntUnaryOperator to = node -> moved(grid, node, by);
    final Key<?> first = along(axes(names).findFirst().orElseThrow());
    in.check(
        to.applyAsInt(0) != 0,
        first,
        "leads back to the same node, together with the shifts along the other axes; use numbers"
            + " that are not multiples of the extents");
    return to;
  }

  /** Returns the node some steps further on along each axis, each taken as a ring. */
  static int moved(Grid grid, int node, int... steps) {
    int to = node;
    for (int axis = 0; axis < steps.length; axis++) {
      to =
          grid.withCoordinate(
              to, axis, (grid.coordinate(node, axis) + steps[axis]) % grid.extent(axis));
    }
    return to;
  }
}
