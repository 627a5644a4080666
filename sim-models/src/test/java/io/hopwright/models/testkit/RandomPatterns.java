package io.hopwright.models.testkit;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.declare.Parameter;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Random traffic patterns among those that a machine offers and its network allows. */
public final class RandomPatterns {
  private static final List<String> PATTERNS =
      List.of(
          "permutation",
          "shift",
          "group-shift",
          "tornado",
          "transpose",
          "bit-complement",
          "bit-reverse",
          "shuffle",
          "incast",
          "uniform",
          "hot-spot",
          "hot-region",
          "outcast",
          "neighbours",
          "all-to-all",
          "rotations",
          "matrix");

  /** Patterns that exist only for few sizes of machines. */
  private static final List<String> RARE =
      List.of("transpose", "bit-complement", "bit-reverse", "shuffle");

  private RandomPatterns() {}

  /**
   * Returns a case with another pattern.
   *
   * @param model with a load that any pattern can have
   * @param axes extents of all axes, empty without axes
   */
  public static Case of(Case model, long nodes, List<Long> axes, Random random) {
    final List<String> words =
        model.machine().parameters().stream()
            .filter(parameter -> parameter.key().equals("workload.kind"))
            .map(Parameter::words)
            .findFirst()
            .orElseThrow();
    final List<String> possible =
        PATTERNS.stream()
            .filter(words::contains)
            .filter(kind -> isPossible(kind, model, nodes, axes))
            .toList();
    final List<String> rare = possible.stream().filter(RARE::contains).toList();
    final List<String> some = rare.isEmpty() || random.nextBoolean() ? possible : rare;
    final String kind = some.get(random.nextInt(some.size()));
    return withKeys(model.with("workload.kind", kind), kind, nodes, axes, random);
  }

  private static boolean isPossible(String kind, Case model, long nodes, List<Long> axes) {
    return switch (kind) {
      case "group-shift" -> model.settings().integer("machine.groups", 0) >= 2;
      case "hot-region", "neighbours" -> !axes.isEmpty();
      case "tornado" -> axes.stream().anyMatch(extent -> extent >= 3);
      case "transpose" -> nodes >= 4 && LongStream.range(2, nodes).anyMatch(q -> q * q == nodes);
      case "bit-complement" -> Long.bitCount(nodes) == 1;
      case "bit-reverse", "shuffle" -> Long.bitCount(nodes) == 1 && nodes >= 4;
      default -> true;
    };
  }

  private static Case withKeys(
      Case model, String kind, long nodes, List<Long> axes, Random random) {
    return switch (kind) {
      case "shift" ->
          axes.isEmpty()
              ? model.with("workload.distance", random.nextLong(1, nodes))
              : shift(model, axes.subList(0, Math.min(3, axes.size())), random);
      case "group-shift" ->
          model.with(
              "workload.shiftGroups",
              random.nextLong(1, model.settings().integer("machine.groups")));
      case "incast" -> model.with("workload.target", random.nextLong(nodes));
      case "outcast" -> little(model, 10).with("workload.source", random.nextLong(nodes));
      case "matrix" ->
          little(model, nodes)
              .with(
                  "workload.matrix",
                  Matrices.of(oneOf(random, Matrices.Shape.values()), (int) nodes, random));
      case "hot-spot" -> hotSpot(model, nodes, random);
      case "hot-region" ->
          fraction(model, random)
              .with(
                  "workload.hotBox",
                  axes.stream().map(extent -> random.nextLong(1, extent + 1)).toList());
      case "all-to-all" ->
          started(model).with("workload.order", oneOf(random, "rotating", "random"));
      case "rotations" -> started(model).with("workload.streams", random.nextLong(1, 6));
      default -> model;
    };
  }

  /** Returns a case with a part of the load. */
  private static Case little(Case model, long part) {
    return model.values().get("workload.load") instanceof Double load
        ? model.with("workload.load", load / part)
        : model;
  }

  /** Returns a case without a load: all messages are generated at tick 0. */
  private static Case started(Case model) {
    return model.with("workload.load", null);
  }

  private static Case shift(Case model, List<Long> axes, Random random) {
    final List<Long> steps = axes.stream().map(random::nextLong).toList();
    if (steps.stream().allMatch(step -> step == 0)) {
      return axes.stream().allMatch(extent -> extent == 1)
          ? model.set("workload.kind=uniform")
          : shift(model, axes, random);
    }
    Case shifted = model;
    for (int axis = 0; axis < axes.size(); axis++) {
      shifted = shifted.with("workload.shift" + "XYZ".charAt(axis), steps.get(axis));
    }
    return shifted;
  }

  private static Case hotSpot(Case model, long nodes, Random random) {
    final List<Long> hot =
        LongStream.generate(() -> random.nextLong(nodes))
            .limit(random.nextLong(1, 5))
            .distinct()
            .boxed()
            .toList();
    final Case spot = fraction(model, random).with("workload.hotNodes", hot);
    return random.nextBoolean()
        ? spot
        : spot.with(
            "workload.hotWeights",
            Stream.generate(() -> oneOf(random, 1L, random.nextLong(1, 9), 1_000_000L))
                .limit(hot.size())
                .toList());
  }

  private static Case fraction(Case model, Random random) {
    return model.with("workload.hotFraction", oneOf(random, 0.25, 0.0, 1.0, random.nextDouble()));
  }
}
