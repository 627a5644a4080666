package io.hopwright.models.baseline;

/**
 * Times of the packets of one transfer on a route of stages, each of which serves them one after
 * the other. All packets but the last are full and have the same size.
 *
 * <p>A stage is anything that each packet of the transfer keeps busy for some ticks: a queue, a
 * bus, a link. Packet {@code i} starts there at the later of its arrival and {@code start(i − 1) +
 * ticks(i − 1)}, as in a first-in, first-out queue. Arrivals of full packets are convex in {@code
 * i}: intervals are equal at first, and every stage preserves convexity. So the first and the last
 * packet determine the starts of all others: {@code start(i)} is the maximum of {@code arrival(j) +
 * (i − j)·ticks} over {@code j ≤ i}, and the maximum is at an end of the range. The cost does not
 * depend on the number of packets.
 *
 * <p>Confined to one run, and reused from transfer to transfer.
 */
public final class PacketTrain {
  private long packets;

  // Arrivals at the next stage: of the first packet, the last full one, and the last one. A single
  // packet is the last.
  private long first;
  private long full;
  private long last;

  private long notBefore;
  private long lastStart;
  private long work;
  private long free;

  /** Starts a new transfer, all of whose packets arrive at the first stage in one tick. */
  public PacketTrain begin(long count, long tick) {
    packets = count;
    first = tick;
    full = tick;
    last = tick;
    notBefore = tick;
    return this;
  }

  /** Keeps the next stage busy with other work before a tick. */
  public PacketTrain notBefore(long tick) {
    notBefore = tick;
    return this;
  }

  /** Delays all packets by some ticks. */
  public PacketTrain delay(long ticks) {
    return through(0, ticks);
  }

  /**
   * Sends all packets through a stage that takes the same time for the last packet as for the
   * others.
   */
  public PacketTrain through(long ticks, long delay) {
    return through(ticks, delay, ticks, delay);
  }

  /**
   * Sends all packets through a stage.
   *
   * @param ticks that a full packet keeps the stage busy
   * @param delay from the start of a full packet there until it arrives at the next stage
   * @param lastTicks that the last packet keeps the stage busy
   * @param lastDelay of the last packet
   */
  public PacketTrain through(long ticks, long delay, long lastTicks, long lastDelay) {
    if (packets > 1) {
      first = Math.max(first, notBefore);
      full = Math.max(full, first + (packets - 2) * ticks);
      last = Math.max(last, full + ticks);
      first += delay;
      full += delay;
    } else {
      last = Math.max(last, notBefore);
    }
    lastStart = last;
    free = last + lastTicks;
    work = (packets - 1) * ticks + lastTicks;
    last += lastDelay;
    notBefore = 0;
    return this;
  }

  /** Returns the arrival of the first packet behind the last stage. */
  public long firstArrival() {
    return packets > 1 ? first : last;
  }

  /** Returns the arrival of the last packet behind the last stage. */
  public long lastArrival() {
    return last;
  }

  /**
   * Returns the tick at which all packets have arrived behind the last stage; a short last packet
   * may arrive before another.
   */
  public long allArrived() {
    return packets > 1 ? Math.max(full, last) : last;
  }

  /** Returns the start of the last packet at the last stage. */
  public long lastStart() {
    return lastStart;
  }

  /** Returns the total time for which packets kept the last stage busy. */
  public long work() {
    return work;
  }

  /** Returns the tick from which the last stage is free again. */
  public long free() {
    return free;
  }
}
