package io.hopwright.models.messaging;

import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * What a node and its ranks leave behind when the node fails; all of it is freed, once each.
 * Entries some of whose bytes are still to come are in lists as others are, and freed at the end.
 * Confined to its partition.
 */
final class Leavings {
  private final Ranks ranks;
  private final Requests requests;
  private final Inbound inbound;
  private final Transfers transfers;

  /** Null if no rank has a graph. */
  private final Graphs graphs;

  Leavings(Ranks ranks, Requests requests, Inbound inbound, Transfers transfers, Graphs graphs) {
    this.ranks = ranks;
    this.requests = requests;
    this.inbound = inbound;
    this.transfers = transfers;
    this.graphs = graphs;
  }

  private boolean isGraph(int r) {
    return graphs != null && graphs.has(r);
  }

  // ---------------------------------------------------------------- of a node

  /** Frees a list of transfers that have entered the network. */
  void freeTransfers(int first) {
    free(first, transfers::next, transfers::free);
  }

  /** Frees a list of what has come to a node. */
  void freeEntries(int node, int first) {
    free(first, inbound::next, entry -> freeEntry(node, entry));
  }

  /** Frees what has come to a node, unless there is more to come. */
  void freeEntry(int node, int entry) {
    if (inbound.isWhole(entry)) {
      freeUnfinished(node, entry);
    }
  }

  /** Frees what has come to a node, and the receive of a graph that waits for the rest. */
  void freeUnfinished(int node, int entry) {
    if (inbound.isAwaited(entry) && isGraph(ranks.firstOfNode[node] + inbound.slot(entry))) {
      requests.free(inbound.receive(entry));
    }
    inbound.free(entry);
  }

  private static void free(int first, IntUnaryOperator next, IntConsumer free) {
    int after;
    for (int one = first; one != Slab.NONE; one = after) {
      after = next.applyAsInt(one);
      free.accept(one);
    }
  }

  // ---------------------------------------------------------------- of a rank

  /** Frees what a rank works on, what waits for its processor, and its requests. */
  void freeAll(int r) {
    freeWork(r);
    freeRing(ranks.lastReply(r), transfers::next, transfers::free);
    freeRing(ranks.lastArrival(r), inbound::next, entry -> freeEntry(ranks.node(r), entry));
    freeRing(ranks.lastUnexpected(r), inbound::next, entry -> freeEntry(ranks.node(r), entry));
    free(ranks.open(r), requests::nextOpen, requests::free);
    if (isGraph(r)) {
      freeRing(ranks.lastPosted(r), requests::nextPosted, requests::free);
      free(ranks.fetching(r), requests::nextPosted, requests::free);
      graphs.lose(r);
    }
    if (ranks.detached(r) > 0) {
      requests.abandon(ranks.detached(r));
      ranks.setDetached(r, 0);
    }
    ranks.setLastReply(r, Transfers.NONE);
    ranks.setLastArrival(r, Inbound.NONE);
    ranks.setLastUnexpected(r, Inbound.NONE);
    ranks.setOpen(r, Requests.NONE);
    ranks.setLastPosted(r, Requests.NONE);
    ranks.setFetching(r, Requests.NONE);
  }

  private void freeWork(int r) {
    switch (ranks.work(r)) {
      case SEND, REPLY -> transfers.free(ranks.subject(r));
      case RECEIVE -> {
        freeFound(r, ranks.found(r));
        freeOfGraph(r, ranks.subject(r));
      }
      case ARRIVAL -> {
        freeFound(r, ranks.subject(r));
        freeOfGraph(r, ranks.found(r));
      }
      case NONE, COMPUTE, JOIN, WAIT_END -> {}
    }
  }

  private void freeFound(int r, int entry) {
    if (entry != Inbound.NONE) {
      freeEntry(ranks.node(r), entry);
    }
  }

  /** Receives of a rank that has no graph are among those that are open. */
  private void freeOfGraph(int r, int receive) {
    if (receive != Requests.NONE && isGraph(r)) {
      requests.free(receive);
    }
  }

  private static void freeRing(int last, IntUnaryOperator next, IntConsumer free) {
    if (last == Slab.NONE) {
      return;
    }
    int after;
    for (int one = next.applyAsInt(last); one != last; one = after) {
      after = next.applyAsInt(one);
      free.accept(one);
    }
    free.accept(last);
  }
}
