package io.hopwright.core.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.CRC32C;

/** Names of fields while a state is visited. */
abstract class NamedState implements StateVisitor {
  /** Kinds of fields. */
  enum Kind {
    NUMBER(0, Long.BYTES),
    LONGS(1, Long.BYTES),
    INTS(2, Integer.BYTES),
    BYTES(3, 1);

    private final int code;
    private final int bytes;

    Kind(int code, int bytes) {
      this.code = code;
      this.bytes = bytes;
    }

    /** Returns how many bytes so many values take, filled up to whole words. */
    long padded(int values) {
      return ((long) values * bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }
  }

  private static final int KIND_BITS = 8;

  private final Deque<String> parts = new ArrayDeque<>();

  @Override
  public final void enter(String part) {
    parts.addLast(part);
  }

  @Override
  public final void leave() {
    parts.removeLast();
  }

  /** Returns the full name of a field of the part being visited. */
  final String path(String name) {
    return parts.isEmpty() ? name : String.join(".", parts) + "." + name;
  }

  /** Returns the word in front of a field: its kind, and a checksum of its full name above. */
  final long tag(String name, Kind kind) {
    final CRC32C sum = new CRC32C();
    sum.update(path(name).getBytes(StandardCharsets.UTF_8));
    return sum.getValue() << KIND_BITS | kind.code;
  }
}
