package io.hopwright.models.fabric;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.host.Alarms;
import io.hopwright.models.host.Buffers;
import io.hopwright.models.host.Servers;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.crossbar.NodeEndpoints;
import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.switching.crossbar.Site;

/**
 * Nodes of a partition of a fabric, any number at each router: each issues its packets at the rate
 * of its port. The words of a packet are an identity ({@link PacketIds}), its generation time, the
 * routing word, and its tick of issue. Where links differ, the upper half of the third word has the
 * ticks of its hops. Confined to its partition; 25 B per node, and 4 B per VC of its port.
 */
final class FabricNodes extends NodeEndpoints {
  /** Words of a packet. */
  static final int WORDS = 4;

  private static final int ISSUE = 3;

  private static final int NONE = -1;

  private final FabricPackets packets;
  private final PacketIds ids;
  private final Servers out;

  /** Buffers by node and VC of its port. */
  private final Buffers buffers;

  /** VC of each node that is tried first. */
  private final byte[] pointers;

  private final int nodeVcs;
  private final Alarms alarms;

  /** Ports of the nodes, by local numbers. */
  private final PortNodes places;

  /** The ports of nodes that have a reason to issue, as bits, by router. */
  private final long[] touched;

  private final int ports;
  private final FabricSpec spec;
  private final int nodeFlitTicks;
  private final int injectionTicks;
  private final int headTicks;

  /** Hop ticks of every link; 0 if packets count the ticks of their hops. */
  private final long hopTicks;

  /**
   * Creates idle nodes, and wakes each when its first packet is generated.
   *
   * @param routers number of routers of the partition
   * @param places of their nodes, by local numbers
   * @param packets that the nodes send
   * @param site of which these are the nodes
   */
  FabricNodes(
      FabricSettings settings, int routers, PortNodes places, FabricPackets packets, Site site) {
    super(site);
    this.packets = packets;
    this.places = places;
    spec = settings.spec();
    ids = new PacketIds(settings.nodes().nodes());
    nodeFlitTicks = spec.nodeFlitTicks();
    injectionTicks = spec.injection();
    hopTicks = settings.classes().size() == 1 ? settings.classes().get(0).hopTicks() : 0;
    touched = new long[routers];
    ports = site.design().ports();
    out = new Servers(nodes.length);
    headTicks = settings.headTicks();
    nodeVcs = settings.nodeVcs();
    pointers = new byte[nodes.length];
    buffers = new Buffers(nodes.length * nodeVcs, settings.nodeFlits());
    alarms = new Alarms(routers, ports, wakes);
    for (int node = 0; node < nodes.length; node++) {
      alarms.set(ports * places.router(node) + places.port(node), packets.birth(node));
    }
  }

  @Override
  public boolean hasRoom(int router, int port, int vc, int packet) {
    return true;
  }

  @Override
  public long receive(int router, int port, int packet, long tick) {
    pool.move(packet, vcs.of(router, port, 0));
    return tick + spec.ejection(packetWords.flits(pool.third(packet)));
  }

  @Override
  public long deliver(int router, int packet, long tick) {
    final long id = pool.first(packet);
    final int source = ids.source(id);
    final int destination = ids.destination(id);
    final long third = pool.third(packet);
    final int hops = packetWords.hops(third);
    final long ofHops = hopTicks > 0 ? hops * hopTicks : third >>> FabricSettings.HOP_TICK_BITS;
    final int port = vcs.port(pool.place(packet));
    measures.deliver(packets.bytesOf(packet), hops, tick);
    measures.complete();
    measures.digest().add(source, destination, ids.sequence(id), 0, tick);
    measures.follow(
        source,
        destination,
        pool.second(packet),
        tick,
        tick - pool.word(packet, ISSUE),
        injectionTicks
            + ofHops
            + (hops + 1L) * headTicks
            + spec.ejection(packetWords.flits(third)));
    if (packets.delivered(places.node(router, port), source, packet)) {
      touched[router] |= 1L << port;
    }
    pool.remove(packet);
    return 0;
  }

  @Override
  public void credit(int router, int port, int vc, int credits) {
    buffers.free(places.node(router, port) * nodeVcs + vc, credits);
    touched[router] |= 1L << port;
  }

  @Override
  public long wake(int router, int port, long tick) {
    final boolean rings = alarms.rings(ports * router + port, tick);
    if (packets.onWake(places.node(router, port)) || rings) {
      touched[router] |= 1L << port;
    }
    return 0;
  }

  @Override
  public boolean looks(int router) {
    return touched[router] != 0;
  }

  @Override
  public void issue(int router, long tick) {
    for (long rest = touched[router]; rest != 0; rest &= rest - 1) {
      issue(router, Long.numberOfTrailingZeros(rest), tick);
    }
    touched[router] = 0;
  }

  private void issue(int router, int port, long tick) {
    final int node = places.node(router, port);
    packets.act(node, tick);
    final boolean isReady = ready(node) <= tick;
    final int flits = isReady ? packets.flits(node) : 0;
    final int vc = isReady ? vc(node, flits) : NONE;
    if (vc != NONE) {
      final long id = ids.of(nodes[node], packets.destination(node), packets.number(node));
      final int packet = pool.add(id, packets.birth(node), vcs.of(router, port, vc));
      pool.setThird(packet, packetWords.of(flits));
      pool.setWord(packet, ISSUE, tick);
      measures.inject(packets.bytes(node), 1, tick);
      buffers.take(node * nodeVcs + vc, flits);
      pointers[node] = (byte) (vc + 1 == nodeVcs ? 0 : vc + 1);
      packets.issued(node, packet, tick);
      out.serve(node, tick, (long) flits * nodeFlitTicks);
      wheel.schedule(tick + injectionTicks + headTicks, Wiring.arrival(packet));
    }
    if (ready(node) > tick) {
      alarms.set(ports * router + port, ready(node));
    }
  }

  /** Returns the first VC of a node's port in turn that has room, {@link #NONE} if none. */
  private int vc(int node, int flits) {
    for (int i = 0, vc = pointers[node]; i < nodeVcs; i++, vc = vc + 1 == nodeVcs ? 0 : vc + 1) {
      if (buffers.hasRoom(node * nodeVcs + vc, flits)) {
        return vc;
      }
    }
    return NONE;
  }

  private long ready(int node) {
    return Math.max(packets.birth(node), out.freeAt(node));
  }

  @Override
  public long unsettled() {
    return packets.active();
  }

  @Override
  public boolean atRest() {
    return buffers.areEmpty() && (ranks() == null || ranks().atRest());
  }

  @Override
  public Messaging ranks() {
    return packets.ranks();
  }

  @Override
  public void save(Words words) {}
}
