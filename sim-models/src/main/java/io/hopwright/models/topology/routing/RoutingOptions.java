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
 * @param ugal preferences of {@code ugal-l}
 */
public record RoutingOptions(
    Dateline dateline, boolean randomTies, String over, int vcs, Ugal ugal) {
  /**
   * Preferences of {@code ugal-l}.
   *
   * @param bias in favour of the direct route, in flits times links
   * @param waiting packets that wait for room in the VC of a direct route, from which on others
   *     leave it
   */
  public record Ugal(int bias, int waiting) {
    /** The defaults of {@code router.ugalBias} and {@code router.ugalWaiting}. */
    public static final Ugal DEFAULT = new Ugal(16, 8);
  }

  /** Tables that {@code valiant} can use. */
  public static final List<String> TABLES = List.of("hops", "layers", "up-down");

  /** The defaults. */
  public static final RoutingOptions DEFAULT =
      new RoutingOptions(Dateline.CROSSING, true, "", 0, Ugal.DEFAULT);

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
    return new RoutingOptions(other, randomTies, over, vcs, ugal);
  }

  /** Returns the same options with other ties. */
  public RoutingOptions randomTies(boolean random) {
    return new RoutingOptions(dateline, random, over, vcs, ugal);
  }

  /** Returns the same options with another table for {@code valiant}. */
  public RoutingOptions over(String table) {
    return new RoutingOptions(dateline, randomTies, table, vcs, ugal);
  }

  /** Returns the same options with another number of VCs of each link. */
  public RoutingOptions vcs(int number) {
    return new RoutingOptions(dateline, randomTies, over, number, ugal);
  }

  /** Returns the same options with other preferences of {@code ugal-l}. */
  public RoutingOptions ugal(Ugal other) {
    return new RoutingOptions(dateline, randomTies, over, vcs, other);
  }
}
