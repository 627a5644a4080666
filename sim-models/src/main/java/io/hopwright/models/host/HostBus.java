package io.hopwright.models.host;

/**
 * The buses between hosts and their network interfaces: two directions each, which serve one
 * transaction at a time, a latency, and what transactions cost. Confined to its partition; 16 B per
 * host.
 */
public final class HostBus {
  private final Costs costs;
  private final Servers out;
  private final Servers in;

  /**
   * What transactions cost, in ticks.
   *
   * @param latency through the bus, each way
   * @param bare of a transaction without data: a read, an answer
   * @param withData of one with data, by its bytes from 0 on; the array is not copied
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Costs(int latency, int bare, int[] withData) {
    /** Returns the ticks of a transaction with so many bytes of data. */
    public int of(int bytes) {
      return withData[bytes];
    }
  }

  /** Creates idle buses, numbered from 0. */
  public HostBus(int hosts, Costs costs) {
    this.costs = costs;
    out = new Servers(hosts);
    in = new Servers(hosts);
  }

  /** Returns what transactions cost. */
  public Costs costs() {
    return costs;
  }

  /** Returns the first tick at which the direction from host to interface is free. */
  public long outFreeAt(int host) {
    return out.freeAt(host);
  }

  /** Tells whether the direction from host to interface is free. */
  public boolean outIsFree(int host, long tick) {
    return out.isFree(host, tick);
  }

  /** Begins a transaction from host to interface, whose direction is free, at a tick. */
  public void takeOut(int host, long tick, long ticks) {
    assert out.isFree(host, tick) : "bus of host " + host + " is busy at tick " + tick;
    out.serve(host, tick, ticks);
  }

  /**
   * Has a transaction from interface to host served as soon as its direction is free.
   *
   * @return the tick at which it ends
   */
  public long takeIn(int host, long tick, long ticks) {
    return in.serve(host, tick, ticks);
  }
}
