package io.hopwright.models.topology.routing;

import java.util.List;

/**
 * Options of routings ({@code docs/models/network-routing.md}); each has an effect on the routings
 * that its section names.
 *
 * @param dateline how packets in a ring change VCs
 * @param randomTies whether packets that have to go half around a ring choose the way at random
 * @param over table of the legs of {@code valiant} where the network has no legs of its own; empty
 *     for the default
 */
public record RoutingOptions(Dateline dateline, boolean randomTies, String over) {
  /** Tables that {@code valiant} can use. */
  public static final List<String> TABLES = List.of("hops", "layers", "up-down");

  /** The defaults. */
  public static final RoutingOptions DEFAULT = new RoutingOptions(Dateline.CROSSING, true, "");

  /** How packets in a ring change VCs, so that they do not wait for each other in a cycle. */
  public enum Dateline {
    /** VC 1 from the dateline on. */
    CROSSING,
    /** VC 1 all the way along an axis if it leads over the dateline. */
    WRAPPING,
    /** One VC. */
    NONE
  }

  /** Returns the same options with another dateline. */
  public RoutingOptions dateline(Dateline other) {
    return new RoutingOptions(other, randomTies, over);
  }

  /** Returns the same options with other ties. */
  public RoutingOptions randomTies(boolean random) {
    return new RoutingOptions(dateline, random, over);
  }

  /** Returns the same options with another table for {@code valiant}. */
  public RoutingOptions over(String table) {
    return new RoutingOptions(dateline, randomTies, table);
  }
}
