package io.hopwright.models.cascade.aries;

/**
 * Layout of the first message word of a collective's packet, which identifies the collective; the
 * second is the word that it carries, the third the word's location.
 *
 * <pre>
 *  63      33  32 31                        0
 * +----------+---+---------------------------+
 * |    0     |dn.| number of the communicator|
 * +----------+---+---------------------------+
 * </pre>
 *
 * <p>Down: it carries a result.
 */
final class CollectiveWord {
  private static final long DOWN = 1L << 32;

  private CollectiveWord() {}

  static long of(int number, boolean down) {
    return number | (down ? DOWN : 0);
  }

  static int number(long word) {
    return (int) word;
  }

  static boolean isDown(long word) {
    return (word & DOWN) != 0;
  }
}
