package io.hopwright.models.host;

import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.Sizes;

/**
 * Messages of one kind from a sender at every node: pure functions of the node and the message's
 * number. Immutable; safe for any thread.
 *
 * <p>Message {@code s = 0, 1, …} of a sender has number {@code step·s + first}, so that several
 * senders of a node share the numbers.
 *
 * @param first number of the first message
 * @param step from one number to the next
 * @param births generation times
 * @param destinations destinations of messages
 * @param sizes sizes of messages
 */
public record Messages(int first, int step, Births births, Destinations destinations, Sizes sizes) {
  /** Returns the number of the message that has {@code count} predecessors of the same sender. */
  public long number(long count) {
    return first + count * step;
  }

  /** Returns the number of predecessors of a message from the same sender. */
  public long count(long number) {
    return (number - first) / step;
  }

  /**
   * Returns the generation time of a message, {@link Births#NEVER} if it does not exist.
   *
   * @param previousBirth generation time of the sender's message before, −1 for the first
   */
  public long birth(int source, long number, long previousBirth) {
    return births.birth(source, number, previousBirth);
  }

  /** Returns the destination of a message. */
  public int destination(int source, long number) {
    return destinations.destination(source, number);
  }

  /** Returns the size of a message. */
  public int bytes(int source, long number) {
    return sizes.bytes(source, number);
  }

  /** Returns whether there always is another message, generated when its predecessor has left. */
  public boolean saturated() {
    return births.saturated();
  }

  /** Returns the number of messages of a node generated at ticks in {@code [from, to)}. */
  public long bornIn(int source, long from, long to) {
    return births.bornIn(source, first, step, from, to);
  }

  /**
   * Returns the number of ticks of {@code [from, to)} at or after the generation of a message of a
   * node, summed over the messages.
   */
  public long bornTicks(int source, long from, long to) {
    return births.bornTicks(source, first, step, from, to);
  }

  /**
   * Returns the bytes of the messages of a node that are generated at ticks in {@code [from, to)}.
   */
  public long bytesIn(int source, long from, long to) {
    final long born = bornIn(source, from, to);
    if (born == 0 || sizes.single()) {
      return born * sizes.largest();
    }
    // Messages of a sender are generated in the order of their numbers.
    final long before = bornIn(source, 0, from);
    long bytes = 0;
    for (long count = before; count < before + born; count++) {
      bytes += bytes(source, number(count));
    }
    return bytes;
  }

  /** Count of a node's messages generated at ticks in {@code [from, to)}, by some measure. */
  @FunctionalInterface
  public interface Born {
    /** Returns the count. */
    long in(Messages messages, int node, long from, long to);
  }
}
