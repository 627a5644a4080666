package io.hopwright.models.measure;

import io.hopwright.core.state.FromConfiguration;
import io.hopwright.core.statistics.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of the packets in the distributions, by sender, or by sender and receiver.
 *
 * <p>An open hash table, 32 B an entry, at most two thirds full. Confined to its partition.
 */
public final class Flows {
  /** Level of detail of the counts. */
  public enum Detail {
    /** Nothing. */
    NONE,
    /** A flow for each sender. */
    SOURCE,
    /** A flow for each sender and receiver. */
    PAIR
  }

  /**
   * Packets of one sender, or of one pair.
   *
   * @param destination 0 if only senders are distinguished
   * @param packets number of packets
   * @param ticks sum of their response times
   * @param most largest of their response times
   */
  public record Flow(int source, int destination, long packets, long ticks, long most) {
    private Flow plus(Flow other) {
      return new Flow(
          source,
          destination,
          packets + other.packets,
          ticks + other.ticks,
          Math.max(most, other.most));
    }

    /** Returns the mean response time in ticks. */
    public double mean() {
      return (double) ticks / packets;
    }
  }

  private static final int WORDS = 4;
  private static final int PACKETS = 1;
  private static final int TICKS = 2;
  private static final int MOST = 3;
  private static final int FEWEST = 64;

  @FromConfiguration private final Detail detail;

  /** Entries of key, packets, ticks and most; one without packets is free. */
  private long[] table = new long[FEWEST * WORDS];

  private int flows;

  /** Creates an empty table. */
  public Flows(Detail detail) {
    this.detail = detail;
  }

  /**
   * Reads what {@link #save} wrote.
   *
   * @throws IllegalArgumentException if that is not what the words are
   */
  static Flows load(Words words) {
    final Flows flows = new Flows(Detail.NONE);
    for (int rest = words.takeCount(WORDS); rest > 0; rest--) {
      flows.add(words.take(), words.take(), words.take(), words.take());
    }
    return flows;
  }

  void save(Words words) {
    words.put(flows);
    for (int at = 0; at < table.length; at += WORDS) {
      for (int i = 0; i < WORDS && table[at + PACKETS] > 0; i++) {
        words.put(table[at + i]);
      }
    }
  }

  /** Counts a packet. */
  void add(int source, int destination, long ticks) {
    if (detail != Detail.NONE) {
      add((long) source << 32 | (detail == Detail.PAIR ? destination : 0), 1, ticks, ticks);
    }
  }

  /** Adds what another partition counted. */
  void add(Flows other) {
    for (int at = 0; at < other.table.length; at += WORDS) {
      if (other.table[at + PACKETS] > 0) {
        add(
            other.table[at],
            other.table[at + PACKETS],
            other.table[at + TICKS],
            other.table[at + MOST]);
      }
    }
  }

  private void add(long key, long packets, long ticks, long most) {
    final int at = find(key);
    if (table[at + PACKETS] == 0) {
      table[at] = key;
      flows++;
    }
    table[at + PACKETS] += packets;
    table[at + TICKS] += ticks;
    table[at + MOST] = Math.max(table[at + MOST], most);
    if (3L * flows * WORDS > 2L * table.length) {
      grow();
    }
  }

  /** Returns where a key is, or where there is room for it. */
  private int find(long key) {
    final int entries = table.length / WORDS;
    int entry = (int) ((key * 0x9E3779B97F4A7C15L) >>> Integer.SIZE) & (entries - 1);
    while (table[entry * WORDS + PACKETS] > 0 && table[entry * WORDS] != key) {
      entry = (entry + 1) & (entries - 1);
    }
    return entry * WORDS;
  }

  private void grow() {
    final long[] old = table;
    table = new long[2 * old.length];
    for (int at = 0; at < old.length; at += WORDS) {
      if (old[at + PACKETS] > 0) {
        System.arraycopy(old, at, table, find(old[at]), WORDS);
      }
    }
  }

  /** Returns the flows in order of source and destination. */
  public List<Flow> all() {
    final long[][] entries = new long[flows][];
    int count = 0;
    for (int at = 0; at < table.length; at += WORDS) {
      if (table[at + PACKETS] > 0) {
        entries[count++] = Arrays.copyOfRange(table, at, at + WORDS);
      }
    }
    Arrays.sort(entries, (one, other) -> Long.compare(one[0], other[0]));
    final List<Flow> all = new ArrayList<>();
    for (long[] entry : entries) {
      all.add(
          new Flow(
              (int) (entry[0] >>> Integer.SIZE),
              (int) entry[0],
              entry[PACKETS],
              entry[TICKS],
              entry[MOST]));
    }
    return Collections.unmodifiableList(all);
  }

  /** Returns the flows of each sender together, by its number. */
  public Map<Integer, Flow> bySource() {
    final Map<Integer, Flow> sources = new TreeMap<>();
    for (Flow flow : all()) {
      final Flow ofSource = new Flow(flow.source(), 0, flow.packets(), flow.ticks(), flow.most());
      sources.merge(flow.source(), ofSource, Flow::plus);
    }
    return sources;
  }
}
