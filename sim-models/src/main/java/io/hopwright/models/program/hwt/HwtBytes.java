package io.hopwright.models.program.hwt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/**
 * Bytes of a file, mapped in pieces of 1 GiB; numbers at multiples of their size. The file must not
 * change. Safe for any thread.
 */
final class HwtBytes {
  private static final int SHIFT = 30;
  private static final long PIECE = 1L << SHIFT;
  private static final int IN_PIECE = (int) (PIECE - 1);

  private final ByteBuffer[] pieces;
  private final long size;

  HwtBytes(FileChannel file) throws IOException {
    size = file.size();
    pieces = new ByteBuffer[(int) ((size + PIECE - 1) >> SHIFT)];
    for (int piece = 0; piece < pieces.length; piece++) {
      final long from = (long) piece << SHIFT;
      pieces[piece] =
          file.map(MapMode.READ_ONLY, from, Math.min(PIECE, size - from))
              .order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  long size() {
    return size;
  }

  long i64(long at) {
    return pieces[(int) (at >> SHIFT)].getLong((int) at & IN_PIECE);
  }

  int i32(long at) {
    return pieces[(int) (at >> SHIFT)].getInt((int) at & IN_PIECE);
  }

  int u8(long at) {
    return pieces[(int) (at >> SHIFT)].get((int) at & IN_PIECE) & 0xFF;
  }

  /** Returns a block's bytes, which are in one piece. */
  ByteBuffer block(long from, int length) {
    return pieces[(int) (from >> SHIFT)].slice((int) from & IN_PIECE, length);
  }
}
