package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.random.Draws;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Stream;

/**
 * Injection FIFOs that have a limit, or that packets choose: a core writes the packets of a stream
 * in order of their numbers; one that does not fit holds up those behind it.
 *
 * <p>Confined to its partition; 16 B per node beside what a {@link Backlog} takes.
 */
final class OrderedBacklog extends Backlog {
  private final int index;
  private final int[] globalIds;
  private final TimingWheel wheel;
  private final int capacity;
  private final Draws fifoDraws;
  private final long[] nextSequence;
  private final long[] nextBirth;

  OrderedBacklog(
      Sources sources, Workload workload, int index, int[] globalIds, TimingWheel wheel) {
    super(sources, workload.streams().get(index), globalIds.length);
    this.index = index;
    this.globalIds = globalIds;
    this.wheel = wheel;
    fifoDraws = workload.fifoDraws();
    capacity =
        workload.injectionBytes() == 0
            ? Integer.MAX_VALUE
            : workload.injectionBytes() / RouterDesign.CHUNK_BYTES;
    nextSequence = new long[globalIds.length];
    nextBirth = new long[globalIds.length];
    final Stream own = stream;
    for (int node = 0; node < globalIds.length; node++) {
      nextSequence[node] = own.core();
      nextBirth[node] = own.births().birth(globalIds[node], own.core(), -1);
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
      final long packet = sources.packet(index, source, sequence, nextBirth[node]);
      final int fifo = choose(node, sequence, packet);
      if (PacketWords.chunks(packet) > capacity - chunks(node, fifo)) {
        break;
      }
      newHeads |= append(node, fifo, packet, nextBirth[node], tick);
      nextSequence[node] = sequence + stream.cores();
      nextBirth[node] = stream.births().birth(source, nextSequence[node], nextBirth[node]);
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
    wheel.schedule(nextBirth[node], EventWord.born(node, index));
  }

  private int choose(int node, long sequence, long packet) {
    return switch (stream.choice()) {
      case SEQUENCE -> (int) (sequence / stream.cores() % stream.fifos());
      case DIRECTION -> sources.lowestHint(packet) * stream.fifos() / Torus.PORTS;
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
