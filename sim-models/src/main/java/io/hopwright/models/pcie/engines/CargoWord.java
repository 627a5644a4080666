package io.hopwright.models.pcie.engines;

/**
 * Layout of the high bits of a packet's third word: its cargo and the receiver of the cargo.
 *
 * <pre>
 *  63      62      61      60    59  58 57    46 45   36 35          0
 * +------+-------+-------+------+------+--------+-------+-------------+
 * |signal|message| chunk | read | stage|  flow  | bytes | the core's  |
 * +------+-------+-------+------+------+--------+-------+-------------+
 * </pre>
 *
 * <p>Bytes are the number carried by a write or completion, or requested by a read request. The
 * last write and the last read request of a message or chunk are marked. The last completion is
 * marked likewise, and it is also the last of its read. Packets of a stage stay in order. A signal
 * to stage 0 frees a buffer; one to a later stage makes a chunk available.
 */
final class CargoWord {
  /** Bits, from the top. */
  static final int BITS = 28;

  /** Most flows whose numbers fit. */
  static final int MOST_FLOWS = 1 << 12;

  /** Most stages of a flow. */
  static final int MOST_STAGES = 3;

  private static final int BYTES_SHIFT = Long.SIZE - BITS;
  private static final int BYTES_MASK = (1 << 10) - 1;
  private static final int FLOW_SHIFT = BYTES_SHIFT + 10;
  private static final int STAGE_SHIFT = FLOW_SHIFT + 12;
  static final long LAST_OF_READ = 1L << (STAGE_SHIFT + 2);
  static final long LAST_OF_CHUNK = LAST_OF_READ << 1;
  static final long LAST_OF_MESSAGE = LAST_OF_CHUNK << 1;
  static final long SIGNAL = LAST_OF_MESSAGE << 1;

  /** Bytes of a signal. */
  static final int SIGNAL_BYTES = 8;

  private CargoWord() {}

  static long of(int flow, int stage, int bytes) {
    return (long) stage << STAGE_SHIFT | (long) flow << FLOW_SHIFT | (long) bytes << BYTES_SHIFT;
  }

  static int bytes(long word) {
    return (int) (word >>> BYTES_SHIFT) & BYTES_MASK;
  }

  /** Returns the data that a packet moves, none in signals. */
  static int moved(long word) {
    return isSignal(word) ? 0 : bytes(word);
  }

  static boolean isSignal(long word) {
    return (word & SIGNAL) != 0;
  }

  static int flow(long word) {
    return (int) (word >>> FLOW_SHIFT) & MOST_FLOWS - 1;
  }

  static int stage(long word) {
    return (int) (word >>> STAGE_SHIFT) & MOST_STAGES;
  }

  /** Returns the flags that a read request hands on to the last of its completions. */
  static long lasts(long word) {
    return word & (LAST_OF_CHUNK | LAST_OF_MESSAGE);
  }

  /** Returns whether it is the last of what a flag says. */
  static boolean isLast(long word, long flag) {
    return (word & flag) != 0;
  }
}
