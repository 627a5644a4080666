package io.hopwright.models.link;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Totals;
import java.util.function.ToIntFunction;

/**
 * Metrics of lost frames. All are counted when a packet is granted its link.
 *
 * @param framesSent attempts of packets to cross a link
 * @param framesRepeated attempts that were damaged
 * @param slicesLost slices that were damaged
 * @param degradedTicks ticks of frames in a mode other than the first
 * @param modeSwitches mode changes of links
 */
public record FrameCounts(
    int framesSent, int framesRepeated, int slicesLost, int degradedTicks, int modeSwitches) {
  /** Number of these totals. */
  public static final int SIZE = 5;

  /** Returns the numbers from {@code first} on. */
  public static FrameCounts from(int first) {
    return new FrameCounts(first, first + 1, first + 2, first + 3, first + 4);
  }

  /**
   * Counters over an interval.
   *
   * @param index indexes of the totals; null if no frame can get lost
   * @param totals totals of all partitions
   */
  public record Counted(FrameCounts index, Totals totals) {
    private Long get(ToIntFunction<FrameCounts> total) {
      return index == null ? null : (Long) totals.get(total.applyAsInt(index));
    }
  }

  /** Returns the metrics of the summary, over the whole run. */
  public static Metrics<Counted> metrics() {
    return new Metrics<Counted>()
        .add("framesSent", "frames", "Frames sent", counted -> counted.get(FrameCounts::framesSent))
        .meaning(
            "frames sent over links in the whole run, including retransmissions; null"
                + " unless links have errors")
        .add(
            "framesRepeated",
            "frames",
            "Frames repeated",
            counted -> counted.get(FrameCounts::framesRepeated))
        .meaning("damaged frames that were retransmitted; null if framesSent is null")
        .add("slicesLost", "slices", "Slices lost", counted -> counted.get(FrameCounts::slicesLost))
        .meaning(
            "slices of retransmitted frames, whether the slice itself was damaged or"
                + " not; null if framesSent is null")
        .add(
            "degradedTicks",
            "ticks",
            "Ticks degraded",
            counted -> counted.get(FrameCounts::degradedTicks))
        .meaning(
            "ticks of frames that were duplicated, or sent over fewer lanes, summed"
                + " over all links; null if framesSent is null")
        .add(
            "modeSwitches",
            "switches",
            "Switches of mode",
            counted -> counted.get(FrameCounts::modeSwitches))
        .meaning(
            "number of times that a link began to split frames, began to duplicate"
                + " frames, or disabled half of its lanes; null if framesSent is null");
  }
}
