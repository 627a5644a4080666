package io.hopwright.models.reference;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.ReferenceMatrix.OfPair;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Traffic pattern of {@code workload.kind}, by {@code docs/models/patterns.md}. Assumes that the
 * machine has validated the settings. A kind that only one machine has is not a pattern: no node
 * sends. Immutable.
 */
public final class ReferencePatterns {
  private final Settings settings;
  private final ReferenceDraws draws;
  private final String kind;

  /** {@code N}. */
  private final int nodes;

  private final ReferenceAxes axes;

  /** Nodes of each group, which are numbered one group after the other. */
  private final List<Integer> groups;

  /** The node after each on the random ring; null but for a permutation. */
  private final int[] next;

  /** Null but for the kind that follows it. */
  private final ReferenceMatrix matrix;

  private ReferencePatterns(
      Settings settings, int nodes, ReferenceAxes axes, List<Integer> groups) {
    this.settings = settings;
    this.nodes = nodes;
    this.axes = axes;
    this.groups = groups;
    draws = new ReferenceDraws(settings.integer("seed"));
    kind = settings.word("workload.kind");
    next = kind.equals("permutation") ? draws.ring(nodes) : null;
    matrix =
        kind.equals("matrix") ? ReferenceMatrix.of(settings.file("workload.matrix"), nodes) : null;
  }

  /** Returns the pattern of a network of axes. */
  public static ReferencePatterns of(Settings settings, ReferenceAxes axes) {
    return new ReferencePatterns(settings, axes.nodes(), axes, List.of());
  }

  /**
   * Returns the pattern of a network of groups.
   *
   * @param groups number of nodes of each group
   */
  public static ReferencePatterns ofGroups(Settings settings, List<Integer> groups) {
    final int nodes = groups.stream().reduce(0, Math::addExact);
    return new ReferencePatterns(settings, nodes, null, groups);
  }

  /** Returns the pattern of a network that has no groups or coordinates. */
  public static ReferencePatterns of(Settings settings, int nodes) {
    return new ReferencePatterns(settings, nodes, null, List.of());
  }

  private boolean isRotating() {
    return settings.word("workload.order").equals("rotating");
  }

  /** Returns whether all messages of a kind of workload are generated at tick 0. */
  public static boolean isAtStart(String kind) {
    return kind.equals("all-to-all") || kind.equals("rotations");
  }

  /** "A fixed pattern gives each node one destination". */
  private boolean isFixed() {
    return switch (kind) {
      case "permutation",
          "shift",
          "group-shift",
          "tornado",
          "transpose",
          "bit-complement",
          "bit-reverse",
          "shuffle",
          "incast" ->
          true;
      default -> false;
    };
  }

  /** Returns whether a node has messages. "A node whose destination is itself sends nothing". */
  public boolean sends(int n) {
    return switch (kind) {
      case "uniform", "hot-spot", "hot-region", "neighbours", "all-to-all", "rotations" -> true;
      case "outcast" -> n == source();
      case "matrix" -> matrix.sends(n);
      default -> isFixed() && to(n) != n;
    };
  }

  /** Returns the number of messages of a node, {@code Long.MAX_VALUE} if they do not end. */
  public long messages(int n) {
    return switch (kind) {
      case "all-to-all" -> nodes - 1;
      case "rotations" -> settings.integer("workload.streams") * (nodes - 1);
      default -> sends(n) ? Long.MAX_VALUE : 0;
    };
  }

  /** Returns the destination of message {@code m} of node {@code n}, which sends. */
  public int destination(int n, long m) {
    return switch (kind) {
      case "uniform", "outcast" -> uniform(n, m);
      case "hot-spot" -> inHotSpot(n, m);
      case "hot-region" -> inHotRegion(n, m);
      case "neighbours" -> neighbour(n, m);
      case "matrix" -> matrix.destination(draws, n, 0, m);
      case "all-to-all" ->
          isRotating()
              ? (int) ((n + 1 + m) % nodes)
              : ReferenceDraws.other(n, draws.permute(Purpose.ORDER, n, 0, m, nodes - 1));
      case "rotations" -> {
        final long streams = settings.integer("workload.streams");
        final int stream = (int) (m % streams);
        final int shift = draws.permute(Purpose.ROTATION, stream, 0, m / streams, nodes - 1);
        yield (n + 1 + shift) % nodes;
      }
      default -> to(n);
    };
  }

  // ------------------------------------------------------------------------- fixed patterns

  /** {@code to(n)}. */
  private int to(int n) {
    return switch (kind) {
      case "permutation" -> next[n];
      case "shift" -> axes == null ? (n + integer("distance")) % nodes : shift(n);
      case "group-shift" -> groupShift(n);
      case "tornado" -> tornado(n);
      case "transpose" -> {
        final int q = (int) Math.round(Math.sqrt(nodes));
        yield n % q * q + n / q;
      }
      case "bit-complement" -> nodes - 1 - n;
      case "bit-reverse" -> fromBits(i -> bit(n, bits() - 1 - i));
      case "shuffle" -> fromBits(i -> bit(n, Math.floorMod(i - 1, bits())));
      case "incast" -> integer("target");
      default -> throw new IllegalStateException(kind + " is no pattern with one destination");
    };
  }

  private int integer(String key) {
    return (int) settings.integer("workload." + key, 0);
  }

  private int source() {
    return integer("source");
  }

  /** "Other axes keep their coordinate". */
  private int shift(int n) {
    int there = n;
    for (int axis = 0; axis < Math.min(3, axes.extents().size()); axis++) {
      there = axes.step(there, axis, integer("shift" + "XYZ".charAt(axis)));
    }
    return there;
  }

  private int groupShift(int n) {
    int g = 0;
    int p = n;
    while (p >= groups.get(g)) {
      p -= groups.get(g);
      g++;
    }
    final int h = Math.floorMod(g + integer("shiftGroups"), groups.size());
    final int before = groups.subList(0, h).stream().mapToInt(Integer::intValue).sum();
    return before + p % groups.get(h);
  }

  private int tornado(int n) {
    int there = n;
    for (int axis = 0; axis < axes.extents().size(); axis++) {
      there = axes.step(there, axis, (axes.extents().get(axis) + 1) / 2 - 1);
    }
    return there;
  }

  /** {@code b}. */
  private int bits() {
    int b = 0;
    while (1 << b < nodes) {
      b++;
    }
    return b;
  }

  private static boolean bit(int n, int i) {
    return (n >> i) % 2 == 1;
  }

  private int fromBits(IntPredicate bit) {
    return IntStream.range(0, bits()).map(i -> bit.test(i) ? 1 << i : 0).sum();
  }

  // ------------------------------------------------------------------------- other patterns

  private int uniform(int n, long m) {
    return draws.uniformDestination(n, 0, m, nodes);
  }

  /** "The next node along each axis in turn". */
  private int neighbour(int n, long m) {
    final List<Integer> behind = new ArrayList<>();
    for (int axis = 0; axis < axes.extents().size(); axis++) {
      if (axes.extents().get(axis) >= 2) {
        behind.add(axes.step(n, axis, 1));
        behind.add(axes.step(n, axis, -1));
      }
    }
    return behind.get((int) (m % behind.size()));
  }

  private boolean isHot(int n, long m) {
    return ReferenceDraws.chance(draws.draw(Purpose.HOT, n, m, 0), hotFraction());
  }

  private double hotFraction() {
    return settings.number("workload.hotFraction");
  }

  /** Weights of the hot nodes other than {@code n}, in the order of the list. */
  private Map<Integer, Long> hotWeights(int n) {
    final List<Long> hot = settings.integers("workload.hotNodes");
    final List<Long> weighted = settings.integers("workload.hotWeights");
    final Map<Integer, Long> weights = new LinkedHashMap<>();
    for (int i = 0; i < hot.size(); i++) {
      if (hot.get(i) != n) {
        final long weight = weighted.isEmpty() ? 1 : weighted.get(i);
        weights.put(hot.get(i).intValue(), weight);
      }
    }
    return weights;
  }

  private int inHotSpot(int n, long m) {
    final Map<Integer, Long> weights = hotWeights(n);
    return !weights.isEmpty() && isHot(n, m)
        ? ReferenceDraws.weighted(draws.draw(Purpose.DESTINATION, n, m, 0), weights)
        : uniform(n, m);
  }

  /** Returns the nodes of the box, "x running fastest". */
  public List<Integer> hotBox() {
    final ReferenceAxes box =
        ReferenceAxes.firstFastest(
            settings.integers("workload.hotBox").stream().map(Long::intValue).toList());
    return IntStream.range(0, box.nodes()).mapToObj(b -> axes.node(box.coordinates(b))).toList();
  }

  private int inHotRegion(int n, long m) {
    final List<Integer> others = new ArrayList<>(hotBox());
    others.remove((Integer) n);
    if (others.isEmpty() || !isHot(n, m)) {
      return uniform(n, m);
    }
    return others.get(ReferenceDraws.pick(draws.draw(Purpose.DESTINATION, n, m, 0), others.size()));
  }

  // -------------------------------------------------------------------------------- weights

  /**
   * Returns a matrix with entries n → to(n) of weight 1, that of an outcast, or that of the
   * settings; null without one.
   *
   * @param failed nodes, which neither send nor receive
   */
  public ReferenceMatrix weights(IntPredicate failed) {
    return isFixed() || kind.equals("outcast") ? ReferenceMatrix.of(pairs(failed), nodes) : matrix;
  }

  /**
   * Returns the pairs of a source and a destination, in ascending order of source, then of
   * destination.
   */
  public List<List<Integer>> pairs(IntPredicate failed) {
    final List<List<Integer>> pairs = new ArrayList<>();
    for (int source = 0; source < nodes; source++) {
      for (int destination = 0; destination < nodes; destination++) {
        final boolean pair = isFixed() ? to(source) == destination : source == source();
        if (pair && source != destination && !failed.test(source) && !failed.test(destination)) {
          pairs.add(List.of(source, destination));
        }
      }
    }
    return pairs;
  }

  /** Returns the rate of a node, which replaces that of all nodes. */
  public double rate(double p, int n) {
    return matrix == null ? p : matrix.rate(p, n);
  }

  /** Returns the "mean hops" of a hot spot. */
  public double hotSpotHops(OfPair distance) {
    double sum = 0;
    for (int n = 0; n < nodes; n++) {
      long toAll = 0;
      for (int other = 0; other < nodes; other++) {
        toAll += distance.of(n, other);
      }
      long toHot = 0;
      long weight = 0;
      for (final Map.Entry<Integer, Long> hot : hotWeights(n).entrySet()) {
        toHot += hot.getValue() * distance.of(n, hot.getKey());
        weight += hot.getValue();
      }
      final double u = (double) toAll / (nodes - 1);
      final double f = weight == 0 ? 0 : hotFraction();
      final double h = weight == 0 ? 0 : (double) toHot / weight;
      sum += f * h + (1 - f) * u;
    }
    return sum / nodes;
  }
}
