package io.hopwright.models.reference.tnw;

import java.util.Comparator;

/** Item of a server. Confined to the thread of its machine. */
final class TnwItem {
  /** Those that have waited longer come first. */
  static final Comparator<TnwItem> OLDEST_FIRST =
      Comparator.comparingLong((TnwItem item) -> item.joinTick).thenComparingInt(item -> item.rank);

  /** Tick at which it started, {@code Long.MAX_VALUE} before. */
  long startTick = Long.MAX_VALUE;

  final long ticks;
  private final long joinTick;

  /** Order among items that joined in one tick: lower ones go first. */
  private final int rank;

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
}
