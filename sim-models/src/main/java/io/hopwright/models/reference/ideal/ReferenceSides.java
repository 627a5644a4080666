package io.hopwright.models.reference.ideal;

import io.hopwright.models.messaging.Software;
import io.hopwright.models.reference.messaging.ReferenceInterface;
import io.hopwright.models.reference.messaging.ReferenceMessaging;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** "Each node has an interface with a sending and a receiving side, free at first". */
final class ReferenceSides implements ReferenceInterface {
  private final ReferenceIdeal machine;
  private final ReferenceLogGops parameters;
  private final Software software;

  /** By node: from when on a side is free. */
  private final long[] sendingFree;

  private final long[] receivingFree;

  /** By node: answers to GETs that have yet to be posted. */
  private final List<ArrayDeque<ReferenceTransfer>> answers = new ArrayList<>();

  ReferenceSides(ReferenceIdeal machine, ReferenceLogGops parameters, Software software) {
    this.machine = machine;
    this.parameters = parameters;
    this.software = software;
    sendingFree = new long[parameters.nodes()];
    receivingFree = new long[parameters.nodes()];
    for (int node = 0; node < parameters.nodes(); node++) {
      answers.add(new ArrayDeque<>());
    }
  }

  /** "A transfer is one packet". */
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
    send(transfer, tick, tick + software.sendTicks() + parameters.latency());
  }

  private void send(ReferenceTransfer transfer, long tick, long deliveryTick) {
    final int node = transfer.sourceNode();
    if (sendingFree[node] > tick) {
      throw new IllegalStateException("tick " + tick + ": node " + node + " sends already");
    }
    sendingFree[node] = tick + busyTicks(transfer);
    machine.wake(sendingFree[node]);
    machine.send(transfer, tick, deliveryTick);
  }

  /** {@code g + M(l, G)}. */
  private long busyTicks(ReferenceTransfer transfer) {
    return parameters.gap() + gapTicks(transfer);
  }

  private long gapTicks(ReferenceTransfer transfer) {
    return ReferenceMessaging.firstFreeTicks(transfer.lengthBytes(), parameters.byteGap());
  }

  /** "DATA has entered the network when the piece of work that sends it ends". */
  @Override
  public void sent(ReferenceTransfer transfer, long tick) {
    machine.messaging().entered(transfer, tick);
  }

  @Override
  public void answer(ReferenceTransfer data, long tick) {
    machine.inject(data);
    answers.get(data.sourceNode()).add(data);
  }

  /** "In the order of answers, and before the processors of the node use it". */
  @Override
  public void beforeProcessors(int node, long tick) {
    while (!answers.get(node).isEmpty() && sendingFree[node] <= tick) {
      send(answers.get(node).remove(), tick, tick + parameters.latency());
    }
  }

  @Override
  public boolean canTakeIn(int node, long tick) {
    return receivingFree[node] <= tick;
  }

  /** {@code max(M(b, byteTicks), M(l, G))}. */
  @Override
  public long bytesTicks(ReferenceTransfer transfer, long ticks) {
    return Math.max(ticks, gapTicks(transfer));
  }

  @Override
  public void takesIn(ReferenceTransfer transfer, long tick) {
    receivingFree[transfer.destinationNode()] = tick + busyTicks(transfer);
    machine.wake(receivingFree[transfer.destinationNode()]);
  }
}
