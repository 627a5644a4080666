package io.hopwright.models.reference.extoll;

/**
 * Server of one item after the other, in order of joining. Confined to the thread of its machine.
 */
final class ExtollServer {
  private long free;

  /** Adds an item that keeps the server busy for some ticks, and returns its start. */
  long join(long tick, long ticks) {
    final long start = Math.max(tick, free);
    free = start + ticks;
    return start;
  }
}
