package io.hopwright.models.extoll.units;

import io.hopwright.core.statistics.TickHistogram;

/**
 * Users of units at the nodes of a partition: they order the units to move data. Confined to its
 * partition.
 */
public interface DeviceUsers {
  /**
   * Handles an arrival at a node: mail, an interrupt, a notification, or data without notification.
   *
   * @param work work request of the arrival, with its source node
   * @param value value of a register, or number of the packet
   */
  void arrive(int node, long work, long birth, long value);

  /** Records that a line or message of a node is in the network. */
  void posted(int node);

  /** Returns whether a node would send more if less were on its way. */
  boolean isHeldBack(int node, long tick);

  /** Phase 2: lets a node's users act. */
  void act(int node, long tick);

  /** Returns how many have not come to their ends, without those that a run waits for anyway. */
  int running();

  /** Returns whether no line or message is on its way to the network. */
  boolean atRest();

  /** Returns how long messages took that were waited for in the measured interval. */
  TickHistogram latencies();
}
