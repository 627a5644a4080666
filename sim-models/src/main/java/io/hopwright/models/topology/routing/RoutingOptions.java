package io.hopwright.models.topology.routing;

import java.util.List;

/**
 * Options of routings ({@code docs/models/network-routing.md}); each affects the routings that its
 * section names.
 *
 * @param dateline rule by which packets in a ring change VCs
 * @param randomTies whether packets that go half around a ring draw their direction
 * @param over table of the legs of {@code valiant} where the network has no legs of its own; empty
 *     for the default
 * @param vcs VCs that the study gives each link, for routings that can use more than they need; 0
 *     without
 * @param ugalBias bias towards the direct route of {@code ugal-l}, in flits times links
 */
public record RoutingOptions(
    Dateline dateline, boolean randomTies, String over, int vcs, int ugalBias) {
  /** Default of {@code router.ugalBias}. */
  public static final int UGAL_BIAS = 16;

  /** Tables that {@code valiant} can use. */
  public static final List<String> TABLES = List.of("hops", "layers", "up-down");

  /** The defaults. */
  public static final RoutingOptions DEFAULT =
      new RoutingOptions(Dateline.CROSSING, true, "", 0, UGAL_BIAS);

  /**
   * Rules by which packets in a ring change VCs, so that they do not wait for each other in a
   * cycle.
   */
  public enum Dateline {
    /** VC 1 from the dateline on. */
    CROSSING,
    /** VC 1 all the way along an axis if it leads over the dateline. */
    WRAPPING,
    /** VC 1 as long as the rest of the axis leads over the dateline. */
    REST,
    /** One VC. */
    NONE
  }

  /** Returns the same options with another dateline. */
  public RoutingOptions dateline(Dateline other) {
    return new RoutingOptions(other, randomTies, over, vcs, ugalBias);
  }

  /** Returns the same options with other ties. */
  public RoutingOptions randomTies(boolean random) {
    return new RoutingOptions(dateline, random, over, vcs, ugalBias);
  }

  /** Returns the same options with another table for {@code valiant}. */
  public RoutingOptions over(String table) {
    return new RoutingOptions(dateline, randomTies, table, vcs, ugalBias);
  }

  /** Returns the same options with so many VCs of each link. */
  public RoutingOptions vcs(int number) {
    return new RoutingOptions(dateline, randomTies, over, number, ugalBias);
  }

  /** Returns the same options with another bias of {@code ugal-l}. */
  public RoutingOptions ugalBias(int flits) {
    return new RoutingOptions(dateline, randomTies, over, vcs, flits);
  }
}
