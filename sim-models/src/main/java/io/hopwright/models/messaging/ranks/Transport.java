package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.Communicators;

/**
 * Network interface as seen by the ranks of its partition. Nodes have their local numbers. Confined
 * to its partition.
 */
public interface Transport {
  /** Schedules an action of a node at a future tick. */
  void wakeAt(long tick, int node);

  /** Returns whether packets between two nodes may overtake each other. */
  boolean overtakes();

  /**
   * Phase 2 of a node: accepts a transfer to another node, to be cut into packets behind those that
   * the same slot has posted before. Once its last packet has begun to leave, the interface calls
   * {@link Messaging#entered}.
   *
   * @param transfer an entry of {@link Messaging#transfers}
   */
  void post(int node, int slot, int transfer, long tick);

  /**
   * Returns whether a GET to another node has this interface read the memory of that node by
   * itself; once all bytes have come it calls {@link Messaging#fetched}.
   */
  default boolean fetches() {
    return false;
  }

  /**
   * Returns whether PUT, READ and AMO come to the node of their target as all other transfers do;
   * ranks there answer them by the transfers DONE and VALUE. Otherwise the interface answers them,
   * and calls {@link Messaging#done}.
   */
  default boolean carriesOneSided() {
    return false;
  }

  /**
   * Returns whether packets can be lost. Then the interface calls {@link Messaging#gone} for each
   * packet of a one-sided operation, or of a GET to another node, once it is answered or lost, and
   * for each lost packet of a message.
   */
  default boolean loses() {
    return false;
  }

  /** Interface with a unit that performs collectives of communicators of several nodes. */
  interface Joining extends Transport {
    /**
     * Phase 2: a node joins a communicator of it. Once the node is through, the interface calls
     * {@link Messaging#through}.
     *
     * @param communicator by its place among those of the node ({@link Communicators})
     */
    void join(int node, int communicator, long tick);
  }

  /**
   * Interface whose sides are coupled with a processor, as in LogGOPS: a processor begins to send
   * or receive only when the side is free too, and keeps it busy.
   */
  interface Coupled extends Transport {
    /** Returns whether the sending side is free. */
    boolean isSendingFree(int node, long tick);

    /**
     * Phase 2: returns whether the sending side is free; if not, the node acts again as soon as it
     * is.
     */
    boolean maySend(int node, long tick);

    /** Phase 2: the same of the receiving side. */
    boolean mayReceive(int node, long tick);

    /**
     * Phase 2: lets a processor begin to accept a transfer; keeps the receiving side busy.
     *
     * @param length of the transfer in bytes
     * @return the ticks that its bytes take to come in
     */
    long receive(int node, long length, long tick);

    /**
     * Phase 2: data come in without a processor, from the first tick on at which the receiving side
     * is free; keeps it busy.
     *
     * @param length of the transfer in bytes
     * @return the tick at which they are in memory
     */
    long takeIn(int node, long length, long tick);

    /** Phase 2: makes a transfer without bytes leave by no side, at {@code from} or later. */
    void acknowledge(int node, int transfer, long from, long tick);

    /** Phase 2: answers a GET, a READ or an AMO, without a processor. */
    void answer(int node, int slot, int transfer, long tick);
  }
}
