package io.hopwright.models.reference.tnw;

/** An item of a server. Confined to the thread of its machine. */
final class TnwItem {
  /** When it started, {@code Long.MAX_VALUE} before. */
  long startTick = Long.MAX_VALUE;

  final long ticks;
  final long joinTick;

  /** Of items that joined in one tick, lower ones go first. */
  final int rank;

  final Runnable arrive;

  /**
   * An item that joins a server.
   *
   * @param ticks that it keeps the server busy
   * @param arrive what it does at the other side
   */
  TnwItem(long ticks, long joinTick, int rank, Runnable arrive) {
    this.ticks = ticks;
    this.joinTick = joinTick;
    this.rank = rank;
    this.arrive = arrive;
  }

  /** Returns whether it has waited longer than another. */
  boolean isBefore(TnwItem other) {
    return joinTick < other.joinTick || (joinTick == other.joinTick && rank < other.rank);
  }
}
