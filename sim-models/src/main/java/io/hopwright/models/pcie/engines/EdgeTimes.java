package io.hopwright.models.pcie.engines;

import io.hopwright.models.host.PcieLink;
import io.hopwright.models.pcie.tree.ElementKind;
import io.hopwright.models.pcie.tree.PcieElements;
import io.hopwright.models.pcie.tree.PciePacketId;
import io.hopwright.models.pcie.tree.PciePorts;
import io.hopwright.models.pcie.tree.PcieTopology;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.OutputTimes;
import java.util.EnumMap;
import java.util.Map;

/**
 * Times for which packets keep outputs busy, limited by the edge, by the limit of a root, or by the
 * engine behind a local port. Immutable except for the packet pool that it reads; 3 KB and 1 B per
 * port.
 */
public final class EdgeTimes implements OutputTimes {
  private static final int PCIE = 0;
  private static final int CARD = 1;
  private static final int MEMORY = 2;
  private static final int QPI = 3;
  private static final int NETWORK = 4;
  private static final int EDGES = 5;

  private final PcieElements elements;
  private final int[] nodes;
  private final PacketPool pool;
  private final int local;

  /** {@code [edge][class][bytes]}. */
  private final int[][][] ticks;

  /** {@code [class][bytes]}: 0 without a cap. */
  private final int[][] rootCaps;

  private final int[][] qpiCaps;

  /** Ticks by {@code [bytes]}, by kind of element. */
  private final Map<ElementKind, int[]> engines = new EnumMap<>(ElementKind.class);

  /**
   * Computes the times.
   *
   * @param nodes elements of the partition
   */
  public EdgeTimes(
      EdgeDesign edges, EngineDesign engine, PcieTopology topology, int[] nodes, PacketPool pool) {
    elements = topology.elements();
    this.nodes = nodes;
    this.pool = pool;
    local = PciePorts.local(topology.cards());
    ticks = new int[EDGES][][];
    ticks[PCIE] = times(edges.edge().pcie().link());
    ticks[CARD] = times(edges.card());
    ticks[MEMORY] = times(EdgeDesign.MEMORY);
    ticks[QPI] = times(EdgeDesign.QPI);
    ticks[NETWORK] = times(edges.network());
    rootCaps = new int[][] {caps(edges.root().writeCap()), caps(0), caps(edges.root().readCap())};
    qpiCaps = new int[][] {caps(edges.root().qpiCap()), caps(0), caps(edges.root().qpiCap())};
    for (ElementKind kind : ElementKind.values()) {
      engines.put(kind, caps(kind.isEnd() ? engine.rate(kind) : 0));
    }
  }

  private static int[][] times(PcieLink link) {
    final int[][] times = new int[PciePacketId.CLASSES][PcieLink.MOST_DATA + 1];
    for (int bytes = 0; bytes <= PcieLink.MOST_DATA; bytes++) {
      times[PciePacketId.WRITE][bytes] = link.writeTicks(bytes);
      times[PciePacketId.READ][bytes] = link.readTicks();
      times[PciePacketId.COMPLETION][bytes] = link.completionTicks(bytes);
    }
    return times;
  }

  private static int[] caps(int megabytes) {
    final int[] caps = new int[PcieLink.MOST_DATA + 1];
    for (int bytes = 0; bytes < caps.length && megabytes > 0; bytes++) {
      caps[bytes] = (EdgeDesign.TICKS_PER_MICROSECOND * bytes + megabytes - 1) / megabytes;
    }
    return caps;
  }

  @Override
  public int ticks(int router, int port, int packet) {
    final long id = pool.first(packet);
    final int packetClass = PciePacketId.packetClass(id);
    final int bytes = packetClass == PciePacketId.READ ? 0 : CargoWord.bytes(pool.third(packet));
    return ticks(
        nodes[router],
        port,
        PciePacketId.source(id),
        PciePacketId.destination(id),
        packetClass,
        bytes);
  }

  /** Returns the ticks of a packet at an output of an element. */
  public int ticks(int at, int port, int source, int destination, int packetClass, int bytes) {
    final ElementKind kind = elements.kind(at);
    if (port == local) {
      return localTicks(kind, packetClass, bytes);
    }
    final int edge = ticks[edge(kind, port)][packetClass][bytes];
    if (kind != ElementKind.ROOT
        || elements.kind(source) == ElementKind.MEMORY
        || elements.kind(destination) == ElementKind.MEMORY) {
      return edge;
    }
    final int capped = Math.max(edge, rootCaps[packetClass][bytes]);
    return port == PciePorts.QPI ? Math.max(capped, qpiCaps[packetClass][bytes]) : capped;
  }

  /** Returns the ticks of a packet at the local port of an element, in either direction. */
  public int localTicks(ElementKind kind, int packetClass, int bytes) {
    return Math.max(ticks[edge(kind, PciePorts.UP)][packetClass][bytes], engines.get(kind)[bytes]);
  }

  private static int edge(ElementKind kind, int port) {
    return switch (port) {
      case PciePorts.UP ->
          switch (kind) {
            case MEMORY -> MEMORY;
            case CARD -> CARD;
            default -> PCIE;
          };
      case PciePorts.MEMORY -> MEMORY;
      case PciePorts.CARD -> CARD;
      case PciePorts.QPI -> QPI;
      default -> port < PciePorts.NETWORK ? PCIE : NETWORK;
    };
  }
}
