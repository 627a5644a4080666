package io.hopwright.models.switching.crossbar;

/**
 * Layout of an output's state, one {@code long}.
 *
 * <pre>
 *  63                       20 19     16 15           0
 * +---------------------------+---------+--------------+
 * |        busy until         | pointer | VCs waiting  |
 * +---------------------------+---------+--------------+
 * </pre>
 *
 * <p>Busy until: first tick at which it may send again. Pointer: VC that is considered first. VCs
 * waiting: VCs whose queue is not empty. The round robin covers any number of VCs up to {@link
 * #VCS}.
 */
final class OutputWord {
  /** Largest number of VCs. */
  static final int VCS = 16;

  private static final int WAITING_MASK = (1 << VCS) - 1;
  private static final int POINTER_SHIFT = VCS;
  private static final int POINTER_MASK = VCS - 1;
  private static final int BUSY_SHIFT = 20;

  private OutputWord() {}

  static int waiting(long word) {
    return (int) word & WAITING_MASK;
  }

  static long busyUntil(long word) {
    return word >>> BUSY_SHIFT;
  }

  /** Returns the word after a packet of a VC was granted. */
  static long granted(long word, int vc, long busyUntil) {
    return busyUntil << BUSY_SHIFT
        | (long) (vc + 1 & POINTER_MASK) << POINTER_SHIFT
        | (word & WAITING_MASK);
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
    return (waiting >>> pointer | waiting << (VCS - pointer)) & WAITING_MASK;
  }

  /** Returns the VC that a bit of {@link #inOrder} stands for. */
  static int vc(long word, int bit) {
    return (pointer(word) + bit) & POINTER_MASK;
  }

  private static int pointer(long word) {
    return (int) (word >>> POINTER_SHIFT) & POINTER_MASK;
  }
}
