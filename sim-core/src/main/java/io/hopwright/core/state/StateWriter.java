package io.hopwright.core.state;

import java.nio.ByteBuffer;

/** Visitor that saves a state. */
final class StateWriter extends NamedState {
  private final StateImage image;

  StateWriter(StateImage image) {
    this.image = image;
  }

  private void put(long word) {
    image.room().putLong(word);
  }

  @Override
  public boolean restores() {
    return false;
  }

  @Override
  public long number(String name, long value) {
    put(tag(name, Kind.NUMBER));
    put(value);
    return value;
  }

  @Override
  public long[] longs(String name, long[] array, int used) {
    put(tag(name, Kind.LONGS));
    put(used);
    for (int at = 0; at < used; ) {
      final ByteBuffer room = image.room();
      final int count = Math.min(used - at, room.remaining() / Long.BYTES);
      room.asLongBuffer().put(array, at, count);
      room.position(room.position() + count * Long.BYTES);
      at += count;
    }
    return array;
  }

  @Override
  public int[] ints(String name, int[] array, int used) {
    put(tag(name, Kind.INTS));
    put(used);
    for (int at = 0; at < used; ) {
      final ByteBuffer room = image.room();
      final int count = Math.min(used - at, room.remaining() / Integer.BYTES);
      room.asIntBuffer().put(array, at, count);
      room.position(room.position() + count * Integer.BYTES);
      at += count;
    }
    fillUp();
    return array;
  }

  @Override
  public byte[] bytes(String name, byte[] array, int used) {
    put(tag(name, Kind.BYTES));
    put(used);
    for (int at = 0; at < used; ) {
      final ByteBuffer room = image.room();
      final int count = Math.min(used - at, room.remaining());
      room.put(array, at, count);
      at += count;
    }
    fillUp();
    return array;
  }

  /** Appends zeros up to the next whole word. */
  private void fillUp() {
    final ByteBuffer room = image.room();
    while (room.position() % Long.BYTES != 0) {
      room.put((byte) 0);
    }
  }
}
