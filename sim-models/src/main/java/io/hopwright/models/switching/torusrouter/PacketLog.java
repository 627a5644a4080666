package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Log of single packets: generated, injected, each hop with its VC, delivered.
 *
 * <p>Confined to its partition; one {@link Entry} per line. All partitions together keep little
 * more than the filter's largest number of entries. Once there are more, later entries are dropped
 * ({@link #limit}), as none of them would be in the result of {@link #merge}.
 *
 * <p>Memory: {@value #ENTRY_BYTES} B for each entry in the JVM that merges them.
 */
public final class PacketLog {
  /** Memory of an entry until it is written: most of it are the numbers of its row. */
  public static final int ENTRY_BYTES = 400;

  /** Kinds of entries, in the order in which they happen to a packet. */
  public enum Kind {
    /** The packet was generated. */
    GENERATED,
    /** Its first byte entered its first link. */
    INJECTED,
    /** Its first byte entered a link. */
    HOP,
    /** Its last byte entered a reception FIFO where its first leg ends; it goes on from there. */
    FORWARDED,
    /** Its last byte entered a reception FIFO. */
    DELIVERED
  }

  /**
   * Filter of packets and ticks.
   *
   * @param fromTick first tick
   * @param toTick tick after the last
   * @param source node that sent the packet, negative for any
   * @param destination destination node, negative for any
   * @param mostEntries number of entries after which the log may end, at the end of a tick
   */
  public record Filter(long fromTick, long toTick, int source, int destination, long mostEntries) {}

  /**
   * Line of the log.
   *
   * @param tick tick of the entry
   * @param node node, its global number
   * @param kind kind of the entry
   * @param source source of the packet
   * @param destination destination of the packet
   * @param sequence sequence number of the packet
   * @param trafficClass traffic class of the packet
   * @param port port of a hop, else −1
   * @param vc VC of a hop, else −1
   */
  public record Entry(
      long tick,
      int node,
      Kind kind,
      int source,
      int destination,
      long sequence,
      int trafficClass,
      int port,
      int vc) {
    private static final int WORDS = 9;
    private static final int CLASSES = 4;
    private static final List<Kind> KINDS = List.of(Kind.values());

    private static Entry load(Words words) {
      return new Entry(
          words.take(),
          words.takeInt(0, TorusPacketWords.MAX_NODES),
          KINDS.get(words.takeInt(0, KINDS.size())),
          words.takeInt(0, TorusPacketWords.MAX_NODES),
          words.takeInt(0, TorusPacketWords.MAX_NODES),
          words.take(),
          words.takeInt(0, CLASSES),
          words.takeInt(-1, Torus.PORTS),
          words.takeInt(-1, TorusTotals.MAX_VCS));
    }

    private void save(Words words) {
      words.put(tick);
      words.put(node);
      words.put(KINDS.indexOf(kind));
      words.put(source);
      words.put(destination);
      words.put(sequence);
      words.put(trafficClass);
      words.put(port);
      words.put(vc);
    }
  }

  private static final Comparator<Entry> ORDER =
      Comparator.comparingLong(Entry::tick)
          .thenComparing(Entry::kind)
          .thenComparingInt(Entry::node)
          .thenComparingInt(Entry::port)
          .thenComparingInt(Entry::source)
          .thenComparingInt(Entry::trafficClass)
          .thenComparingLong(Entry::sequence);

  private final Filter filter;
  private final TorusPacketWords packets;
  private final List<Entry> entries = new ArrayList<>();
  private long toTick;

  PacketLog(Filter filter, TorusPacketWords packets) {
    this.filter = filter;
    this.packets = packets;
    toTick = filter.toTick();
  }

  /**
   * Reads what {@link #save} wrote, to be merged.
   *
   * @throws IllegalArgumentException if that is not what the words are
   */
  static PacketLog load(Filter filter, Words words) {
    final PacketLog log = new PacketLog(filter, null);
    log.toTick = words.take();
    for (int entries = words.takeCount(Entry.WORDS); entries > 0; entries--) {
      log.entries.add(Entry.load(words));
    }
    return log;
  }

  /** Writes up to where it reaches, and all entries, nine words each. */
  void save(Words words) {
    words.put(toTick);
    words.put(entries.size());
    entries.forEach(entry -> entry.save(words));
  }

  void add(long tick, int node, Kind kind, long first, int port, int vc) {
    if (tick < filter.fromTick() || tick >= toTick) {
      return;
    }
    final int source = packets.source(first);
    final int destination = packets.destination(node, first);
    if ((filter.source() < 0 || source == filter.source())
        && (filter.destination() < 0 || destination == filter.destination())) {
      entries.add(
          new Entry(
              tick,
              node,
              kind,
              source,
              destination,
              packets.sequence(first),
              TorusPacketWords.trafficClass(first),
              port,
              vc));
    }
  }

  /** Returns the number of entries. */
  int size() {
    return entries.size();
  }

  /**
   * Drops entries that are not needed any more: if all partitions together have more entries of
   * ticks before {@code tick} than the filter allows, the log ends before that tick.
   *
   * @param total entries of all partitions when all ticks before {@code tick} had been simulated
   */
  void limit(long tick, long total) {
    if (total > filter.mostEntries() && tick < toTick) {
      toTick = tick;
      entries.removeIf(entry -> entry.tick() >= tick);
    }
  }

  /**
   * Log of all partitions.
   *
   * @param entries entries in order of time
   * @param complete whether no entry was dropped
   */
  public record Merged(List<Entry> entries, boolean complete) {}

  /**
   * Merges logs, up to the last complete tick within the limit of the filter. After a loss, the
   * remaining logs can be within the limit and still end before the run.
   */
  public static Merged merge(List<PacketLog> logs) {
    final List<Entry> all = new ArrayList<>();
    long most = Long.MAX_VALUE;
    long wantedTo = Long.MAX_VALUE;
    long end = Long.MAX_VALUE;
    for (PacketLog log : logs) {
      all.addAll(log.entries);
      most = log.filter.mostEntries();
      wantedTo = log.filter.toTick();
      end = Math.min(end, log.toTick);
    }
    all.sort(ORDER);
    final long cut = all.size() <= most ? end : Math.min(end, all.get((int) most).tick());
    final boolean complete = cut >= wantedTo;
    return new Merged(
        complete ? all : all.stream().filter(entry -> entry.tick() < cut).toList(), complete);
  }
}
