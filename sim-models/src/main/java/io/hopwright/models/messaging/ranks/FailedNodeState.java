package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.Foreground;
import io.hopwright.models.messaging.storage.Slab;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * State of a failed node and its ranks; each part is freed exactly once. Partly received entries
 * are in lists like others, and are freed at the end. Confined to its partition.
 *
 * @param graphs null if no job has graphs
 */
record FailedNodeState(
    Ranks ranks,
    Requests requests,
    InboundMessages inbound,
    Transfers transfers,
    Foreground foreground,
    GraphRanks graphs) {
  private boolean isGraph(int r) {
    return graphs != null && graphs.has(r);
  }

  // ---------------------------------------------------------------- of a node

  /** Frees a list of transfers that have entered the network; returns how many there were. */
  int freeTransfers(int first) {
    return free(first, transfers::next, transfers::free);
  }

  /** Frees a list of arrivals of a node; returns their number. */
  int freeEntries(int node, int first) {
    return free(first, inbound::next, entry -> freeEntry(node, entry));
  }

  /** Frees an arrival of a node, unless parts of it are still missing. */
  void freeEntry(int node, int entry) {
    if (inbound.isWhole(entry)) {
      freeUnfinished(node, entry);
    }
  }

  /** Frees an arrival of a node, and the receive of a graph that waits for the rest. */
  void freeUnfinished(int node, int entry) {
    if (inbound.isAwaited(entry) && isGraph(ranks.firstOfNode[node] + inbound.slot(entry))) {
      requests.free(inbound.receive(entry));
    }
    inbound.free(entry);
  }

  private static int free(int first, IntUnaryOperator next, IntConsumer free) {
    int count = 0;
    int after;
    for (int one = first; one != Slab.NONE; one = after) {
      after = next.applyAsInt(one);
      free.accept(one);
      count++;
    }
    return count;
  }

  // ---------------------------------------------------------------- of a rank

  /** Frees what a rank works on, what waits for its processor, and its requests. */
  void freeAll(int r) {
    freeWork(r);
    freeRing(ranks.lastReply(r), inbound::next, reply -> freeReply(r, reply));
    freeRing(ranks.lastArrival(r), inbound::next, entry -> freeArrival(r, entry));
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
    ranks.setLastReply(r, InboundMessages.NONE);
    ranks.setLastArrival(r, InboundMessages.NONE);
    ranks.setLastUnexpected(r, InboundMessages.NONE);
    ranks.setOpen(r, Requests.NONE);
    ranks.setLastPosted(r, Requests.NONE);
    ranks.setFetching(r, Requests.NONE);
  }

  private void freeWork(int r) {
    switch (ranks.work(r)) {
      case SEND, REPLY -> freeTransfer(r, ranks.subject(r));
      case RECEIVE -> {
        freeFound(r, ranks.found(r));
        freeOfGraph(r, ranks.subject(r));
      }
      case ARRIVAL -> {
        freeArrival(r, ranks.subject(r));
        freeOfGraph(r, ranks.found(r));
      }
      case NONE, COMPUTE, JOIN, WAIT_END -> {}
    }
  }

  /** Frees a transfer in flight that has not been posted. */
  private void freeTransfer(int r, int transfer) {
    final boolean within = transfers.destination(transfer) == ranks.nodes[ranks.node(r)];
    foreground.add(ranks.job(r), within ? -1 : -transfers.share(transfer));
    transfers.free(transfer);
  }

  /** Frees a reply in flight that has not begun. */
  private void freeReply(int r, int reply) {
    foreground.add(ranks.job(r), -1);
    inbound.free(reply);
  }

  /** Frees an arrival; if it was not handled, it counted as in flight. */
  private void freeArrival(int r, int entry) {
    foreground.add(ranks.job(r), -1);
    freeEntry(ranks.node(r), entry);
  }

  private void freeFound(int r, int entry) {
    if (entry != InboundMessages.NONE) {
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
