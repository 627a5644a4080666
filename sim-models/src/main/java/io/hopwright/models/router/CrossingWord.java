package io.hopwright.models.router;

/**
 * The first word of an event that crosses into another partition.
 *
 * <pre>
 *  63                      32 31                0
 * +--------------------------+-------------------+
 * | effect tick − start of   |  event, receiver's|
 * | the sender's window      |  node numbers     |
 * +--------------------------+-------------------+
 * </pre>
 *
 * <p>The arrival of a packet names where it arrives instead of a handle, and is followed by the
 * packet's words.
 */
public final class CrossingWord {
  private static final int DELAY_SHIFT = 32;

  private CrossingWord() {}

  /** Packs an event that takes effect {@code delay} ticks after the start of the window. */
  public static long of(int event, long delay) {
    return delay << DELAY_SHIFT | (event & 0xFFFFFFFFL);
  }

  /** Returns the event. */
  public static int event(long word) {
    return (int) word;
  }

  /** Returns the delay from the start of the sender's window. */
  public static long delay(long word) {
    return word >>> DELAY_SHIFT;
  }
}
