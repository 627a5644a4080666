package io.hopwright.core.state;

/** Visitor that restores a state. */
final class StateReader extends SavedState {
  StateReader(StateImage image) {
    super(image);
  }

  /** Checks that all of the state has been restored. */
  void checkEnd() {
    if (left() > 0) {
      throw new IllegalArgumentException("the state has " + left() + " B more than the model");
    }
  }

  @Override
  public boolean restores() {
    return true;
  }

  @Override
  public long number(String name, long value) {
    return takeNumber(name);
  }

  @Override
  public long[] longs(String name, long[] array, int used) {
    takeLength(name, Kind.LONGS, used);
    final long[] restored = used <= array.length ? array : new long[used];
    take(restored, used);
    return restored;
  }

  @Override
  public int[] ints(String name, int[] array, int used) {
    takeLength(name, Kind.INTS, used);
    final int[] restored = used <= array.length ? array : new int[used];
    take(restored, used);
    return restored;
  }

  @Override
  public byte[] bytes(String name, byte[] array, int used) {
    takeLength(name, Kind.BYTES, used);
    final byte[] restored = used <= array.length ? array : new byte[used];
    take(restored, used);
    return restored;
  }
}
