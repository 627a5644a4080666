package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.host.BirthMemory;
import io.hopwright.models.host.Messages;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.torusrouter.FifoListener;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Destinations;

/**
 * Injection FIFOs of a partition, and the cores that fill them.
 *
 * <p>Of an infinite FIFO that packets join in turn, only the first packet is stored; the backlog
 * behind it follows from the workload. {@link FifoWriters} fill the other FIFOs. Confined to its
 * partition; 16 B per FIFO plus the memory of the writers.
 */
final class InjectionFifos {
  /** An injection FIFO reports its fullness as if it were 1 KB deep. */
  private static final int REPORTED_CHUNKS = 32;

  private static final int FULL_RANGE = 3;

  /** PacketStream of the packets on the second of two legs. */
  private static final int SECOND_LEG = 1;

  /** Unit that is woken when the next packet of stream 0 is generated; those of others follow. */
  private static final int FIRST_UNIT = 1;

  private final TorusPacketWords packets;
  private final Torus torus;
  private final int[] globalIds;
  private final int fifos;
  private final int[] streamOfFifo;
  private final PacketStream[] streams;
  private final FifoWriters[] writers;
  private final BirthMemory[] memories;
  private final boolean stores;
  private final MinimalPaths ways;
  private final PacketLegs legs;
  private final LegWriters secondLegs;
  private final long[] heads;
  private final long[] births;
  private int active;

  InjectionFifos(InjectedTraffic workload, int[] globalIds, Wakes wakes) {
    torus = workload.torus();
    packets = workload.hints().packets();
    this.globalIds = globalIds;
    ways = new MinimalPaths(torus, workload.hints());
    legs = new PacketLegs(workload, ways);
    fifos = workload.injection().fifos();
    streams = workload.streams().toArray(PacketStream[]::new);
    writers = new FifoWriters[streams.length];
    memories = new BirthMemory[streams.length];
    streamOfFifo = new int[fifos];
    boolean anyStored = false;
    for (int index = 0; index < streams.length; index++) {
      final PacketStream stream = streams[index];
      for (int i = 0; i < stream.fifos(); i++) {
        streamOfFifo[stream.firstFifo() + i] = index;
      }
      if (!workload.computed(stream)) {
        anyStored = true;
        writers[index] =
            workload.isLeg(stream)
                ? new LegWriters(this, workload, index, globalIds, legs, wakes)
                : new OrderedWriters(this, workload, index, globalIds, wakes);
      } else {
        memories[index] = new BirthMemory(stream.messages(), globalIds);
      }
    }
    stores = anyStored;
    secondLegs = legs.any() ? (LegWriters) writers[SECOND_LEG] : null;
    heads = new long[globalIds.length * fifos];
    births = new long[globalIds.length * fifos];
  }

  /** Returns the unit that is woken when the next packet of a stream is generated. */
  static int unit(int stream) {
    return FIRST_UNIT + stream;
  }

  /** Returns the number of FIFOs that hold a packet or will, and of packets written. */
  int active() {
    int all = active;
    for (FifoWriters each : writers) {
      all += each == null ? 0 : each.active();
    }
    return all;
  }

  /** Returns whether there are FIFOs that packets have to be written to. */
  boolean stores() {
    return stores;
  }

  /** Returns which packets go on from where they have arrived. */
  PacketLegs legs() {
    return legs;
  }

  /**
   * Adds a packet that has arrived at a node and continues from there at {@code due}; returns
   * whether it must join an injection FIFO in this tick.
   */
  boolean sendOn(int node, long first, long second, long tick, long due) {
    secondLegs.add(node, legs.onward(first, globalIds[node]), second, due);
    if (due > tick) {
      secondLegs.writeAt(due, node);
    }
    return due == tick;
  }

  /**
   * Computes the births of first packets anew that follow another load than when the state was
   * taken.
   *
   * @param changed receives each node and FIFO whose first packet has another birth
   */
  void update(FifoListener changed) {
    for (int index = 0; index < streams.length; index++) {
      if (memories[index] != null && memories[index].isOutdated()) {
        memories[index].update();
        for (int node = 0; node < globalIds.length; node++) {
          update(node, index, changed);
        }
      }
    }
  }

  private void update(int node, int index, FifoListener changed) {
    final PacketStream stream = streams[index];
    for (int fifo = stream.firstFifo(); fifo < stream.firstFifo() + stream.fifos(); fifo++) {
      final int at = node * fifos + fifo;
      if (births[at] >= stream.messages().births().changesAt()) {
        final long count = stream.messages().count(packets.sequence(heads[at]));
        final long birth = memories[index].birth(node, count, count, births[at]);
        if (birth != births[at]) {
          births[at] = birth;
          active -= birth == Births.NEVER ? 1 : 0;
          changed.accept(node, fifo);
        }
      }
    }
  }

  /** Puts the first packet into a FIFO; returns whether there is one already. */
  boolean first(int node, int fifo) {
    final int index = streamOfFifo[fifo];
    if (writers[index] != null) {
      return false;
    }
    final int count = fifo - streams[index].firstFifo();
    final long birth = memories[index].birth(node, count, 0, -1);
    if (birth == Births.NEVER) {
      return false;
    }
    active++;
    put(node, fifo, streams[index].messages().number(count), birth);
    return true;
  }

  /**
   * Replaces the first packet, which has left at {@code tick}; returns whether there is another.
   */
  boolean next(int node, int fifo, long tick) {
    final int index = streamOfFifo[fifo];
    final PacketStream stream = streams[index];
    if (writers[index] != null) {
      return writers[index].remove(node, fifo - stream.firstFifo());
    }
    final int at = node * fifos + fifo;
    final Messages messages = stream.messages();
    final long last = messages.count(packets.sequence(heads[at]));
    final long count = last + stream.fifos();
    final long birth = memories[index].birth(node, count, last, births[at]);
    if (birth == Births.NEVER) {
      active--;
      return false;
    }
    put(node, fifo, messages.number(count), messages.saturated() ? tick : birth);
    return true;
  }

  /**
   * Lets the cores of a node write generated packets that fit; returns the FIFOs that have a head
   * now and had none before.
   */
  int write(int node, long tick) {
    int newHeads = 0;
    for (int index = 0; index < streams.length; index++) {
      if (writers[index] != null) {
        newHeads |= writers[index].write(node, tick) << streams[index].firstFifo();
      }
    }
    return newHeads;
  }

  /** Returns whether a FIFO's next packet has been there all the time, its header complete. */
  boolean writtenBeforehand(int fifo) {
    return streams[streamOfFifo[fifo]].messages().saturated();
  }

  /** Returns the first word of a FIFO's first packet. */
  long head(int node, int fifo) {
    return heads[node * fifos + fifo];
  }

  /** Returns the birth of a FIFO's first packet; if sent on from here, its whole second word. */
  long birth(int node, int fifo) {
    return births[node * fifos + fifo];
  }

  /** Returns the tick at which a FIFO's first packet has joined it. */
  long joined(int node, int fifo) {
    final int index = streamOfFifo[fifo];
    return writers[index] == null
        ? birth(node, fifo)
        : writers[index].joined(node, fifo - streams[index].firstFifo());
  }

  /** Sets the first packet of a FIFO. */
  void setHead(int node, int fifo, long first, long birth) {
    final int at = node * fifos + fifo;
    heads[at] = first;
    births[at] = birth;
  }

  /**
   * Returns the fullness range of a FIFO at {@code tick}, including packets that have joined it.
   */
  int fullnessRange(int node, int fifo, long tick) {
    final int index = streamOfFifo[fifo];
    final PacketStream stream = streams[index];
    final Messages messages = stream.messages();
    if (messages.saturated()) {
      return FULL_RANGE;
    }
    if (writers[index] != null) {
      return range(writers[index].chunks(node, fifo - stream.firstFifo()));
    }
    long count = messages.count(packets.sequence(head(node, fifo)));
    long birth = birth(node, fifo);
    int range = 0;
    for (int chunks = 0; birth <= tick && range < FULL_RANGE; count += stream.fifos()) {
      chunks += chunks(messages, globalIds[node], messages.number(count));
      range = range(chunks);
      birth = memories[index].birth(node, count + stream.fifos(), count, birth);
    }
    return range;
  }

  /** Returns the range of fullness, 0…3, that so many chunks are reported as. */
  static int range(long chunks) {
    return (int) Math.min(FULL_RANGE, (FULL_RANGE + 1) * chunks / REPORTED_CHUNKS);
  }

  private static int chunks(Messages messages, int source, long sequence) {
    return messages.bytes(source, sequence) / RouterDesign.CHUNK_BYTES;
  }

  private void put(int node, int fifo, long sequence, long birth) {
    setHead(node, fifo, packet(streamOfFifo[fifo], globalIds[node], sequence, birth), birth);
  }

  /** Returns the first word of a packet of a stream. */
  long packet(int index, int source, long sequence, long birth) {
    if (sequence > packets.maxSequence()) {
      throw new IllegalStateException(
          "packet "
              + sequence
              + " of node "
              + source
              + ", generated at tick "
              + birth
              + ", does not fit the packet's fields; shorten the run");
    }
    final Messages messages = streams[index].messages();
    final long first =
        packets.of(
            source, sequence, streams[index].trafficClass(), chunks(messages, source, sequence));
    final int destination = messages.destination(source, sequence);
    final int port = messages.destinations().onlyPort(source, sequence);
    if (port != Destinations.ANY_WAY) {
      final int hops = torus.hopsThrough(source, destination, port);
      return packets.withHops(first, port >>> 1, hops, (port & 1) != 0);
    }
    return ways.routed(first, source, destination);
  }

  /** Returns the lowest-numbered port that brings a packet nearer. */
  int lowestHint(long first) {
    return Integer.numberOfTrailingZeros(packets.hints(first));
  }
}
