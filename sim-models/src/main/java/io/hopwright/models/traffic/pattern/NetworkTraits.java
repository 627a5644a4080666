package io.hopwright.models.traffic.pattern;

import java.util.List;

/**
 * Traits of a machine's networks that are known without a study. They determine the patterns and
 * keys of the machine. Immutable; safe for any thread.
 *
 * @param axes names of the coordinates of nodes; empty if nodes have none
 * @param groups whether nodes are in groups
 */
public record NetworkTraits(List<String> axes, boolean groups) {
  /** Copies the list. */
  public NetworkTraits {
    axes = List.copyOf(axes);
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
