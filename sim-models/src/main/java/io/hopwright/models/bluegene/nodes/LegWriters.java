package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.host.PacketSlab;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.traffic.Births;
import java.util.Arrays;

/**
 * Injection FIFOs of one of two legs. They take packets that begin with this leg, in order of their
 * numbers, and packets that have arrived at the end of the other leg, in order of arrival. Within a
 * tick the former come first, then the latter by source and number, so that the order of events has
 * no effect.
 *
 * <p>Packets are written in order within a <em>lane</em>. FIFOs with a limit form one lane: a
 * packet that does not fit blocks all behind it. Each infinite FIFO is a lane, and only the packets
 * that arbitration needs are stored. Confined to its partition; 28 B per lane plus the memory of
 * the FIFOs.
 */
final class LegWriters extends FifoWriters {
  private static final int NONE = PacketSlab.NONE;

  /**
   * Stored chunks of an infinite FIFO: full by its range of fullness, even when the first packet
   * has left.
   */
  private static final int STORED_CHUNKS = 40;

  private final PacketLegs legs;
  private final int index;
  private final int[] globalIds;
  private final Wakes wakes;
  private final TorusPacketWords packets;
  private final boolean finite;
  private final int capacity;
  private final int lanes;
  private final long[] nextCount;
  private final long[] nextBirth;
  private final int[] firstWaiting;
  private final int[] lastWaiting;

  /** The last that waits since an earlier tick than others do; valid during phase 1. */
  private final int[] lastOfEarlier;

  LegWriters(
      InjectionFifos fifos,
      InjectedTraffic workload,
      int index,
      int[] globalIds,
      PacketLegs legs,
      Wakes wakes) {
    super(fifos, workload.streams().get(index), globalIds.length);
    this.legs = legs;
    packets = workload.hints().packets();
    this.index = index;
    this.globalIds = globalIds;
    this.wakes = wakes;
    finite = workload.injectionBytes() > 0;
    capacity = finite ? workload.injectionBytes() / RouterDesign.CHUNK_BYTES : STORED_CHUNKS;
    lanes = finite ? 1 : stream.fifos();
    nextCount = new long[globalIds.length * lanes];
    nextBirth = new long[nextCount.length];
    firstWaiting = new int[nextCount.length];
    lastWaiting = new int[nextCount.length];
    lastOfEarlier = new int[nextCount.length];
    Arrays.fill(firstWaiting, NONE);
    Arrays.fill(lastWaiting, NONE);
    for (int node = 0; node < globalIds.length; node++) {
      for (int lane = 0; lane < lanes; lane++) {
        begin(node, node * lanes + lane, lane);
      }
    }
  }

  private void begin(int node, int at, int lane) {
    nextCount[at] = (long) lane - lanes;
    nextBirth[at] = -1;
    advance(node, at);
    if (nextBirth[at] != Births.NEVER) {
      addWriter();
      writeAt(nextBirth[at], node);
    }
  }

  /** Schedules the writes of a node at a future tick. */
  void writeAt(long tick, int node) {
    wakes.at(tick, node, InjectionFifos.unit(index));
  }

  /** Goes on to the next packet of a lane that begins with this leg. */
  private void advance(int node, int at) {
    final int source = globalIds[node];
    do {
      nextCount[at] += lanes;
      nextBirth[at] = stream.messages().birth(source, sequence(at), nextBirth[at]);
    } while (nextBirth[at] != Births.NEVER && !legs.begins(source, sequence(at)));
  }

  private long sequence(int at) {
    return stream.messages().number(nextCount[at]);
  }

  /** Adds a packet that has arrived and will join its FIFO at a tick, which never decreases. */
  void add(int node, long packet, long second, long due) {
    final int at = node * lanes + (finite ? 0 : stream.turn(packets.sequence(packet)));
    final int entry = slab.add(packet, second, due);
    if (lastWaiting[at] == NONE || slab.tick(lastWaiting[at]) < due) {
      lastOfEarlier[at] = lastWaiting[at];
    }
    int previous = lastOfEarlier[at];
    int next = previous == NONE ? firstWaiting[at] : slab.behind(previous);
    while (next != NONE && order(slab.first(next)) < order(packet)) {
      previous = next;
      next = slab.behind(next);
    }
    slab.putBehind(entry, next);
    if (previous == NONE) {
      firstWaiting[at] = entry;
    } else {
      slab.putBehind(previous, entry);
    }
    lastWaiting[at] = next == NONE ? entry : lastWaiting[at];
  }

  private long order(long packet) {
    return packets.source(packet) * (packets.maxSequence() + 1) + packets.sequence(packet);
  }

  @Override
  int write(int node, long tick) {
    int newHeads = 0;
    for (int at = node * lanes; at < (node + 1) * lanes; at++) {
      final long hadBirth = nextBirth[at];
      while (due(at) <= tick && fits(node, at)) {
        newHeads |= writeNext(node, at, tick);
      }
      final boolean later = nextBirth[at] > tick && nextBirth[at] != Births.NEVER;
      if (nextBirth[at] != hadBirth && later) {
        writeAt(nextBirth[at], node);
      }
    }
    return newHeads;
  }

  /** Returns whether the next packet of a lane is one that begins here. */
  private boolean begins(int at) {
    return firstWaiting[at] == NONE || nextBirth[at] <= slab.tick(firstWaiting[at]);
  }

  private long due(int at) {
    return begins(at) ? nextBirth[at] : slab.tick(firstWaiting[at]);
  }

  private boolean fits(int node, int at) {
    if (begins(at)) {
      final int bytes = stream.messages().bytes(globalIds[node], sequence(at));
      return bytes / RouterDesign.CHUNK_BYTES <= capacity - chunks(node, stream.turn(sequence(at)));
    }
    final long packet = slab.first(firstWaiting[at]);
    return TorusPacketWords.chunks(packet)
        <= capacity - chunks(node, stream.turn(packets.sequence(packet)));
  }

  private int writeNext(int node, int at, long tick) {
    final long joined = finite ? tick : due(at);
    if (begins(at)) {
      final long sequence = sequence(at);
      final long birth = nextBirth[at];
      final long packet = fifos.packet(index, globalIds[node], sequence, birth);
      advance(node, at);
      if (nextBirth[at] == Births.NEVER) {
        removeWriter();
      }
      return append(node, stream.turn(sequence), packet, birth, joined);
    }
    final int entry = firstWaiting[at];
    final long packet = slab.first(entry);
    final long second = slab.second(entry);
    firstWaiting[at] = slab.remove(entry);
    if (firstWaiting[at] == NONE) {
      lastWaiting[at] = NONE;
    }
    return append(node, stream.turn(packets.sequence(packet)), packet, second, joined);
  }
}
