package io.hopwright.models.link;

import io.hopwright.models.measure.Counter.Result;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import java.util.function.Function;

/** Metrics of links, under the same names on all machines that have them. */
public final class LinkMetrics {
  /** Starts of transmissions, including resent damaged packets and all packets behind them. */
  public static final Result TRANSMISSIONS =
      Result.ofInterval(
          "transmissions",
          "packets",
          "Transmissions",
          "packets started on links in the measured interval, including retransmissions");

  /** Transmissions of packets that had been started before, a part of {@link #TRANSMISSIONS}. */
  public static final Result RETRANSMISSIONS =
      Result.ofInterval(
          "retransmissions",
          "packets",
          "Retransmissions",
          "packets retransmitted in the measured interval");

  /** Packets found damaged, those discarded too. */
  public static final Result DAMAGED =
      Result.ofInterval(
          "packetsDamaged",
          "packets",
          "Packets damaged",
          "packets found damaged in the measured interval, including discarded ones");

  /** Packets that a receiver did not want. */
  public static final Result DISCARDED =
      Result.ofInterval(
          "packetsDiscarded",
          "packets",
          "Packets discarded",
          "packets out of sequence in the measured interval: an earlier packet was"
              + " missing, or the packet had arrived before");

  private LinkMetrics() {}

  /**
   * Returns the rate at which links deliver packets without errors.
   *
   * @param unit of the rate
   * @param rate null if no link received any
   */
  public static <T> Metrics<T> goodput(String unit, Function<? super T, Double> rate) {
    return new Metrics<T>()
        .add("linkGoodput", unit, "Goodput of links", rate, Role.HIGHLIGHT)
        .meaning("bytes of packets accepted per link, mean over the links that accepted any");
  }

  /** Returns the rate of a link as built, in GB/s. */
  public static <T> Metrics<T> bandwidth(Function<? super T, Double> gigabytesPerSecond) {
    return new Metrics<T>()
        .add("topology.linkBandwidth", "GB/s", "Bandwidth of a link", gigabytesPerSecond)
        .meaning("rate of a link in one direction, without coding, including headers");
  }
}
