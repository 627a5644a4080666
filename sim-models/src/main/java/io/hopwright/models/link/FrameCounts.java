package io.hopwright.models.link;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.Totals;
import java.util.function.ToIntFunction;

/**
 * Numbers of the totals about frames that get lost; all are booked when a packet is granted its
 * link.
 *
 * @param framesSent every attempt of a packet to cross a link
 * @param framesRepeated those that were bad
 * @param slicesLost slices that were
 * @param degradedTicks ticks of frames in another mode than the first
 * @param modeSwitches how often links changed their modes
 */
public record FrameCounts(
    int framesSent, int framesRepeated, int slicesLost, int degradedTicks, int modeSwitches) {
  /** How many they are. */
  public static final int SIZE = 5;

  /** Returns the numbers from {@code first} on. */
  public static FrameCounts from(int first) {
    return new FrameCounts(first, first + 1, first + 2, first + 3, first + 4);
  }

  /**
   * What was counted over some ticks.
   *
   * @param index where the totals are, null if no frame can get lost
   * @param totals of all partitions
   */
  public record Counted(FrameCounts index, Totals totals) {
    private Long get(ToIntFunction<FrameCounts> total) {
      return index == null ? null : (Long) totals.get(total.applyAsInt(index));
    }
  }

  /** Returns those of the summary, over the whole run. */
  public static Metrics<Counted> metrics() {
    return new Metrics<Counted>()
        .add("framesSent", "frames", "Frames sent", counted -> counted.get(FrameCounts::framesSent))
        .meaning(
            "frames sent over links in the whole run, every attempt; this and the next four are"
                + " null unless links have errors")
        .add(
            "framesRepeated",
            "frames",
            "Frames repeated",
            counted -> counted.get(FrameCounts::framesRepeated))
        .meaning("damaged frames that were retransmitted")
        .add("slicesLost", "slices", "Slices lost", counted -> counted.get(FrameCounts::slicesLost))
        .meaning("lost slices of these frames, good or bad")
        .add(
            "degradedTicks",
            "ticks",
            "Ticks degraded",
            counted -> counted.get(FrameCounts::degradedTicks))
        .meaning(
            "ticks of frames that were duplicated, or sent over fewer lanes, summed over all"
                + " links")
        .add(
            "modeSwitches",
            "switches",
            "Switches of mode",
            counted -> counted.get(FrameCounts::modeSwitches))
        .meaning(
            "number of times a link began to split or to duplicate frames, or disabled half"
                + " of its lanes");
  }
}
