package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.Stream;
import java.util.Arrays;

/**
 * The injection FIFOs of a partition, and the cores that fill them.
 *
 * <p>Of an infinite FIFO that packets join in turn only the first packet is stored; the backlog
 * behind it follows from the workload. What others hold is in a {@link Backlog}. Confined to its
 * partition; 16 B per FIFO and what the backlogs take.
 */
final class Sources implements Supply {
  /** An injection FIFO reports its fullness as if it were 1 KB deep. */
  private static final int REPORTED_CHUNKS = 32;

  private static final int FULL_RANGE = 3;

  /** Stream of the packets on the second of two legs. */
  private static final int SECOND_LEG = 1;

  private final PacketWords packets;
  private final Torus torus;
  private final Workload workload;
  private final int[] globalIds;
  private final int fifos;
  private final int[] streamOfFifo;
  private final Stream[] streams;
  private final Backlog[] backlogs;
  private final BirthMemory[] memories;
  private final boolean stores;
  private final MinimalWays ways;
  private final Legs legs;
  private final LegBacklog secondLegs;
  private final boolean[] endless = new boolean[TrafficClass.CLASSES];
  private final long[] heads;
  private final long[] births;
  private int active;

  Sources(Workload workload, PacketWords packets, Torus torus, int[] globalIds, TimingWheel wheel) {
    this.workload = workload;
    this.packets = packets;
    this.torus = torus;
    this.globalIds = globalIds;
    ways = new MinimalWays(packets, torus, workload.hints());
    legs = new Legs(workload, ways);
    fifos = workload.fifos();
    streams = workload.streams().toArray(Stream[]::new);
    backlogs = new Backlog[streams.length];
    memories = new BirthMemory[streams.length];
    streamOfFifo = new int[fifos];
    boolean anyStored = false;
    for (int index = 0; index < streams.length; index++) {
      final Stream stream = streams[index];
      endless[stream.trafficClass()] = stream.births().saturated();
      for (int i = 0; i < stream.fifos(); i++) {
        streamOfFifo[stream.firstFifo() + i] = index;
      }
      if (!workload.computed(stream)) {
        anyStored = true;
        backlogs[index] =
            workload.isLeg(stream)
                ? new LegBacklog(this, workload, index, globalIds, legs, wheel)
                : new OrderedBacklog(this, workload, index, globalIds, wheel);
      } else {
        memories[index] = new BirthMemory(stream, globalIds);
      }
    }
    stores = anyStored;
    secondLegs = legs.any() ? (LegBacklog) backlogs[SECOND_LEG] : null;
    heads = new long[globalIds.length * fifos];
    births = new long[globalIds.length * fifos];
  }

  int fifos() {
    return fifos;
  }

  /** Returns the number of FIFOs that hold a packet or will, and of packets in backlogs. */
  int active() {
    int all = active;
    for (Backlog backlog : backlogs) {
      all += backlog == null ? 0 : backlog.active();
    }
    return all;
  }

  /** Tells whether there are FIFOs that packets have to be written to. */
  boolean stores() {
    return stores;
  }

  /** Returns which packets go on from where they have arrived. */
  Legs legs() {
    return legs;
  }

  /** Returns the ticks between the two legs of a packet. */
  long delayTicks() {
    return workload.relay().delayTicks();
  }

  /**
   * Takes in a packet that has arrived at a node and goes on from there; tells whether it is to
   * join an injection FIFO in this very tick.
   */
  boolean sendOn(int node, long first, long second, long tick) {
    final long due = tick + delayTicks();
    secondLegs.add(node, legs.onward(first, globalIds[node]), second, due);
    if (due > tick) {
      secondLegs.writeAt(due, node);
    }
    return due == tick;
  }

  /** Puts the first packet into a FIFO; tells whether there is one already. */
  boolean first(int node, int fifo) {
    final Stream stream = streams[streamOfFifo[fifo]];
    if (backlogs[streamOfFifo[fifo]] != null) {
      return false;
    }
    final int count = fifo - stream.firstFifo();
    final long birth = memories[streamOfFifo[fifo]].birth(node, count, 0, -1);
    if (birth == Births.NEVER) {
      return false;
    }
    active++;
    put(node, fifo, sequence(stream, count), birth);
    return true;
  }

  /** Replaces the first packet, which has left at {@code tick}; tells whether there is another. */
  boolean next(int node, int fifo, long tick) {
    final int index = streamOfFifo[fifo];
    final Stream stream = streams[index];
    final int at = node * fifos + fifo;
    if (backlogs[index] != null) {
      return backlogs[index].remove(node, fifo - stream.firstFifo());
    }
    final long last = count(stream, heads[at]);
    final long count = last + stream.fifos();
    final long birth = memories[index].birth(node, count, last, births[at]);
    if (birth == Births.NEVER) {
      active--;
      return false;
    }
    put(node, fifo, sequence(stream, count), stream.births().saturated() ? tick : birth);
    return true;
  }

  /**
   * Has the cores of a node write packets that are born and fit; returns the FIFOs that have a head
   * now and had none before.
   */
  int write(int node, long tick) {
    int newHeads = 0;
    for (int index = 0; index < streams.length; index++) {
      if (backlogs[index] != null) {
        newHeads |= backlogs[index].write(node, tick) << streams[index].firstFifo();
      }
    }
    return newHeads;
  }

  /** Tells whether a FIFO's next packet has been there all the time, its header complete. */
  boolean writtenBeforehand(int fifo) {
    return streams[streamOfFifo[fifo]].births().saturated();
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
    return backlogs[index] == null
        ? birth(node, fifo)
        : backlogs[index].joined(node, fifo - streams[index].firstFifo());
  }

  /** Makes a packet the first of a FIFO. */
  void setHead(int node, int fifo, long first, long birth) {
    final int at = node * fifos + fifo;
    heads[at] = first;
    births[at] = birth;
  }

  /** Returns the range of fullness of a FIFO at {@code tick}, counting what has joined it. */
  int fullnessRange(int node, int fifo, long tick) {
    final int index = streamOfFifo[fifo];
    final Stream stream = streams[index];
    if (stream.births().saturated()) {
      return FULL_RANGE;
    }
    if (backlogs[index] != null) {
      return range(backlogs[index].chunks(node, fifo - stream.firstFifo()));
    }
    long count = count(stream, head(node, fifo));
    long birth = birth(node, fifo);
    int range = 0;
    for (int chunks = 0; birth <= tick && range < FULL_RANGE; count += stream.fifos()) {
      chunks += stream.sizes().chunks(globalIds[node], sequence(stream, count));
      range = range(chunks);
      birth = memories[index].birth(node, count + stream.fifos(), count, birth);
    }
    return range;
  }

  private static int range(int chunks) {
    return Math.min(FULL_RANGE, (FULL_RANGE + 1) * chunks / REPORTED_CHUNKS);
  }

  /** Tells whether packets of a class come from saturated sources. */
  boolean endless(int trafficClass) {
    return endless[trafficClass];
  }

  @Override
  public boolean anyEndless() {
    return workload.saturated();
  }

  @Override
  public boolean allEndless() {
    return Arrays.stream(streams).allMatch(stream -> stream.births().saturated());
  }

  @Override
  public long bornIn(long from, long to) {
    long count = 0;
    for (Stream stream : streams) {
      for (int source : globalIds) {
        count += stream.bornIn(source, from, to);
      }
    }
    return count;
  }

  @Override
  public long deliveriesOf(long from, long to) {
    if (!workload.broadcasts()) {
      return bornIn(from, to);
    }
    long count = 0;
    for (Stream stream : streams) {
      for (int source : globalIds) {
        long birth = -1;
        for (long sequence = stream.core(); birth < to; sequence += stream.cores()) {
          birth = stream.births().birth(source, sequence, birth);
          count += birth >= from && birth < to ? copies(stream, source, sequence) : 0;
        }
      }
    }
    return count;
  }

  private int copies(Stream stream, int source, long sequence) {
    return stream.trafficClass() == TrafficClass.BROADCAST
        ? torus.extent(stream.destinations().onlyPort(source, sequence) >>> 1) - 1
        : 1;
  }

  /** Returns how many hops a packet has made when it arrives at {@code node}. */
  int hopsTo(int node, long first) {
    final int source = PacketWords.source(first);
    if (PacketWords.trafficClass(first) != TrafficClass.BROADCAST) {
      return torus.distance(source, node);
    }
    final Stream stream = workload.streamOf(first);
    final int port = stream.destinations().onlyPort(source, PacketWords.sequence(first));
    return torus.hopsThrough(source, node, port);
  }

  /** Returns the core that a packet is for. */
  int core(long first) {
    return workload.core(first);
  }

  /** Returns the node that a packet is for; the last one of a broadcast. */
  int destination(long first) {
    return workload
        .streamOf(first)
        .destinations()
        .destination(PacketWords.source(first), PacketWords.sequence(first));
  }

  /** Tells whether a packet met at its end, or a copy of it, is the one its source sent there. */
  boolean sentTo(int destination, long first) {
    final Stream stream = workload.streamOf(first);
    final int source = PacketWords.source(first);
    final long sequence = PacketWords.sequence(first);
    final boolean there =
        stream.trafficClass() == TrafficClass.BROADCAST
            ? onRing(stream, source, sequence, destination)
            : stream.destinations().destination(source, sequence) == destination;
    return there && stream.sizes().chunks(source, sequence) == PacketWords.chunks(first);
  }

  private boolean onRing(Stream stream, int source, long sequence, int node) {
    final int port = stream.destinations().onlyPort(source, sequence);
    return source != node && torus.straight(source, node, port >>> 1);
  }

  /** Returns how many packets of a stream come before one of them. */
  private static long count(Stream stream, long first) {
    return (PacketWords.sequence(first) - stream.core()) / stream.cores();
  }

  private static long sequence(Stream stream, long count) {
    return stream.core() + count * stream.cores();
  }

  private void put(int node, int fifo, long sequence, long birth) {
    setHead(node, fifo, packet(streamOfFifo[fifo], globalIds[node], sequence, birth), birth);
  }

  /** Returns the first word of a packet of a stream. */
  long packet(int index, int source, long sequence, long birth) {
    final Stream stream = streams[index];
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
    final long first =
        PacketWords.of(
            source, sequence, stream.trafficClass(), stream.sizes().chunks(source, sequence));
    final int destination = stream.destinations().destination(source, sequence);
    final int port = stream.destinations().onlyPort(source, sequence);
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
