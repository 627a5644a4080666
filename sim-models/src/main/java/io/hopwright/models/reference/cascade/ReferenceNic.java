package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** NIC as its router sees it: it issues packets, and has buffers for packets granted to it. */
abstract class ReferenceNic {
  final ReferenceAries aries;
  final int number;
  final int node;
  final ReferenceCascade cascade;

  /** Number of issued requests whose response has not been delivered. */
  int outstanding;

  /** Requests issued that are neither answered nor timed out, where they may be. */
  private final Set<ReferenceCascadePacket> unanswered =
      Collections.newSetFromMap(new IdentityHashMap<>());

  /** Requests whose time is up in this tick, answered or not. */
  private final List<ReferenceCascadePacket> due = new ArrayList<>();

  ReferenceNic(ReferenceAries aries, int number, int node) {
    this.aries = aries;
    this.number = number;
    this.node = node;
    cascade = aries.cascade;
  }

  /** The machine is about to begin. */
  abstract void start();

  /**
   * Returns whether the next request must wait because NICs are quiet; it is evaluated again
   * afterwards.
   */
  boolean isQuiet(long tick) {
    final long until = cascade.faults.quietUntil(tick);
    if (until > tick) {
      cascade.wake(until, aries);
    }
    return until > tick;
  }

  /** Phase 2, before anything is issued. */
  void act(long tick) {
    for (final ReferenceCascadePacket request : due) {
      if (unanswered.remove(request)) {
        timeOut(request);
        cascade.onTimeout(request);
      }
    }
    due.clear();
  }

  /** A request is issued. */
  void expectAnswer(ReferenceCascadePacket request, long tick) {
    awaitAnswer(request);
    if (cascade.config.timeoutTicks > 0) {
      cascade.at(
          tick + cascade.config.timeoutTicks,
          aries,
          () -> unanswered.contains(request),
          () -> due.add(request));
    }
  }

  /** A request is issued that is never given up. */
  void awaitAnswer(ReferenceCascadePacket request) {
    if (cascade.config.timeoutTicks > 0) {
      unanswered.add(request);
    }
  }

  /** A request is given up: it is no longer outstanding. */
  abstract void timeOut(ReferenceCascadePacket request);

  /** The blade has failed: responses that wait are discarded, and no request goes any more. */
  abstract void discardResponses();

  /** Phase 2, right before its pair issues, and right after it. */
  void beforeIssues(long tick) {}

  void afterIssues(long tick) {}

  /** Issues the first possible packet in this tick; returns whether there was one. */
  abstract boolean issue(ReferenceNicPair pair, long tick);

  /** Returns whether it has nothing to send, now or later, and waits for no response. */
  abstract boolean isSilent();

  /** Returns whether a packet may be granted a processor tile that has room for it. */
  boolean admits(ReferenceCascadePacket packet) {
    return true;
  }

  /** Delivers a packet that was granted a processor tile at a tick. */
  abstract void take(ReferenceCascadePacket packet, ReferenceTileOutput tile, long tick);

  /** A packet is delivered. */
  void leaves(ReferenceCascadePacket packet, ReferenceTileOutput tile) {
    tile.giveBack(tile.queue(packet), packet.flits());
    final boolean late =
        cascade.config.timeoutTicks > 0
            && !packet.isRequest()
            && !unanswered.remove(packet.question);
    cascade.onDelivery(packet, node, late);
    if (!late) {
      delivered(packet);
    }
  }

  /** A packet has been delivered that is not late. */
  abstract void delivered(ReferenceCascadePacket packet);

  /** Ticks of a request at zero load, without the links of its route. */
  abstract long emptyTicks(ReferenceCascadePacket request);

  /** Returns whether nothing waits or is in flight in it and all resources are returned. */
  boolean isHome() {
    return isSilent();
  }

  /** No more outstanding than may be. */
  void checkConservation() {
    if (outstanding > cascade.config.outstanding) {
      throw new IllegalStateException(
          "node " + node + ", tick " + cascade.now() + ": more than a NIC may hold");
    }
  }
}
