package io.hopwright.models.cascade.network;

/**
 * Layout of a packet's route, in the top bits of its third word, above those of the router core.
 *
 * <pre>
 *  63       53 52       42 41         27 26    12 11  10 9 8      0
 * +-----------+-----------+-------------+--------+---+----+---------+
 * | exit down |  exit up  | destination |  root  |up |stage|  core  |
 * +-----------+-----------+-------------+--------+---+----+---------+
 * </pre>
 *
 * <p>Root and destination are numbers of Aries; the root is stored plus one, 0 if there is none.
 * Up: the packet has not passed the root yet. Stage: number of blue links taken, plus one after the
 * root; it is the packet's VC within its class. Exit: the blue link out of the group towards the
 * root (up) and towards the destination (down), as {@code 16·(Aries within the group) + (number of
 * its blue port)}.
 */
public final class CascadeRouteWord {
  /** Largest number of Aries of a machine. */
  public static final int MAX_ARIES = (1 << 15) - 1;

  /** Bits of the word that are used here. */
  static final int BITS = 55;

  private static final int STAGE_SHIFT = Long.SIZE - BITS;
  private static final long ONE_STAGE = 1L << STAGE_SHIFT;
  private static final long UP = 1L << 11;
  private static final int ROOT_SHIFT = 12;
  private static final int ROOT_MASK = MAX_ARIES;
  private static final int DESTINATION_SHIFT = 27;
  private static final int EXIT_UP_SHIFT = 42;
  private static final int EXIT_DOWN_SHIFT = 53;
  private static final int EXIT_MASK = (1 << 11) - 1;
  private static final int EXIT_PORT_BITS = 4;
  private static final long CORE = ONE_STAGE - 1;

  private CascadeRouteWord() {}

  /** Returns a minimal way. */
  public static long minimal(long word, int destination, int exit) {
    return (word & CORE) | (long) destination << DESTINATION_SHIFT | (long) exit << EXIT_DOWN_SHIFT;
  }

  /** Returns a route over a root. */
  public static long nonMinimal(long word, int destination, int exitDown, int root, int exitUp) {
    return minimal(word, destination, exitDown)
        | UP
        | (root + 1L) << ROOT_SHIFT
        | (long) exitUp << EXIT_UP_SHIFT;
  }

  public static int exit(int ariesInGroup, int bluePort) {
    return ariesInGroup << EXIT_PORT_BITS | bluePort;
  }

  public static int exitAries(int exit) {
    return exit >>> EXIT_PORT_BITS;
  }

  public static int exitPort(int exit) {
    return exit & (1 << EXIT_PORT_BITS) - 1;
  }

  public static int stage(long word) {
    return (int) (word >>> STAGE_SHIFT) & 3;
  }

  public static boolean up(long word) {
    return (word & UP) != 0;
  }

  public static int root(long word) {
    return ((int) (word >>> ROOT_SHIFT) & ROOT_MASK) - 1;
  }

  public static int destination(long word) {
    return (int) (word >>> DESTINATION_SHIFT) & ROOT_MASK;
  }

  /** Returns the Aries to which the packet goes next: its root, or its destination. */
  public static int target(long word) {
    return up(word) ? root(word) : destination(word);
  }

  /** Returns the blue link that the packet takes out of this group. */
  public static int exit(long word) {
    return up(word) ? exitUp(word) : exitDown(word);
  }

  public static int exitUp(long word) {
    return (int) (word >>> EXIT_UP_SHIFT) & EXIT_MASK;
  }

  public static int exitDown(long word) {
    return (int) (word >>> EXIT_DOWN_SHIFT) & EXIT_MASK;
  }

  /** Returns whether the packet takes, or has taken, a route over a root. */
  public static boolean nonMinimal(long word) {
    return root(word) >= 0;
  }

  /** Returns the word after the root was passed. */
  public static long rootPassed(long word) {
    return (word & ~UP) + ONE_STAGE;
  }

  /** Returns the word after a blue link was taken. */
  public static long blueTaken(long word) {
    return word + ONE_STAGE;
  }
}
