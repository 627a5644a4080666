package io.hopwright.models.reference.tnw;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** Receiver of a link, with its rx FIFOs. Confined to the thread of its machine. */
final class TnwReceiver {
  final int node;
  final int port;
  final List<Deque<TnwPacket>> rxFifos = queues();

  /** Packets that credits have left, by VC. */
  final List<Deque<Integer>> credits = queues();

  private final TnwMachineParts parts;

  /** Output of the same port, over which feedback leaves, and its far end, which it is for. */
  private TnwOutput reverse;

  private TnwOutput sender;
  private boolean discarding;

  TnwReceiver(int node, int port, TnwMachineParts parts) {
    this.node = node;
    this.port = port;
    this.parts = parts;
  }

  private static <T> List<Deque<T>> queues() {
    return IntStream.range(0, 8).<Deque<T>>mapToObj(vc -> new ArrayDeque<>()).toList();
  }

  void connect(TnwOutput ownOutput, TnwOutput farOutput) {
    reverse = ownOutput;
    sender = farOutput;
  }

  void onRestart() {
    discarding = false;
  }

  void onVerdict(TnwPacket packet, boolean damaged) {
    if (damaged) {
      parts.counts().add("packetsDamaged", 1);
    }
    if (discarding) {
      parts.counts().add("packetsDiscarded", 1);
      if (parts.rules().answersWhileDiscarding()) {
        reverse.tell(sender::onNack);
      }
      return;
    }
    if (damaged) {
      discarding = true;
      reverse.tell(sender::onNack);
      return;
    }
    parts.counts().accept(TnwNode.PORTS * node + port, parts.clock().tick);
    reverse.tell(sender::onAck);
    final TnwClock clock = parts.clock();
    final long ticks = parts.parameters().acceptTicks;
    if (parts.parameters().ideal) {
      clock.beforeNodesAt(
          clock.tick + ticks,
          () -> {
            parts.counts().deliver(packet, node, clock.tick);
            tellSpace(packet.message.vc());
          });
    } else {
      clock.at(clock.tick + ticks, () -> rxFifos.get(packet.message.vc()).add(packet));
    }
  }

  /** Returns whether a packet and a credit meet. */
  boolean hasMatch(int vc) {
    return !rxFifos.get(vc).isEmpty() && !credits.get(vc).isEmpty();
  }

  /** The room of a packet is free. */
  void tellSpace(int vc) {
    reverse.tell(() -> sender.onSpace(vc));
  }

  /** Takes a packet and returns it. */
  TnwPacket match(int vc) {
    return rxFifos.get(vc).remove();
  }

  /** Takes one packet off the first credit; returns whether it was the last. */
  boolean isLastOfCredit(int vc) {
    final int left = credits.get(vc).remove() - 1;
    if (left > 0) {
      credits.get(vc).addFirst(left);
    }
    return left == 0;
  }

  /** Returns the packets that wait for credits. */
  List<TnwPacket> waiting() {
    final List<TnwPacket> all = new ArrayList<>();
    rxFifos.forEach(all::addAll);
    return all;
  }
}
