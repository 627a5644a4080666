package io.hopwright.models.reference.tofu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Network interface (section "Network interfaces" of {@code docs/models/tofu.md}). */
final class TofuTni {
  /** Answer, and the tick at which it is ready to be sent. */
  private record Answer(TofuPacket packet, long readyTick) {}

  final TofuNode node;
  final int number;
  private final ReferenceTofu machine;

  /** One a command queue; none if this TNI sends nothing of its own. */
  final List<TofuStream> streams = new ArrayList<>();

  private final Deque<Answer> answers = new ArrayDeque<>();

  /** Signals of barriers to be sent, in order of creation: each is ready at once. */
  final Deque<TofuPacket> signals = new ArrayDeque<>();

  final TofuBarrierEngine barrierEngine;

  private long engineFreeFrom;
  private long atomicUnitFreeFrom;

  /** Answers that the atomic unit has still to create. */
  private int inAtomicUnit;

  /** Queue to be asked first. */
  private int pointer;

  TofuTni(TofuNode node, int number) {
    this.node = node;
    this.number = number;
    machine = node.machine;
    barrierEngine = new TofuBarrierEngine(node);
    final TofuParameters parameters = machine.parameters;
    for (int queue = 0; queue < parameters.queues && number < parameters.sendingTnis; queue++) {
      // "stream s is queue s div k of TNI s mod k"
      final int stream = queue * parameters.sendingTnis + number;
      streams.add(
          parameters.kind.equals("jobs")
              ? new TofuTransferStream(this, stream)
              : new TofuWorkloadStream(this, stream));
    }
  }

  /** Number of its port of the router. */
  int port() {
    return ReferenceTofuTopology.FIRST_TNI + number;
  }

  // ----------------------------------------------------------------------------------- issue

  /** Issues a packet if it can; returns whether it has. */
  boolean issue(long tick) {
    if (engineFreeFrom > tick || node.outFreeFrom > tick) {
      return false;
    }
    final Answer answer = answers.peek();
    if (answer != null
        && answer.readyTick <= tick
        && hasRoom(answer.packet.kind.packetClass, answer.packet.dataBytes())) {
      answers.remove();
      machine.putInFlight(1);
      send(answer.packet, tick);
      return true;
    }
    if (!signals.isEmpty() && hasRoom(0, TofuPacket.SIGNAL_BYTES)) {
      send(signals.remove(), tick);
      return true;
    }
    for (int i = 0; i < streams.size(); i++) {
      final int queue = (pointer + i) % streams.size();
      final TofuStream stream = streams.get(queue);
      if (stream.isReady(tick) && hasRoom(0, stream.nextDataBytes()) && stream.isWindowOpen()) {
        pointer = (queue + 1) % streams.size();
        final TofuPacket packet = stream.issue(tick);
        machine.onIssue(packet);
        send(packet, tick);
        return true;
      }
    }
    return false;
  }

  /** Returns how many requests of its streams have not been answered. */
  long outstandingRequests() {
    return streams.stream().mapToLong(TofuStream::outstandingRequests).sum();
  }

  private boolean hasRoom(int packetClass, int dataBytes) {
    return node.hasRoom(port(), 2 * packetClass, TofuParameters.units(dataBytes));
  }

  private void send(TofuPacket packet, long tick) {
    engineFreeFrom = tick + machine.frameTicks(packet);
    node.outFreeFrom = tick + machine.parameters.busTicks(packet.dataBytes());
    machine.wake(engineFreeFrom);
    machine.wake(node.outFreeFrom);
    final long arrivalTick = tick + machine.parameters.injectionTicks;
    node.issue(packet, port(), 2 * packet.kind.packetClass, arrivalTick);
  }

  // --------------------------------------------------------------------------------- receive

  /** Delivers a packet; it has a buffer of the TNI from the grant to the delivery. */
  void deliver(TofuPacket packet) {
    node.output(port()).giveBack(packet.kind.packetClass, packet.units());
    if (packet.kind == TofuPacket.Kind.SIGNAL) {
      barrierEngine.signalled(packet.signal);
      return;
    }
    machine.onDelivery(packet, node.number);
    if (!packet.isRequest()) {
      answered(packet.stream);
    } else if (packet.kind == TofuPacket.Kind.ARMW) {
      atomicUnitFreeFrom =
          Math.max(atomicUnitFreeFrom, machine.now()) + machine.parameters.atomicTicks;
      inAtomicUnit++;
      machine.at(atomicUnitFreeFrom, () -> leaveAtomicUnit(packet));
    } else if (packet.answered) {
      create(packet.answer(machine));
    }
  }

  private void leaveAtomicUnit(TofuPacket packet) {
    inAtomicUnit--;
    create(packet.answer(machine));
  }

  /**
   * Creates an answer; of one tick, that of the atomic unit comes first. Another one may have
   * joined before it.
   */
  private void create(TofuPacket answer) {
    final long readyTick = machine.now() + machine.parameters.sendTicks;
    machine.wake(readyTick);
    final Answer before = answers.peekLast();
    final boolean first = answer.kind == TofuPacket.Kind.ARMW_RESULT;
    if (first && before != null && before.readyTick == readyTick) {
      answers.removeLast();
      answers.add(new Answer(answer, readyTick));
      answers.add(before);
    } else {
      answers.add(new Answer(answer, readyTick));
    }
  }

  private void answered(int stream) {
    for (final TofuStream own : streams) {
      if (own.number == stream) {
        own.answered();
      }
    }
  }

  // ------------------------------------------------------------------------------------ ends

  /** Returns whether it has nothing to send, now or later, waits for no answer and owes none. */
  boolean isSilent() {
    return answers.isEmpty()
        && signals.isEmpty()
        && inAtomicUnit == 0
        && streams.stream().allMatch(TofuStream::isSilent);
  }

  /** Appends a line for each stream that is ready to send and has not; returns how many are. */
  long describeWaiting(StringBuilder report, long tick) {
    long waiting = 0;
    for (final TofuStream stream : streams) {
      if (stream.isReady(tick)) {
        waiting++;
        report.append(
            String.format(
                "node %d, TNI %d, stream %d: %s%n", node.number, number, stream.number, stream));
      }
    }
    return waiting;
  }
}
