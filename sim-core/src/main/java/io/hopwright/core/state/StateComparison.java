package io.hopwright.core.state;

import java.util.Arrays;

/** Visitor that compares a part with a saved state, up to the first field that differs. */
final class StateComparison extends SavedState {
  private String firstDifference;

  StateComparison(StateImage image) {
    super(image);
  }

  /** Returns the name of the first field that differs, null if none does. */
  String firstDifference() {
    return firstDifference == null && left() > 0 ? "the end" : firstDifference;
  }

  private void note(String name, boolean differs) {
    if (firstDifference == null && differs) {
      firstDifference = path(name);
    }
  }

  @Override
  public boolean restores() {
    return false;
  }

  @Override
  public long number(String name, long value) {
    if (firstDifference == null) {
      note(name, takeNumber(name) != value);
    }
    return value;
  }

  @Override
  public long[] longs(String name, long[] array, int used) {
    if (firstDifference == null) {
      final long[] saved = new long[takeLength(name, Kind.LONGS)];
      take(saved, saved.length);
      note(name, !Arrays.equals(saved, 0, saved.length, array, 0, used));
    }
    return array;
  }

  @Override
  public int[] ints(String name, int[] array, int used) {
    if (firstDifference == null) {
      final int[] saved = new int[takeLength(name, Kind.INTS)];
      take(saved, saved.length);
      note(name, !Arrays.equals(saved, 0, saved.length, array, 0, used));
    }
    return array;
  }

  @Override
  public byte[] bytes(String name, byte[] array, int used) {
    if (firstDifference == null) {
      final byte[] saved = new byte[takeLength(name, Kind.BYTES)];
      take(saved, saved.length);
      note(name, !Arrays.equals(saved, 0, saved.length, array, 0, used));
    }
    return array;
  }
}
