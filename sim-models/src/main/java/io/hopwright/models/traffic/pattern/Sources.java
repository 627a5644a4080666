package io.hopwright.models.traffic.pattern;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.BirthsWhere;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.MatrixBirths;
import io.hopwright.models.traffic.NeighbourDestinations;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.TrafficMatrix;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Sources of one network under a pattern: destinations, senders, and pairs. Immutable; safe for any
 * thread.
 *
 * @param nodes number of nodes
 * @param destinations destinations of messages
 * @param sends sending nodes; null if all send
 * @param demand amounts that each node sends to each other one, computed on each request
 * @param weighted whether rates of nodes follow the weights of the demand
 * @param messages number of messages of each node, all generated at tick 0; 0 if a load sets their
 *     rate
 */
public record Sources(
    int nodes,
    Destinations destinations,
    IntPredicate sends,
    Demand demand,
    boolean weighted,
    long messages) {
  /** Amounts that nodes send to each other. */
  public sealed interface Demand permits Even, Pairs, Shares {}

  /** Every node sends equally to all others. */
  public record Even() implements Demand {}

  /**
   * Pairs of nodes with weights.
   *
   * @param supplier creates the pairs; memory is proportional to their number
   */
  public record Pairs(Supplier<TrafficMatrix> supplier) implements Demand {}

  /** Every node sends to all others, with different shares. */
  public non-sealed interface Shares extends Demand {
    /** Visits the destinations of a node with its shares, which sum to 1. */
    void visit(int source, Visitor visitor);

    /** Returns the messages that the busiest node receives for one message of each node. */
    double mostReceived();
  }

  /** Visitor of pairs. */
  @FunctionalInterface
  public interface Visitor {
    /** Receives one pair. */
    void pair(int source, int destination, double weight);
  }

  /** Returns sources that send equally to all other nodes, without end. */
  static Sources even(Reading in, Destinations destinations) {
    return new Sources(in.nodes(), destinations, null, new Even(), false, 0);
  }

  /** Returns sources that send a number of messages equally to all other nodes, all at tick 0. */
  static Sources atStart(Reading in, Destinations destinations, long messages) {
    return new Sources(in.nodes(), destinations, null, new Even(), false, messages);
  }

  /** Returns sources that each send to one destination. */
  public static Sources fixed(int nodes, IntPredicate sends, Destinations destinations) {
    return new Sources(
        nodes,
        destinations,
        sends,
        new Pairs(() -> TrafficMatrix.of(nodes, sends, destinations)),
        false,
        0);
  }

  /** Returns sources that send in turn to the nodes at some ports, which every node has. */
  public static Sources ofNeighbours(
      int nodes, NeighbourDestinations.Neighbours neighbours, int... ports) {
    return new Sources(
        nodes,
        new NeighbourDestinations(neighbours, ports),
        null,
        new Pairs(() -> pairs(nodes, neighbours, ports)),
        false,
        0);
  }

  private static TrafficMatrix pairs(
      int nodes, NeighbourDestinations.Neighbours neighbours, int... ports) {
    final SortedMap<Long, Long> weights = new TreeMap<>();
    for (int node = 0; node < nodes; node++) {
      for (int port : ports) {
        final long to = neighbours.neighbour(node, port);
        weights.merge((long) node << Integer.SIZE | to, 1L, Long::sum);
      }
    }
    return new TrafficMatrix(
        nodes,
        weights.keySet().stream().mapToInt(pair -> (int) (pair >>> Integer.SIZE)).toArray(),
        weights.keySet().stream().mapToInt(Long::intValue).toArray(),
        weights.values().stream().mapToLong(weight -> weight).toArray());
  }

  /** Returns whether a node sends anything. */
  public boolean sends(int node) {
    return sends == null || sends.test(node);
  }

  /** Returns the number of nodes that send. */
  public int senders() {
    return (int) IntStream.range(0, nodes).filter(this::sends).count();
  }

  /** Returns whether every node sends equally to all others. */
  public boolean isEven() {
    return demand instanceof Even;
  }

  /** Returns whether all messages are generated at tick 0. */
  public boolean isFinite() {
    return messages > 0;
  }

  /** Returns the pairs with their weights; null unless the demand is a list of pairs. */
  public TrafficMatrix pairs() {
    return demand instanceof Pairs pairs ? pairs.supplier().get() : null;
  }

  /**
   * Returns the number of nodes over which a load is a mean: those that send, or all if rates
   * follow weights.
   */
  public int offering() {
    return weighted ? nodes : senders();
  }

  /** Returns the sum of the weights of {@link #forEachPair} per sender. */
  public double weightPerSender() {
    if (demand instanceof Pairs pairs) {
      return (double) pairs.supplier().get().total() / offering();
    }
    return isEven() ? nodes - 1.0 : 1;
  }

  /**
   * Returns the largest number of messages that one node sends or receives while nodes send one
   * message each, as a mean over all nodes, senders or not.
   */
  public double mostAtOneNode() {
    if (demand instanceof Shares shares) {
      return Math.max(1, shares.mostReceived());
    }
    if (isEven()) {
      return 1;
    }
    final TrafficMatrix pairs = pairs();
    final long received = IntStream.range(0, nodes).mapToLong(pairs::received).max().orElse(0);
    return Math.max(pairs.largestShare(), (double) nodes * received / pairs.total());
  }

  /** Visits all pairs of sender and destination, with their weights. */
  public void forEachPair(Visitor visitor) {
    if (demand instanceof Pairs pairs) {
      pairs.supplier().get().forEach(visitor::pair);
      return;
    }
    for (int source = 0; source < nodes; source++) {
      if (demand instanceof Shares shares) {
        shares.visit(source, visitor);
      } else {
        for (int to = 0; to < nodes; to++) {
          if (to != source) {
            visitor.pair(source, to, 1);
          }
        }
      }
    }
  }

  /**
   * Rate of messages.
   *
   * @param messagesPerTick of each sender, as a mean over all nodes if rates are weighted; empty if
   *     senders are saturated
   * @param earlier the same in the beginning of a run
   * @param from tick from which on senders follow the first rate, −1 for the first tick
   */
  public record Rate(OptionalDouble messagesPerTick, double earlier, long from) {
    /**
     * Returns the rate at the load of a machine.
     *
     * @param load offered load; empty if senders are saturated
     * @param earlier load at the start, null for the same
     * @param perTick messages of a sender per tick by the load
     */
    public static Rate of(OptionalDouble load, EarlierLoad earlier, DoubleUnaryOperator perTick) {
      if (load.isEmpty()) {
        return new Rate(OptionalDouble.empty(), 0, -1);
      }
      final double rate = perTick.applyAsDouble(load.getAsDouble());
      return earlier == null
          ? new Rate(OptionalDouble.of(rate), rate, -1)
          : new Rate(
              OptionalDouble.of(rate), perTick.applyAsDouble(earlier.load()), earlier.untilTick());
    }
  }

  /** Returns the generation times of messages in a run. */
  public Births births(RunPlan run, Rate rate) {
    if (isFinite()) {
      return new BirthsAtStart(messages);
    }
    if (weighted) {
      return new MatrixBirths(pairs(), share -> births(run, rate, share));
    }
    final Births births = births(run, rate, 1);
    return sends == null ? births : new BirthsWhere(births, sends);
  }

  private static Births births(RunPlan run, Rate rate, double share) {
    return rate.messagesPerTick.isEmpty()
        ? new SaturatedBirths()
        : new OpenLoopBirths(
            Purpose.GAP.draws(run.seed()),
            0,
            new GeometricGaps(rate.messagesPerTick.getAsDouble() * share),
            new GeometricGaps(rate.earlier * share),
            rate.from,
            Math.min(run.sendingTo(), RunPlan.MAX_TICKS));
  }

  /**
   * Records the problem that an open loop has too few or too many messages.
   *
   * @param rate of each sender
   * @param load the key that sets their number
   * @param sender their sender, as in {@code message of a stream}; empty if nodes have one sender
   * @param remedy for too many messages
   */
  public void check(
      Rate rate, Key<?> load, String sender, String remedy, SettingsException.Collector problems) {
    if (rate.messagesPerTick.isEmpty()) {
      return;
    }
    check(rate.messagesPerTick.getAsDouble(), load, sender, remedy, problems);
    if (rate.from >= 0) {
      check(rate.earlier, EarlierLoad.LOAD, sender, remedy, problems);
    }
  }

  private void check(
      double perTick,
      Key<?> load,
      String sender,
      String remedy,
      SettingsException.Collector problems) {
    final TrafficMatrix matrix = weighted ? pairs() : null;
    problems.when(
        perTick * (matrix == null ? 1 : matrix.smallestShare()) < GeometricGaps.MIN_PROBABILITY,
        load,
        "is less than one message" + sender + " in 2^40 ticks; raise it, or use smaller messages");
    problems.when(
        perTick * (matrix == null ? 1 : matrix.largestShare()) > 1,
        load,
        "is more than one message%s per tick%s; %s"
            .formatted(sender, matrix == null ? "" : " of the node that sends most", remedy));
  }
}
