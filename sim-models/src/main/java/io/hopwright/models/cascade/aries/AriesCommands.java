package io.hopwright.models.cascade.aries;

import io.hopwright.models.cascade.nic.NicQueues;

/**
 * Commands of the ranks of a partition to their Aries NICs, in one queue per rank: queue {@code
 * ranks·nic + r} belongs to rank r of the node at a NIC. Confined to its partition.
 */
interface AriesCommands extends NicQueues {
  /** Returns how many queues a NIC has. */
  int ranks();

  /** Returns whether a queue may have commands of an operation, now or later. */
  boolean uses(AriesOperation operation);

  /** Returns whether an operation takes the core of its rank. */
  boolean takesCores();

  /** Returns what a queue's next packet is for. */
  AriesOperation operation(int queue);

  /** Returns whether a queue's next packet is the last of its operation. */
  boolean endsOperation(int queue);

  /** Returns the number of an operation, by the sequence number of its last packet. */
  long number(long lastSequence);

  /** Returns the bytes of an operation of a node, by its number. */
  int operationBytes(int node, long number);

  /** Returns the address that a request is about, by who asks and its words. */
  long address(long id, int packet);

  /**
   * Phase 2: a queue's next packet has been issued, and its successor takes its place.
   *
   * @param packet of the pool that it is now, complete but for words that only commands need
   * @param transaction that it belongs to
   */
  void issued(int nic, int queue, int packet, int transaction, long tick);

  /**
   * Phase 2: moves a queue's next operation, of which nothing has been issued, to the line of a
   * channel; the operation behind it takes its place.
   */
  void write(int queue, int channel, long tick);

  /** Returns the lines of channels, null if no operation is a block transfer. */
  DescriptorLines lines();

  /**
   * Phase 2: records the tick at which the event of a transaction of a NIC will be visible.
   *
   * @param peer of its last operation
   */
  default void completed(int nic, int transaction, int peer, long visible) {}

  /** Reports that the number of pending actions of a node's collectives has changed. */
  default void underWay(int node, long change) {}

  /** Takes the engines with which ranks do collectives by hardware, null for none. */
  default void use(CollectiveEngines engines) {}

  /** Phase 2: the result of an engine of a NIC will be in memory at a tick. */
  default void collected(int nic, int engine, long visible) {
    throw new IllegalStateException("nobody has joined engine " + engine);
  }
}
