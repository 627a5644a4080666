package io.hopwright.core.state;

import java.nio.ByteBuffer;
import java.util.List;

/** Visitor that reads a saved state in step with a part. */
abstract class SavedState extends NamedState {
  private final List<ByteBuffer> blocks;
  private long left;
  private int current;

  SavedState(StateImage image) {
    blocks = image.views();
    left = image.bytes();
  }

  private ByteBuffer block() {
    while (current < blocks.size() && !blocks.get(current).hasRemaining()) {
      current++;
    }
    if (current == blocks.size()) {
      throw new IllegalArgumentException("the state ends too early");
    }
    return blocks.get(current);
  }

  private long take() {
    left -= Long.BYTES;
    return block().getLong();
  }

  /** Reads a number. */
  final long takeNumber(String name) {
    checkTag(name, Kind.NUMBER);
    return take();
  }

  private void checkTag(String name, Kind kind) {
    if (take() != tag(name, kind)) {
      throw new IllegalArgumentException(
          "`" + path(name) + "` is not the next field of the state: it is of another model");
    }
  }

  /** Reads the head of an array; returns how many values follow, all of which are there. */
  final int takeLength(String name, Kind kind) {
    checkTag(name, kind);
    final long saved = take();
    if (saved < 0 || saved > Integer.MAX_VALUE || kind.padded((int) saved) > left) {
      throw new IllegalArgumentException(
          "`%s` has %s values, more than the rest of the state".formatted(path(name), saved));
    }
    return (int) saved;
  }

  /**
   * Reads the head of an array of {@code used} values.
   *
   * @throws IllegalArgumentException if as many were not saved
   */
  final void takeLength(String name, Kind kind, int used) {
    final int saved = takeLength(name, kind);
    if (saved != used) {
      throw new IllegalArgumentException(
          "`%s` has %s values in the state, not %s".formatted(path(name), saved, used));
    }
  }

  /** Reads values into an array, from its first word on. */
  final void take(long[] into, int count) {
    for (int at = 0; at < count; ) {
      final ByteBuffer block = block();
      final int more = Math.min(count - at, block.remaining() / Long.BYTES);
      block.asLongBuffer().get(into, at, more);
      block.position(block.position() + more * Long.BYTES);
      at += more;
    }
    left -= Kind.LONGS.padded(count);
  }

  /** Reads values into an array, from its first word on. */
  final void take(int[] into, int count) {
    for (int at = 0; at < count; ) {
      final ByteBuffer block = block();
      final int more = Math.min(count - at, block.remaining() / Integer.BYTES);
      block.asIntBuffer().get(into, at, more);
      block.position(block.position() + more * Integer.BYTES);
      at += more;
    }
    skipPadding((long) count * Integer.BYTES);
    left -= Kind.INTS.padded(count);
  }

  /** Reads values into an array, from its first byte on. */
  final void take(byte[] into, int count) {
    for (int at = 0; at < count; ) {
      final ByteBuffer block = block();
      final int more = Math.min(count - at, block.remaining());
      block.get(into, at, more);
      at += more;
    }
    skipPadding(count);
    left -= Kind.BYTES.padded(count);
  }

  private void skipPadding(long bytes) {
    for (long at = bytes; at % Long.BYTES != 0; at++) {
      block().get();
    }
  }

  /** Returns how many bytes have not been read. */
  final long left() {
    return left;
  }
}
