package io.hopwright.models.reference;

import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Output of an ideal crossbar, to a link or to an endpoint, with its queues, its arbiter and the
 * state of the buffer behind it (sections "Ideal crossbar", "Credits" and "Grant" in section
 * "Router" of {@code docs/models/cascade.md}). Confined to the thread of its machine.
 *
 * @param <P> waiting packets
 */
public abstract class ReferenceCrossbarOutput<P extends ReferenceCrossbarPacket> {
  private final ReferenceCrossbarRouter<P, ?> router;
  private final int port;
  private final End farEnd;
  private final String kind;

  /** Queues, each in order of arrival. */
  private final List<Deque<P>> queues = new ArrayList<>();

  /** Units sent whose credits have not been returned, by queue. */
  private final int[] charges;

  private final int capacity;

  /** Total waiting in all queues. */
  private int queued;

  private long busyUntil;
  private int pointer;

  /**
   * An output at which nothing waits.
   *
   * @param farEnd where the link ends; null of an output to an endpoint
   * @param kind as which it is counted
   * @param capacity of the buffer of each queue; 0 if there are no credits
   */
  protected ReferenceCrossbarOutput(
      ReferenceCrossbarRouter<P, ?> router,
      int port,
      End farEnd,
      String kind,
      int queues,
      int capacity) {
    this.router = router;
    this.port = port;
    this.farEnd = farEnd;
    this.kind = kind;
    this.capacity = capacity;
    charges = new int[queues];
    for (int queue = 0; queue < queues; queue++) {
      this.queues.add(new ArrayDeque<>());
    }
  }

  /** Starts a packet; returns until when it keeps the output busy. */
  protected abstract long start(P packet, long tick);

  /**
   * Sends a packet whose tail leaves at a tick: it must {@link #cross} the link, or reach the
   * endpoint.
   */
  protected abstract void forward(P packet, int queue, long tailTick);

  /** Returns the number of its port. */
  public final int port() {
    return port;
  }

  /** Returns the far end of the link; null for an output to an endpoint. */
  public final End farEnd() {
    return farEnd;
  }

  /** Returns the kind of the output in counts. */
  public final String kind() {
    return kind;
  }

  /** "A packet may be sent if charge + f ≤ capacity". */
  protected boolean hasRoom(P packet, int queue) {
    return capacity == 0 || charges[queue] + router.size(packet) <= capacity;
  }

  /** Queues up a packet that has just arrived. */
  final void join(P packet, int queue) {
    queues.get(queue).add(packet);
    queued += router.size(packet);
    router.machine().queue(1);
  }

  /**
   * Grants the first packet at or after the pointer, going round; the pointer then moves behind it.
   */
  public void grant(long tick) {
    if (busyUntil > tick || queued == 0) {
      return;
    }
    for (int i = 0; i < charges.length; i++) {
      final int queue = (pointer + i) % charges.length;
      final P packet = queues.get(queue).peek();
      if (packet != null && hasRoom(packet, queue)) {
        queues.get(queue).remove();
        queued -= router.size(packet);
        router.machine().queue(-1);
        charges[queue] += capacity == 0 ? 0 : router.size(packet);
        pointer = (queue + 1) % charges.length;
        send(packet, queue, tick);
        return;
      }
    }
  }

  private void send(P packet, int queue, long tick) {
    busyUntil = start(packet, tick);
    router.machine().start(kind, farEnd != null, busyUntil - tick);
    router.leave(packet, busyUntil);
    forward(packet, queue, busyUntil);
  }

  /** A packet takes the link, and arrives at its far end in a later tick. */
  protected final void cross(P packet, int queue, long arrivalTick) {
    packet.takeLink();
    router.machine().router(farEnd.router()).expect(packet, farEnd.port(), queue, arrivalTick);
  }

  /** Receives returned credits, or released room. */
  public final void giveBack(int queue, int size) {
    charges[queue] -= size;
  }

  /** Takes out all that waits, queue by queue. */
  protected final Stream<P> takeAll() {
    final List<P> all = queues.stream().flatMap(Deque::stream).toList();
    queues.forEach(Deque::clear);
    queued = 0;
    router.machine().queue(-all.size());
    return all.stream();
  }

  /** Returns the total size of the packets in all queues. */
  public final int queued() {
    return queued;
  }

  /** Returns the total sent whose credits have not been returned. */
  public final int charged() {
    return Arrays.stream(charges).sum();
  }

  /** Returns the tick until which the output is busy. */
  public final long busyUntil() {
    return busyUntil;
  }

  /** Returns whether no packet waits here and all credits are back. */
  public final boolean isHome() {
    return queued == 0 && charged() == 0;
  }

  /**
   * Checks that the contents of a buffer behind the output do not exceed the charge, and that the
   * charge fits.
   *
   * @param buffered contents of the buffer
   */
  final void check(int queue, int buffered) {
    if (capacity > 0) {
      check(() -> this + ", queue " + queue, buffered, charges[queue], capacity);
    }
  }

  /** Checks that the charges for the buffers of an endpoint fit. */
  final void checkEndpoint() {
    for (int queue = 0; farEnd == null && queue < charges.length; queue++) {
      check(queue, 0);
    }
  }

  /** The same of any buffer. */
  static void check(Supplier<String> where, int buffered, int charged, int capacity) {
    if (buffered < 0 || buffered > charged || charged > capacity) {
      throw new IllegalStateException(
          String.format(
              "%s: %d charged, %d there, %d fit", where.get(), charged, buffered, capacity));
    }
  }

  /** Appends a line for each queue with waiting packets; returns their number. */
  public final long describeWaiting(StringBuilder report) {
    long waiting = 0;
    for (int queue = 0; queue < charges.length; queue++) {
      final int packets = queues.get(queue).size();
      waiting += packets;
      if (packets > 0) {
        report.append(
            String.format(
                "%s, queue %d: %d wait, first %s%n",
                this, queue, packets, queues.get(queue).element()));
      }
    }
    return waiting;
  }

  @Override
  public final String toString() {
    return router + ", port " + port;
  }
}
