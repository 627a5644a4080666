package io.hopwright.models.messaging.path;

/**
 * A part of a critical path.
 *
 * @param rank whose processor works, or that posted the transfer
 * @param peer rank that the transfer is for, or that waits for a collective by hardware; {@link
 *     #NONE} of work
 * @param word kind of work, or of the transfer
 * @param operation number of the operation with its round, {@link #NONE} if it has none
 * @param message number of the message among those of the rank that sends it, {@link #NONE} if it
 *     has none
 * @param bytes of the message, {@link #NONE} without a transfer
 * @param toTick the first tick after it, later than {@code fromTick}
 */
public record PathSegment(
    PathShare share,
    int rank,
    int peer,
    String word,
    long operation,
    long message,
    long bytes,
    long fromTick,
    long toTick) {
  /** Nothing. */
  public static final int NONE = -1;

  /** Returns its ticks. */
  public long ticks() {
    return toTick - fromTick;
  }
}
