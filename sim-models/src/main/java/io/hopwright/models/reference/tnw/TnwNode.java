package io.hopwright.models.reference.tnw;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/** A node: processor and NWP. Confined to the machine's thread. */
final class TnwNode {
  static final int PORTS = 6;
  private static final int CHANNELS = 48;

  final int number;

  /** Outputs by port; null without a link. */
  final TnwOutput[] outputs = new TnwOutput[PORTS];

  final TnwReceiver[] receivers = new TnwReceiver[PORTS];
  final TnwReads[] reads = new TnwReads[PORTS];

  /** Notifies in memory that were not awaited, with their messages, by channel. */
  final List<Deque<TnwMessage>> received = queues(CHANNELS);

  /** The same of sends, by port. */
  final List<Deque<TnwMessage>> sent = queues(PORTS);

  private final List<TnwInterface> hosts = new ArrayList<>();
  private final List<TnwThread> threads = new ArrayList<>();

  /** Engines of programs, two for each port: one for VC 0 and one for DATA. */
  private final List<TnwEngine> senders = new ArrayList<>();

  /** Nodes that ports lead to. */
  private final int[] neighbours = new int[PORTS];

  private final long[] messagesOfChannel = new long[CHANNELS];
  private final long[] packetsOfChannel = new long[CHANNELS];
  private final ReferenceTnw machine;
  private long lastBarrierTick = -1;

  TnwNode(int number, ReferenceTnw machine) {
    this.number = number;
    this.machine = machine;
    for (int i = 0; i < machine.parameters.interfaces; i++) {
      hosts.add(new TnwInterface(i, this, machine));
    }
    for (int port = 0; port < PORTS; port++) {
      reads[port] = new TnwReads(port, this, machine);
      senders.add(new TnwEngine(this, machine));
      senders.add(new TnwEngine(this, machine));
    }
  }

  private static List<Deque<TnwMessage>> queues(int number) {
    return IntStream.range(0, number).<Deque<TnwMessage>>mapToObj(i -> new ArrayDeque<>()).toList();
  }

  void add(Iterator<TnwOperation> program) {
    threads.add(new TnwThread(program, this, machine));
  }

  /** Returns the interface of a port. */
  TnwInterface hostOf(int port) {
    return hosts.get(port % hosts.size());
  }

  /** Returns the message of a send that begins. */
  TnwMessage message(TnwOperation.Send send, long beginTick) {
    final long birth = send.birthTick() < 0 ? beginTick : send.birthTick();
    return message(send.port(), send.vc(), send.packets(), birth, beginTick, null);
  }

  private TnwMessage message(
      int port, int vc, int packets, long birthTick, long sendTick, TnwCargo cargo) {
    final int channel = 8 * port + vc;
    final long inChannel = messagesOfChannel[channel]++;
    final long first = packetsOfChannel[channel];
    packetsOfChannel[channel] += packets;
    return new TnwMessage(number, port, vc, packets, inChannel, first, birthTick, sendTick, cargo);
  }

  /** Posts a message of a program. */
  void post(int port, int vc, int packets, TnwCargo cargo) {
    final long tick = machine.now();
    final TnwMessage message = message(port, vc, packets, tick, tick, cargo);
    if (machine.parameters.send == TnwParameters.Send.NGET) {
      sendDescriptor(message);
    } else {
      senders.get(2 * port + machine.rules.sender(vc)).add(message);
    }
  }

  /** Sends the descriptor of a message to the engine that reads it. */
  void sendDescriptor(TnwMessage message) {
    final TnwReads engine = reads[message.port()];
    engine.expect();
    hostOf(message.port()).send(machine.parameters.descriptorTicks, () -> engine.add(message));
  }

  /** Sends a credit to the NWP. */
  void giveCredit(int receiver, int vc, int packets) {
    final TnwReceiver to = receivers[receiver];
    hostOf(receiver).send(machine.parameters.descriptorTicks, () -> to.addCredit(vc, packets));
  }

  /** The sent notify of a message is in memory. */
  void tellSent(TnwMessage message) {
    if (message.cargo() == null) {
      sent.get(message.port()).add(message);
    } else {
      message.cargo().sent();
    }
  }

  /** The received notify of a credit is in memory, the last packet of which this was. */
  void tellReceived(int channel, TnwPacket packet) {
    if (packet.message.cargo() == null) {
      received.get(channel).add(packet.message);
    } else {
      packet.message.cargo().notified(packet);
    }
  }

  /** Connects the link of a port with a neighbour. */
  void connect(int port, TnwNode neighbour) {
    final TnwReceiver end = new TnwReceiver(neighbour, port ^ 1, machine);
    outputs[port] = new TnwOutput(number, port, end, machine);
    end.sender = outputs[port];
    neighbour.receivers[port ^ 1] = end;
    neighbours[port] = neighbour.number;
  }

  /** Returns the node that a port leads to. */
  int neighbour(int port) {
    return neighbours[port];
  }

  void takeSlot(TnwPacket packet) {
    packet.slotTick = machine.now();
    outputs[packet.message.port()].freeSlots--;
    machine.inject();
  }

  /**
   * Evaluates the node in phase 2, after the verdicts.
   *
   * @param jobs jobs of the machine, whose ranks have acted; null if there are none
   */
  void step(ReferenceTnwJobs jobs) {
    for (final TnwReads engine : reads) {
      engine.step();
    }
    threads.forEach(TnwThread::step);
    passBarriers();
    if (jobs != null) {
      jobs.giveCredits(this);
      senders.forEach(TnwEngine::step);
    }
    if (machine.parameters.send == TnwParameters.Send.FLEXIO) {
      threads.forEach(TnwThread::stepEngine);
    }
    for (final TnwOutput output : outputs) {
      if (output != null) {
        output.step();
      }
    }
    hosts.forEach(TnwInterface::stepDown);
    hosts.forEach(TnwInterface::stepUp);
  }

  private void passBarriers() {
    final boolean all =
        !threads.isEmpty()
            && threads.stream().anyMatch(TnwThread::hasProgram)
            && threads.stream().filter(TnwThread::hasProgram).allMatch(TnwThread::isAtBarrier);
    if (all) {
      if (lastBarrierTick >= 0) {
        machine.endStep(lastBarrierTick);
      }
      lastBarrierTick = machine.now();
      threads.stream().filter(TnwThread::hasProgram).forEach(TnwThread::passBarrier);
    }
  }

  boolean isSilent() {
    return Arrays.stream(reads).allMatch(TnwReads::isDone)
        && senders.stream().allMatch(TnwEngine::isDone)
        && threads.stream().allMatch(TnwThread::isSilent);
  }

  /** Appends what its threads wait for. */
  void describe(StringBuilder report) {
    for (int i = 0; i < threads.size(); i++) {
      report.append(String.format("node %d thread %d: %s\n", number, i, threads.get(i)));
    }
  }
}
