package io.hopwright.models.cascade.network;

/**
 * Sizes of packets, and the time that hosts spend on each ({@code docs/models/cascade.md},
 * "Packets").
 */
public final class CascadePackets {
  /** Largest amount of data in a request, in bytes. */
  public static final int MAX_DATA = 64;

  /** Flits of a response. */
  public static final int RESPONSE_FLITS = 3;

  /** Ticks of a response on either direction of the host interface. */
  public static final int RESPONSE_HOST_TICKS = 94;

  /** Bytes of a flit. */
  public static final int FLIT_BYTES = 3;

  /** Size of the largest buffer. */
  public static final int MOST_BUFFER_BYTES = 16_383 * FLIT_BYTES;

  /** Flits of the largest packet. */
  static final int MAX_FLITS = 28;

  /** Ticks of a request on either direction of the host interface, beside its data. */
  static final int REQUEST_HOST_TICKS = 102;

  private static final int HEADER_BYTES = 20;

  private CascadePackets() {}

  /** Returns the flits of a request with {@code data} bytes. */
  public static int requestFlits(int data) {
    return ceilDiv(HEADER_BYTES + data, FLIT_BYTES);
  }

  /** Returns the bytes on a link of a packet: 64 for every 60, in whole bytes. */
  static int wireBytes(int flits) {
    return ceilDiv(flits * FLIT_BYTES * 16, 15);
  }

  /** Returns a quotient, rounded up. */
  public static int ceilDiv(int dividend, int divisor) {
    return (dividend + divisor - 1) / divisor;
  }
}
