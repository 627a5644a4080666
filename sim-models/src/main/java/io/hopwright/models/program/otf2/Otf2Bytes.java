package io.hopwright.models.program.otf2;

import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.trace.FileBytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * Records of one file of a trace, read in pieces. A file consists of chunks of equal length, each
 * with a header, and its last header says its order of bytes. Confined to one thread.
 */
final class Otf2Bytes implements Closeable {
  /** Stands for a compressed number that is not defined. */
  static final long UNDEFINED = -1;

  private static final int LONG_RECORD = 0xFF;
  private static final int END_OF_CHUNK = 0;
  private static final int END_OF_FILE = 2;
  private static final int CHUNK = 3;
  private static final int LITTLE_ENDIAN = 0x42;
  private static final int BIG_ENDIAN = 0x23;

  private final String name;
  private final FileBytes in;

  /** Bytes of a chunk; 0 for a file that is a single one without numbers of events. */
  private final long chunk;

  /** Opens a file and reads its header. */
  Otf2Bytes(Path path, long chunk) throws IOException {
    name = path.getFileName().toString();
    this.chunk = chunk;
    in = new FileBytes(name, path);
    try {
      header();
    } catch (IOException | ProgramException e) {
      in.close();
      throw e;
    }
  }

  String name() {
    return name;
  }

  /** Returns the position of the next byte. */
  long at() {
    return in.at();
  }

  ProgramException wrong(long where, String what) {
    return in.wrong(where, what);
  }

  private void header() throws IOException {
    final long where = at();
    if (in.size() - where < 2 || u8() != CHUNK) {
      throw wrong(where, "no chunk begins here; the file is damaged or not of an OTF2 trace");
    }
    final int order = u8();
    if (order != LITTLE_ENDIAN && order != BIG_ENDIAN) {
      throw wrong(
          where + 1,
          "byte order " + order + " does not exist; it is 66 (little-endian) or 35 (big-endian)");
    }
    in.order(order == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    if (chunk > 0) {
      in.skip(2L * Long.BYTES);
    }
  }

  int u8() throws IOException {
    return in.u8();
  }

  long u64() throws IOException {
    return in.i64();
  }

  /** Returns a number behind its length in bytes, {@link #UNDEFINED} for the length 255. */
  long number() throws IOException {
    final long where = at();
    final int bytes = u8();
    if (bytes == LONG_RECORD) {
      return UNDEFINED;
    }
    if (bytes > Long.BYTES) {
      throw wrong(where, "a number has " + bytes + " B, more than 8; the file is damaged");
    }
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      final long one = u8();
      value = in.order() == ByteOrder.BIG_ENDIAN ? (value << 8) | one : value | (one << (8 * i));
    }
    return value;
  }

  /**
   * Returns a number of 0 to 2³¹ − 1; −1 if it is not defined.
   *
   * @throws ProgramException if it is larger
   */
  int integer() throws IOException {
    final long where = at();
    final long value = number();
    if (value != UNDEFINED && (value < 0 || value > Integer.MAX_VALUE)) {
      throw wrong(
          where,
          "the number "
              + Long.toUnsignedString(value)
              + " is too large; the limit here is 2^31 - 1");
    }
    return (int) value;
  }

  /** Returns a number of elements that each take a byte or more before {@code stop}. */
  int count(long stop) throws IOException {
    final long where = at();
    final long count = number();
    if (count < 0 || count > stop - at()) {
      throw wrong(
          where,
          "a list has %s elements, but its record has %s B left; the file is damaged"
              .formatted(Long.toUnsignedString(count), Math.max(0, stop - at())));
    }
    return (int) count;
  }

  /**
   * Returns a text that ends with a byte 0, a character for each byte.
   *
   * @param stop end of the record
   */
  String text(long stop) throws IOException {
    final StringBuilder text = new StringBuilder();
    for (int one = u8(); one != 0; one = u8()) {
      text.append((char) one);
      if (at() >= stop) {
        throw wrong(at(), "a text has no end; the file is damaged");
      }
    }
    return text.toString();
  }

  /** Returns the type of the next record, or −1 at the end of the file. */
  int next() throws IOException {
    int type = u8();
    while (type == END_OF_CHUNK && chunk > 0) {
      in.seek((at() + chunk - 1) / chunk * chunk);
      header();
      type = u8();
    }
    return type == END_OF_FILE ? -1 : type;
  }

  /** Returns the position behind a record whose length comes next. */
  long end() throws IOException {
    final long where = at();
    final int small = u8();
    final long length = small == LONG_RECORD ? u64() : small;
    if (length < 0 || length > in.size() - at()) {
      throw wrong(
          where,
          "a record of %s B begins here, but only %s B are left; the file is damaged or truncated"
              .formatted(Long.toUnsignedString(length), in.size() - at()));
    }
    return at() + length;
  }

  /** Continues behind a record. */
  void leave(long stop) throws IOException {
    if (at() > stop) {
      throw wrong(at(), "a record is shorter than its fields; the file is damaged");
    }
    in.skip(stop - at());
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
