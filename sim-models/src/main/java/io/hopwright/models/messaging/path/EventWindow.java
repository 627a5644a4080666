package io.hopwright.models.messaging.path;

/**
 * Ticks whose events are written.
 *
 * @param fromTick the first one
 * @param toTick the first one after them
 */
public record EventWindow(long fromTick, long toTick) {
  /** Returns whether an interval overlaps these ticks. */
  boolean touches(long from, long to) {
    return from < toTick && to >= fromTick;
  }
}
