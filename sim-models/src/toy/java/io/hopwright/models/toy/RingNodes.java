package io.hopwright.models.toy;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.host.Alarms;
import io.hopwright.models.host.Buffers;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.host.Servers;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.crossbar.NodeEndpoints;
import io.hopwright.models.switching.crossbar.Site;

/**
 * The nodes of a partition. The first word of a packet is {@code sequence·2¹⁶ + destination·2⁸ +
 * source}, the second its birth, the fourth its tick of issue. Confined to its partition.
 */
final class RingNodes extends NodeEndpoints {
  /** Words of a packet. */
  static final int WORDS = 4;

  private static final int ISSUE = 3;
  private static final int NODE_BITS = 8;
  private static final int SEQUENCE_SHIFT = 16;
  private static final int NODE_MASK = (1 << NODE_BITS) - 1;

  private final RingSettings settings;
  private final CommandQueues packets;
  private final Servers out;
  private final Buffers buffers;
  private final Alarms alarms;

  /** Creates idle nodes, and wakes each when its first packet is born. */
  RingNodes(RingSettings settings, CommandQueues packets, Site site) {
    super(site);
    this.settings = settings;
    this.packets = packets;
    out = new Servers(nodes.length);
    buffers = new Buffers(nodes.length, settings.vcFlits());
    alarms = new Alarms(nodes.length, 1, wakes);
    for (int node = 0; node < nodes.length; node++) {
      alarms.set(node, packets.birth(node));
    }
  }

  static int destination(long id) {
    return (int) (id >>> NODE_BITS) & NODE_MASK;
  }

  @Override
  public boolean hasRoom(int router, int port, int vc, int packet) {
    return true;
  }

  @Override
  public long receive(int router, int port, int packet, long tick) {
    pool.move(packet, vcs.of(router, port, 0));
    return tick + RingSettings.PACKET_FLITS;
  }

  @Override
  public long deliver(int router, int packet, long tick) {
    final long id = pool.first(packet);
    final int source = (int) id & NODE_MASK;
    final int hops = packetWords.hops(pool.third(packet));
    assert destination(id) == nodes[router] : "packet for node " + destination(id) + " astray";
    measures.deliver(RingSettings.PACKET_BYTES, hops, tick);
    measures.complete();
    measures.digest().add(source, nodes[router], id >>> SEQUENCE_SHIFT, 0, tick);
    measures.follow(
        source,
        nodes[router],
        pool.second(packet),
        tick,
        tick - pool.word(packet, ISSUE),
        2L * RingSettings.PACKET_FLITS + (long) hops * settings.hopTicks());
    pool.remove(packet);
    return 0;
  }

  @Override
  public void credit(int router, int port, int vc, int flits) {
    buffers.free(router, flits);
  }

  @Override
  public long wake(int router, int port, long tick) {
    alarms.rings(router, tick);
    return 0;
  }

  @Override
  public void issue(int router, long tick) {
    final int flits = RingSettings.PACKET_FLITS;
    if (ready(router) <= tick && buffers.hasRoom(router, flits)) {
      final long id =
          packets.segment(router) << SEQUENCE_SHIFT
              | (long) packets.destination(router) << NODE_BITS
              | nodes[router];
      final int packet = pool.add(id, packets.birth(router), vcs.of(router, RingRouting.NODE, 0));
      pool.setThird(packet, packetWords.of(flits));
      pool.setWord(packet, ISSUE, tick);
      measures.inject(RingSettings.PACKET_BYTES, 1, tick);
      buffers.take(router, flits);
      packets.next(router, tick);
      wheel.schedule(out.serve(router, tick, flits), Wiring.arrival(packet));
    }
    if (ready(router) > tick) {
      alarms.set(router, ready(router));
    }
  }

  private long ready(int router) {
    return Math.max(packets.birth(router), out.freeAt(router));
  }

  @Override
  public long unsettled() {
    return packets.active();
  }

  @Override
  public boolean atRest() {
    return buffers.areEmpty();
  }

  @Override
  public void save(Words words) {}
}
