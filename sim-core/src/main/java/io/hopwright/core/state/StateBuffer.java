package io.hopwright.core.state;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Byte buffer that grows piece by piece while it is written, or is read once from the beginning.
 * Nothing that is written moves again: a copy of a large state would double the pause of the run.
 */
final class StateBuffer {
  /** Sizes of pieces, if no number or array needs more. */
  private static final int FIRST_BYTES = 1 << 14;

  private static final int MOST_PIECE_BYTES = 1 << 20;
  private static final int MOST_BYTES = Integer.MAX_VALUE - Long.BYTES;

  /** Encodings of an array of integers: every element in full, or numbers of variable length. */
  private static final int FULL = 0;

  private static final int PACKED = 1;

  /** Bits of a number that each of its bytes has; the sign bit says that more bytes follow. */
  private static final int PACKED_BITS = 7;

  private static final int MOST_PACKED_BYTES = (Long.SIZE + PACKED_BITS - 1) / PACKED_BITS;

  private final Map<String, Integer> namesWritten = new HashMap<>();
  private final List<String> namesRead = new ArrayList<>();
  private final StateMemory.Pieces memory;
  private final List<ByteBuffer> full = new ArrayList<>();
  private int fullBytes;
  private ByteBuffer bytes;

  /** Creates an empty one to write to. */
  StateBuffer(StateMemory.Pieces memory) {
    this.memory = memory;
    bytes = ByteBuffer.wrap(memory.next(FIRST_BYTES));
  }

  /** Creates one to read from. */
  StateBuffer(byte[] state) {
    memory = null;
    bytes = ByteBuffer.wrap(state);
  }

  private ByteBuffer room(long size) {
    if (bytes.remaining() < size) {
      final long before = (long) fullBytes + bytes.position();
      if (before + size > MOST_BYTES) {
        throw new IllegalStateException(
            "the state of a partition is larger than 2 GiB; divide the machine into more"
                + " partitions");
      }
      full.add(bytes.flip());
      fullBytes = (int) before;
      final int usual = Math.max(FIRST_BYTES, Math.min(MOST_PIECE_BYTES, fullBytes));
      bytes = ByteBuffer.wrap(memory.next(Math.max(usual, (int) size)));
    }
    return bytes;
  }

  void putByte(int value) {
    room(Byte.BYTES).put((byte) value);
  }

  void putInt(int value) {
    room(Integer.BYTES).putInt(value);
  }

  void putLong(long value) {
    room(Long.BYTES).putLong(value);
  }

  /** Writes a name, in full the first time only. */
  void putName(String name) {
    final Integer known = namesWritten.putIfAbsent(name, namesWritten.size());
    if (known != null) {
      putInt(known);
      return;
    }
    putInt(namesWritten.size() - 1);
    putText(name);
  }

  void putText(String text) {
    final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    putInt(utf8.length);
    room(utf8.length).put(utf8);
  }

  /** Writes an array of primitives: its length, then its elements. */
  void putArray(Object array) {
    if (array instanceof long[] longs) {
      putInt(longs.length);
      if (putsPacked(longs)) {
        return;
      }
      final ByteBuffer to = room((long) Long.BYTES * longs.length);
      to.asLongBuffer().put(longs);
      to.position(to.position() + Long.BYTES * longs.length);
    } else if (array instanceof int[] ints) {
      putInt(ints.length);
      final ByteBuffer to = room((long) Integer.BYTES * ints.length);
      to.asIntBuffer().put(ints);
      to.position(to.position() + Integer.BYTES * ints.length);
    } else if (array instanceof double[] doubles) {
      putInt(doubles.length);
      final ByteBuffer to = room((long) Double.BYTES * doubles.length);
      to.asDoubleBuffer().put(doubles);
      to.position(to.position() + Double.BYTES * doubles.length);
    } else if (array instanceof short[] shorts) {
      putInt(shorts.length);
      final ByteBuffer to = room((long) Short.BYTES * shorts.length);
      to.asShortBuffer().put(shorts);
      to.position(to.position() + Short.BYTES * shorts.length);
    } else if (array instanceof char[] chars) {
      putInt(chars.length);
      final ByteBuffer to = room((long) Character.BYTES * chars.length);
      to.asCharBuffer().put(chars);
      to.position(to.position() + Character.BYTES * chars.length);
    } else if (array instanceof byte[] own) {
      putInt(own.length);
      room(own.length).put(own);
    } else if (array instanceof boolean[] flags) {
      putInt(flags.length);
      for (boolean flag : flags) {
        putByte(flag ? 1 : 0);
      }
    } else {
      final float[] floats = (float[]) array;
      putInt(floats.length);
      final ByteBuffer to = room((long) Float.BYTES * floats.length);
      to.asFloatBuffer().put(floats);
      to.position(to.position() + Float.BYTES * floats.length);
    }
  }

  /**
   * Writes small numbers in few bytes, if that takes less than half the memory: most rows of a
   * series do, and most words of packets do not.
   */
  private boolean putsPacked(long[] numbers) {
    final long limit = (long) Long.BYTES / 2 * numbers.length;
    long size = 0;
    for (int i = 0; i < numbers.length && size < limit; i++) {
      size += packedBytes(folded(numbers[i]));
    }
    final boolean packed = size < limit;
    putByte(packed ? PACKED : FULL);
    if (packed) {
      final byte[] to = new byte[(int) size];
      int at = 0;
      for (long number : numbers) {
        at = putPacked(folded(number), to, at);
      }
      room(size).put(to);
    }
    return packed;
  }

  /** Returns a number without a sign, small if the number is near 0. */
  private static long folded(long number) {
    return (number << 1) ^ (number >> (Long.SIZE - 1));
  }

  private static int packedBytes(long folded) {
    return (Long.SIZE - Long.numberOfLeadingZeros(folded | 1) + PACKED_BITS - 1) / PACKED_BITS;
  }

  /** Writes a number from a position on, and returns the position after it. */
  private static int putPacked(long folded, byte[] to, int position) {
    int at = position;
    long rest = folded;
    while (rest >>> PACKED_BITS != 0) {
      to[at++] = (byte) (rest | Byte.MIN_VALUE);
      rest >>>= PACKED_BITS;
    }
    to[at++] = (byte) rest;
    return at;
  }

  private long takePacked() {
    long folded = 0;
    for (int i = 0; i < MOST_PACKED_BYTES; i++) {
      final int next = takeByte();
      folded |= (long) (next & Byte.MAX_VALUE) << (i * PACKED_BITS);
      if (next >= 0) {
        return (folded >>> 1) ^ -(folded & 1);
      }
    }
    throw damaged();
  }

  /** Returns all that was written, in pieces; nothing more can be written. */
  List<ByteBuffer> pieces() {
    full.add(bytes.flip());
    return full;
  }

  int takeByte() {
    require(Byte.BYTES);
    return bytes.get();
  }

  int takeInt() {
    require(Integer.BYTES);
    return bytes.getInt();
  }

  long takeLong() {
    require(Long.BYTES);
    return bytes.getLong();
  }

  String takeName() {
    final int number = takeInt();
    if (number < 0 || number > namesRead.size()) {
      throw damaged();
    }
    if (number == namesRead.size()) {
      namesRead.add(takeText());
    }
    return namesRead.get(number);
  }

  String takeText() {
    final byte[] utf8 = new byte[takeCount(Byte.BYTES)];
    bytes.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  /** Takes the length of what follows, of so many bytes each, which has to be there. */
  int takeCount(int bytesEach) {
    final int count = takeInt();
    if (count < 0) {
      throw damaged();
    }
    require((long) bytesEach * count);
    return count;
  }

  /** Takes an array of primitives, into {@code into} if that is as long. */
  Object takeArray(Class<?> element, Object into) {
    if (element == long.class) {
      return takeLongs(into);
    }
    if (element == int.class) {
      final int length = takeCount(Integer.BYTES);
      final int[] to = into instanceof int[] own && own.length == length ? own : new int[length];
      bytes.asIntBuffer().get(to);
      skip(Integer.BYTES * length);
      return to;
    }
    if (element == double.class) {
      final int length = takeCount(Double.BYTES);
      final double[] to =
          into instanceof double[] own && own.length == length ? own : new double[length];
      bytes.asDoubleBuffer().get(to);
      skip(Double.BYTES * length);
      return to;
    }
    if (element == short.class) {
      final int length = takeCount(Short.BYTES);
      final short[] to =
          into instanceof short[] own && own.length == length ? own : new short[length];
      bytes.asShortBuffer().get(to);
      skip(Short.BYTES * length);
      return to;
    }
    if (element == char.class) {
      final int length = takeCount(Character.BYTES);
      final char[] to = into instanceof char[] own && own.length == length ? own : new char[length];
      bytes.asCharBuffer().get(to);
      skip(Character.BYTES * length);
      return to;
    }
    if (element == byte.class) {
      final int length = takeCount(Byte.BYTES);
      final byte[] to = into instanceof byte[] own && own.length == length ? own : new byte[length];
      bytes.get(to);
      return to;
    }
    if (element == boolean.class) {
      final int length = takeCount(Byte.BYTES);
      final boolean[] to =
          into instanceof boolean[] own && own.length == length ? own : new boolean[length];
      for (int i = 0; i < length; i++) {
        to[i] = bytes.get() != 0;
      }
      return to;
    }
    final int length = takeCount(Float.BYTES);
    final float[] to =
        into instanceof float[] own && own.length == length ? own : new float[length];
    bytes.asFloatBuffer().get(to);
    skip(Float.BYTES * length);
    return to;
  }

  private long[] takeLongs(Object into) {
    final int length = takeCount(Byte.BYTES);
    final int form = takeByte();
    if (form != PACKED) {
      require((long) Long.BYTES * length);
    }
    final long[] to = into instanceof long[] own && own.length == length ? own : new long[length];
    if (form == PACKED) {
      for (int i = 0; i < length; i++) {
        to[i] = takePacked();
      }
    } else {
      bytes.asLongBuffer().get(to);
      skip(Long.BYTES * length);
    }
    return to;
  }

  private void skip(int count) {
    bytes.position(bytes.position() + count);
  }

  private void require(long count) {
    if (bytes.remaining() < count) {
      throw new IllegalArgumentException(
          "the state ends too early", new BufferUnderflowException());
    }
  }

  void requireEnd() {
    if (bytes.hasRemaining()) {
      throw new IllegalArgumentException("the state continues where it should end");
    }
  }

  static IllegalArgumentException damaged() {
    return new IllegalArgumentException("the state is damaged");
  }
}
