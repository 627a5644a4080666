package io.hopwright.models.tnw.programs;

/** Division of messages into packets. */
public final class TnwPackets {
  /** Bytes of a packet. */
  public static final int BYTES = 128;

  private TnwPackets() {}

  /** Returns the number of packets of a message. */
  public static int of(int bytes) {
    return (int) ((bytes + BYTES - 1L) / BYTES);
  }
}
