package io.hopwright.models.link;

import io.hopwright.models.measure.Totals;

/**
 * Retransmission on links with unknown protocol: a bad frame is sent again one round trip after its
 * end, and everything behind it waits (go-back-N).
 *
 * <p>A packet with {@code k} bad frames of {@code w} ticks keeps its link busy for {@code (k + 1)·w
 * + k·r}, where r is the round trip, and arrives {@code k·(w + r)} later than without errors. All
 * of this is known when the packet is granted the link, so that no event is needed. Frames of a
 * link are numbered in the order of all attempts; errors are drawn by that number.
 *
 * <p>Memory: 8 B per link. Confined to its partition.
 */
public final class Retry {
  /** Frames of packets on the wire, and which of them get lost. Confined to its partition. */
  public interface Frames {
    /**
     * Returns how long the next frame of a link takes.
     *
     * @param link number of a router of the partition, times the links of a router, plus the port
     * @param begin its first tick, not before the end of the frame before it
     */
    int ticks(int link, int flits, long begin);

    /**
     * Sends that frame; returns whether it is good.
     *
     * @param frame number of frames that the link has sent before
     * @param end tick after its last
     */
    boolean send(int link, int flits, long frame, long begin, long end);
  }

  private final Frames frames;
  private final int roundTripTicks;
  private final long[] sent;
  private final FrameCounts index;
  private final Totals totals;

  /**
   * Creates links that have sent nothing.
   *
   * @param links number of them, used or not
   * @param roundTripTicks from the end of a bad frame until it is sent again
   */
  public Retry(Frames frames, int links, int roundTripTicks, FrameCounts index, Totals totals) {
    this.frames = frames;
    this.roundTripTicks = roundTripTicks;
    sent = new long[links];
    this.index = index;
    this.totals = totals;
  }

  /**
   * Sends a packet from a tick on until a frame is good; returns the tick at which that frame ends.
   */
  public long send(int link, int flits, long tick) {
    long begin = tick;
    while (true) {
      final long end = begin + frames.ticks(link, flits, begin);
      totals.count(index.framesSent(), 1);
      if (frames.send(link, flits, sent[link]++, begin, end)) {
        return end;
      }
      totals.count(index.framesRepeated(), 1);
      begin = end + roundTripTicks;
    }
  }
}
