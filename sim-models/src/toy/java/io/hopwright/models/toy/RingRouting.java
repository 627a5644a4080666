package io.hopwright.models.toy;

import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.topology.PartitionMap;

/** One direction all the way, and none past router 0. Confined to its partition. */
final class RingRouting implements Routing {
  static final int PLUS = 0;
  static final int MINUS = 1;
  static final int NODE = 2;

  private final int nodes;
  private final PartitionMap map;
  private final int partition;
  private final Vc vcs;
  private final PacketPool pool;

  RingRouting(int nodes, PartitionMap map, int partition, CrossbarDesign design, PacketPool pool) {
    this.nodes = nodes;
    this.map = map;
    this.partition = partition;
    vcs = new Vc(design);
    this.pool = pool;
  }

  /** Returns the port through which packets leave their source. */
  static int firstPort(int nodes, int source, int destination) {
    if (source != 0 && destination != 0) {
      return destination > source ? PLUS : MINUS;
    }
    final int ahead = Math.floorMod(destination - source, nodes);
    return 2 * ahead <= nodes ? PLUS : MINUS;
  }

  @Override
  public int route(int router, int input, int packet, long tick) {
    final int here = map.router(partition, router);
    final int destination = RingNodes.destination(pool.first(packet));
    if (here == destination) {
      return vcs.of(NODE, 0);
    }
    return vcs.of(input == NODE ? firstPort(nodes, here, destination) : input ^ 1, 0);
  }
}
