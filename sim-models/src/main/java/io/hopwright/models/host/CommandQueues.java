package io.hopwright.models.host;

import io.hopwright.core.state.FromConfiguration;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.traffic.Births;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Queues of a partition's nodes, one or several per node. Only the next segment of each is stored;
 * those behind it follow from the messages.
 *
 * <p>Confined to its partition; 28 B per queue.
 */
public final class CommandQueues implements Supply {
  /** A function of the configuration, as is the load that their generation times follow. */
  @FromConfiguration private final Messages[] streams;

  private final Segmenter segmenter;
  private final int[] nodes;
  private final long[] segments;
  private final long[] births;
  private final int[] destinations;
  private final int[] bytes;
  private int active;

  /**
   * The tick from which nothing is generated there, by index of a node; null if generation never
   * ends.
   */
  @FromConfiguration private long[] ends;

  /**
   * Prepares the first segment of each queue.
   *
   * @param nodes node of each queue, negative for none
   */
  public CommandQueues(Messages messages, Segmenter segmenter, int... nodes) {
    this(List.of(messages), segmenter, nodes);
  }

  /**
   * Prepares the first segment of each queue. Queue {@code q} has stream {@code q mod s} of node
   * {@code q div s}, by its index.
   *
   * @param streams messages of the {@code s} queues of a node, equal except for their numbers
   * @param nodes nodes of these queues, negative for none
   */
  public CommandQueues(List<Messages> streams, Segmenter segmenter, int... nodes) {
    this.streams = streams.toArray(Messages[]::new);
    this.segmenter = segmenter;
    this.nodes = nodes;
    final int queues = Math.multiplyExact(nodes.length, this.streams.length);
    segments = new long[queues];
    births = new long[queues];
    destinations = new int[queues];
    bytes = new int[queues];
    for (int queue = 0; queue < queues; queue++) {
      births[queue] = Births.NEVER;
      if (node(queue) >= 0) {
        active++;
        begin(queue, messages(queue).number(0), -1);
      }
    }
  }

  private Messages messages(int queue) {
    return streams.length == 1 ? streams[0] : streams[queue % streams.length];
  }

  private int node(int queue) {
    return streams.length == 1 ? nodes[queue] : nodes[queue / streams.length];
  }

  private void begin(int queue, long message, long previousBirth) {
    final Messages messages = messages(queue);
    final int node = node(queue);
    births[queue] = messages.birth(node, message, previousBirth);
    if (births[queue] == Births.NEVER) {
      active--;
      return;
    }
    segments[queue] = segmenter.firstSegment(message);
    destinations[queue] = messages.destination(node, message);
    bytes[queue] = messages.bytes(node, message);
  }

  /** Replaces the segment sent at {@code tick} by its successor. */
  public void next(int queue, long tick) {
    bytes[queue] -= data(queue);
    if (bytes[queue] > 0) {
      segments[queue]++;
      supply(queue, tick);
    } else {
      nextMessage(queue, tick);
    }
  }

  /** Replaces the rest of the message of the next segment by its successor at {@code tick}. */
  public void nextMessage(int queue, long tick) {
    final long message = segmenter.message(segments[queue]);
    begin(queue, message + streams[0].step(), births[queue]);
    supply(queue, tick);
  }

  /** Generates the next packet of a saturated source when the previous one has been sent. */
  private void supply(int queue, long tick) {
    if (streams[0].saturated() && births[queue] != Births.NEVER) {
      births[queue] = tick;
    }
  }

  /** Ends a queue: nothing more is generated in it. */
  public void close(int queue) {
    active -= births[queue] == Births.NEVER ? 0 : 1;
    births[queue] = Births.NEVER;
  }

  /**
   * Sets the failure times of nodes, so that {@link #bornIn} counts nothing later.
   *
   * @param ticks tick from which nothing is generated, for each node in the order of the
   *     constructor
   */
  public void endAt(long[] ticks) {
    ends = ticks.clone();
  }

  /** Returns the generation time of a queue's next segment, {@link Births#NEVER} without one. */
  public long birth(int queue) {
    return births[queue];
  }

  /** Returns the destination of a queue's next segment. */
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

  /** Returns the remaining bytes of a queue's message: those of its next and later segments. */
  public int bytesLeft(int queue) {
    return bytes[queue];
  }

  /** Returns whether a queue's next segment is the last of its message. */
  public boolean endsMessage(int queue) {
    return bytes[queue] <= segmenter.mostBytes();
  }

  /** Returns whether a queue's next segment is the first of its message. */
  public boolean beginsMessage(int queue) {
    return segments[queue] % segmenter.stride() == 0;
  }

  /** Returns the bytes of data of any segment of a node. */
  public int data(int source, long segment) {
    final long message = segmenter.message(segment);
    final int before = segmenter.mostBytes() * (int) (segment - segmenter.firstSegment(message));
    return segmenter.data(streams[0].bytes(source, message) - before);
  }

  /** Returns whether a node's segment goes to {@code destination}. */
  public boolean sentTo(int source, long segment, int destination) {
    return streams[0].destination(source, segmenter.message(segment)) == destination;
  }

  /** Returns the number of queues that have segments to send, now or later. */
  public int active() {
    return active;
  }

  @Override
  public long bornIn(long from, long to) {
    return sum(from, to, this::segmentsBornIn);
  }

  @Override
  public long bytesIn(long from, long to) {
    return sum(from, to, Messages::bytesIn);
  }

  @Override
  public long bornTicks(long from, long to) {
    long ticks = sum(from, to, this::segmentsBornTicks);
    for (int i = 0; ends != null && i < nodes.length; i++) {
      final long end = Math.min(to, ends[i]);
      for (Messages messages : streams) {
        // What a failed node has not sent has been generated all the same.
        ticks +=
            nodes[i] < 0 || end == to
                ? 0
                : (to - Math.max(from, end)) * segmentsBornIn(messages, nodes[i], 0, end);
      }
    }
    return ticks;
  }

  /** Returns the sum over all queues, without what would be generated after a node has failed. */
  private long sum(long from, long to, Messages.Born number) {
    long sum = 0;
    for (int i = 0; i < nodes.length; i++) {
      final long end = ends == null ? to : Math.min(to, ends[i]);
      for (Messages messages : streams) {
        sum += nodes[i] < 0 || end <= from ? 0 : number.in(messages, nodes[i], from, end);
      }
    }
    return sum;
  }

  private boolean allHaveAsManySegments(Messages messages) {
    return messages.saturated() || segmenter.stride() == 1 || messages.sizes().single();
  }

  private long segmentsBornIn(Messages messages, int node, long from, long to) {
    return allHaveAsManySegments(messages)
        ? messages.bornIn(node, from, to) * segmenter.stride()
        : sumOfSegments(messages, node, to, birth -> birth < from ? 0 : 1);
  }

  private long segmentsBornTicks(Messages messages, int node, long from, long to) {
    return allHaveAsManySegments(messages)
        ? messages.bornTicks(node, from, to) * segmenter.stride()
        : sumOfSegments(messages, node, to, birth -> to - Math.max(birth, from));
  }

  /** Adds up a number over the segments of a node generated before a tick, by the birth of each. */
  private long sumOfSegments(Messages messages, int node, long to, LongUnaryOperator ofSegment) {
    long sum = 0;
    long message = messages.number(0);
    for (long birth = messages.birth(node, message, -1);
        birth < to;
        birth = messages.birth(node, message, birth)) {
      sum += ofSegment.applyAsLong(birth) * segmenter.segments(messages.bytes(node, message));
      message += messages.step();
    }
    return sum;
  }

  @Override
  public int mostAtOnce() {
    return segmenter.stride();
  }

  @Override
  public boolean anyEndless() {
    return streams[0].saturated();
  }

  @Override
  public boolean allEndless() {
    return streams[0].saturated();
  }
}
