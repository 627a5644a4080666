package io.hopwright.models.host;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.MatrixBirths;
import io.hopwright.models.traffic.MatrixDestinations;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.RandomOrder;
import io.hopwright.models.traffic.RandomRing;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.TrafficMatrix;
import io.hopwright.models.traffic.UniformDestinations;
import java.util.OptionalDouble;

/**
 * When nodes have messages, and where these go, of the random numbers that all machines draw for
 * that. Immutable; safe for any thread.
 *
 * @param seed of all random numbers
 * @param nodes that send and receive
 * @param messagesPerTick of each sender of an open loop, as a mean over all nodes; empty if senders
 *     are saturated
 * @param matrix who sends how much to whom, null if all nodes send alike
 */
public record SyntheticTraffic(
    long seed, int nodes, OptionalDouble messagesPerTick, TrafficMatrix matrix) {
  /**
   * Notes that an open loop has too few messages, or too many.
   *
   * @param load the key that says how many
   * @param sender whose they are, as in {@code message of a stream}; empty if nodes have one sender
   * @param remedy for too many
   */
  public void check(
      Key<?> load, String sender, String remedy, SettingsException.Collector problems) {
    if (messagesPerTick.isEmpty()) {
      return;
    }
    final double perTick = messagesPerTick.getAsDouble();
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

  /** Returns when messages are born in a run. */
  public Births births(RunPlan run) {
    return matrix == null ? births(run, 1) : new MatrixBirths(matrix, share -> births(run, share));
  }

  private Births births(RunPlan run, double share) {
    return messagesPerTick.isEmpty()
        ? new SaturatedBirths()
        : new OpenLoopBirths(
            Purpose.GAP.draws(seed),
            0,
            new GeometricGaps(messagesPerTick.getAsDouble() * share),
            Math.min(run.sendingTo(), RunPlan.MAX_TICKS));
  }

  /** Returns random other nodes. */
  public Destinations uniform() {
    return new UniformDestinations(Purpose.DESTINATION.draws(seed), 0, nodes);
  }

  /** Returns each other node once, in a random order of the sender's own. */
  public Destinations randomOrder() {
    return new RandomOrder(new KeyedPermutation(Purpose.ORDER.draws(seed), nodes - 1));
  }

  /** Returns the next node on a random ring. */
  public Destinations permutation() {
    return new RandomRing(new KeyedPermutation(Purpose.PERMUTATION.draws(seed), nodes), nodes);
  }

  /** Returns nodes in proportion to what the matrix has the sender send to them. */
  public Destinations ofMatrix() {
    return new MatrixDestinations(matrix, Purpose.DESTINATION.draws(seed), 0);
  }
}
