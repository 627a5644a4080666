package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.Foreground;
import io.hopwright.models.messaging.jobs.TransferKind;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Primitive;

/**
 * One-sided operations of ranks on each other's memory, performed by network interfaces ({@code
 * docs/models/messaging.md}, "One-sided operations"). An interface that answers them itself calls
 * {@link #done}; where {@link Transport#carriesOneSided} holds, and where transfers are not
 * packets, answers are created here. Confined to its partition; 4 B per node.
 */
final class OneSided {
  private final Messaging messaging;
  private final Processors processors;
  private final Ranks ranks;
  private final Requests requests;
  private final Transfers transfers;
  private final InboundMessages inbound;
  private final Transport.Coupled coupled;
  private final Foreground foreground;

  /** Whether packets are in flight, and not an operation as a whole. */
  private final boolean byPackets;

  /** Requests completed in this tick, by node. */
  private final int[] done;

  OneSided(Messaging messaging, Processors processors, boolean byPackets) {
    this.messaging = messaging;
    this.processors = processors;
    this.byPackets = byPackets;
    ranks = messaging.ranks;
    requests = messaging.requests;
    transfers = messaging.transfers;
    inbound = messaging.inbound;
    foreground = messaging.foreground;
    coupled = messaging.coupled;
    done = new int[coupled == null ? ranks.nodes.length : 0];
  }

  // ---------------------------------------------------------------- where it began

  /** Phase 1: records that so many more bytes are in memory. */
  void done(int node, int request, long bytes) {
    if (requests.advance(request, bytes)) {
      requests.setNextPosted(request, done[node]);
      done[node] = request;
    }
  }

  /** Phase 2, before anything else: completes the operations that end in this tick. */
  void complete(int node, long tick) {
    if (coupled != null) {
      return;
    }
    int next;
    for (int request = done[node]; request != Requests.NONE; request = next) {
      next = requests.nextPosted(request);
      if (!byPackets) {
        foreground.add(ranks.job(ranks.firstOfNode[node]), -1);
      }
      processors.completeOneSided(node, request, tick);
    }
    done[node] = Requests.NONE;
  }

  /** Phase 2: drops the operations of a node that fails. */
  void lose(int node) {
    done[node] = Requests.NONE;
  }

  /** Completes an operation that was in flight as a whole, or within a node. */
  void completeEntry(int node, int entry, long tick) {
    processors.completeOneSided(node, inbound.tag(entry), tick);
    take(node, entry);
  }

  /** Performs the effect of a transfer that has arrived as a whole, or within a node. */
  private void take(int node, int entry) {
    foreground.add(ranks.job(ranks.firstOfNode[node]), -1);
    inbound.free(entry);
  }

  // ---------------------------------------------------------------- where its memory is

  /** Phase 2: accepts a transfer, all of which has come. */
  void arrive(int node, int r, int entry, long tick) {
    if (coupled != null) {
      arriveAtSides(node, r, entry, tick);
      return;
    }
    switch (inbound.kind(entry)) {
      case PUT -> post(node, r, TransferKind.DONE, entry, tick);
      case READ, AMO -> post(node, r, TransferKind.VALUE, entry, tick);
      case DONE, VALUE -> completeEntry(node, entry, tick);
      default -> throw new IllegalStateException("a message for a network interface");
    }
  }

  private void post(int node, int r, TransferKind kind, int entry, long tick) {
    messaging.postAnswer(node, ranks.slot(r), answer(r, kind, entry), tick);
    take(node, entry);
  }

  private void arriveAtSides(int node, int r, int entry, long tick) {
    switch (inbound.kind(entry)) {
      case PUT -> {
        final long written = coupled.takeIn(node, inbound.bytes(entry), tick);
        coupled.acknowledge(node, answer(r, TransferKind.DONE, entry), written, tick);
        take(node, entry);
      }
      case READ, AMO -> {
        coupled.answer(node, ranks.slot(r), answer(r, TransferKind.VALUE, entry), tick);
        take(node, entry);
      }
      case VALUE -> {
        final long there = coupled.takeIn(node, inbound.bytes(entry), tick);
        if (there == tick) {
          completeEntry(node, entry, tick);
        } else {
          messaging.completeAt(node, entry, there);
        }
      }
      case DONE -> completeEntry(node, entry, tick);
      default -> throw new IllegalStateException("a message for a network interface");
    }
  }

  private int answer(int r, TransferKind kind, int entry) {
    final int transfer = messaging.transfer(r, kind, entry);
    transfers.setThird(transfer, inbound.tag(entry));
    return transfer;
  }

  /** Prepares the transfer with which an operation begins. */
  int begin(int r, Operation operation, int message, int request) {
    final int transfer =
        messaging.transfer(
            r,
            TransferKind.of(operation.primitive()),
            operation.peer(),
            message,
            operation.bytes());
    transfers.setThird(transfer, request);
    return transfer;
  }

  /** Returns the bytes that a processor gives to the interface with an operation. */
  static long given(Operation operation) {
    return operation.primitive() == Primitive.PUT ? operation.bytes() : 0;
  }
}
