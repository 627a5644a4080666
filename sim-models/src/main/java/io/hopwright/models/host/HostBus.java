package io.hopwright.models.host;

/**
 * Buses between hosts and their network interfaces. Each has two directions that serve one
 * transaction at a time, a latency, and costs of transactions. Confined to its partition; 16 B per
 * host.
 */
public final class HostBus {
  private final Costs costs;
  private final Servers out;
  private final Servers in;

  /**
   * Costs of transactions, in ticks.
   *
   * @param latency latency through the bus in each direction
   * @param bare cost of a transaction without data, such as a read or an answer
   * @param withData cost of a transaction with data, indexed by its bytes from 0; the array is not
   *     copied
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Costs(int latency, int bare, int[] withData) {
    /** Returns the ticks of a transaction with the given bytes of data. */
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

  /** Returns whether the direction from host to interface is free. */
  public boolean outIsFree(int host, long tick) {
    return out.isFree(host, tick);
  }

  /** Begins a transaction from host to interface, whose direction is free, at a tick. */
  public void takeOut(int host, long tick, long ticks) {
    assert out.isFree(host, tick) : "bus of host " + host + " is busy at tick " + tick;
    out.serve(host, tick, ticks);
  }

  /**
   * Serves a transaction from interface to host as soon as its direction is free.
   *
   * @return the tick at which it ends
   */
  public long takeIn(int host, long tick, long ticks) {
    return in.serve(host, tick, ticks);
  }
}
