package io.hopwright.models.cascade.aries;

import io.hopwright.models.host.HostBus;
import io.hopwright.models.messaging.jobs.Communicators;
import java.util.Arrays;

/**
 * Collectives by engines of Aries NICs at zero load: a unit works for one communicator's trees only
 * ({@code docs/models/aries-nic.md}, "Collective engine"). Confined to one run; 4 B per node.
 */
public final class ZeroLoadTrees {
  private static final int SIXTEENTHS = 16;

  private final AriesDesign design;
  private final Communicators communicators;
  private final Flights flights;

  /** Number of packets of collectives so far, by node. */
  private final int[] issued;

  /** Time from which the unit at each position in the tree is free, in sixteenths of a tick. */
  private long[] free = new long[0];

  /** Flight times of the packets of collectives. */
  @FunctionalInterface
  public interface Flights {
    /**
     * Returns the ticks from the issue of a packet at a node until it is at the unit of another.
     *
     * @param issuedBefore packets of collectives that the node has issued before
     */
    long ticks(int from, int to, long issuedBefore);
  }

  public ZeroLoadTrees(
      AriesDesign design, Communicators communicators, int nodes, Flights flights) {
    this.design = design;
    this.communicators = communicators;
    this.flights = flights;
    issued = new int[nodes];
  }

  /** Replaces the ticks at which nodes joined by those at which they completed. */
  public void join(int communicator, long[] ticks) {
    final int[] nodes = communicators.nodes(communicator);
    final int radix = design.keys().collective().radix();
    final HostBus.Costs bus = design.bus();
    free = new long[nodes.length];
    final long[][] words = new long[nodes.length][];
    final long[] results = new long[nodes.length];
    for (int place = nodes.length - 1; place >= 0; place--) {
      final int children = children(place, nodes.length);
      words[place] = words[place] == null ? new long[1] : words[place];
      words[place][children] = ticks[place] + bus.latency();
      Arrays.sort(words[place]);
      long combined = 0;
      for (long word : words[place]) {
        combined = serve(place, word);
      }
      if (place == 0) {
        results[0] = combined;
      } else {
        final int parent = (place - 1) / radix;
        if (words[parent] == null) {
          words[parent] = new long[children(parent, nodes.length) + 1];
        }
        words[parent][place - radix * parent - 1] = combined + fly(nodes[place], nodes[parent]);
      }
    }
    for (int place = 0; place < nodes.length; place++) {
      final int first = radix * place + 1;
      for (int child = first; child < first + children(place, nodes.length); child++) {
        final long sent = serve(place, results[place]);
        results[child] = serve(child, sent + fly(nodes[place], nodes[child]));
      }
      ticks[place] =
          serve(place, results[place]) + bus.of(AriesDesign.COLLECTIVE_BYTES) + bus.latency();
    }
  }

  private int children(int place, int nodes) {
    final long first = (long) design.keys().collective().radix() * place + 1;
    return (int) Math.max(0, Math.min(design.keys().collective().radix(), nodes - first));
  }

  private long fly(int from, int to) {
    return flights.ticks(from, to, issued[from]++);
  }

  /** Serves an item that joins the line of a unit in a tick; returns its end. */
  private long serve(int place, long tick) {
    free[place] =
        Math.max(SIXTEENTHS * tick, free[place]) + design.keys().collective().unitSixteenths();
    return Math.floorDiv(free[place] + SIXTEENTHS - 1, SIXTEENTHS);
  }
}
