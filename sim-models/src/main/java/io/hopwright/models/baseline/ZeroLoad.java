package io.hopwright.models.baseline;

import io.hopwright.models.messaging.ranks.Transfers;

/**
 * Model of a machine's interfaces and network at zero load: computes the times of transfers that
 * wait only for those before them in the same queue ({@code docs/models/baseline.md}).
 *
 * <p>No time may be longer than on the machine, whatever else the machine does. Holds the state of
 * the machine's queues; confined to one run.
 */
public interface ZeroLoad {
  /**
   * Returns whether interfaces read the memory of other nodes by themselves for a GET: the value of
   * {@link io.hopwright.models.messaging.ranks.Transport#fetches} of the machine.
   */
  default boolean fetches() {
    return false;
  }

  /**
   * Returns whether one-sided operations come to their targets as transfers: the value of {@link
   * io.hopwright.models.messaging.ranks.Transport#carriesOneSided} of the machine.
   */
  default boolean carriesOneSided() {
    return false;
  }

  /**
   * Accepts a transfer that is posted between two nodes. Calls come in the order of ticks.
   *
   * @param node it is posted at
   * @param slot of the rank that it belongs to
   * @param transfer an entry of {@code transfers}
   * @param times takes the times of the transfer: of an operation if it is one-sided and not
   *     carried, or a GET with {@link #fetches}, else of a message
   */
  void post(Transfers transfers, int transfer, int node, int slot, long tick, TransferTimes times);

  /**
   * Computes the times of a collective by hardware of all nodes of a communicator.
   *
   * @param communicator its number
   * @param ticks when each of its nodes joined, in their order; takes when each is through
   * @throws IllegalStateException if the machine has no unit for that
   */
  default void join(int communicator, long[] ticks) {
    throw new IllegalStateException("there is no unit for communicator " + communicator);
  }
}
