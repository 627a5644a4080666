package io.hopwright.models.extoll.units;

import io.hopwright.models.host.PcieLink;

/**
 * Path by which a NIC reads and writes an accelerator of the same host: over the PCIe links of both
 * and the root complex between them, where the slowest decides ({@code docs/models/extoll.md},
 * "Through the root complex"). Immutable; safe for any thread.
 *
 * @param host link of the NIC
 * @param accelerator link of the accelerator
 * @param readRate read rate of the root complex in MB/s, 0 for unlimited
 * @param writeRate write rate of the root complex in MB/s, 0 for unlimited
 */
record PeerPath(PcieLink host, PcieLink accelerator, int readRate, int writeRate) {
  /** Ticks in a microsecond: those of a byte at 1 MB/s. */
  private static final long TICKS_PER_BYTE = 12_600;

  /** Returns the ticks of some bytes at a rate in MB/s, rounded up. */
  static long ticks(long bytes, long megabytesPerSecond) {
    return (TICKS_PER_BYTE * bytes + megabytesPerSecond - 1) / megabytesPerSecond;
  }

  /** Returns the ticks of a write of some data, in pieces if need be. */
  int writeTicks(int data) {
    return full(data) * pieceOfWrite(PcieLink.MOST_DATA) + lastWriteTicks(data);
  }

  /** Returns the ticks of the last piece of a write. */
  int lastWriteTicks(int data) {
    return pieceOfWrite(rest(data));
  }

  /** Returns the ticks of completions that bring some data, in pieces if need be. */
  int completionTicks(int data) {
    return full(data) * pieceOfCompletion(PcieLink.MOST_DATA) + pieceOfCompletion(rest(data));
  }

  private int pieceOfWrite(int data) {
    return slowest(host.writeTicks(data), accelerator.writeTicks(data), data, writeRate);
  }

  private int pieceOfCompletion(int data) {
    return slowest(host.completionTicks(data), accelerator.completionTicks(data), data, readRate);
  }

  private static int slowest(int ofHost, int ofAccelerator, int data, int rate) {
    final int ofLinks = Math.max(ofHost, ofAccelerator);
    return rate == 0 ? ofLinks : Math.max(ofLinks, (int) ticks(data, rate));
  }

  /** Returns how many full pieces stand before the last. */
  private static int full(int data) {
    return (data - rest(data)) / PcieLink.MOST_DATA;
  }

  private static int rest(int data) {
    return data == 0 ? 0 : (data - 1) % PcieLink.MOST_DATA + 1;
  }
}
