package io.hopwright.models.extoll.units;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.statistics.Words;
import io.hopwright.models.host.NodeStatistics;

/**
 * Measurements of the nodes of a partition.
 *
 * @param nodes delivered data
 * @param messages times of messages, from the operation to the end of the wait for it
 * @param ready accelerators that were configured
 */
public record ExtollStatistics(NodeStatistics nodes, TickHistogram messages, long ready) {
  /**
   * Reads the statistics that {@link #save} wrote.
   *
   * @throws IllegalArgumentException if the words are not such statistics
   */
  public static ExtollStatistics load(Words words) {
    return new ExtollStatistics(
        NodeStatistics.load(words), TickHistogram.load(words), words.take());
  }

  void save(Words words) {
    nodes.save(words);
    messages.save(words);
    words.put(ready);
  }
}
