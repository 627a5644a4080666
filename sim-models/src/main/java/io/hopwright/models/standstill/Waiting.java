package io.hopwright.models.standstill;

import io.hopwright.core.statistics.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * Collection of waiting queues of packets, waiting ranks, and lines of reference models, in one
 * partition or in all. Confined to one thread.
 */
public final class Waiting {
  /** Largest number of routers of a network whose queues are examined while packets move. */
  public static final int MOST_ROUTERS = 4_096;

  private final List<QueueHead> heads = new ArrayList<>();
  private final List<RankWait> ranks = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private long packets;

  /** Adds a queue whose first packet waits. */
  public void add(QueueHead head) {
    heads.add(head);
    packets += head.packets();
  }

  /** Adds a rank or a thread that is waiting or lost. */
  public void add(RankWait rank) {
    ranks.add(rank);
  }

  /** Adds a line about any other wait. */
  public void add(String line) {
    lines.add(line);
  }

  /** Adds packets that wait outside of the queues. */
  public void addPackets(long more) {
    packets += more;
  }

  /** Writes the collection, for {@link #load}. */
  public void save(Words words) {
    words.put(packets);
    words.put(heads.size());
    heads.forEach(head -> words.putAll(head.words()));
    words.put(ranks.size());
    ranks.forEach(rank -> rank.save(words));
    words.put(lines.size());
    lines.forEach(words::putText);
  }

  /**
   * Reads and sorts the waits of all partitions.
   *
   * @throws IllegalArgumentException if the words are malformed
   */
  public static Waiting load(List<Words> partitions) {
    final Waiting all = new Waiting();
    partitions.stream().filter(words -> words.size() > 0).forEach(all::load);
    all.heads.sort(null);
    all.ranks.sort(RankWait.ORDER);
    return all;
  }

  private void load(Words words) {
    packets += words.take();
    for (int left = words.takeCount(2); left > 0; left--) {
      heads.add(new QueueHead(words.takeAll()));
    }
    for (int left = words.takeCount(2); left > 0; left--) {
      ranks.add(RankWait.load(words));
    }
    for (int left = words.takeCount(1); left > 0; left--) {
      lines.add(text(words));
    }
    words.checkEnd();
  }

  /** Reads a text, which may come from another JVM, without control characters for a terminal. */
  static String text(Words words) {
    return words.takeText().replaceAll("[\\p{Cc}\\p{Cf}]", "?");
  }

  /** Returns the queues, in ascending order once they were loaded. */
  public List<QueueHead> heads() {
    return heads;
  }

  /** Returns the ranks, in the order of jobs and ranks once they were loaded. */
  public List<RankWait> ranks() {
    return ranks;
  }

  /** Returns the lines. */
  public List<String> lines() {
    return lines;
  }

  /** Returns the packets that wait. */
  long packets() {
    return packets;
  }
}
