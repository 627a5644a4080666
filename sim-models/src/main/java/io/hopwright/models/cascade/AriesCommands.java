package io.hopwright.models.cascade;

import io.hopwright.models.messaging.Messaging;

/**
 * What the ranks of a partition have Aries NICs do, a queue each: queue {@code ranks·nic + r} is
 * that of rank r of the node at a NIC. A run has one implementation, whose calls the JIT compiler
 * takes in. Confined to its partition.
 */
interface AriesCommands {
  /** Returns how many queues a NIC has. */
  int ranks();

  /** Tells whether a queue may have commands of an operation, now or later. */
  boolean uses(AriesOperation operation);

  /** Tells whether an operation takes the core of its rank. */
  boolean takesCores();

  /** Returns the birth of a queue's next packet, {@code Long.MAX_VALUE} if there is none. */
  long birth(int queue);

  /** Returns what a queue's next packet is for. */
  AriesOperation operation(int queue);

  /** Returns the node that a queue's next packet is for. */
  int destination(int queue);

  /** Returns the sequence number of a queue's next packet. */
  long sequence(int queue);

  /** Returns the bytes of data that a queue's next packet is about. */
  int data(int queue);

  /** Returns the bytes of data that a queue's next and later packets of the operation are about. */
  long bytes(int queue);

  /** Tells whether a queue's next packet is the last of its operation. */
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

  /** Phase 1: a request has been delivered at a NIC. */
  default void delivered(int nic, int packet, long tick) {}

  /**
   * Phase 2: the event of a transaction of a NIC will be visible at a tick.
   *
   * @param peer of its last operation
   */
  default void completed(int nic, int transaction, int peer, long visible) {}

  /** The response to a request has been delivered, late or not, or a packet is lost. */
  default void gone(int packet) {}

  /** There is so much more, or less, under way of the collectives of a node. */
  default void underWay(int node, long change) {}

  /** Takes the engines with which ranks do collectives by hardware, null for none. */
  default void use(CollectiveEngines engines) {}

  /** Phase 2: the result of an engine of a NIC will be in memory at a tick. */
  default void collected(int nic, int engine, long visible) {
    throw new IllegalStateException("nobody has joined engine " + engine);
  }

  /** Phase 1: it is time for what is behind a NIC of a router to act. */
  default void wake(int router, int nic) {}

  /**
   * Phase 2, before anything else: what is behind the NICs of a router acts.
   *
   * @return the pairs of NICs, a bit each, that have got something to send
   */
  default int act(int router, long tick) {
    return 0;
  }

  /** Has a queue, whose node fails, have no packets any more. */
  void close(int queue);

  /** Returns the number of queues that have packets to send, now or later. */
  int active();

  /** Returns the ranks behind the NICs, null if there are none. */
  default Messaging messaging() {
    return null;
  }
}
