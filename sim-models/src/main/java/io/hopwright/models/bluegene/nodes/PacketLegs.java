package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.TwoPhaseDestinations;

/**
 * The two legs of packets that an intermediate node forwards: leg {@code 2·s} from the source to
 * that node, and leg {@code 2·s + 1} from there to the destination. A leg without a path is
 * omitted.
 *
 * <p>Immutable; safe for any thread.
 */
final class PacketLegs {
  private static final int NO_CLASS = -1;

  private final boolean any;
  private final int trafficClass;
  private final Destinations destinations;
  private final MinimalPaths ways;
  private final TorusPacketWords packets;

  PacketLegs(InjectedTraffic workload, MinimalPaths ways) {
    any = workload.relay().twoLegs();
    trafficClass = any ? workload.streams().get(0).trafficClass() : NO_CLASS;
    destinations = any ? workload.streams().get(0).messages().destinations() : null;
    this.ways = ways;
    packets = ways.hints().packets();
  }

  /** Returns whether packets make their way in two legs. */
  boolean any() {
    return any;
  }

  private static boolean isFirst(long sequence) {
    return sequence % TwoPhaseDestinations.LEGS == 0;
  }

  /** Returns the node where the first leg of a packet ends. */
  private int intermediate(int source, long sequence) {
    return destinations.destination(source, isFirst(sequence) ? sequence : sequence - 1);
  }

  /** Returns whether a packet begins with the leg that its number says. */
  boolean begins(int source, long sequence) {
    return isFirst(sequence) == (intermediate(source, sequence) != source);
  }

  /** Returns whether a packet has to be sent on when it has arrived. */
  boolean goesOn(long first) {
    final long sequence = packets.sequence(first);
    final int source = packets.source(first);
    return TorusPacketWords.trafficClass(first) == trafficClass
        && isFirst(sequence)
        && intermediate(source, sequence) != destinations.destination(source, sequence + 1);
  }

  /** Returns whether a packet has been sent on. */
  boolean sentOn(long first) {
    final long sequence = packets.sequence(first);
    return TorusPacketWords.trafficClass(first) == trafficClass
        && !isFirst(sequence)
        && !begins(packets.source(first), sequence);
  }

  /** Returns the first word that a packet of which {@link #goesOn} holds has on its second leg. */
  long onward(long first, int from) {
    final int source = packets.source(first);
    final long sequence = packets.sequence(first) + 1;
    final long next = packets.of(source, sequence, trafficClass, TorusPacketWords.chunks(first));
    return ways.routed(next, from, destinations.destination(source, sequence));
  }
}
