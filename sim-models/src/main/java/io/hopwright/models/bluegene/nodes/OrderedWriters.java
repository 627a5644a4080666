package io.hopwright.models.bluegene.nodes;

import io.hopwright.core.random.Draws;
import io.hopwright.models.host.Messages;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;

/**
 * Injection FIFOs that have a limit, or that packets choose. A core writes the packets of a stream
 * in order of their numbers; a packet that does not fit blocks those behind it.
 *
 * <p>Confined to its partition; 16 B per node plus the memory of the FIFOs.
 */
final class OrderedWriters extends FifoWriters {
  private final int index;
  private final int[] globalIds;
  private final Wakes wakes;
  private final int capacity;
  private final Draws fifoDraws;
  private final long[] nextSequence;
  private final long[] nextBirth;

  OrderedWriters(
      InjectionFifos fifos, InjectedTraffic workload, int index, int[] globalIds, Wakes wakes) {
    super(fifos, workload.streams().get(index), globalIds.length);
    this.index = index;
    this.globalIds = globalIds;
    this.wakes = wakes;
    fifoDraws = workload.fifoDraws();
    capacity =
        workload.injectionBytes() == 0
            ? Integer.MAX_VALUE
            : workload.injectionBytes() / RouterDesign.CHUNK_BYTES;
    nextSequence = new long[globalIds.length];
    nextBirth = new long[globalIds.length];
    final Messages messages = stream.messages();
    for (int node = 0; node < globalIds.length; node++) {
      nextSequence[node] = messages.number(0);
      nextBirth[node] = messages.birth(globalIds[node], nextSequence[node], -1);
      if (nextBirth[node] != Births.NEVER) {
        addWriter();
        writeLater(node);
      }
    }
  }

  @Override
  int write(int node, long tick) {
    final int source = globalIds[node];
    int newHeads = 0;
    final long hadBirth = nextBirth[node];
    while (nextBirth[node] <= tick) {
      final long sequence = nextSequence[node];
      final long packet = fifos.packet(index, source, sequence, nextBirth[node]);
      final int fifo = choose(node, sequence, packet);
      if (TorusPacketWords.chunks(packet) > capacity - chunks(node, fifo)) {
        break;
      }
      newHeads |= append(node, fifo, packet, nextBirth[node], tick);
      nextSequence[node] = sequence + stream.messages().step();
      nextBirth[node] = stream.messages().birth(source, nextSequence[node], nextBirth[node]);
      if (nextBirth[node] == Births.NEVER) {
        removeWriter();
      }
    }
    final boolean later = nextBirth[node] > tick && nextBirth[node] != Births.NEVER;
    if (nextBirth[node] != hadBirth && later) {
      writeLater(node);
    }
    return newHeads;
  }

  private void writeLater(int node) {
    wakes.at(nextBirth[node], node, InjectionFifos.unit(index));
  }

  private int choose(int node, long sequence, long packet) {
    return switch (stream.choice()) {
      case SEQUENCE -> stream.turn(sequence);
      case DIRECTION -> fifos.lowestHint(packet) * stream.fifos() / Torus.PORTS;
      case RANDOM -> Draws.pick(fifoDraws.draw(globalIds[node], sequence, 0), stream.fifos());
      case SHORTEST -> emptiest(node);
    };
  }

  private int emptiest(int node) {
    int emptiest = 0;
    for (int fifo = 1; fifo < stream.fifos(); fifo++) {
      if (chunks(node, fifo) < chunks(node, emptiest)) {
        emptiest = fifo;
      }
    }
    return emptiest;
  }
}
