package io.hopwright.models.bluegene.nodes;

import io.hopwright.core.random.Draws;
import io.hopwright.models.bluegene.faults.PathsAroundFailures;
import io.hopwright.models.host.Messages;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.switching.torusrouter.Injection;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.Torus;
import java.util.List;

/**
 * Traffic that the nodes of a machine send, and its injection FIFOs. Immutable; safe for any
 * thread.
 *
 * @param torus the machine
 * @param streams kinds of packets; their groups of injection FIFOs are numbered consecutively from
 *     0
 * @param hints component that sets the hint bits of packets that go half around a ring
 * @param injectionBytes capacity of an injection FIFO, 0 for infinite
 * @param relay forwarding of packets after the first of two legs
 * @param fifoDraws draws for {@link FifoChoice#RANDOM}, keyed by source and sequence number
 */
public record InjectedTraffic(
    Torus torus,
    List<PacketStream> streams,
    Hints hints,
    int injectionBytes,
    Relay relay,
    Draws fifoDraws) {
  /**
   * Component that sets the hint bits.
   *
   * @param packets layout of packets on this torus
   * @param registers whether the range registers of the hardware set the bits, which always choose
   *     + when both directions are minimal; otherwise software draws the direction
   * @param ties the draws
   * @param around paths around failed components; null if there are none
   */
  public record Hints(
      TorusPacketWords packets, boolean registers, Draws ties, PathsAroundFailures around) {
    private static final int DRAWS_PER_STREAM = 4;

    /** Returns whether a minimal way goes in − direction, so many hops to go in + direction. */
    boolean minus(long first, int dimension, int offset, int extent) {
      final boolean tie = 2 * offset == extent && offset != 0;
      return tie ? overHalf(first, dimension) : 2 * offset > extent;
    }

    /** Returns whether to go in − direction over half a ring. */
    private boolean overHalf(long first, int dimension) {
      final boolean high = TorusPacketWords.trafficClass(first) == TrafficClass.HIGH_PRIORITY;
      final int index = dimension + (high ? DRAWS_PER_STREAM : 0);
      return !registers && ties.draw(packets.source(first), packets.sequence(first), index) < 0;
    }

    /**
     * Returns the dimensions in which a packet goes in − direction if there are failures, as a set
     * of bits, with {@link PathsAroundFailures#STATIC} if it must be routed statically.
     */
    int setting(Torus torus, long first, int from, int to) {
      int minimal = 0;
      for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
        final int offset = torus.offset(from, to, dimension);
        final boolean minus = minus(first, dimension, offset, torus.extent(dimension));
        minimal |= minus ? 1 << dimension : 0;
      }
      return around.setting(from, to, minimal);
    }

    /** Returns the number of hops of a packet between two nodes. */
    public int hops(Torus torus, long first, int from, int to) {
      return around == null
          ? torus.distance(from, to)
          : around.hops(from, to, setting(torus, first, from, to));
    }

    /** Returns whether packets may go further than half around a ring. */
    boolean leadAround() {
      return around != null;
    }
  }

  /**
   * Forwarding of packets that have reached the end of the first of two legs. Stream 0 then carries
   * the first leg and stream 1 the second.
   *
   * @param twoLegs whether there are such packets
   * @param delayTicks ticks from their reception until they join an injection FIFO again
   */
  public record Relay(boolean twoLegs, long delayTicks) {
    /** All packets go to their destination at once. */
    public static final Relay NONE = new Relay(false, 0);
  }

  /** Copies the list. */
  public InjectedTraffic {
    streams = List.copyOf(streams);
  }

  /** Returns the design of injection for the routers. */
  public Injection injection() {
    return new Injection(
        streams.stream().mapToInt(stream -> stream.firstFifo() + stream.fifos()).max().orElse(0),
        streams.stream()
            .mapToInt(stream -> stream.messages().sizes().smallest() / RouterDesign.CHUNK_BYTES)
            .min()
            .orElse(1),
        broadcasts() || hints.leadAround(),
        0);
  }

  /** Returns whether packets may go all the way around a ring. */
  private boolean broadcasts() {
    return streams.stream().anyMatch(stream -> stream.trafficClass() == TrafficClass.BROADCAST);
  }

  /** Returns whether what an injection FIFO holds follows from the number of its first packet. */
  boolean computed(PacketStream stream) {
    return stream.messages().saturated()
        || (injectionBytes == 0 && stream.choice() == FifoChoice.SEQUENCE && !isLeg(stream));
  }

  /** Returns whether a stream is one of two legs. */
  boolean isLeg(PacketStream stream) {
    return relay.twoLegs() && stream.trafficClass() == streams.get(0).trafficClass();
  }

  /** Returns the first stream of a packet's class; those of other cores go to the same places. */
  private PacketStream streamOf(long first) {
    final int trafficClass = TorusPacketWords.trafficClass(first);
    for (PacketStream stream : streams) {
      final boolean mayTurnStatic =
          hints.leadAround() && stream.trafficClass() == TrafficClass.DYNAMIC;
      if (stream.trafficClass() == trafficClass
          || (mayTurnStatic && trafficClass == TrafficClass.STATIC)) {
        return stream;
      }
    }
    throw new IllegalStateException("packet of class " + trafficClass + ", which nobody sends");
  }

  /** Returns the core that a packet is for. */
  int core(long first) {
    return streamOf(first)
        .messages()
        .destinations()
        .core(hints.packets().source(first), hints.packets().sequence(first));
  }

  /** Returns the node that a packet is for; the last one of a broadcast. */
  int destination(long first) {
    return streamOf(first)
        .messages()
        .destination(hints.packets().source(first), hints.packets().sequence(first));
  }

  private int onlyPort(long first) {
    return streamOf(first)
        .messages()
        .destinations()
        .onlyPort(hints.packets().source(first), hints.packets().sequence(first));
  }

  /** Returns how many hops a packet has made when it arrives at a node. */
  int hopsTo(int node, long first) {
    final int source = hints.packets().source(first);
    return TorusPacketWords.trafficClass(first) == TrafficClass.BROADCAST
        ? torus.hopsThrough(source, node, onlyPort(first))
        : hints.hops(torus, first, source, node);
  }

  /** Returns whether a packet met at its end, or a copy of it, is the one its source sent there. */
  boolean sentTo(int node, long first) {
    final int source = hints.packets().source(first);
    final boolean there =
        TorusPacketWords.trafficClass(first) == TrafficClass.BROADCAST
            ? source != node && torus.straight(source, node, onlyPort(first) >>> 1)
            : destination(first) == node;
    final int bytes = streamOf(first).messages().bytes(source, hints.packets().sequence(first));
    return there && bytes == TorusPacketWords.chunks(first) * RouterDesign.CHUNK_BYTES;
  }

  /** Returns the supply of some of the nodes. */
  public Supply supply(int... nodes) {
    return new Supply() {
      @Override
      public boolean anyEndless() {
        return streams.stream().anyMatch(stream -> stream.messages().saturated());
      }

      @Override
      public boolean allEndless() {
        return streams.stream().allMatch(stream -> stream.messages().saturated());
      }

      @Override
      public long bornIn(long from, long to) {
        return sum(from, to, Messages::bornIn);
      }

      @Override
      public long bytesIn(long from, long to) {
        return sum(from, to, Messages::bytesIn);
      }

      @Override
      public long bornTicks(long from, long to) {
        return sum(from, to, Messages::bornTicks);
      }

      private long sum(long from, long to, Messages.Born number) {
        long sum = 0;
        for (PacketStream stream : streams) {
          for (int source : nodes) {
            sum += number.in(stream.messages(), source, from, to);
          }
        }
        return sum;
      }

      @Override
      public int mostAtOnce() {
        return broadcasts()
            ? Math.max(torus.extent(0), Math.max(torus.extent(1), torus.extent(2)))
            : 1;
      }

      @Override
      public long deliveriesOf(long from, long to) {
        if (!broadcasts()) {
          return bornIn(from, to);
        }
        long count = 0;
        for (PacketStream stream : streams) {
          for (int source : nodes) {
            count += deliveries(stream, source, from, to);
          }
        }
        return count;
      }
    };
  }

  /** Returns the number of deliveries; as for generated packets, endless streams count nothing. */
  private long deliveries(PacketStream stream, int source, long from, long to) {
    final Messages messages = stream.messages();
    if (messages.saturated()) {
      return 0;
    }
    long deliveries = 0;
    long birth = -1;
    for (long s = 0; birth < to; s++) {
      birth = messages.birth(source, messages.number(s), birth);
      if (birth >= from && birth < to) {
        deliveries +=
            stream.trafficClass() == TrafficClass.BROADCAST
                ? copies(messages, source, messages.number(s))
                : 1;
      }
    }
    return deliveries;
  }

  private int copies(Messages broadcasts, int source, long sequence) {
    return torus.extent(broadcasts.destinations().onlyPort(source, sequence) >>> 1) - 1;
  }
}
