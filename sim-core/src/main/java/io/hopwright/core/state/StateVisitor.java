package io.hopwright.core.state;

/**
 * Visitor of the state of a simulation, for both directions. A part passes its fields to it:
 *
 * <pre>{@code
 * public void state(StateVisitor visitor) {
 *   used = visitor.number("used", used);
 *   words = visitor.longs("words", words, used * stride);  // the part in use of what grows
 *   visitor.all("charges", charges);                       // an array that stays
 *   visitor.part("wheel", wheel);                          // a part with state of its own
 * }
 * }</pre>
 *
 * <ol>
 *   <li>A visitor that saves, measures, hashes or compares returns what it was given and changes
 *       nothing.
 *   <li>One that restores returns what was saved: a number, or an array whose first words are the
 *       saved ones. That is the array it was given if it is long enough, else a new one of just as
 *       many words.
 *   <li>How many words of an array are in use follows from the configuration or from a number
 *       visited before.
 *   <li>Scratch is not visited: what is computed anew before it is read again.
 * </ol>
 */
public interface StateVisitor {
  /** Begins a part, whose fields get names behind its own. */
  void enter(String part);

  /** Ends the part begun last. */
  void leave();

  /**
   * Returns whether this visitor restores: then a part that is visited in another form than it is
   * stored in rebuilds itself.
   */
  boolean restores();

  /** Visits a number; returns its value from now on. */
  long number(String name, long value);

  /** Visits the first {@code used} words of an array; returns the array from now on. */
  long[] longs(String name, long[] array, int used);

  /** Visits the first {@code used} words of an array; returns the array from now on. */
  int[] ints(String name, int[] array, int used);

  /** Visits the first {@code used} bytes of an array; returns the array from now on. */
  byte[] bytes(String name, byte[] array, int used);

  /** Visits a number of 32 bits; returns its value from now on. */
  default int number(String name, int value) {
    return (int) number(name, (long) value);
  }

  /** Visits a flag; returns its value from now on. */
  default boolean flag(String name, boolean value) {
    return number(name, value ? 1L : 0L) != 0;
  }

  /** Visits an array that stays the same object, from its first word to its last. */
  default void all(String name, long[] array) {
    longs(name, array, array.length);
  }

  /** Visits an array that stays the same object, from its first word to its last. */
  default void all(String name, int[] array) {
    ints(name, array, array.length);
  }

  /** Visits an array that stays the same object, from its first byte to its last. */
  default void all(String name, byte[] array) {
    bytes(name, array, array.length);
  }

  /** Visits an array of flags that stays the same object, from its first to its last. */
  default void all(String name, boolean[] array) {
    final byte[] flags = new byte[array.length];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = (byte) (array[i] ? 1 : 0);
    }
    final byte[] visited = bytes(name, flags, flags.length);
    for (int i = 0; i < flags.length; i++) {
      array[i] = visited[i] != 0;
    }
  }

  /**
   * Visits an array that may be absent, and may have another length when it is restored; returns
   * the array from now on.
   */
  default long[] optional(String name, long[] array) {
    final int length = number(name + ".length", array == null ? -1 : array.length);
    if (length < 0) {
      return null;
    }
    final long[] given = array == null || array.length != length ? new long[0] : array;
    return longs(name, restores() ? given : array, length);
  }

  /** Visits a part with state of its own. */
  default void part(String name, Stateful part) {
    enter(name);
    part.state(this);
    leave();
  }
}
