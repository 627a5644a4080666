package io.hopwright.core.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Routes of the events that the partitions of one JVM send and receive. Use by {@link
 * PartitionRunner} in a window of a partition, and by {@link Peers} for events from and to other
 * JVMs:
 *
 * <pre>{@code
 * exchange.into(index).forEach(route -> partition.accept(route.batch(window - 1)));
 * exchange.outOf(index).forEach(route -> fill(route.batch(window)));
 * exchange.outbound(other).forEach(route -> pack(route.batch(window)));   // there
 * exchange.inbound(other).forEach(route -> unpack(route.batch(window)));  // from there
 * }</pre>
 *
 * <p>What callers can rely on:
 *
 * <ol>
 *   <li>There is one {@link Route} for each pair of sending and receiving partition of which at
 *       least one is in this JVM. All lists share the same object, so that nothing is copied
 *       between two partitions of this JVM.
 *   <li>{@link #into} is in the order of senders, {@link #outOf} in the order of {@link
 *       Simulation#neighbours}.
 *   <li>{@link #outbound} of one member and {@link #inbound} of the other are the same routes in
 *       the same order, so that an index in the list identifies a route.
 *   <li>For each route to another JVM there is one back: neither of the two partitions can be ahead
 *       of the other by more than one window.
 *   <li>The lists never change. Only the order of windows protects the contents of batches.
 * </ol>
 */
final class Exchange {
  private final List<List<Route>> into = new ArrayList<>();
  private final List<List<Route>> outOf = new ArrayList<>();
  private final List<List<Route>> inbound = new ArrayList<>();
  private final List<List<Route>> outbound = new ArrayList<>();

  /**
   * Lays the routes of {@code member}.
   *
   * @throws IllegalArgumentException if events cross from one member to another between two
   *     partitions and never back
   */
  Exchange(Simulation<?> simulation, PartitionPlacement placement, int member) {
    for (int partition = 0; partition < simulation.partitions(); partition++) {
      into.add(new ArrayList<>());
      outOf.add(new ArrayList<>());
    }
    for (int other = 0; other < placement.members(); other++) {
      inbound.add(new ArrayList<>());
      outbound.add(new ArrayList<>());
    }
    final int[][] neighbours =
        IntStream.range(0, simulation.partitions())
            .mapToObj(simulation::neighbours)
            .toArray(int[][]::new);
    for (int from = 0; from < neighbours.length; from++) {
      final int sender = placement.memberOf(from);
      for (int to : neighbours[from]) {
        final int receiver = placement.memberOf(to);
        if (sender != member && receiver != member) {
          continue;
        }
        if (sender != receiver && Arrays.binarySearch(neighbours[to], from) < 0) {
          throw new IllegalArgumentException(
              "partition " + from + " sends events to " + to + " in another JVM, and never back");
        }
        final Route route = Route.between(from, to);
        outOf.get(from).add(route);
        if (sender != member) {
          inbound.get(sender).add(route);
        }
        if (receiver == member) {
          into.get(to).add(route);
        } else {
          outbound.get(receiver).add(route);
        }
      }
    }
  }

  /**
   * Opens the batches of window {@code last} as empty ones: their contents are part of the state.
   */
  void beginAfter(Window last) {
    for (List<List<Route>> routes : List.of(into, outbound)) {
      routes.forEach(all -> all.forEach(route -> route.batch(last.number()).open(last)));
    }
  }

  /** Returns the routes that lead into a partition of this JVM. */
  List<Route> into(int partition) {
    return into.get(partition);
  }

  /** Returns the number of routes that lead into each partition of this JVM from elsewhere. */
  int[] fromElsewhere() {
    final int[] count = new int[into.size()];
    inbound.forEach(routes -> routes.forEach(route -> count[route.to()]++));
    return count;
  }

  /**
   * Returns the routes that lead out of a partition; of one of another JVM, those that lead here.
   */
  List<Route> outOf(int partition) {
    return outOf.get(partition);
  }

  /** Returns the routes that come from another member, ordered by sender, then receiver. */
  List<Route> inbound(int member) {
    return inbound.get(member);
  }

  /** Returns the routes that lead to another member, ordered by sender, then receiver. */
  List<Route> outbound(int member) {
    return outbound.get(member);
  }
}
