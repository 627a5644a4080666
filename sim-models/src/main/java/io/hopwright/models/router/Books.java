package io.hopwright.models.router;

/**
 * What is to be measured.
 *
 * @param measuredFrom first tick of the measured interval
 * @param measuredTo tick after its last, {@code Long.MAX_VALUE} if it lasts until the run ends
 * @param gridTicks interval of the series, and distance of samples
 * @param observer is told of every delivery
 */
public record Books(long measuredFrom, long measuredTo, long gridTicks, Observer observer) {
  /** Is told what happens to single packets; called by the thread of the partition. */
  @FunctionalInterface
  public interface Observer {
    /** Nobody wants to know. */
    Observer NONE = (source, destination, sequence, trafficClass, chunks, tick) -> {};

    /** A packet's last byte has entered a reception FIFO. */
    void delivered(
        int source, int destination, long sequence, int trafficClass, int chunks, long tick);
  }

  /** Tells whether the measured interval lasts until the run ends. */
  boolean open() {
    return measuredTo == Long.MAX_VALUE;
  }

  /** Tells whether a tick lies in the measured interval. */
  boolean measures(long tick) {
    return tick >= measuredFrom && tick < measuredTo;
  }
}
