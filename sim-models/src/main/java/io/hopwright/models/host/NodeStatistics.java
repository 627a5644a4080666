package io.hopwright.models.host;

import io.hopwright.core.statistics.Words;

/**
 * Measurements of the nodes of a partition; the array is not copied.
 *
 * @param bytes bytes delivered at each node in the measured interval
 * @param mostHops largest number of links of a packet
 */
@SuppressWarnings("ArrayRecordComponent")
public record NodeStatistics(long[] bytes, int mostHops) {
  /**
   * Reads the statistics that {@link #save} wrote.
   *
   * @throws IllegalArgumentException if the words are not such statistics
   */
  public static NodeStatistics load(Words words) {
    return new NodeStatistics(
        words.takeAll(words.takeCount(1)), words.takeInt(0, Integer.MAX_VALUE));
  }

  /** Writes them. */
  public void save(Words words) {
    words.put(bytes.length);
    words.putAll(bytes);
    words.put(mostHops);
  }
}
