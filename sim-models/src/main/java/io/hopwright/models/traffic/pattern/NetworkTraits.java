package io.hopwright.models.traffic.pattern;

import java.util.List;

/**
 * Traits of a machine's networks that are known without a study. They determine the patterns and
 * keys of the machine. Immutable; safe for any thread.
 *
 * @param axes names of the coordinates of nodes; empty if nodes have none
 * @param groups whether nodes are in groups
 * @param varying whether each network has some of these only
 */
public record NetworkTraits(List<String> axes, boolean groups, boolean varying) {
  /** Networks that may have up to six coordinates, or groups, or neither. */
  public static final NetworkTraits ANY =
      new NetworkTraits(List.of("x", "y", "z", "u", "v", "w"), true, true);

  /** Copies the list. */
  public NetworkTraits {
    axes = List.copyOf(axes);
  }

  /** Traits of all networks of a machine. */
  public NetworkTraits(List<String> axes, boolean groups) {
    this(axes, groups, false);
  }

  /** Returns networks whose nodes have coordinates. */
  public static NetworkTraits ofAxes(List<String> axes) {
    return new NetworkTraits(axes, false);
  }

  /** Returns whether nodes have coordinates. */
  public boolean hasAxes() {
    return !axes.isEmpty();
  }
}
