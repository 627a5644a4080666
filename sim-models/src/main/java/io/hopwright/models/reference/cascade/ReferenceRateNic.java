package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeTraffic;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * NIC modelled by rates, with its generated messages and the two directions to the host ("Node and
 * NIC" of {@code docs/models/cascade.md}).
 */
final class ReferenceRateNic extends ReferenceNic {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int ANSWER_TICKS = 94;

  /** The out of the host is busy until then. */
  private long outBusyUntil;

  private final Deque<ReferenceCascadePacket> responses = new ArrayDeque<>();

  /** Requests of transfers that have been posted, where the workload is jobs. */
  private final Deque<ReferenceCascadePacket> posted = new ArrayDeque<>();

  /** Next request to be issued, and when it is or was generated; NEVER if there is none. */
  private long sequence;

  private long birthTick = NEVER;

  /** Birth of the latest message in open-loop traffic. */
  private long messageBirthTick = -1;

  /** The in of the host is taken until then by packets granted so far. */
  private long inFreeFrom;

  ReferenceRateNic(ReferenceAries aries, int number, int node) {
    super(aries, number, node);
  }

  @Override
  void start() {
    prepareRequest(0, 0);
  }

  // ---------------------------------------------------------------------------------- births

  private void prepareRequest(long next, long predecessorIssuedTick) {
    sequence = next;
    final long birth = birth(next, predecessorIssuedTick);
    birthTick = birth < cascade.config.bornBefore ? birth : NEVER;
    cascade.wake(birthTick, aries);
  }

  private long birth(long next, long predecessorIssuedTick) {
    final ReferenceCascadeTraffic traffic = cascade.traffic;
    final long message = next / traffic.requestsPerMessage;
    if (message >= traffic.messages(node)) {
      return NEVER;
    }
    if (cascade.config.isAllToAll()) {
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

  @Override
  boolean isSilent() {
    return birthTick == NEVER && posted.isEmpty() && responses.isEmpty() && outstanding == 0;
  }

  @Override
  boolean issue(ReferenceNicPair pair, long tick) {
    final ReferenceCascadePacket packet = issuable(pair, tick);
    if (packet == null) {
      return false;
    }
    pair.send(packet, tick, tick + cascade.config.injectionTicks);
    issued(packet, tick);
    return true;
  }

  /**
   * Returns the packet that can be issued now, or null. It is the first response if a tile of the
   * pair is free and has room for it. Otherwise it is the next request, if that is generated, not
   * too many are outstanding, and such a tile is free for it.
   */
  private ReferenceCascadePacket issuable(ReferenceNicPair pair, long tick) {
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
    if (request == null || pair.freeTile(request, tick) < 0 || isQuiet(tick)) {
      return null;
    }
    return request;
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

  private void issued(ReferenceCascadePacket packet, long tick) {
    outBusyUntil = tick + hostTicks(cascade.config, packet);
    cascade.wake(outBusyUntil, aries);
    if (packet.isRequest()) {
      outstanding++;
      expectAnswer(packet, tick);
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

  /** A request of a transfer is generated. */
  void post(ReferenceCascadePacket request) {
    posted.add(request);
  }

  // --------------------------------------------------------------------------- into the host

  @Override
  void take(ReferenceCascadePacket packet, ReferenceTileOutput tile, long tick) {
    final long from = Math.max(tick + cascade.config.ejectionTicks, inFreeFrom);
    inFreeFrom = from + hostTicks(cascade.config, packet);
    cascade.at(inFreeFrom, aries, () -> leaves(packet, tile));
  }

  /** Ticks of the out of its source, and of the in of its destination. */
  static int hostTicks(ReferenceCascadeConfig config, ReferenceCascadePacket packet) {
    return packet.isRequest() ? config.transactionTicks(packet.dataBytes) : ANSWER_TICKS;
  }

  @Override
  long emptyTicks(ReferenceCascadePacket request) {
    return (long) cascade.config.injectionTicks
        + cascade.config.ejectionTicks
        + hostTicks(cascade.config, request);
  }

  @Override
  void timeOut(ReferenceCascadePacket request) {
    outstanding--;
  }

  @Override
  void discardResponses() {
    birthTick = NEVER;
    posted.clear();
    responses.forEach(cascade::onDiscardBeforeIssue);
    responses.clear();
  }

  @Override
  void delivered(ReferenceCascadePacket packet) {
    if (packet.isRequest()) {
      responses.add(packet.response(cascade.now()));
      cascade.add("responses", 1);
    } else {
      outstanding--;
    }
  }
}
