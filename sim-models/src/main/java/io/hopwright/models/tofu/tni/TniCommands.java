package io.hopwright.models.tofu.tni;

import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.tofu.barriers.Barriers;

/**
 * Send queues of the streams of a partition, one per stream; also receives the results of their
 * packets. A run uses one implementation, whose calls the JIT compiler inlines. Confined to its
 * partition.
 */
public interface TniCommands {
  /** Returns the birth of a queue's next packet, {@code Long.MAX_VALUE} if there is none. */
  long birth(int queue);

  /** Returns the node that a queue's next packet is for. */
  int destination(int queue);

  /** Returns the sequence number of a queue's next packet. */
  long sequence(int queue);

  /** Returns the bytes that a queue's next packet moves. */
  int moved(int queue);

  /** Returns the operation of a queue's next packet. */
  TniOperation operation(int queue);

  /** Returns what a packet does, or its request did. */
  TniOperation operationOf(int packet);

  /** Returns whether any of them changes words atomically. */
  boolean usesAtomics();

  /** Returns whether the last packet of a queue's next message is acknowledged in any case. */
  default boolean wantsAcknowledge(int queue) {
    return false;
  }

  /** Returns whether a queue's next packet is the first of its message. */
  boolean beginsMessage(int queue);

  /** Returns whether a queue's next packet is the last of its message. */
  boolean endsMessage(int queue);

  /**
   * Phase 2: replaces a queue's next packet, which has been issued, by its successor.
   *
   * @param packet of the pool that it is now, complete but for words that only messages need
   * @param birth of its message
   */
  void issued(int queue, int packet, long birth, long tick);

  /** Phase 1: a packet of class 0 is delivered to a node, by its local number. */
  default void delivered(int node, int packet, long tick) {}

  /** Phase 1: records that a packet of class 1 is delivered to the node that sent its request. */
  default void answered(int node, int packet, long tick) {}

  /** Phase 1: it is time for the ranks of a node to act. */
  default void wake(int node) {}

  /** Takes the barriers that ranks may use. */
  default void use(Barriers barriers) {}

  /** Phase 2, before issues: lets ranks act; returns the interfaces they posted to, as bits. */
  default int act(int node, long tick) {
    return 0;
  }

  /** Returns the number of queues that have packets to send, now or later. */
  int active();

  /** Returns the ranks of the nodes, null without any. */
  default Messaging messaging() {
    return null;
  }
}
