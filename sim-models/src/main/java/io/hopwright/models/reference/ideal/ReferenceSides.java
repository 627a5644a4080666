package io.hopwright.models.reference.ideal;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.messaging.ReferenceInterface;
import io.hopwright.models.reference.messaging.ReferenceMessaging;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Interfaces of the nodes ("Each node has an interface with a sending and a receiving side, free at
 * first").
 */
final class ReferenceSides extends ReferenceInterface<ReferenceIdeal> {
  private final ReferenceLogGops parameters;
  private final Software software;

  /** Tick from which a sending side is free, by node. */
  private final long[] sendingFree;

  private final long[] receivingFree;

  /** Transfers PUT and VALUE that have yet to take the receiving side, by node. */
  private final List<ArrayDeque<ReferenceTransfer>> coming = new ArrayList<>();

  /** Actions of later ticks, by node. */
  private final List<TreeMap<Long, List<Runnable>>> later = new ArrayList<>();

  /** Answers to GET, READ and AMO that have yet to be posted, by node. */
  private final List<ArrayDeque<ReferenceTransfer>> answers = new ArrayList<>();

  ReferenceSides(
      ReferenceIdeal machine,
      ReferenceLogGops parameters,
      Software software,
      List<PlacedJob> jobs) {
    super(machine, software, jobs, parameters.seed(), parameters.ticks());
    this.parameters = parameters;
    this.software = software;
    sendingFree = new long[parameters.nodes()];
    receivingFree = new long[parameters.nodes()];
    for (int node = 0; node < parameters.nodes(); node++) {
      answers.add(new ArrayDeque<>());
      coming.add(new ArrayDeque<>());
      later.add(new TreeMap<>());
    }
  }

  /** Returns the payload of a packet, which is unlimited: a transfer is one packet. */
  @Override
  public long payloadBytes() {
    return Long.MAX_VALUE / 2;
  }

  @Override
  public boolean canSend(int node, long tick) {
    return sendingFree[node] <= tick;
  }

  @Override
  public boolean postsAtBeginning() {
    return true;
  }

  @Override
  public void post(ReferenceTransfer transfer, long tick) {
    machine.inject(transfer);
    final long ticks = transfer.kind().isOneSided() ? software.postTicks() : software.sendTicks();
    send(transfer, tick, tick + ticks + parameters.latency());
  }

  /** Handles an arrival in the order of step 1 of the tick. */
  @Override
  public void arrives(ReferenceTransfer transfer, long tick) {
    final int node = transfer.destinationNode();
    switch (transfer.kind()) {
      case PUT -> {
        final ReferenceTransfer done = messaging.answering(Kind.DONE, transfer);
        machine.inject(done);
        coming.get(node).add(transfer);
      }
      case VALUE -> coming.get(node).add(transfer);
      case READ, AMO -> answer(messaging.answering(Kind.VALUE, transfer), tick);
      default -> messaging.done(transfer, tick);
    }
  }

  private void takeSide(int node, ReferenceTransfer transfer, long tick) {
    receivingFree[node] = tick + busyTicks(transfer);
    messaging.wake(receivingFree[node]);
    final long through = tick + gapTicks(transfer);
    later
        .get(node)
        .computeIfAbsent(through, unseen -> new ArrayList<>())
        .add(() -> through(transfer, through));
    messaging.wake(through);
  }

  private void through(ReferenceTransfer transfer, long tick) {
    if (transfer.kind() == Kind.VALUE) {
      messaging.done(transfer, tick);
    } else {
      machine.send(messaging.answering(Kind.DONE, transfer), tick, tick + parameters.latency());
    }
  }

  private void send(ReferenceTransfer transfer, long tick, long deliveryTick) {
    final int node = transfer.sourceNode();
    if (sendingFree[node] > tick) {
      throw new IllegalStateException("tick " + tick + ": node " + node + " sends already");
    }
    sendingFree[node] = tick + busyTicks(transfer);
    messaging.wake(sendingFree[node]);
    machine.send(transfer, tick, deliveryTick);
  }

  /** {@code g + M(l, G)}. */
  private long busyTicks(ReferenceTransfer transfer) {
    return parameters.gap() + gapTicks(transfer);
  }

  private long gapTicks(ReferenceTransfer transfer) {
    return ReferenceMessaging.firstFreeTicks(transfer.lengthBytes(), parameters.byteGap());
  }

  /**
   * Records the end of a send: DATA has entered the network when the piece of work that sends it
   * ends.
   */
  @Override
  public void sent(ReferenceTransfer transfer, long tick) {
    messaging.entered(transfer, tick);
  }

  @Override
  public void answer(ReferenceTransfer data, long tick) {
    machine.inject(data);
    answers.get(data.sourceNode()).add(data);
  }

  /**
   * Answers requests in the order of answers, before the processors of the node use the interface.
   */
  @Override
  public void beforeProcessors(int node, long tick) {
    while (!answers.get(node).isEmpty() && sendingFree[node] <= tick) {
      send(answers.get(node).remove(), tick, tick + parameters.latency());
    }
    while (!coming.get(node).isEmpty() && receivingFree[node] <= tick) {
      takeSide(node, coming.get(node).remove(), tick);
    }
    while (!later.get(node).isEmpty() && later.get(node).firstKey() <= tick) {
      later.get(node).pollFirstEntry().getValue().forEach(Runnable::run);
    }
  }

  @Override
  public boolean canTakeIn(int node, long tick) {
    return receivingFree[node] <= tick;
  }

  /** Returns {@code max(M(b, byteTicks), M(l, G))}. */
  @Override
  public long bytesTicks(ReferenceTransfer transfer, long ticks) {
    return Math.max(ticks, gapTicks(transfer));
  }

  @Override
  public void takesIn(ReferenceTransfer transfer, long tick) {
    receivingFree[transfer.destinationNode()] = tick + busyTicks(transfer);
    messaging.wake(receivingFree[transfer.destinationNode()]);
  }
}
