package io.hopwright.models.reference.pcie;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Packets that an end element issues (section "Engines" of {@code docs/models/pcie.md}). */
final class PcieEngine {
  /** Read request, and the tick from which it may be answered. */
  private record Asked(PciePacket request, long readyTick) {}

  private final PcieElement element;
  private final ReferencePcie machine;
  private final long readTicks;
  private final Deque<Asked> asked = new ArrayDeque<>();
  private final Deque<PcieSignal> signals = new ArrayDeque<>();

  /** Streams that write and streams that read, in order of flow, then stage. */
  private final List<PcieStream> writers = new ArrayList<>();

  private final List<PcieStream> readers = new ArrayList<>();
  private int nextWriter;
  private int nextReader;

  private final long[] numbers = new long[3];
  private long busyUntil;

  PcieEngine(PcieElement element) {
    this.element = element;
    machine = element.machine;
    final PcieParameters parameters = machine.parameters;
    readTicks =
        switch (machine.topology.kind(element.number)) {
          case MEMORY -> parameters.memoryReadTicks;
          case GPU -> parameters.gpuReadTicks;
          case CARD -> parameters.cardReadTicks;
          default -> throw new IllegalArgumentException(element.number + " is no end element");
        };
  }

  void add(PcieStream stream) {
    (stream.stage.pulls() ? readers : writers).add(stream);
  }

  /** "Queues a signal". */
  void signal(PcieSignal signal) {
    signals.add(signal);
  }

  // -------------------------------------------------------------------------------- delivery

  /** A packet is whole at the element. */
  void deliver(PciePacket packet) {
    final long tick = machine.now();
    machine.onDelivery(packet, element.number);
    if (packet.signal != null) {
      packet.signal.onDelivery().run();
      return;
    }
    switch (packet.packetClass) {
      case PciePacket.WRITE -> packet.chunk.flow.deliver(packet.chunk, packet.dataBytes, tick);
      case PciePacket.REQUEST -> {
        asked.add(new Asked(packet, tick + readTicks));
        machine.wake(tick + readTicks);
      }
      default -> {
        final boolean first = packet.read.toBring == packet.read.bytes;
        packet.read.toBring -= packet.dataBytes;
        if (machine.rules.waitsForTheWholeAnswer() ? packet.read.toBring == 0 : first) {
          packet.read.stream.onAnswered();
        }
        packet.chunk.flow.deliver(packet.chunk, packet.dataBytes, tick);
      }
    }
  }

  // ----------------------------------------------------------------------------------- issue

  /** "Streams whose turn it is open chunks, and the engine issues". */
  void act(long tick) {
    writers.forEach(stream -> stream.open(tick));
    readers.forEach(stream -> stream.open(tick));
    if (busyUntil > tick || issueCompletion(tick) || issueRequest(tick)) {
      return;
    }
    if (signals.isEmpty()) {
      issueWrite(tick);
    } else {
      issueSignal(tick);
    }
  }

  /** Issues a signal; a signal without room blocks other writes. */
  private void issueSignal(long tick) {
    if (hasRoom(PciePacket.WRITE, PcieSignal.BYTES)) {
      send(new PciePacket(element.number, numbers[PciePacket.WRITE], signals.remove()), tick);
    }
  }

  private boolean hasRoom(int packetClass, int dataBytes) {
    return element.hasRoom(machine.topology.local, 2 * packetClass, PciePacket.words(dataBytes));
  }

  /**
   * Issues a completion; requests are answered in order, by completions of 256 B and one with the
   * rest.
   */
  private boolean issueCompletion(long tick) {
    if (asked.isEmpty() || asked.element().readyTick > tick) {
      return false;
    }
    final PciePacket request = asked.element().request;
    final int bytes = Math.min(PcieParameters.PACKET_BYTES, request.read.toAnswer);
    if (!hasRoom(PciePacket.COMPLETION, bytes)) {
      return false;
    }
    request.read.toAnswer -= bytes;
    if (request.read.toAnswer == 0) {
      asked.remove();
    }
    send(
        new PciePacket(
            PciePacket.COMPLETION,
            element.number,
            request.source,
            numbers[PciePacket.COMPLETION],
            bytes,
            request.chunk,
            request.read),
        tick);
    return true;
  }

  private boolean issueRequest(long tick) {
    final int stream = pick(readers, nextReader, tick);
    if (stream < 0 || !hasRoom(PciePacket.REQUEST, 0)) {
      return false;
    }
    nextReader = (stream + 1) % readers.size();
    send(readers.get(stream).issue(tick, numbers[PciePacket.REQUEST]), tick);
    return true;
  }

  private void issueWrite(long tick) {
    final int stream = pick(writers, nextWriter, tick);
    if (stream >= 0 && hasRoom(PciePacket.WRITE, writers.get(stream).nextBytes())) {
      nextWriter = (stream + 1) % writers.size();
      send(writers.get(stream).issue(tick, numbers[PciePacket.WRITE]), tick);
    }
  }

  /**
   * Returns the first stream at or after a pointer, ascending and going round, that has a packet to
   * issue.
   */
  private static int pick(List<PcieStream> streams, int pointer, long tick) {
    for (int i = 0; i < streams.size(); i++) {
      final int stream = (pointer + i) % streams.size();
      if (streams.get(stream).hasPacket(tick)) {
        return stream;
      }
    }
    return -1;
  }

  private void send(PciePacket packet, long tick) {
    numbers[packet.packetClass]++;
    busyUntil = tick + machine.edges.busyTicks(element.number, machine.topology.local, packet);
    machine.wake(busyUntil);
    machine.inject(packet.movedBytes(), 1);
    element.issue(packet, machine.topology.local, 2 * packet.packetClass, tick + 1);
  }

  boolean isHome() {
    return asked.isEmpty() && signals.isEmpty();
  }

  void describe(StringBuilder report) {
    for (final PcieStream stream : writers) {
      report.append(String.format("element %d, writes of %s%n", element.number, stream));
    }
    for (final PcieStream stream : readers) {
      report.append(String.format("element %d, reads of %s%n", element.number, stream));
    }
  }
}
