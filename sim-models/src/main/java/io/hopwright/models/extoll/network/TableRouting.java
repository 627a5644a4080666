package io.hopwright.models.extoll.network;

import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Vc;

/** Table-based routing. Confined to its partition. */
@SuppressWarnings("ArrayRecordComponent") // one array, shared by all parts of a partition
public record TableRouting(RoutingTables tables, int[] nodes, Vc vcs, PacketPool pool)
    implements Routing {
  @Override
  public int route(int router, int input, int packet, long tick) {
    final int node = nodes[router];
    final int destination = ExtollPacketId.destination(pool.first(packet));
    final int inputVc = vcs.vc(pool.place(packet));
    final int packetClass = inputVc >>> 1;
    if (destination == node) {
      return vcs.of(ExtollPorts.LINKS + ExtollRouteWord.unit(pool.third(packet)), packetClass);
    }
    final int from = Math.min(input, RoutingTables.FROM_UNITS);
    return vcs.of(
        tables.output(node, from, destination),
        2 * packetClass + tables.vc(node, from, destination, inputVc & 1));
  }
}
