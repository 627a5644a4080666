package io.hopwright.models.topology.analysis;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Cut of any network into parts of about equal weight with few links between them, by greedy
 * growing and moves of single routers: {@code docs/models/network.md}. The weight of a router is 1
 * plus its number of nodes. Time: links times the logarithm of routers, and ten passes over all
 * links.
 */
public final class GrownCut {
  private static final int FREE = -1;
  private static final int PASSES = 10;

  /** A part may weigh this much more or less than the mean, and a router. */
  private static final double SLACK = 0.03;

  private final Adjacency adjacency;
  private final long[] weights;
  private final int[] parts;
  private final int count;
  private final long total;

  /**
   * Routers beside the part that grows: most links to it first, then fewest links to free routers,
   * then the lowest number. Entries of earlier values are passed over.
   */
  private final PriorityQueue<Beside> beside = new PriorityQueue<>();

  private final int[] inside;
  private final int[] free;

  private record Beside(int inside, int free, int router) implements Comparable<Beside> {
    @Override
    public int compareTo(Beside other) {
      if (inside != other.inside) {
        return Integer.compare(other.inside, inside);
      }
      return free == other.free
          ? Integer.compare(router, other.router)
          : Integer.compare(free, other.free);
    }
  }

  private GrownCut(NetworkDescription network, int count) {
    adjacency = Adjacency.of(network, Adjacency.Direction.BOTH);
    this.count = count;
    weights = new long[network.routers()];
    Arrays.setAll(weights, router -> 1L + network.nodesAt(router));
    total = Arrays.stream(weights).sum();
    parts = new int[network.routers()];
    Arrays.fill(parts, FREE);
    inside = new int[network.routers()];
    free = new int[network.routers()];
    Arrays.setAll(free, router -> adjacency.first()[router + 1] - adjacency.first()[router]);
  }

  /**
   * Returns the part of each router; every part has a router.
   *
   * @param count number of parts, from 1 to the number of routers
   */
  public static int[] of(NetworkDescription network, int count) {
    if (count < 1 || count > network.routers()) {
      throw new IllegalArgumentException(
          count + " parts of a network of " + network.routers() + " routers");
    }
    final GrownCut cut = new GrownCut(network, count);
    cut.grow();
    cut.improve();
    return cut.parts;
  }

  private void grow() {
    long taken = 0;
    int left = parts.length;
    int lowest = 0;
    for (int part = 0; part < count; part++) {
      beside.clear();
      Arrays.fill(inside, 0);
      final long target = total * (part + 1) / count;
      boolean started = false;
      while (left > 0 && (!started || (taken < target && left > count - part - 1))) {
        int router = next();
        if (router == FREE) {
          while (parts[lowest] != FREE) {
            lowest++;
          }
          router = lowest;
        }
        take(router, part);
        started = true;
        taken += weights[router];
        left--;
      }
    }
  }

  /** Returns the next router beside the part that grows, or that there is none. */
  private int next() {
    while (!beside.isEmpty()) {
      final Beside first = beside.poll();
      final int router = first.router();
      if (parts[router] == FREE
          && inside[router] == first.inside()
          && free[router] == first.free()) {
        return router;
      }
    }
    return FREE;
  }

  private void take(int router, int part) {
    parts[router] = part;
    for (int end = adjacency.first()[router]; end < adjacency.first()[router + 1]; end++) {
      final int far = adjacency.far()[end];
      inside[far]++;
      free[far]--;
    }
    for (int end = adjacency.first()[router]; end < adjacency.first()[router + 1]; end++) {
      final int far = adjacency.far()[end];
      if (parts[far] == FREE) {
        beside.add(new Beside(inside[far], free[far], far));
      }
    }
  }

  /** Moves routers to parts that they have more links to, as long as the parts stay even. */
  private void improve() {
    final long[] of = new long[count];
    final int[] routers = new int[count];
    for (int router = 0; router < parts.length; router++) {
      of[parts[router]] += weights[router];
      routers[parts[router]]++;
    }
    final int[] links = new int[count];
    for (int pass = 0; pass < PASSES; pass++) {
      boolean moved = false;
      for (int router = 0; router < parts.length; router++) {
        final int from = parts[router];
        final int to = best(router, links);
        if (to != from && routers[from] > 1 && staysEven(of[from], of[to], weights[router])) {
          parts[router] = to;
          of[from] -= weights[router];
          of[to] += weights[router];
          routers[from]--;
          routers[to]++;
          moved = true;
        }
      }
      if (!moved) {
        return;
      }
    }
  }

  private boolean staysEven(long from, long to, long weight) {
    final double mean = (double) total / count;
    final double slack = Math.max(SLACK * mean, (double) weight);
    return from - weight >= mean - slack && to + weight <= mean + slack;
  }

  /** Returns the part with most links to a router: its own on a tie, else the lowest. */
  private int best(int router, int[] links) {
    final int begin = adjacency.first()[router];
    final int end = adjacency.first()[router + 1];
    for (int at = begin; at < end; at++) {
      links[parts[adjacency.far()[at]]]++;
    }
    int best = parts[router];
    for (int at = begin; at < end; at++) {
      final int part = parts[adjacency.far()[at]];
      if (links[part] > links[best]
          || (links[part] == links[best] && best != parts[router] && part < best)) {
        best = part;
      }
    }
    for (int at = begin; at < end; at++) {
      links[parts[adjacency.far()[at]]] = 0;
    }
    return best;
  }
}
