package io.hopwright.models.cascade.network;

import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traffic.TrafficMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Load of each link of a Cascade under a traffic matrix on minimal routes. Packets between two
 * groups use all permitted blue links evenly, and parallel black links evenly. If a route is drawn
 * once for all packets of a pair, the load is the mean over such draws.
 *
 * <p>Time: pairs of Aries times blue links between two groups. Memory: 320 B per Aries. Confined to
 * one thread.
 */
public final class RouteLoads {
  /**
   * Relative times of bytes on links.
   *
   * @param request time of the requests of a message, 1 GB/s being 1
   * @param response time of their responses
   * @param local rate of a green or black link in GB/s
   * @param blue rate of a blue link
   */
  record Times(double request, double response, double local, double blue) {
    private double rate(int port) {
      if (port >= Dragonfly.BLUE) {
        return blue;
      }
      return port >= Dragonfly.BLACK ? Dragonfly.BLACK_LINKS * local : local;
    }
  }

  /** Visitor of a link (of parallel black links only the first) and the share of packets on it. */
  private interface Visitor {
    void link(int link, double share);
  }

  /** Visitor of all traffic from one Aries to another. */
  private interface Pairs {
    void pair(int from, int to, double weight);
  }

  private final Dragonfly dragonfly;
  private final boolean near;
  private final TrafficMatrix matrix;
  private final Times times;
  private final double[] loads;
  private double links;

  /**
   * Follows all packets.
   *
   * @param near whether only those blue links are taken that are the fewest local links away
   */
  RouteLoads(Dragonfly dragonfly, boolean near, TrafficMatrix matrix, Times times) {
    this.dragonfly = dragonfly;
    this.near = near;
    this.matrix = matrix;
    this.times = times;
    loads = new double[dragonfly.aries() * Dragonfly.TILES];
    forEachPair(
        (from, to, weight) -> {
          links += add(from, to, weight * times.request()) * weight;
          links += add(to, from, weight * times.response()) * weight;
        });
  }

  /** Returns the mean links of a packet, responses included. */
  public double meanLinks() {
    return links / (2 * matrix.total());
  }

  /**
   * Returns the nanoseconds for which the busiest link is busy with the messages, one per unit of
   * weight.
   */
  public double busiest() {
    return Arrays.stream(loads).max().orElseThrow();
  }

  /**
   * Returns the mean of that time over the blue links from one group to another: one of them is at
   * least as busy, whatever is drawn.
   */
  public double busiestBundle() {
    double most = 0;
    for (int from = 0; from < dragonfly.groups(); from++) {
      for (int to = 0; to < dragonfly.groups(); to++) {
        most = Math.max(most, from == to ? 0 : meanOfBundle(from, to));
      }
    }
    return most;
  }

  private double meanOfBundle(int from, int to) {
    return IntStream.range(0, dragonfly.blueLinks(from, to))
        .mapToDouble(
            link ->
                loads[
                    dragonfly.gateway(from, to, link) * Dragonfly.TILES
                        + dragonfly.gatewayPort(from, to, link)])
        .average()
        .orElse(0);
  }

  /**
   * Returns the messages per nanosecond of all pairs together, if each pair is limited only by the
   * busiest link on its own routes.
   *
   * @param hosts nanoseconds for which the busiest host is busy with the messages
   */
  public double eachRate(double hosts) {
    final double[] rate = new double[1];
    forEachPair(
        (from, to, weight) ->
            rate[0] += weight / Math.max(hosts, Math.max(most(from, to), most(to, from))));
    return rate[0];
  }

  private double add(int from, int to, double bytes) {
    final double[] all = new double[1];
    walk(
        from,
        to,
        (link, share) -> {
          loads[link] += share * bytes / times.rate(link % Dragonfly.TILES);
          all[0] += share;
        });
    return all[0];
  }

  private double most(int from, int to) {
    final double[] most = new double[1];
    walk(from, to, (link, share) -> most[0] = Math.max(most[0], loads[link]));
    return most[0];
  }

  private void walk(int from, int to, Visitor visitor) {
    final int group = dragonfly.groupOf(from);
    final int other = dragonfly.groupOf(to);
    if (group == other) {
      walkLocally(from, to, 1, visitor);
      return;
    }
    final int most = near ? fewestLinks(from, other) : Integer.MAX_VALUE;
    final double share = 1.0 / blueLinks(from, other, most);
    for (int link = 0; link < dragonfly.blueLinks(group, other); link++) {
      final int gateway = dragonfly.gateway(group, other, link);
      if (dragonfly.localLinks(from, gateway) <= most) {
        final int port = dragonfly.gatewayPort(group, other, link);
        walkLocally(from, gateway, share, visitor);
        visitor.link(gateway * Dragonfly.TILES + port, share);
        walkLocally(dragonfly.neighbour(gateway, port), to, share, visitor);
      }
    }
  }

  /** Returns the blue links to a group that are at most so many local links away. */
  private int blueLinks(int from, int other, int most) {
    final int group = dragonfly.groupOf(from);
    int count = 0;
    for (int link = 0; link < dragonfly.blueLinks(group, other); link++) {
      count += dragonfly.localLinks(from, dragonfly.gateway(group, other, link)) <= most ? 1 : 0;
    }
    return count;
  }

  private int fewestLinks(int from, int other) {
    int fewest = 0;
    while (blueLinks(from, other, fewest) == 0) {
      fewest++;
    }
    return fewest;
  }

  private void walkLocally(int from, int to, double share, Visitor visitor) {
    for (int at = from; at != to; ) {
      final int port = dragonfly.localPort(at, to);
      visitor.link(at * Dragonfly.TILES + port, share);
      at = dragonfly.neighbour(at, port);
    }
  }

  private void forEachPair(Pairs pairs) {
    final long[] sums = new long[dragonfly.aries()];
    for (int from = 0; from < dragonfly.aries(); from++) {
      forEachFrom(from, (source, node, weight) -> sums[dragonfly.ariesOf(node)] += weight);
      final int aries = from;
      forEachFrom(
          from,
          (source, node, weight) -> {
            final int to = dragonfly.ariesOf(node);
            if (sums[to] > 0) {
              pairs.pair(aries, to, (double) sums[to]);
              sums[to] = 0;
            }
          });
    }
  }

  private void forEachFrom(int aries, TrafficMatrix.Visitor visitor) {
    for (int nic = 0; nic < Dragonfly.NICS; nic++) {
      final int node = dragonfly.nodeAt(aries, nic);
      if (node != Dragonfly.NONE) {
        matrix.forEach(node, visitor);
      }
    }
  }
}
