package io.hopwright.models.link;

import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import java.util.function.Function;

/** Numbers of results that tell of links, on all machines that know them, under the same names. */
public final class LinkMetrics {
  private LinkMetrics() {}

  /**
   * What became of packets on links that send again what is damaged, and all behind it.
   *
   * @param started packets, each time
   * @param startedAgain those of them that had been started before
   * @param damaged packets found damaged, those discarded too
   * @param discarded packets that a receiver did not want
   */
  public record Transmissions(long started, long startedAgain, long damaged, long discarded) {}

  /** Returns those of the summary, over the measured interval. */
  public static Metrics<Transmissions> transmissions() {
    return new Metrics<Transmissions>()
        .add("transmissions", "packets", "Transmissions", Transmissions::started)
        .meaning("packets started on links in the measured interval, those sent again too")
        .add("retransmissions", "packets", "Retransmissions", Transmissions::startedAgain)
        .meaning("packets started once more in the measured interval")
        .add("packetsDamaged", "packets", "Packets damaged", Transmissions::damaged)
        .meaning("packets found damaged in the measured interval, those discarded too")
        .add("packetsDiscarded", "packets", "Packets discarded", Transmissions::discarded)
        .meaning(
            "packets in the measured interval that came out of turn, as one before them was missing"
                + " or they had been there before");
  }

  /**
   * Returns the rate at which links bring packets over for good.
   *
   * @param unit of it
   * @param rate null if no link took in any
   */
  public static <T> Metrics<T> goodput(String unit, Function<? super T, Double> rate) {
    return new Metrics<T>()
        .add("linkGoodput", unit, "Goodput of links", rate, Role.HIGHLIGHT)
        .meaning("bytes of packets taken in per link, mean over the links that took in any");
  }

  /** Returns the rate of a link as built, in GB/s. */
  public static <T> Metrics<T> bandwidth(Function<? super T, Double> gigabytesPerSecond) {
    return new Metrics<T>()
        .add("topology.linkBandwidth", "GB/s", "Bandwidth of a link", gigabytesPerSecond)
        .meaning(
            "bytes that a link carries in one direction: coding taken off, headers and all else"
                + " not");
  }
}
