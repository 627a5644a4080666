package io.hopwright.models.messaging.path;

import io.hopwright.models.messaging.jobs.TransferKind;

/** Times of a machine's transfers between two nodes at zero load. Confined to one thread. */
public interface PathTimes {
  /**
   * Returns the ticks of a processor that lie between the posting of a transfer and its delivery: 0
   * where transfers are posted at the end of a piece of work.
   */
  default long overheadTicks(TransferKind kind, Arrived how) {
    return 0;
  }

  /**
   * Returns the ticks from the posting of a transfer until it arrives in a way, without {@link
   * #overheadTicks}.
   *
   * @param kind of the transfer, or with which the operation began
   * @param bytes of the message
   * @param from node that it is posted at
   * @param to node that it is for
   */
  long zeroLoadTicks(TransferKind kind, Arrived how, long bytes, Place from, Place to);

  /** Node and slot of a rank. */
  record Place(int node, int slot) {}
}
