package io.hopwright.models.router;

/**
 * The first word of an event that crosses into another partition.
 *
 * <pre>
 *  63     56 55                     32 31                0
 * +---------+-------------------------+-------------------+
 * |  slot   | effect tick − window    |  event, receiver's |
 * |         | start                   |  node numbers      |
 * +---------+-------------------------+-------------------+
 * </pre>
 *
 * <p>A {@link EventWord#HEADER} is followed by the packet's two words, which go into slot {@code
 * slot} of the VC's FIFO.
 */
final class CrossingWord {
  private static final int DELAY_SHIFT = 32;
  private static final int DELAY_MASK = (1 << 24) - 1;
  private static final int SLOT_SHIFT = 56;

  private CrossingWord() {}

  static long of(int event, long delay, int slot) {
    return (long) slot << SLOT_SHIFT | delay << DELAY_SHIFT | event & 0xFFFFFFFFL;
  }

  static int event(long word) {
    return (int) word;
  }

  static int delay(long word) {
    return (int) (word >>> DELAY_SHIFT) & DELAY_MASK;
  }

  static int slot(long word) {
    return (int) (word >>> SLOT_SHIFT);
  }
}
