package io.hopwright.models.reference.cascade.routing;

import io.hopwright.models.reference.ReferenceCrossbarPacket;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Colour;

/** Request or response (section "Packets" of {@code docs/models/cascade.md}). */
public class ReferenceCascadePacket extends ReferenceCrossbarPacket {
  public static final int REQUEST = 0;
  public static final int RESPONSE = 1;

  /** {@code u}, {@code v} and {@code q}. */
  public final int requester;

  public final int target;
  public final long sequence;
  public final int packetClass;

  /** The request that it answers; itself if it is one. */
  public ReferenceCascadePacket question = this;

  /** {@code d} where it carries the workload's data; 0 in an answer without. */
  public final int dataBytes;

  private final int flits;

  /** Birth of a request, creation of a response. */
  public final long birthTick;

  /** Chosen when it arrives from its NIC at the router. */
  public ReferenceRoute route;

  public boolean rootPassed;
  public long issueTick;

  /** Links that it has been started on, by colour. */
  public final int[] linksOf = new int[Colour.values().length];

  public ReferenceCascadePacket(
      int requester,
      int target,
      long sequence,
      int packetClass,
      int dataBytes,
      int flits,
      long birthTick) {
    this.requester = requester;
    this.target = target;
    this.sequence = sequence;
    this.packetClass = packetClass;
    this.dataBytes = dataBytes;
    this.flits = flits;
    this.birthTick = birthTick;
  }

  public static ReferenceCascadePacket request(
      int requester, int target, long sequence, int dataBytes, long birthTick) {
    return new ReferenceCascadePacket(
        requester, target, sequence, REQUEST, dataBytes, ceilDiv(20 + dataBytes, 3), birthTick);
  }

  /** Returns the response: it "has the same u, v, q as its request". */
  public ReferenceCascadePacket response(long createdTick) {
    final ReferenceCascadePacket response =
        new ReferenceCascadePacket(requester, target, sequence, RESPONSE, 0, 3, createdTick);
    response.question = this;
    return response;
  }

  public boolean isRequest() {
    return packetClass == REQUEST;
  }

  public int source() {
    return isRequest() ? requester : target;
  }

  public int destination() {
    return isRequest() ? target : requester;
  }

  public int flits() {
    return flits;
  }

  /** Returns the request that is complete once this packet has been delivered, or null. */
  public ReferenceCascadePacket done() {
    return isRequest() ? this : null;
  }

  /** Returns the workload data that are in flight from the issue of this packet on. */
  public int injectedBytes() {
    return dataBytes;
  }

  /** Returns the workload data that this packet delivers. */
  public int deliveredBytes() {
    return dataBytes;
  }

  /** Returns whether the packet concerns the given bytes of a message. */
  public boolean isAbout(int bytes) {
    return dataBytes == (isRequest() ? bytes : 0);
  }

  /** Returns {@code w}, the bytes on the wire. */
  public int wireBytes() {
    return ceilDiv(3L * flits() * 16, 15);
  }

  /** Returns the ticks for which the packet keeps a link busy. */
  public int linkTicks(ReferenceCascadeConfig config, boolean optical) {
    final long megabits = optical ? config.opticalMegabits : config.electricalMegabits;
    return ceilDiv(350_000L * wireBytes(), 3 * megabits);
  }

  /** Returns the ticks for which the packet keeps a processor tile busy. */
  public int tileTicks(ReferenceCascadeConfig config) {
    return config.tileFlitTicks * flits();
  }

  /** Returns the VC of its class: "blue links crossed before + (root passed ? 1 : 0)". */
  public int networkVc() {
    return 4 * packetClass + blueLinks() + (rootPassed ? 1 : 0);
  }

  public int blueLinks() {
    return linksOf[Colour.BLUE.kind];
  }

  public static int ceilDiv(long dividend, long divisor) {
    return (int) ((dividend + divisor - 1) / divisor);
  }

  @Override
  public String toString() {
    return (isRequest() ? "request " : "response ") + requester + "→" + target + " #" + sequence;
  }
}
