package io.hopwright.models.traffic.pattern;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
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
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What the nodes of one network send under a pattern. Immutable; safe for any thread.
 *
 * @param nodes number of nodes
 * @param destinations where messages go
 * @param sends which nodes send; null if all do
 * @param demand who sends how much to whom, computed anew each time
 * @param weighted whether rates of nodes follow the weights of the demand
 * @param messages of each node, all there at tick 0; 0 if a load says how many
 */
public record Sources(
    int nodes,
    Destinations destinations,
    IntPredicate sends,
    Demand demand,
    boolean weighted,
    long messages) {
  /** Who sends how much to whom. */
  public sealed interface Demand permits Even, Pairs, Shares {}

  /** Every node sends to all others alike. */
  public record Even() implements Demand {}

  /**
   * Pairs of nodes with weights.
   *
   * @param supplier makes them, as large as their number
   */
  public record Pairs(Supplier<TrafficMatrix> supplier) implements Demand {}

  /** Every node sends to all others, but not alike. */
  public non-sealed interface Shares extends Demand {
    /** Visits the destinations of a node; their weights, its shares, sum to 1. */
    void visit(int source, Visitor visitor);

    /** Returns the messages that the busiest node receives for one message of each node. */
    double mostReceived();
  }

  /** Use of the weight of one pair. */
  @FunctionalInterface
  public interface Visitor {
    /** Receives one pair. */
    void pair(int source, int destination, double weight);
  }

  /** Returns sources that send to all other nodes alike, for ever. */
  static Sources even(Reading in, Destinations destinations) {
    return new Sources(in.nodes(), destinations, null, new Even(), false, 0);
  }

  /** Returns sources that send a number of messages to all other nodes alike, all at tick 0. */
  static Sources atStart(Reading in, Destinations destinations, long messages) {
    return new Sources(in.nodes(), destinations, null, new Even(), false, messages);
  }

  /** Returns sources that send to the nodes behind some ports, which all have, in turn. */
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

  /** Returns whether every node sends to all others alike. */
  public boolean isEven() {
    return demand instanceof Even;
  }

  /** Returns whether all messages are there at tick 0. */
  public boolean isFinite() {
    return messages > 0;
  }

  /** Returns who sends how much to whom; null unless that is a list of pairs. */
  public TrafficMatrix pairs() {
    return demand instanceof Pairs pairs ? pairs.supplier().get() : null;
  }

  /** Returns the number of nodes over which a load is a mean: those that send, or all by weight. */
  public int offering() {
    return weighted ? nodes : senders();
  }

  /** Returns the sum of the weights of {@link #forEachPair} that stands for one sender. */
  public double weightPerSender() {
    if (demand instanceof Pairs pairs) {
      return (double) pairs.supplier().get().total() / offering();
    }
    return isEven() ? nodes - 1.0 : 1;
  }

  /**
   * Returns the messages that one node sends or receives at most for one message of each node, the
   * mean over all nodes, senders or not.
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

  /** Visits all pairs of nodes of which one sends to the other, with their weights. */
  public void forEachPair(Visitor visitor) {
    if (demand instanceof Pairs pairs) {
      pairs.supplier().get().forEach(visitor::pair);
      return;
    }
    for (int source = 0; source < nodes; source++) {
      forEachPairOf(source, visitor);
    }
  }

  /** Visits the destinations of a node, unless the demand is a list of pairs. */
  public void forEachPairOf(int source, Visitor visitor) {
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

  /** Returns when messages are born in a run. */
  public Births births(RunPlan run, OptionalDouble messagesPerTick) {
    if (isFinite()) {
      return new BirthsAtStart(messages);
    }
    if (weighted) {
      return new MatrixBirths(pairs(), share -> births(run, messagesPerTick, share));
    }
    final Births births = births(run, messagesPerTick, 1);
    return sends == null ? births : new BirthsWhere(births, sends);
  }

  private static Births births(RunPlan run, OptionalDouble messagesPerTick, double share) {
    return messagesPerTick.isEmpty()
        ? new SaturatedBirths()
        : new OpenLoopBirths(
            Purpose.GAP.draws(run.seed()),
            0,
            new GeometricGaps(messagesPerTick.getAsDouble() * share),
            Math.min(run.sendingTo(), RunPlan.MAX_TICKS));
  }

  /**
   * Notes that an open loop has too few messages, or too many.
   *
   * @param messagesPerTick of each sender, as a mean over all nodes if rates are weighted
   * @param load the key that says how many
   * @param sender whose they are, as in {@code message of a stream}; empty if nodes have one sender
   * @param remedy for too many
   */
  public void check(
      OptionalDouble messagesPerTick,
      Key<?> load,
      String sender,
      String remedy,
      SettingsException.Collector problems) {
    if (messagesPerTick.isEmpty()) {
      return;
    }
    final double perTick = messagesPerTick.getAsDouble();
    final TrafficMatrix matrix = weighted ? pairs() : null;
    problems.when(
        perTick * (matrix == null ? 1 : matrix.smallestShare()) < GeometricGaps.MIN_PROBABILITY,
        load,
        "is less than one message" + sender + " in 2^40 ticks; raise it or make messages smaller");
    problems.when(
        perTick * (matrix == null ? 1 : matrix.largestShare()) > 1,
        load,
        "is more than one message%s per tick%s; %s"
            .formatted(sender, matrix == null ? "" : " of the node that sends most", remedy));
  }
}
