package io.hopwright.models.reference.extoll;

/**
 * Server of one item after the other, in order of joining. Confined to the thread of its machine.
 */
final class ExtollServer {
  private long free;

  /** Takes in an item that keeps it for some ticks, and returns when that starts. */
  long join(long tick, long ticks) {
    final long start = Math.max(tick, free);
    free = start + ticks;
    return start;
  }
}
