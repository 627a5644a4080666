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
 * <p>A {@link EventWord#HEADER} names node and input here, and is followed by the packet's two
 * words.
 */
final class CrossingWord {
  private static final int DELAY_SHIFT = 32;

  private CrossingWord() {}

  static long of(int event, long delay) {
    return delay << DELAY_SHIFT | (event & 0xFFFFFFFFL);
  }

  static int event(long word) {
    return (int) word;
  }

  static long delay(long word) {
    return word >>> DELAY_SHIFT;
  }
}
