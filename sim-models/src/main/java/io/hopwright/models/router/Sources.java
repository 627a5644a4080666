package io.hopwright.models.router;

import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Stream;

/**
 * The injection FIFOs of a partition: infinite, of which only the first packet is ever stored; the
 * backlog behind it follows from the workload. Confined to its partition; 16 B per FIFO.
 */
final class Sources {
  /** An injection FIFO reports its fullness as if it were 1 KB deep. */
  private static final int REPORTED_CHUNKS = 32;

  private static final int FULL_RANGE = 3;

  private final PacketWords packets;
  private final Torus torus;
  private final Workload workload;
  private final int[] globalIds;
  private final int fifos;
  private final int[] streamOfFifo;
  private final Stream[] streams;
  private final long[] heads;
  private final long[] births;
  private int active;

  Sources(Workload workload, PacketWords packets, Torus torus, int[] globalIds) {
    this.workload = workload;
    this.packets = packets;
    this.torus = torus;
    this.globalIds = globalIds;
    fifos = workload.fifos();
    streams = workload.streams().toArray(Stream[]::new);
    streamOfFifo = new int[fifos];
    for (int stream = 0; stream < streams.length; stream++) {
      for (int i = 0; i < streams[stream].fifos(); i++) {
        streamOfFifo[streams[stream].firstFifo() + i] = stream;
      }
    }
    heads = new long[globalIds.length * fifos];
    births = new long[globalIds.length * fifos];
  }

  int fifos() {
    return fifos;
  }

  /** Returns the number of FIFOs that hold a packet or will. */
  int active() {
    return active;
  }

  /** Puts the first packet into a FIFO; tells whether there is one. */
  boolean first(int node, int fifo) {
    final Stream stream = streams[streamOfFifo[fifo]];
    final int first = fifo - stream.firstFifo();
    final long birth = birthAfter(stream, globalIds[node], -1, -1, first + 1);
    if (birth == Births.NEVER) {
      return false;
    }
    active++;
    put(node, fifo, first, birth);
    return true;
  }

  /** Replaces the first packet, which has left at {@code tick}; tells whether there is another. */
  boolean next(int node, int fifo, long tick) {
    final Stream stream = streams[streamOfFifo[fifo]];
    final int at = node * fifos + fifo;
    final long last = PacketWords.sequence(heads[at]);
    final long birth = birthAfter(stream, globalIds[node], last, births[at], stream.fifos());
    if (birth == Births.NEVER) {
      active--;
      return false;
    }
    put(node, fifo, last + stream.fifos(), stream.births().saturated() ? tick : birth);
    return true;
  }

  /** Tells whether a FIFO's next packet has been there all the time, its header complete. */
  boolean writtenBeforehand(int fifo) {
    return streams[streamOfFifo[fifo]].births().saturated();
  }

  /** Returns the first word of a FIFO's first packet. */
  long head(int node, int fifo) {
    return heads[node * fifos + fifo];
  }

  /** Returns the birth of a FIFO's first packet. */
  long birth(int node, int fifo) {
    return births[node * fifos + fifo];
  }

  /** Returns the range of fullness of a FIFO at {@code tick}, born packets counted. */
  int fullnessRange(int node, int fifo, long tick) {
    final Stream stream = streams[streamOfFifo[fifo]];
    if (stream.births().saturated()) {
      return FULL_RANGE;
    }
    final int source = globalIds[node];
    long sequence = PacketWords.sequence(head(node, fifo));
    long birth = birth(node, fifo);
    int range = 0;
    for (int chunks = 0; birth <= tick && range < FULL_RANGE; ) {
      chunks += stream.sizes().chunks(source, sequence);
      range = Math.min(FULL_RANGE, (FULL_RANGE + 1) * chunks / REPORTED_CHUNKS);
      birth = birthAfter(stream, source, sequence, birth, stream.fifos());
      sequence += stream.fifos();
    }
    return range;
  }

  /** Returns the number of packets born at ticks in {@code [from, to)}, saturated ones aside. */
  long bornIn(long from, long to) {
    long count = 0;
    for (Stream stream : streams) {
      for (int source : globalIds) {
        count += stream.births().bornIn(source, from, to);
      }
    }
    return count;
  }

  /** Tells whether a packet met at its end is the one its source sent there. */
  boolean sentTo(int destination, long first) {
    for (Stream stream : streams) {
      if (stream.trafficClass() == PacketWords.trafficClass(first)) {
        final int source = PacketWords.source(first);
        final long sequence = PacketWords.sequence(first);
        return stream.destinations().destination(source, sequence) == destination
            && stream.sizes().chunks(source, sequence) == PacketWords.chunks(first);
      }
    }
    return false;
  }

  private static long birthAfter(Stream stream, int source, long sequence, long birth, int steps) {
    long later = birth;
    for (int step = 1; step <= steps; step++) {
      later = stream.births().birth(source, sequence + step, later);
    }
    return later;
  }

  private void put(int node, int fifo, long sequence, long birth) {
    final int index = streamOfFifo[fifo];
    final Stream stream = streams[index];
    final int source = globalIds[node];
    final int destination = stream.destinations().destination(source, sequence);
    if (sequence > PacketWords.MAX_SEQUENCE || birth >= PacketWords.MAX_BIRTH) {
      throw new IllegalStateException(
          "packet "
              + sequence
              + " of node "
              + source
              + ", born at tick "
              + birth
              + ", does not fit the packet's fields; shorten the run");
    }
    long first =
        PacketWords.of(
            source, sequence, stream.trafficClass(), stream.sizes().chunks(source, sequence));
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final int k = torus.extent(dimension);
      final int offset = torus.offset(source, destination, dimension);
      final boolean tie = 2 * offset == k && offset != 0;
      final boolean minus =
          tie ? workload.ties().draw(source, sequence, 4L * index + dimension) < 0 : 2 * offset > k;
      first = packets.withHops(first, dimension, minus ? k - offset : offset, minus);
    }
    final int at = node * fifos + fifo;
    heads[at] = first;
    births[at] = birth;
  }
}
