package io.hopwright.models.torusrouter;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.random.Draws;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Stream;
import java.util.Arrays;

/**
 * The packets in the injection FIFOs of one stream, where what a FIFO holds cannot be computed: it
 * has a limit, or packets choose their FIFO.
 *
 * <p>A core writes the packets of a stream in order of their numbers; one that does not fit holds
 * up those behind it. Confined to its partition; 32 B per packet and 20 B per FIFO.
 */
final class Backlog {
  private static final int NONE = -1;
  private static final int WORDS = 4;
  private static final int BIRTH = 1;
  private static final int JOINED = 2;
  private static final int BEHIND = 3;

  private final Sources sources;
  private final Stream stream;
  private final int index;
  private final int[] globalIds;
  private final TimingWheel wheel;
  private final int capacity;
  private final Draws fifoDraws;
  private final long[] nextSequence;
  private final long[] nextBirth;
  private final int[] first;
  private final int[] last;
  private final int[] chunks;
  private long[] words = new long[WORDS * 64];
  private int used;
  private int free = NONE;
  private int active;

  Backlog(Sources sources, Workload workload, int index, int[] globalIds, TimingWheel wheel) {
    this.sources = sources;
    this.index = index;
    this.globalIds = globalIds;
    this.wheel = wheel;
    stream = workload.streams().get(index);
    fifoDraws = workload.fifoDraws();
    capacity =
        workload.injectionBytes() == 0
            ? Integer.MAX_VALUE
            : workload.injectionBytes() / RouterDesign.CHUNK_BYTES;
    nextSequence = new long[globalIds.length];
    nextBirth = new long[globalIds.length];
    first = new int[globalIds.length * stream.fifos()];
    last = new int[first.length];
    chunks = new int[first.length];
    Arrays.fill(first, NONE);
    for (int node = 0; node < globalIds.length; node++) {
      nextSequence[node] = stream.core();
      nextBirth[node] = stream.births().birth(globalIds[node], stream.core(), -1);
      active += nextBirth[node] == Births.NEVER ? 0 : 1;
      writeLater(node);
    }
  }

  /** Returns the number of packets here, and of nodes that have more. */
  int active() {
    return active;
  }

  /** Returns the chunks of the packets in a FIFO. */
  int chunks(int node, int fifo) {
    return chunks[node * stream.fifos() + fifo];
  }

  /** Returns the tick at which a FIFO's first packet has joined it. */
  long joined(int node, int fifo) {
    return words[WORDS * first[node * stream.fifos() + fifo] + JOINED];
  }

  /** Writes packets that are born and fit; returns the FIFOs that had none before. */
  int write(int node, long tick) {
    final int source = globalIds[node];
    int newHeads = 0;
    final long hadBirth = nextBirth[node];
    while (nextBirth[node] <= tick) {
      final long sequence = nextSequence[node];
      final long packet = sources.packet(index, source, sequence, nextBirth[node]);
      final int fifo = choose(node, sequence, packet);
      final int at = node * stream.fifos() + fifo;
      final int size = PacketWords.chunks(packet);
      if (size > capacity - chunks[at]) {
        break;
      }
      newHeads |= first[at] == NONE ? 1 << fifo : 0;
      append(node, fifo, packet, nextBirth[node], tick);
      chunks[at] += size;
      nextSequence[node] = sequence + stream.cores();
      nextBirth[node] = stream.births().birth(source, nextSequence[node], nextBirth[node]);
      active += nextBirth[node] == Births.NEVER ? 0 : 1;
    }
    if (nextBirth[node] != hadBirth && nextBirth[node] > tick) {
      writeLater(node);
    }
    return newHeads;
  }

  private void writeLater(int node) {
    if (nextBirth[node] != Births.NEVER) {
      wheel.schedule(nextBirth[node], EventWord.born(node, index));
    }
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

  private void append(int node, int fifo, long packet, long birth, long tick) {
    int entry = free;
    if (entry != NONE) {
      free = (int) words[WORDS * entry + BEHIND];
    } else {
      entry = used++;
      if (WORDS * used > words.length) {
        words = Arrays.copyOf(words, words.length / WORDS * 3 / 2 * WORDS);
      }
    }
    words[WORDS * entry] = packet;
    words[WORDS * entry + BIRTH] = birth;
    words[WORDS * entry + JOINED] = tick;
    words[WORDS * entry + BEHIND] = NONE;
    final int at = node * stream.fifos() + fifo;
    if (first[at] == NONE) {
      first[at] = entry;
      sources.setHead(node, stream.firstFifo() + fifo, packet, birth);
    } else {
      words[WORDS * last[at] + BEHIND] = entry;
    }
    last[at] = entry;
  }

  /** Removes the first packet of a FIFO, whose tail has left; tells whether there is another. */
  boolean remove(int node, int fifo) {
    final int at = node * stream.fifos() + fifo;
    final int entry = first[at];
    chunks[at] -= PacketWords.chunks(words[WORDS * entry]);
    first[at] = (int) words[WORDS * entry + BEHIND];
    words[WORDS * entry + BEHIND] = free;
    free = entry;
    active--;
    if (first[at] == NONE) {
      return false;
    }
    final int next = WORDS * first[at];
    sources.setHead(node, stream.firstFifo() + fifo, words[next], words[next + BIRTH]);
    return true;
  }
}
