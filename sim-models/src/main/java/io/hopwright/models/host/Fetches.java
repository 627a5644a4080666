package io.hopwright.models.host;

import java.util.Arrays;

/**
 * Reads of host memory by network interfaces. A transaction from interface to host makes the
 * request, and one from host to interface, a <em>fill</em>, brings the word. Both directions serve
 * one transaction at a time, so that reads of an interface complete in the order in which they were
 * made.
 *
 * <p>Confined to its partition; 24 B per concurrent read, grows by half, and 12 B per host.
 */
public final class Fetches {
  /** No read. */
  private static final int NONE = -1;

  private static final long NEVER = Long.MAX_VALUE;

  private final HostBus bus;
  private final int fillTicks;

  /** The first unfinished read, the first without a fill, and the last, by host. */
  private final int[] first;

  private final int[] unfilled;
  private final int[] last;

  /** Identity of the read for its user. */
  private int[] ids = new int[16];

  /** The tick in which it is in memory; once its fill has begun, that in which it is done. */
  private long[] ticks = new long[16];

  private int[] behind = new int[16];
  private int used;
  private int forgotten = NONE;

  /** Creates hosts, numbered from 0, without reads of their memory. */
  public Fetches(int hosts, HostBus bus, int fillTicks) {
    this.bus = bus;
    this.fillTicks = fillTicks;
    first = new int[hosts];
    unfilled = new int[hosts];
    last = new int[hosts];
    Arrays.fill(first, NONE);
    Arrays.fill(unfilled, NONE);
  }

  /** Reads a word. */
  public void read(int host, int id, long tick) {
    final int read = take();
    ids[read] = id;
    ticks[read] = bus.takeIn(host, tick, bus.costs().bare()) + bus.costs().latency();
    behind[read] = NONE;
    if (first[host] == NONE) {
      first[host] = read;
    } else {
      behind[last[host]] = read;
    }
    last[host] = read;
    unfilled[host] = unfilled[host] == NONE ? read : unfilled[host];
  }

  private int take() {
    if (forgotten != NONE) {
      final int read = forgotten;
      forgotten = behind[read];
      return read;
    }
    if (used == ids.length) {
      final int length = ids.length * 3 / 2;
      ids = Arrays.copyOf(ids, length);
      ticks = Arrays.copyOf(ticks, length);
      behind = Arrays.copyOf(behind, length);
    }
    return used++;
  }

  /** Starts the next fill of a host on the bus if possible. */
  public void fill(int host, long tick) {
    final int read = unfilled[host];
    if (read != NONE && ticks[read] <= tick && bus.outIsFree(host, tick)) {
      bus.takeOut(host, tick, fillTicks);
      ticks[read] = tick + fillTicks + bus.costs().latency();
      unfilled[host] = behind[read];
    }
  }

  /** Returns whether a read of a host completes in a tick; at most one does. */
  public boolean isDone(int host, long tick) {
    return first[host] != NONE && first[host] != unfilled[host] && ticks[first[host]] == tick;
  }

  /** Removes the completed read; returns its id. */
  public int remove(int host) {
    final int read = first[host];
    first[host] = behind[read];
    behind[read] = forgotten;
    forgotten = read;
    return ids[read];
  }

  /** Returns the next tick at which a read completes, or a fill may begin. */
  public long next(int host) {
    final int fill = unfilled[host];
    final long begins = fill == NONE ? NEVER : Math.max(ticks[fill], bus.outFreeAt(host));
    final long done = first[host] == fill ? NEVER : ticks[first[host]];
    return Math.min(begins, done);
  }

  /** Returns whether nothing is read. */
  public boolean areNone() {
    return Arrays.stream(first).allMatch(read -> read == NONE);
  }
}
