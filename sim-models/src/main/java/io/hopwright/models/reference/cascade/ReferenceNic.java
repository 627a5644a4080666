package io.hopwright.models.reference.cascade;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** A NIC and its node: births, the two directions to the host, and the buffers towards it. */
final class ReferenceNic {
  static final long NEVER = Long.MAX_VALUE;

  final ReferenceAries aries;
  final int number;
  final int node;
  private final ReferenceCascade cascade;

  /** The out of the host is busy until then. */
  long outBusyUntil;

  final Deque<ReferenceCascadePacket> responses = new ArrayDeque<>();

  /** Requests of transfers that have been posted, where the workload is jobs. */
  private final Deque<ReferenceCascadePacket> posted = new ArrayDeque<>();

  /** Requests issued whose response has not been delivered. */
  int outstanding;

  /** Next request to be issued, and when it is or was born; NEVER if there is none. */
  private long sequence;

  private long birthTick = NEVER;

  /** Birth of the latest message in open-loop traffic. */
  private long messageBirthTick = -1;

  /** The in of the host is taken until then by packets granted so far. */
  private long inFreeFrom;

  private final int capacityFlits;

  /** By class and tile of the pair. */
  final int[][] chargeFlits = new int[2][ReferenceNicPair.TILES];

  ReferenceNic(ReferenceAries aries, int number, int node) {
    this.aries = aries;
    this.number = number;
    this.node = node;
    cascade = aries.cascade;
    capacityFlits = cascade.config.nicBufferBytes / 3;
  }

  /** Has the first request born. */
  void start() {
    prepareRequest(0, 0);
  }

  // ---------------------------------------------------------------------------------- births

  private void prepareRequest(long next, long predecessorIssuedTick) {
    sequence = next;
    final long birth = birth(next, predecessorIssuedTick);
    birthTick = birth < cascade.config.bornBefore ? birth : NEVER;
    if (birthTick != NEVER && birthTick > cascade.now()) {
      cascade.wake(birthTick, aries);
    }
  }

  private long birth(long next, long predecessorIssuedTick) {
    final ReferenceCascadeTraffic traffic = cascade.traffic;
    final long message = next / traffic.requestsPerMessage;
    if (message >= traffic.messages(node)) {
      return NEVER;
    }
    if (cascade.config.kind.isAllToAll()) {
      return 0;
    }
    if (cascade.config.saturated) {
      return predecessorIssuedTick;
    }
    if (next % traffic.requestsPerMessage == 0) {
      messageBirthTick += traffic.gapTicks(node, message);
    }
    return messageBirthTick;
  }

  // ------------------------------------------------------------------------ out of the host

  /** Whether it has nothing to send, now or later, and waits for no response. */
  boolean isSilent() {
    return birthTick == NEVER && posted.isEmpty() && responses.isEmpty() && outstanding == 0;
  }

  /**
   * The packet that can be issued now, null if none: "its first response, if there is a tile of the
   * pair that is free and whose buffer has room for it; otherwise its next request, if that is
   * born, not too many are outstanding, and there is such a tile for it".
   */
  ReferenceCascadePacket issuable(ReferenceNicPair pair, long tick) {
    if (outBusyUntil > tick) {
      return null;
    }
    final ReferenceCascadePacket response = responses.peek();
    if (response != null && pair.freeTile(response, tick) >= 0) {
      return response;
    }
    if (outstanding >= cascade.config.outstanding) {
      return null;
    }
    final ReferenceCascadePacket request = birthTick > tick ? posted.peek() : nextRequest();
    if (request == null) {
      return null;
    }
    return pair.freeTile(request, tick) >= 0 ? request : null;
  }

  private ReferenceCascadePacket nextRequest() {
    final ReferenceCascadeTraffic traffic = cascade.traffic;
    return ReferenceCascadePacket.request(
        node,
        traffic.destination(node, sequence / traffic.requestsPerMessage),
        sequence,
        traffic.dataBytes(node, sequence),
        birthTick);
  }

  /** Books that {@link #issuable} has been issued. */
  void issued(ReferenceCascadePacket packet, long tick) {
    outBusyUntil = tick + packet.hostTicks(cascade.config);
    cascade.wake(outBusyUntil, aries);
    if (packet.isRequest()) {
      outstanding++;
    }
    if (packet.equals(posted.peek())) {
      posted.remove();
    } else if (packet.isRequest()) {
      prepareRequest(cascade.traffic.next(node, sequence), tick);
    } else {
      responses.remove();
    }
    cascade.onIssue(packet);
  }

  /** A request of a transfer is born. */
  void post(ReferenceCascadePacket request) {
    posted.add(request);
    cascade.onBirth(request);
  }

  // --------------------------------------------------------------------------- into the host

  /** No more outstanding than may be, no buffer over capacity. */
  void checkConservation() {
    final boolean right =
        outstanding <= cascade.config.outstanding
            && Arrays.stream(chargeFlits)
                .flatMapToInt(Arrays::stream)
                .allMatch(flits -> flits >= 0 && flits <= capacityFlits);
    if (!right) {
      throw new IllegalStateException(
          "node " + node + ", tick " + cascade.now() + ": more than a NIC may hold");
    }
  }

  boolean hasRoom(ReferenceCascadePacket packet, int tile) {
    return chargeFlits[packet.packetClass][tile] + packet.flits() <= capacityFlits;
  }

  /** Takes a packet that has been granted a processor tile. */
  void receive(ReferenceCascadePacket packet, int tile, long tick) {
    chargeFlits[packet.packetClass][tile] += packet.flits();
    final long from = Math.max(tick + cascade.config.ejectionTicks, inFreeFrom);
    inFreeFrom = from + packet.hostTicks(cascade.config);
    cascade.at(inFreeFrom, aries, () -> deliver(packet, tile));
  }

  private void deliver(ReferenceCascadePacket packet, int tile) {
    chargeFlits[packet.packetClass][tile] -= packet.flits();
    cascade.onDelivery(packet, node);
    if (packet.isRequest()) {
      responses.add(packet.response(cascade.now()));
    } else {
      outstanding--;
    }
  }
}
