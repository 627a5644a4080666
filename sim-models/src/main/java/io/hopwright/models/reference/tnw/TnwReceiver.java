package io.hopwright.models.reference.tnw;

import io.hopwright.models.declare.SettingsException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** Receiver of a link, with its rx FIFOs. Confined to the thread of its machine. */
final class TnwReceiver {
  private final TnwNode node;
  final int port;
  final List<Deque<TnwPacket>> rxFifos = queues();

  private final List<Deque<Credit>> credits = queues();

  /** Credits that have come, by VC. */
  private final long[] creditsOfVc = new long[8];

  private final ReferenceTnw machine;

  /** Output at which the link begins. */
  TnwOutput sender;

  private boolean discarding;

  /** Credit for the packets of one message of its channel. */
  private static final class Credit {
    private final long meantFor;
    private int left;

    Credit(int packets, long meantFor) {
      this.meantFor = meantFor;
      left = packets;
    }

    /** Returns whether a packet is the last one of the message that it is meant for. */
    boolean endsWith(TnwPacket packet) {
      return packet.last && packet.message.number() == meantFor;
    }
  }

  TnwReceiver(TnwNode node, int port, ReferenceTnw machine) {
    this.node = node;
    this.port = port;
    this.machine = machine;
  }

  private static <T> List<Deque<T>> queues() {
    return IntStream.range(0, 8).<Deque<T>>mapToObj(vc -> new ArrayDeque<>()).toList();
  }

  /** Sends feedback over the output of the same port. */
  private void tell(Runnable effect) {
    node.outputs[port].tell(effect);
  }

  void onRestart() {
    discarding = false;
  }

  void onVerdict(TnwPacket packet, boolean damaged) {
    if (damaged) {
      machine.add("packetsDamaged", 1);
    }
    if (discarding) {
      machine.add("packetsDiscarded", 1);
      if (machine.rules.answersWhileDiscarding()) {
        tell(sender::onNack);
      }
      return;
    }
    if (damaged) {
      discarding = true;
      tell(sender::onNack);
      return;
    }
    machine.accept(TnwNode.PORTS * node.number + port);
    tell(sender::onAck);
    final long ticks = machine.parameters.acceptTicks;
    if (machine.parameters.ideal) {
      machine.beforeNodesAt(
          machine.now() + ticks,
          () -> {
            machine.deliver(packet, node.number);
            tellSpace(packet.message.vc());
          });
    } else {
      machine.at(machine.now() + ticks, () -> rxFifos.get(packet.message.vc()).add(packet));
    }
  }

  /** Returns how many packets wait in its FIFOs. */
  int packetsQueued() {
    return rxFifos.stream().mapToInt(Deque::size).sum();
  }

  /** Returns whether a packet and a credit meet. */
  boolean hasMatch(int vc) {
    return !rxFifos.get(vc).isEmpty() && !credits.get(vc).isEmpty();
  }

  /** The room of a packet is free. */
  void tellSpace(int vc) {
    tell(() -> sender.onSpace(vc));
  }

  /** Takes a packet and returns it. */
  TnwPacket match(int vc) {
    return rxFifos.get(vc).remove();
  }

  /** Adds a credit at the NWP, meant for messages 0, 1, 2, …, or 1, 0, 3, 2, …. */
  void addCredit(int vc, int packets) {
    final long next = creditsOfVc[vc]++;
    credits.get(vc).add(new Credit(packets, machine.parameters.swapsCredits ? next ^ 1 : next));
  }

  /** Takes a packet off the first credit; returns whether it was the last. */
  boolean isLastOfCredit(TnwPacket packet) {
    final Credit credit = credits.get(packet.message.vc()).element();
    credit.left--;
    if (credit.left > 0) {
      return false;
    }
    credits.get(packet.message.vc()).remove();
    if (machine.parameters.kind == TnwParameters.Kind.NEIGHBOURS && !credit.endsWith(packet)) {
      mismatch(packet, credit);
    }
    return true;
  }

  private void mismatch(TnwPacket packet, Credit credit) {
    if (machine.parameters.strict) {
      final TnwMessage message = packet.message;
      throw new SettingsException(
          "workload.strict",
          String.format(
              "is true, and at tick %d message %d took the credit of node %d, port %d, VC %d that"
                  + " was meant for message %d; set it to false to go on",
              machine.now(), message.number(), node.number, port, message.vc(), credit.meantFor));
    }
    machine.add("mismatchedMessages", 1);
  }

  /** Returns the packets that wait for credits. */
  List<TnwPacket> waiting() {
    final List<TnwPacket> all = new ArrayList<>();
    rxFifos.forEach(all::addAll);
    return all;
  }
}
