package io.hopwright.models.cascade;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Sizes of packets, and the times they take: one tick is 4/175 ns ({@code docs/models/cascade.md},
 * "Packets", "Node and NIC").
 */
final class Packets {
  /** Largest amount of data in a request, in bytes. */
  static final int MAX_DATA = 64;

  /** Flits of a response. */
  static final int RESPONSE_FLITS = 3;

  /** Ticks of a 3-byte flit on an electrical link: 5.25 GB/s. */
  static final int ELECTRICAL_FLIT_TICKS = 25;

  /** Ticks of a 3-byte flit on an optical link: 4.6875 GB/s. */
  static final int OPTICAL_FLIT_TICKS = 28;

  /** Ticks of a flit through a processor tile. */
  static final int TILE_FLIT_TICKS = 20;

  /** Ticks of a response on either direction of the host interface. */
  static final int RESPONSE_HOST_TICKS = 94;

  /** Bytes of a flit. */
  static final int FLIT_BYTES = 3;

  private static final int HEADER_BYTES = 20;
  private static final int MAX_FLITS = 28;
  private static final int REQUEST_HOST_TICKS = 102;

  private Packets() {}

  /** Returns the flits of a request with {@code data} bytes. */
  static int requestFlits(int data) {
    return ceilDiv(HEADER_BYTES + data, FLIT_BYTES);
  }

  /** Returns the ticks a request takes of either direction of the host interface. */
  static int requestHostTicks(int data) {
    return REQUEST_HOST_TICKS + ceilDiv(25 * data, 9);
  }

  /** Returns the bytes on a link of a packet: 64 for every 60, in whole bytes. */
  static int wireBytes(int flits) {
    return ceilDiv(flits * FLIT_BYTES * 16, 15);
  }

  /** Returns the ticks on a link by number of flits. */
  static List<Integer> linkTicks(int flitTicks) {
    return ticks(flits -> ceilDiv(wireBytes(flits) * flitTicks, FLIT_BYTES));
  }

  /** Returns the ticks through a processor tile by number of flits. */
  static List<Integer> tileTicks() {
    return ticks(flits -> flits * TILE_FLIT_TICKS);
  }

  private static List<Integer> ticks(java.util.function.IntUnaryOperator ofFlits) {
    return IntStream.rangeClosed(0, MAX_FLITS).map(ofFlits).boxed().toList();
  }

  private static int ceilDiv(int dividend, int divisor) {
    return (dividend + divisor - 1) / divisor;
  }
}
