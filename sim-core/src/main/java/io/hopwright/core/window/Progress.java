package io.hopwright.core.window;

/**
 * Progress of a partition or of all partitions, for stop conditions and displays.
 *
 * <p>Counts of several partitions add up. Since a packet can be injected in one partition and
 * delivered in another, only the sums are meaningful.
 */
public final class Progress {
  /** Deliveries due or done of packets whose first byte has entered a link; often one each. */
  public long packetsInjected;

  /** Packets whose last byte has entered a reception FIFO. */
  public long packetsDelivered;

  /** Packets started on a link, summed over links. */
  public long packetHops;

  /** Packets that finite sources have yet to see delivered; 0 for endless sources. */
  public long packetsOutstanding;

  /**
   * Packets generated in the measured interval and not yet delivered; once all have counted them.
   */
  public long packetsAwaited;

  /** Partitions that have yet to count the packets generated in the measured interval. */
  public long partitionsUncounted;

  /** Ranks of jobs that are waited for and have not ended, those that have yet to begin too. */
  public long ranksRunning;

  /**
   * Activity that can still move one of these ranks: busy ranks and transfers in flight; 0 once all
   * ranks that have not ended wait for something that is never sent. The share of a single
   * partition can be negative.
   */
  public long foregroundAtWork;

  /** Operations that the ranks have begun, ended ranks included. */
  public long operationsDone;

  /** Lines of tables that hold a line for each of many things that happen. */
  public long linesKept;

  /** Events taken from the event queue: the work done, whatever it was worth. */
  public long events;

  /** Returns whether ranks are blocked forever, even if other work continues. */
  public boolean ranksBlocked() {
    return ranksRunning > 0 && foregroundAtWork == 0;
  }

  /** Sets all counts to 0. */
  public void clear() {
    packetsInjected = 0;
    packetsDelivered = 0;
    packetHops = 0;
    packetsOutstanding = 0;
    packetsAwaited = 0;
    partitionsUncounted = 0;
    ranksRunning = 0;
    foregroundAtWork = 0;
    operationsDone = 0;
    linesKept = 0;
    events = 0;
  }

  /** Adds the counts of {@code other}. */
  public void add(Progress other) {
    packetsInjected += other.packetsInjected;
    packetsDelivered += other.packetsDelivered;
    packetHops += other.packetHops;
    packetsOutstanding += other.packetsOutstanding;
    packetsAwaited += other.packetsAwaited;
    partitionsUncounted += other.partitionsUncounted;
    ranksRunning += other.ranksRunning;
    foregroundAtWork += other.foregroundAtWork;
    operationsDone += other.operationsDone;
    linesKept += other.linesKept;
    events += other.events;
  }
}
