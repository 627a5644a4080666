package io.hopwright.models.program.trace;

import io.hopwright.models.program.ProgramException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Numbers of a binary file, read in pieces, big endian by default. Confined to one thread. */
public final class FileBytes implements Closeable {
  private static final int PIECE = 1 << 16;

  private final String name;
  private final FileChannel file;
  private final long size;
  private final ByteBuffer piece = ByteBuffer.allocate(PIECE).limit(0);

  /** End of the piece in the file. */
  private long end;

  /**
   * Opens a file.
   *
   * @param name of the file, for messages
   */
  public FileBytes(String name, Path path) throws IOException {
    this.name = name;
    file = FileChannel.open(path);
    size = file.size();
  }

  /** Returns the bytes of the file. */
  public long size() {
    return size;
  }

  /** Returns the position of the next number. */
  public long at() {
    return end - piece.remaining();
  }

  /** Continues at a position. */
  public void seek(long where) {
    end = where;
    piece.limit(0);
  }

  /** Creates the exception for an error at a position. */
  public ProgramException wrong(long where, String what) {
    return new ProgramException("%s, byte %s: %s".formatted(name, where, what));
  }

  /** Sets the order of the bytes of all following numbers. */
  public void order(ByteOrder order) {
    piece.order(order);
  }

  /** Returns the order of bytes. */
  public ByteOrder order() {
    return piece.order();
  }

  private void need(int bytes) throws IOException {
    if (piece.remaining() >= bytes) {
      return;
    }
    if (bytes > size - at()) {
      throw wrong(at(), "the file ends inside a record; it is truncated, record it again");
    }
    piece.compact();
    while (piece.position() < bytes) {
      final int read = file.read(piece, end);
      if (read < 0) {
        throw wrong(end, "the file has become shorter while it was read");
      }
      end += read;
    }
    piece.flip();
  }

  /** Returns a byte. */
  public int u8() throws IOException {
    need(1);
    return piece.get() & 0xFF;
  }

  /** Returns 2 B as an unsigned number. */
  public int u16() throws IOException {
    need(Short.BYTES);
    return piece.getShort() & 0xFFFF;
  }

  /** Returns 4 B. */
  public int i32() throws IOException {
    need(Integer.BYTES);
    return piece.getInt();
  }

  /** Returns 8 B. */
  public long i64() throws IOException {
    need(Long.BYTES);
    return piece.getLong();
  }

  /** Returns a number of elements, after checking that the file has bytes for all of them. */
  public int count(int width) throws IOException {
    final long where = at();
    final int count = i32();
    if (count < 0 || (long) count * width > size - at()) {
      throw wrong(
          where,
          "a list has %s elements, but only %s B are left; the file is damaged"
              .formatted(Integer.toUnsignedString(count), size - at()));
    }
    return count;
  }

  /** Skips some bytes. */
  public void skip(long bytes) throws IOException {
    if (bytes > size - at()) {
      throw wrong(at(), "the file ends inside a record; it is truncated, record it again");
    }
    if (bytes <= piece.remaining()) {
      piece.position(piece.position() + (int) bytes);
    } else {
      seek(at() + bytes);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
