package io.hopwright.models.messaging.path;

import io.hopwright.models.messaging.jobs.TransferKind;
import java.util.Locale;

/**
 * Piece of work of a rank, or transfer from one rank to another.
 *
 * @param rank whose processor works, or that posted the transfer
 * @param peer rank that the transfer is for, or that waits for a collective by hardware; {@link
 *     #NONE} of work
 * @param word kind of work, or of the transfer
 * @param operation number of the operation with its round, {@link #NONE} if it has none
 * @param message number of the message among those of the rank that sends it, {@link #NONE} if it
 *     has none
 * @param bytes of the message, {@link #NONE} without a transfer
 * @param toTick the first tick after it; of a whole transfer the tick at which the receiver begins
 *     to handle it, or its interface has
 */
public record PathEvent(
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

  /**
   * Returns a piece of work.
   *
   * @param what number of the operation, or of the message that it handles
   */
  static PathEvent work(int rank, PathWork kind, long what, long fromTick, long toTick) {
    return new PathEvent(
        rank,
        NONE,
        kind.word(),
        kind.isOfOperation() ? what : NONE,
        kind.isOfMessage() ? what : NONE,
        NONE,
        fromTick,
        toTick);
  }

  /** Returns a transfer, or a part of it. */
  static PathEvent transfer(
      int from, int to, TransferKind kind, long message, long bytes, long fromTick, long toTick) {
    final String word = kind.name().toLowerCase(Locale.ROOT);
    return new PathEvent(from, to, word, NONE, message, bytes, fromTick, toTick);
  }
}
