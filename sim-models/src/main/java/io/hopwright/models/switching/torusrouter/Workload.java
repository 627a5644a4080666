package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.random.Draws;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.FifoChoice;
import io.hopwright.models.traffic.Stream;
import java.util.List;

/**
 * What the nodes of a machine send, and through which injection FIFOs. Immutable; safe for any
 * thread.
 *
 * @param streams kinds of packets; their groups of injection FIFOs follow each other from 0
 * @param hints who sets the hint bits of packets that go half around a ring
 * @param injectionBytes capacity of an injection FIFO, 0 for infinite
 * @param relay what becomes of packets on the first of two legs
 * @param fifoDraws draws for {@link FifoChoice#RANDOM}, keyed by source and sequence number
 */
public record Workload(
    List<Stream> streams, Hints hints, int injectionBytes, Relay relay, Draws fifoDraws) {
  /**
   * Who sets hint bits.
   *
   * @param registers the range registers of the hardware, which always go in + direction when both
   *     are minimal; else software, which draws
   * @param ties the draws
   */
  public record Hints(boolean registers, Draws ties) {
    /** Tells whether to go in − direction over half a ring. */
    boolean minus(int source, long sequence, int index) {
      return !registers && ties.draw(source, sequence, index) < 0;
    }
  }

  /**
   * How packets are sent on that have arrived at the end of the first of two legs. Then stream 0 is
   * that of the first leg and stream 1 that of the second.
   *
   * @param twoLegs whether there are such packets
   * @param delayTicks from their reception until they join an injection FIFO again
   */
  public record Relay(boolean twoLegs, long delayTicks) {
    /** All packets go to their destination at once. */
    public static final Relay NONE = new Relay(false, 0);
  }

  /** Copies the list. */
  public Workload {
    streams = List.copyOf(streams);
  }

  /** Returns the number of injection FIFOs in use. */
  int fifos() {
    return streams.stream().mapToInt(stream -> stream.firstFifo() + stream.fifos()).max().orElse(0);
  }

  /** Returns the size of the smallest packets in chunks. */
  int smallestChunks() {
    return streams.stream().mapToInt(stream -> stream.sizes().smallest()).min().orElse(1);
  }

  /** Tells whether packets are born without end, so that there is no sense in following them. */
  boolean saturated() {
    return streams.stream().map(Stream::births).anyMatch(Births::saturated);
  }

  /** Tells whether packets may go all the way around a ring. */
  boolean broadcasts() {
    return streams.stream().anyMatch(stream -> stream.trafficClass() == TrafficClass.BROADCAST);
  }

  /** Tells whether what an injection FIFO holds follows from the number of its first packet. */
  boolean computed(Stream stream) {
    return stream.births().saturated()
        || (injectionBytes == 0 && stream.choice() == FifoChoice.SEQUENCE && !isLeg(stream));
  }

  /** Tells whether a stream is one of two legs. */
  boolean isLeg(Stream stream) {
    return relay.twoLegs() && stream.trafficClass() == streams.get(0).trafficClass();
  }

  /** Returns the first stream of a packet's class; those of other cores go to the same places. */
  Stream streamOf(long first) {
    final int trafficClass = PacketWords.trafficClass(first);
    for (Stream stream : streams) {
      if (stream.trafficClass() == trafficClass) {
        return stream;
      }
    }
    throw new IllegalStateException("packet of class " + trafficClass + ", which nobody sends");
  }

  /** Returns the core that a packet is for. */
  int core(long first) {
    return streamOf(first)
        .destinations()
        .core(PacketWords.source(first), PacketWords.sequence(first));
  }
}
