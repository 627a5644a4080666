package io.hopwright.models.host;

import io.hopwright.models.measure.Supply;
import io.hopwright.models.traffic.Births;

/**
 * The next segment to send of each queue of a partition, one queue a node; what is behind it
 * follows from the messages.
 *
 * <p>Confined to its partition; 28 B per queue.
 */
public final class CommandQueues implements Supply {
  private final Messages messages;
  private final Segmenter segmenter;
  private final int[] nodes;
  private final long[] segments;
  private final long[] births;
  private final int[] destinations;
  private final int[] bytes;
  private int active;

  /**
   * Prepares the first segment of each queue.
   *
   * @param nodes whose queue each is, negative for nobody's
   */
  public CommandQueues(Messages messages, Segmenter segmenter, int... nodes) {
    this.messages = messages;
    this.segmenter = segmenter;
    this.nodes = nodes;
    segments = new long[nodes.length];
    births = new long[nodes.length];
    destinations = new int[nodes.length];
    bytes = new int[nodes.length];
    for (int queue = 0; queue < nodes.length; queue++) {
      births[queue] = Births.NEVER;
      if (nodes[queue] >= 0) {
        active++;
        begin(queue, messages.number(0), -1);
      }
    }
  }

  private void begin(int queue, long message, long previousBirth) {
    births[queue] = messages.birth(nodes[queue], message, previousBirth);
    if (births[queue] == Births.NEVER) {
      active--;
      return;
    }
    segments[queue] = segmenter.firstSegment(message);
    destinations[queue] = messages.destination(nodes[queue], message);
    bytes[queue] = messages.bytes(nodes[queue], message);
  }

  /** Replaces the segment sent at {@code tick} by its successor. */
  public void next(int queue, long tick) {
    bytes[queue] -= data(queue);
    if (bytes[queue] > 0) {
      segments[queue]++;
    } else {
      final long message = segmenter.message(segments[queue]);
      begin(queue, message + messages.step(), births[queue]);
    }
    if (messages.saturated() && births[queue] != Births.NEVER) {
      births[queue] = tick;
    }
  }

  /** Returns the birth of a queue's next segment, {@link Births#NEVER} if there is none. */
  public long birth(int queue) {
    return births[queue];
  }

  /** Returns the node that a queue's next segment is for. */
  public int destination(int queue) {
    return destinations[queue];
  }

  /** Returns the number of a queue's next segment. */
  public long segment(int queue) {
    return segments[queue];
  }

  /** Returns the bytes of data of a queue's next segment. */
  public int data(int queue) {
    return segmenter.data(bytes[queue]);
  }

  /** Returns the bytes of data of any segment of a node. */
  public int data(int source, long segment) {
    final long message = segmenter.message(segment);
    final int before = segmenter.mostBytes() * (int) (segment - segmenter.firstSegment(message));
    return segmenter.data(messages.bytes(source, message) - before);
  }

  /** Tells whether a node's segment goes to {@code destination}. */
  public boolean sentTo(int source, long segment, int destination) {
    return messages.destination(source, segmenter.message(segment)) == destination;
  }

  /** Returns the number of queues that have segments to send, now or later. */
  public int active() {
    return active;
  }

  @Override
  public long bornIn(long from, long to) {
    long count = 0;
    for (int node : nodes) {
      count += node < 0 ? 0 : segmentsBornIn(node, from, to);
    }
    return count;
  }

  private long segmentsBornIn(int node, long from, long to) {
    if (messages.saturated() || messages.sizes().single()) {
      return messages.bornIn(node, from, to) * segmenter.stride();
    }
    long count = 0;
    long message = messages.number(0);
    for (long birth = messages.birth(node, message, -1);
        birth < to;
        birth = messages.birth(node, message, birth)) {
      count += birth < from ? 0 : segmenter.segments(messages.bytes(node, message));
      message += messages.step();
    }
    return count;
  }

  @Override
  public int mostAtOnce() {
    return segmenter.stride();
  }

  @Override
  public boolean anyEndless() {
    return messages.saturated();
  }

  @Override
  public boolean allEndless() {
    return messages.saturated();
  }
}
