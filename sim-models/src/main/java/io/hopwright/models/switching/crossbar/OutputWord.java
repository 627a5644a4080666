package io.hopwright.models.switching.crossbar;

/**
 * What an output is doing, in one {@code long}.
 *
 * <pre>
 *  63                       11 10      8 7            0
 * +---------------------------+---------+--------------+
 * |        busy until         | pointer | VCs waiting  |
 * +---------------------------+---------+--------------+
 * </pre>
 *
 * <p>Busy until: first tick at which it may send again. Pointer: VC that is asked first. VCs
 * waiting: those whose queue is not empty.
 */
final class OutputWord {
  private static final int POINTER_SHIFT = 8;
  private static final int BUSY_SHIFT = 11;
  private static final int VCS = 8;

  private OutputWord() {}

  static int waiting(long word) {
    return (int) word & 0xFF;
  }

  static long busyUntil(long word) {
    return word >>> BUSY_SHIFT;
  }

  /** Returns the word after a packet of a VC was granted. */
  static long granted(long word, int vc, long busyUntil) {
    return busyUntil << BUSY_SHIFT | (long) (vc + 1 & 7) << POINTER_SHIFT | (word & 0xFF);
  }

  static long withWaiting(long word, int vc) {
    return word | 1L << vc;
  }

  static long withoutWaiting(long word, int vc) {
    return word & ~(1L << vc);
  }

  /** Returns VCs waiting, rotated so that the one asked first is bit 0. */
  static int inOrder(long word) {
    final int pointer = pointer(word);
    final int waiting = waiting(word);
    return (waiting >>> pointer | waiting << (VCS - pointer)) & 0xFF;
  }

  /** Returns the VC that a bit of {@link #inOrder} stands for. */
  static int vc(long word, int bit) {
    return (pointer(word) + bit) & 7;
  }

  private static int pointer(long word) {
    return (int) (word >>> POINTER_SHIFT) & 7;
  }
}
