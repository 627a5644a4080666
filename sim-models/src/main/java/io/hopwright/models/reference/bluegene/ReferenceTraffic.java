package io.hopwright.models.reference.bluegene;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.bluegene.ReferenceDeadParts.Way;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import java.math.BigInteger;
import java.util.List;

/**
 * Packets of each stream (section "Traffic" of {@code docs/models/bluegene-l.md}). A pure function
 * of the configuration, so that deliveries can be checked.
 */
final class ReferenceTraffic {
  private final ReferenceConfig config;
  private final ReferenceDraws draws;
  private final ReferenceShape shape;

  ReferenceTraffic(ReferenceConfig config, ReferenceDraws draws) {
    this.config = config;
    this.draws = draws;
    shape = config.shape;
  }

  private record Target(int node, int core) {}

  /** Returns the sequence number of a packet: q = s, in virtual node mode q = 2·s + core. */
  long sequence(int core, long position) {
    return config.cores == 2 ? 2 * position + core : position;
  }

  /** Packet {@code position} of a stream of a core. */
  ReferencePacket packet(int source, int core, int stream, long position, long birthTick) {
    final long q = sequence(core, position);
    final boolean throughPort = stream == 0 && isStraight();
    final int port = throughPort ? port(source, position) : -1;
    final int hopCount = throughPort ? hopCount(port) : 0;
    final Target target =
        throughPort
            ? new Target(walk(source, port, hopCount), core)
            : target(source, core, stream, position);
    final int chunks = bytes(source, q, stream) / ReferencePacket.CHUNK_BYTES;
    final Way way =
        throughPort ? new Way(1 << port, false) : way(source, source, target.node, stream, q);
    final int hintBits = way.hintBits();
    final ReferencePacket packet =
        new ReferencePacket(
            source,
            position,
            q,
            packetClass(stream, way),
            target.node,
            chunks,
            birthTick,
            hintBits);
    packet.sourceCore = core;
    packet.stream = stream;
    packet.destinationCore = target.core;
    packet.hopCount = hopCount;
    return packet;
  }

  /** "Two phases": leg 0 or 1 of a packet, or null if it leads nowhere. */
  ReferencePacket leg(int source, long position, int leg, long birthTick) {
    final int end = allToAllTarget(source, 0, position).node;
    final int[] at = shape.coordinatesOf(source);
    at[longestDimension()] = shape.coordinate(end, longestDimension());
    final int intermediate = shape.number(at[0], at[1], at[2]);
    final int from = leg == 0 ? source : intermediate;
    final int to = leg == 0 ? intermediate : end;
    if (from == to) {
      return null;
    }
    final long q = 2 * position + leg;
    final int chunks = bytes(source, 2 * position, 0) / ReferencePacket.CHUNK_BYTES;
    final Way way = way(source, from, to, 0, q);
    final int hintBits = way.hintBits();
    final ReferencePacket packet =
        new ReferencePacket(
            source, position, q, packetClass(0, way), to, chunks, birthTick, hintBits);
    packet.origin = from;
    return packet;
  }

  /** A packet of a transfer, of a class as those of stream 0. */
  ReferencePacket ofTransfer(
      ReferenceTransfer transfer, long packet, long q, int bytes, long birthTick) {
    final int source = transfer.sourceNode();
    final int destination = transfer.destinationNode();
    final Way way = way(source, source, destination, 0, q);
    final int chunks = bytes / ReferencePacket.CHUNK_BYTES;
    final int hintBits = way.hintBits();
    final ReferencePacket part =
        new ReferencePacket(
            source, packet, q, packetClass(0, way), destination, chunks, birthTick, hintBits);
    part.sourceCore = transfer.sourceSlot();
    part.destinationCore = transfer.destinationSlot();
    return part;
  }

  private int bytes(int source, long q, int stream) {
    return config.packetBytes.drawn(draws, source, q, stream);
  }

  private int longestDimension() {
    int longest = -1;
    for (int dimension = 2; dimension >= 0; dimension--) {
      final boolean listed = config.dimensions.indexOf("xyz".charAt(dimension)) >= 0;
      if (listed && (longest < 0 || shape.size(dimension) >= shape.size(longest))) {
        longest = dimension;
      }
    }
    return longest;
  }

  private int packetClass(int stream, Way way) {
    if (stream == 1) {
      return ReferencePacket.HIGH_PRIORITY;
    }
    if (config.kind.equals("broadcast")) {
      return ReferencePacket.BROADCAST;
    }
    return config.staticRouting || way.isStatic()
        ? ReferencePacket.STATIC
        : ReferencePacket.DYNAMIC;
  }

  /** Returns whether the packets of stream 0 leave through one port and go straight on. */
  private boolean isStraight() {
    return config.kind.equals("neighbours")
        || config.kind.equals("broadcast")
        || config.kind.equals("ring");
  }

  /** Returns the (s mod P)-th of the working ports in port order; x+ in ring traffic. */
  private int port(int source, long position) {
    if (config.kind.equals("ring")) {
      return 0;
    }
    final List<Integer> ports =
        shape.linkedPorts().stream().filter(port -> !config.dead.isDead(source, port)).toList();
    return ports.get((int) (position % ports.size()));
  }

  /** Hops of a packet that goes straight: one, a number given, or all round but the last. */
  private int hopCount(int port) {
    return switch (config.kind) {
      case "neighbours" -> 1;
      case "ring" -> config.ringHops;
      default -> shape.size(port / 2) - 1;
    };
  }

  /** The node some hops away in one direction. */
  int walk(int node, int port, int hops) {
    int n = node;
    for (int hop = 0; hop < hops; hop++) {
      n = shape.neighbour(n, port);
    }
    return n;
  }

  private Target target(int source, int core, int stream, long position) {
    final long q = sequence(core, position);
    if (stream == 0 && config.kind.equals("all-to-all")) {
      return allToAllTarget(source, core, position);
    }
    final int node = destination(source, stream, q);
    final int destinationCore =
        config.cores == 2 ? ReferenceDraws.pick(draws.draw(Purpose.CORE, source, q, stream), 2) : 0;
    return new Target(node, destinationCore);
  }

  private int destination(int source, int stream, long q) {
    return stream == 0 && !config.kind.equals("uniform")
        ? config.pattern.destination(source, q)
        : uniformDestination(source, stream, q);
  }

  /** Returns the destination, drawn with index stream + 2·i until it works and can be reached. */
  private int uniformDestination(int source, int stream, long q) {
    int index = stream;
    int destination = draws.uniformDestination(source, index, q, config.nodes());
    while (config.dead.isDead(destination)
        || config.dead.way(
                source, destination, hintBits(source, source, destination, stream, q), false)
            == null) {
      index += 2;
      destination = draws.uniformDestination(source, index, q, config.nodes());
    }
    return destination;
  }

  /** Packets of a core of those that are all there at the start: {@code Q·m} in an all-to-all. */
  long packetsAtStart(int source, int core) {
    if (config.kind.equals("all-to-all")) {
      return (long) allToAllTargets() * config.packetsPerDestination;
    }
    long packets = 0;
    while (sequence(core, packets) < config.pattern.messages(source)) {
      packets++;
    }
    return packets;
  }

  private int allToAllTargets() {
    return config.cores * (shape.members(config.dimensions) - 1);
  }

  /** "Pace": birth of packet {@code position} of a core, of those that are there at the start. */
  long birthAtStart(int source, int core, long position) {
    if (config.pace == 0) {
      return 0;
    }
    final BigInteger interval = BigInteger.valueOf(paceInterval());
    final long draw = draws.draw(Purpose.PACE, source, core, 0);
    final BigInteger phase = BigInteger.valueOf(draw >>> 1).multiply(interval).shiftRight(63);
    return interval.multiply(BigInteger.valueOf(position)).add(phase).shiftRight(20).longValue();
  }

  /** {@code Π}. */
  private long paceInterval() {
    final double ticks = busiestLinkTicks() * config.cores / config.pace;
    return Math.round(0x1p20 * ticks);
  }

  /** {@code b}: ticks that a packet of each node takes of the busiest link. */
  private double busiestLinkTicks() {
    final double data = config.packetBytes.mean() + 4;
    final int ack = config.tokenAckMerging ? 0 : config.tokenAckBytes;
    double most = 0;
    for (int dimension = 0; dimension < 3; dimension++) {
      if (config.dimensions.indexOf("xyz".charAt(dimension)) >= 0) {
        final double plus = meanHops(dimension, true);
        final double minus = meanHops(dimension, false);
        most = Math.max(most, data * plus + ack * minus);
        most = Math.max(most, data * minus + ack * plus);
      }
    }
    return most;
  }

  /** {@code h±} of a dimension. */
  private double meanHops(int dimension, boolean plus) {
    final int k = shape.size(dimension);
    final int members = shape.members(config.dimensions);
    final int w = (k - 1) / 2;
    final int withoutTies = w * (w + 1) / 2;
    final int half = k / 2;
    double ties = 0;
    if (k % 2 == 0) {
      ties = half * (config.hintRegisters ? (plus ? 1.0 : 0.0) : 0.5);
    }
    final int rings = members / k;
    return (withoutTies + ties) * rings / (members - 1);
  }

  private Target allToAllTarget(int source, int core, long position) {
    final int rank = (int) (position / config.packetsPerDestination);
    final int own = shape.memberNumber(source, config.dimensions);
    if (config.rotating) {
      final int member = (own + 1 + rank / config.cores) % shape.members(config.dimensions);
      return new Target(shape.nodeOfMember(source, member, config.dimensions), rank % config.cores);
    }
    final int i = draws.permute(Purpose.ORDER, source, 4 * core, rank, allToAllTargets());
    final int member = ReferenceDraws.other(own, i / config.cores);
    return new Target(shape.nodeOfMember(source, member, config.dimensions), i % config.cores);
  }

  /** Hint bits, around failed components. */
  private Way way(int source, int from, int destination, int stream, long q) {
    final int bits = hintBits(source, from, destination, stream, q);
    final Way way = config.dead.way(from, destination, bits, !config.staticRouting);
    if (way == null) {
      throw new IllegalStateException("no way from node " + from + " to " + destination);
    }
    return way;
  }

  /** "Hint bits": per dimension none if δ = 0, else the bit of port + or −. */
  private int hintBits(int source, int from, int destination, int stream, long q) {
    int bits = 0;
    for (int dimension = 0; dimension < 3; dimension++) {
      final int k = shape.size(dimension);
      final int delta =
          Math.floorMod(
              shape.coordinate(destination, dimension) - shape.coordinate(from, dimension), k);
      final boolean plus = 2 * delta == k ? tieIsPlus(source, q, stream, dimension) : 2 * delta < k;
      bits |= delta == 0 ? 0 : 1 << (2 * dimension + (plus ? 0 : 1));
    }
    return bits;
  }

  private boolean tieIsPlus(int source, long q, int stream, int dimension) {
    return config.hintRegisters || draws.draw(Purpose.TIE, source, q, 4L * stream + dimension) >= 0;
  }

  /** The FIFO a packet joins, of those of its core, but for {@code shortest}. */
  int injectionFifo(ReferencePacket packet) {
    final boolean two = config.cores == 2;
    final int core = packet.sourceCore;
    if (packet.stream == 1) {
      return 6 + (two ? core : (int) (packet.position % 2));
    }
    if (config.twoPhases) {
      return (int) (3 * (packet.sequence % 2) + packet.position % 3);
    }
    final int fifos = two ? 3 : 6;
    final int first = 3 * core;
    return first
        + switch (config.injectionChoice) {
          case SEQUENCE -> (int) (packet.position % fifos);
          case DIRECTION -> {
            final int port = Integer.numberOfTrailingZeros(packet.initialHintBits);
            yield two ? port / 2 : port;
          }
          case RANDOM ->
              ReferenceDraws.pick(
                  draws.draw(Purpose.FIFO, packet.source, packet.sequence, 0), fifos);
          case SHORTEST -> throw new IllegalArgumentException("depends on the FIFOs");
        };
  }
}
