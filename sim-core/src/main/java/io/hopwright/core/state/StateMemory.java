package io.hopwright.core.state;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Memory of the states of one partition. The pieces of a state that is not needed any more are used
 * for the next one: a copy into fresh memory would wait for pages from the operating system. The
 * JVM takes spare pieces back if it is short of memory. Thread-safe.
 */
public final class StateMemory {
  /** A piece of more than so many times the bytes that are needed would be wasted. */
  private static final int MOST_TIMES = 2;

  private SoftReference<List<byte[]>> spare = new SoftReference<>(null);

  /** Creates memory without spare pieces. */
  public StateMemory() {}

  /** Returns the pieces for a new state, and keeps none. */
  synchronized Pieces take() {
    final List<byte[]> pieces = spare.get();
    spare = new SoftReference<>(null);
    return new Pieces(pieces == null ? List.of() : pieces);
  }

  /** Receives the pieces of a state that is not needed any more. */
  synchronized void give(List<byte[]> pieces) {
    spare = new SoftReference<>(pieces);
  }

  /** Pieces for one state, some of which were used before. Confined to one thread. */
  static final class Pieces {
    private final List<byte[]> left;

    private Pieces(List<byte[]> left) {
      this.left = new ArrayList<>(left);
    }

    /** Returns the first piece left that has this size or somewhat more, or a new one. */
    byte[] next(int bytes) {
      final Iterator<byte[]> pieces = left.iterator();
      while (pieces.hasNext()) {
        final byte[] piece = pieces.next();
        if (piece.length >= bytes && piece.length / MOST_TIMES <= bytes) {
          pieces.remove();
          return piece;
        }
      }
      return new byte[bytes];
    }
  }
}
