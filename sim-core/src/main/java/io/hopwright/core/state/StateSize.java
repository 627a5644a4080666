package io.hopwright.core.state;

/** Visitor that measures how many bytes a state takes. */
public final class StateSize extends NamedState {
  private static final long HEAD_BYTES = 2L * Long.BYTES;

  private long bytes;

  private StateSize() {}

  /** Returns how many bytes the {@link StateImage} of a part has. */
  public static long of(Stateful part) {
    final StateSize size = new StateSize();
    part.state(size);
    return size.bytes;
  }

  @Override
  public boolean restores() {
    return false;
  }

  @Override
  public long number(String name, long value) {
    bytes += HEAD_BYTES;
    return value;
  }

  @Override
  public long[] longs(String name, long[] array, int used) {
    bytes += HEAD_BYTES + Kind.LONGS.padded(used);
    return array;
  }

  @Override
  public int[] ints(String name, int[] array, int used) {
    bytes += HEAD_BYTES + Kind.INTS.padded(used);
    return array;
  }

  @Override
  public byte[] bytes(String name, byte[] array, int used) {
    bytes += HEAD_BYTES + Kind.BYTES.padded(used);
    return array;
  }
}
