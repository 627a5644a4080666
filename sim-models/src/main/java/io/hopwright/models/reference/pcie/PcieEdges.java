package io.hopwright.models.reference.pcie;

import io.hopwright.models.reference.pcie.ReferencePcieTopology.Kind;

/** Transmission times on links: "Time" and {@code w} of "Elements as switches". Immutable. */
final class PcieEdges {
  private static final int MEMORY_BYTES_PER_TICK = 4;
  private static final int QPI_BYTES_PER_TICK = 2;

  private final PcieParameters parameters;
  private final PcieRules rules;
  private final ReferencePcieTopology topology;

  PcieEdges(PcieParameters parameters, PcieRules rules, ReferencePcieTopology topology) {
    this.parameters = parameters;
    this.rules = rules;
    this.topology = topology;
  }

  /** "From the grant of an output until the packet may be granted at the next element". */
  long hopTicks(int port) {
    if (port >= ReferencePcieTopology.NETWORK) {
      return parameters.networkHopTicks;
    }
    if (port == ReferencePcieTopology.QPI) {
      return parameters.qpiHopTicks;
    }
    return port < ReferencePcieTopology.DEVICE ? parameters.switchTicks : parameters.deviceTicks;
  }

  private long edgeTicks(int element, int port, int bytes) {
    final Kind kind = topology.kind(element);
    final boolean upOfEnd = port == topology.local || port == ReferencePcieTopology.UP;
    if (port == ReferencePcieTopology.MEMORY || (upOfEnd && kind == Kind.MEMORY)) {
      return PcieParameters.ceilDiv(bytes, MEMORY_BYTES_PER_TICK);
    }
    if (port == ReferencePcieTopology.CARD || (upOfEnd && kind == Kind.CARD)) {
      return PcieParameters.pcieTicks(parameters.cardPcie, bytes);
    }
    if (port == ReferencePcieTopology.QPI) {
      return PcieParameters.ceilDiv(bytes, QPI_BYTES_PER_TICK);
    }
    if (port >= ReferencePcieTopology.NETWORK && port != topology.local) {
      return PcieParameters.rateTicks(parameters.networkRate, bytes);
    }
    return PcieParameters.pcieTicks(parameters.edgePcie, bytes);
  }

  /** {@code w}. */
  long busyTicks(int element, int port, PciePacket packet) {
    long ticks = edgeTicks(element, port, packet.edgeBytes());
    if (port == topology.local) {
      return atLeast(ticks, packet, rateOf(topology.kind(element)));
    }
    if (isOfMemory(packet) && !rules.capsMemories()) {
      return ticks;
    }
    if (topology.kind(element) == Kind.ROOT) {
      ticks = atLeast(ticks, packet, parameters.rootRates.get(packet.packetClass));
    }
    return port == ReferencePcieTopology.QPI && packet.packetClass != PciePacket.REQUEST
        ? atLeast(ticks, packet, parameters.qpiPeerRate)
        : ticks;
  }

  private boolean isOfMemory(PciePacket packet) {
    return topology.kind(packet.source) == Kind.MEMORY
        || topology.kind(packet.destination) == Kind.MEMORY;
  }

  private int rateOf(Kind kind) {
    return switch (kind) {
      case GPU -> parameters.gpuRate;
      case MEMORY -> parameters.memoryRate;
      case CARD -> parameters.cardRate;
      default -> throw new IllegalArgumentException(kind + " has no local port");
    };
  }

  /** "At least ⌈12,600·p/G⌉ if p > 0 and G > 0". */
  private static long atLeast(long ticks, PciePacket packet, int rate) {
    return packet.dataBytes > 0 && rate > 0
        ? Math.max(ticks, PcieParameters.rateTicks(rate, packet.dataBytes))
        : ticks;
  }
}
