package io.hopwright.models.pcie.engines;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.statistics.Words;
import java.util.List;

/**
 * Measurements of the end elements of a partition; the arrays are not copied.
 *
 * @param messages latencies of the messages that reached their targets
 * @param flowBytes by flow: bytes that its last stage delivered here in the measured interval
 * @param flowMessages by flow: messages delivered here in the measured interval
 * @param flowTicks by flow: sum of the latencies of these messages
 * @param mostHops largest number of links of a packet
 */
@SuppressWarnings("ArrayRecordComponent")
public record PcieStatistics(
    TickHistogram messages, long[] flowBytes, long[] flowMessages, long[] flowTicks, int mostHops) {
  /**
   * Reads the statistics that {@link #save} wrote.
   *
   * @throws IllegalArgumentException if the words are not such statistics
   */
  public static PcieStatistics load(Words words) {
    return new PcieStatistics(
        TickHistogram.load(words),
        words.takeAll(words.takeCount(1)),
        words.takeAll(words.takeCount(1)),
        words.takeAll(words.takeCount(1)),
        words.takeInt(0, Integer.MAX_VALUE));
  }

  void save(Words words) {
    messages.save(words);
    for (long[] ofFlows : List.of(flowBytes, flowMessages, flowTicks)) {
      words.put(ofFlows.length);
      words.putAll(ofFlows);
    }
    words.put(mostHops);
  }
}
