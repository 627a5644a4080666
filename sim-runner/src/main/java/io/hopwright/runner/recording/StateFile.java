package io.hopwright.runner.recording;

import io.hopwright.core.state.StateImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * File with the state of a partition. Its head has the magic word, the version, the size of a
 * block, the size of the state, and a CRC-32C of these; then each block is followed by its own
 * CRC-32C.
 */
final class StateFile {
  private static final long MAGIC =
      ByteBuffer.wrap("HOPSTATE".getBytes(StandardCharsets.US_ASCII)).getLong();
  private static final int VERSION = 1;
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int CHECKED_BYTES = 20;
  private static final int HEAD_BYTES = CHECKED_BYTES + Integer.BYTES;

  private StateFile() {}

  /** Writes a new file, and waits until the disk has it. */
  static void write(Path file, StateImage state) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      final ByteBuffer head = buffer(HEAD_BYTES);
      head.putLong(MAGIC).putInt(VERSION).putInt(BLOCK_BYTES).putInt(state.bytes());
      head.putInt(sum(head.duplicate().flip()));
      writeAll(channel, head.flip());
      try (InputStream bytes = state.stream()) {
        final byte[] block = new byte[BLOCK_BYTES];
        for (int left = state.bytes(); left > 0; left -= BLOCK_BYTES) {
          final int count = bytes.readNBytes(block, 0, Math.min(BLOCK_BYTES, left));
          writeAll(channel, ByteBuffer.wrap(block, 0, count));
          final int sum = sum(ByteBuffer.wrap(block, 0, count));
          writeAll(channel, buffer(Integer.BYTES).putInt(sum).flip());
        }
      }
      channel.force(true);
    }
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.BIG_ENDIAN);
  }

  private static int sum(ByteBuffer bytes) {
    final CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /**
   * Reads a file; takes no more memory than the file is long.
   *
   * @throws IOException if it cannot be read, is damaged, or of another version
   */
  static byte[] read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      final ByteBuffer head = readAll(channel, HEAD_BYTES);
      if (head.getLong() != MAGIC || head.getInt() != VERSION) {
        throw new IOException("not the state of a partition in version " + VERSION);
      }
      final int blockBytes = head.getInt();
      final int bytes = head.getInt();
      if (head.getInt() != sum(head.duplicate().position(0).limit(CHECKED_BYTES))
          || blockBytes != BLOCK_BYTES) {
        throw new IOException("the header is damaged");
      }
      final long blocks = ((long) bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
      if (bytes < 0 || channel.size() != HEAD_BYTES + bytes + blocks * Integer.BYTES) {
        throw new IOException("the file is truncated or too long");
      }
      final byte[] state = new byte[bytes];
      for (int at = 0; at < bytes; at += BLOCK_BYTES) {
        final int count = Math.min(BLOCK_BYTES, bytes - at);
        readAll(channel, ByteBuffer.wrap(state, at, count));
        if (readAll(channel, Integer.BYTES).getInt() != sum(ByteBuffer.wrap(state, at, count))) {
          throw new IOException("damaged in block " + at / BLOCK_BYTES);
        }
      }
      return state;
    }
  }

  private static ByteBuffer readAll(FileChannel channel, int bytes) throws IOException {
    final ByteBuffer buffer = buffer(bytes);
    readAll(channel, buffer);
    return buffer.flip();
  }

  private static void readAll(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new IOException("the file is truncated");
      }
    }
  }
}
