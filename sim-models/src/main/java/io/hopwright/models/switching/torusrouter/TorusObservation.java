package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.measure.Flows;
import io.hopwright.models.measure.Interval;
import io.hopwright.models.topology.HotBox;

/**
 * Measurements to take.
 *
 * @param measuredFrom first tick of the measured interval
 * @param measuredTo tick after its last, {@code Long.MAX_VALUE} if it lasts until the run ends
 * @param gridTicks interval of the series, and distance of samples
 * @param observer listener for deliveries
 * @param extras optional measurements
 */
public record TorusObservation(
    long measuredFrom, long measuredTo, long gridTicks, Observer observer, Extras extras) {
  /**
   * Optional measurements, which cost time or memory.
   *
   * @param heat whether to count the load of each link
   * @param links whether to count each link separately, with all its events
   * @param log filter of the packets to log, null for none
   * @param region box to count separately, null for none
   * @param unblocking whether to classify each credit by whether a packet waited for it
   * @param flows packets to count separately
   */
  public record Extras(
      boolean heat,
      boolean links,
      PacketLog.Filter log,
      HotBox region,
      boolean unblocking,
      Flows.Detail flows) {
    /** Nothing extra. */
    public static final Extras NONE =
        new Extras(false, false, null, null, false, Flows.Detail.NONE);
  }

  /** Listener for events of single packets; called by the thread of the partition. */
  @FunctionalInterface
  public interface Observer {
    /** Observer that ignores everything. */
    Observer NONE = (source, destination, sequence, trafficClass, chunks, tick) -> {};

    /** Records that a packet's last byte has entered a reception FIFO. */
    void delivered(
        int source, int destination, long sequence, int trafficClass, int chunks, long tick);
  }

  /** Returns the measured interval and its series. */
  Interval interval() {
    return new Interval(measuredFrom, measuredTo, gridTicks);
  }
}
