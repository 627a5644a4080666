package io.hopwright.models.extoll.units;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.statistics.Words;
import io.hopwright.models.host.NodeStatistics;

/**
 * What the nodes of a partition measured.
 *
 * @param nodes data delivered
 * @param messages how long messages took, from their operation to the end of the wait for them
 * @param ready accelerators that were configured
 */
public record ExtollStatistics(NodeStatistics nodes, TickHistogram messages, long ready) {
  /**
   * Reads what {@link #save} wrote.
   *
   * @throws IllegalArgumentException if that is not what the words are
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
