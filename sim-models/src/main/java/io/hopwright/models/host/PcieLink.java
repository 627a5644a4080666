package io.hopwright.models.host;

/**
 * PCI Express link: times of transactions in whole ticks. The link moves {@code bytes} bytes in
 * {@code ticks} ticks, which excludes line coding but includes headers and checks.
 *
 * <p>A write has 24 B besides its data: a header of 16 B with addresses of 64 bits, sequence number
 * and check, and framing. A read request is a write without data; a completion has a header of 12
 * B. Larger transactions are split into pieces of {@link #MOST_DATA}. Source: PCI Express Base
 * Specification 2.1.
 *
 * @param ticks in which it moves the bytes
 * @param bytes that it moves in these ticks
 */
public record PcieLink(long ticks, long bytes) {
  /** Most data of a write or completion. */
  public static final int MOST_DATA = 256;

  private static final int REQUEST_BYTES = 24;
  private static final int COMPLETION_BYTES = 20;

  /** Returns the ticks of a write of some data, in several pieces if necessary. */
  public int writeTicks(int data) {
    return inPieces(data, REQUEST_BYTES);
  }

  /** Returns the ticks of the last piece of a write. */
  public int lastWriteTicks(int data) {
    return ticksOf(REQUEST_BYTES + lastPiece(data));
  }

  /** Returns the ticks of a read request. */
  public int readTicks() {
    return ticksOf(REQUEST_BYTES);
  }

  /** Returns the ticks of a completion with some data, in several pieces if necessary. */
  public int completionTicks(int data) {
    return inPieces(data, COMPLETION_BYTES);
  }

  private int inPieces(int data, int headerBytes) {
    final int last = lastPiece(data);
    final int full = (data - last) / MOST_DATA;
    return full * ticksOf(headerBytes + MOST_DATA) + ticksOf(headerBytes + last);
  }

  private static int lastPiece(int data) {
    return data == 0 ? 0 : (data - 1) % MOST_DATA + 1;
  }

  private int ticksOf(int all) {
    return (int) ((all * ticks + bytes - 1) / bytes);
  }
}
