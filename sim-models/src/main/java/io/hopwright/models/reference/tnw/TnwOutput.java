package io.hopwright.models.reference.tnw;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Sender of a link (section "Links" of the rules). Confined to the thread of its machine. */
final class TnwOutput {
  private static final long PACKET_TICKS = 140;
  private static final long RESTART_TICKS = 4;

  final int node;
  final int port;

  /** {@code free}. */
  int freeSlots;

  final Deque<TnwPacket> txFifo = new ArrayDeque<>();
  final Deque<TnwPacket> txBuffer = new ArrayDeque<>();
  private final int[] charges = new int[8];
  private final TnwParameters parameters;
  private final TnwRules rules;
  private final ReferenceTnw machine;
  private final TnwReceiver receiver;

  /** Feedback that waits to be sent over this output. */
  private final List<Runnable> feedback = new ArrayList<>();

  private long idleFrom;
  private long sent;
  private long acked;
  private long cursor;
  private boolean restartDue;
  private boolean resending;
  private boolean recovering;
  private long transmissions;
  private long made;

  /** Numbers of the packets that an ideal host has made, by VC. */
  private final long[] madeOfVc = new long[8];

  TnwOutput(int node, int port, TnwReceiver receiver, ReferenceTnw machine) {
    this.node = node;
    this.port = port;
    this.receiver = receiver;
    this.machine = machine;
    parameters = machine.parameters;
    rules = machine.rules;
    freeSlots = parameters.injectPackets;
  }

  /** A packet is complete. */
  void join(TnwPacket packet) {
    packet.joinTick = machine.now();
    machine.wake(machine.now() + parameters.injectTicks);
    txFifo.add(packet);
  }

  /** Something is due to the sender of the reverse link. */
  void tell(Runnable effect) {
    feedback.add(effect);
  }

  void onAck() {
    if (txBuffer.isEmpty()) {
      throw new IllegalStateException(
          "ACK of nothing: node " + node + " port " + port + " tick " + machine.now());
    }
    txBuffer.remove();
    acked++;
    recovering &= acked != sent;
  }

  void onNack() {
    restartDue = true;
    recovering = true;
  }

  void onSpace(int vc) {
    charges[vc]--;
  }

  /** Returns how many packets it has started for the first time. */
  long sent() {
    return sent;
  }

  /** Evaluates the output in phase 2. */
  void step() {
    final long tick = machine.now();
    if (!feedback.isEmpty() && (tick >= idleFrom || rules.feedbackCutsIn())) {
      final List<Runnable> effects = List.copyOf(feedback);
      feedback.clear();
      machine.at(tick + parameters.feedbackTicks, () -> effects.forEach(Runnable::run));
      if (rules.feedbackBusyTicks() > 0) {
        busyFor(rules.feedbackBusyTicks());
      }
    }
    if (tick < idleFrom) {
      return;
    }
    if (restartDue) {
      restartDue = false;
      cursor = acked;
      resending = true;
      busyFor(RESTART_TICKS);
      machine.add("restarts", 1);
      machine.at(tick + rules.restartTicks(parameters.checkTicks), receiver::onRestart);
    } else if (resending && cursor < sent) {
      resend();
    } else if (!(recovering && parameters.drains)) {
      final TnwPacket head = poppable();
      if (head != null) {
        pop(head);
      }
    }
  }

  private void busyFor(long ticks) {
    idleFrom = machine.now() + ticks;
    machine.wake(idleFrom);
    machine.keepBusy(port, ticks);
  }

  private void resend() {
    final TnwPacket packet = List.copyOf(txBuffer).get(Math.toIntExact(cursor - acked));
    charges[packet.message.vc()] += rules.resentCharge();
    machine.add("retransmissions", 1);
    start(packet, cursor);
    cursor = rules.resendsAll() ? cursor + 1 : sent;
    resending = cursor < sent;
  }

  private TnwPacket poppable() {
    if (sent - acked >= parameters.windowPackets) {
      return null;
    }
    if (parameters.ideal) {
      final int vc = parameters.vcs.get((int) (made % parameters.vcs.size()));
      return parameters.ports.contains(port) && hasRoom(vc) ? make(vc) : null;
    }
    for (final TnwPacket packet : txFifo) {
      if (packet.joinTick > machine.now() - parameters.injectTicks) {
        return null;
      }
      if (hasRoom(packet.message.vc())) {
        return packet;
      }
      if (rules.holdsUpOthers()) {
        return null;
      }
    }
    return null;
  }

  private boolean hasRoom(int vc) {
    return charges[vc] < parameters.receivePackets;
  }

  /** Returns the packet of a host that always has one, a message of its own. */
  private TnwPacket make(int vc) {
    made++;
    final long number = madeOfVc[vc]++;
    final TnwPacket packet =
        new TnwPacket(
            new TnwMessage(node, port, vc, 1, number, number, machine.now(), machine.now(), null),
            0,
            0);
    packet.slotTick = machine.now();
    machine.inject();
    return packet;
  }

  private void pop(TnwPacket packet) {
    txFifo.remove(packet);
    txBuffer.add(packet);
    charges[packet.message.vc()]++;
    if (!parameters.ideal) {
      final long ticks =
          parameters.send == TnwParameters.Send.NGET ? 1 : (long) parameters.crossTicks;
      machine.at(machine.now() + ticks, () -> freeSlots++);
    }
    start(packet, sent);
    sent++;
  }

  private void start(TnwPacket packet, long number) {
    busyFor(PACKET_TICKS);
    machine.transmit(port);
    final boolean damaged =
        parameters.errorRate > 0
            && ReferenceDraws.chance(
                machine.draws.draw(
                    Purpose.ERROR, 6L * node + port, rules.errorNumber(transmissions, number), 0),
                parameters.errorRate);
    transmissions++;
    machine.beforeNodesAt(
        machine.now() + parameters.checkTicks, () -> receiver.onVerdict(packet, damaged));
  }

  /** Returns whether all that was sent has been taken out at the far end. */
  boolean isAtRest() {
    return Arrays.stream(charges).allMatch(charge -> charge == 0)
        && txFifo.isEmpty()
        && txBuffer.isEmpty()
        && feedback.isEmpty()
        && !recovering;
  }

  /** Returns the charge of a VC. */
  int charge(int vc) {
    return charges[vc];
  }
}
