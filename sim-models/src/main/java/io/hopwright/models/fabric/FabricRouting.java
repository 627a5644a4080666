package io.hopwright.models.fabric;

import io.hopwright.core.random.Draws;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.routing.RoutingFunction;

/** Routing function of a fabric at the routers of a partition. Confined to its partition. */
final class FabricRouting implements Routing {
  private final RoutingFunction function;
  private final PortNodes nodes;
  private final int[] routers;
  private final Vc vcs;
  private final PacketIds ids;
  private final PacketPool pool;
  private final int ports;

  /** Ticks of the hop to each input, 0 from a node; null if all links are alike. */
  private final long[] hopTicks;

  private final Drawn choices;

  FabricRouting(FabricSettings settings, int partition, PacketPool pool) {
    function = settings.fabric().routing();
    nodes = settings.nodes();
    routers = settings.map().routersOf(partition);
    vcs = new Vc(settings.design());
    ids = new PacketIds(nodes.nodes());
    this.pool = pool;
    ports = settings.design().ports();
    hopTicks = settings.classes().size() > 1 ? hopTicks(settings) : null;
    choices = new Drawn(Purpose.ROUTE.draws(settings.run().seed()));
  }

  private long[] hopTicks(FabricSettings settings) {
    final Topology topology = settings.fabric().topology();
    final long[] ticks = new long[routers.length * ports];
    for (int router = 0; router < routers.length; router++) {
      for (int port = 0; port < topology.ports(); port++) {
        if (topology.neighbour(routers[router], port) != Topology.NONE) {
          ticks[router * ports + port] = settings.linkClassInto(routers[router], port).hopTicks();
        }
      }
    }
    return ticks;
  }

  @Override
  public int route(int router, int input, int packet, long tick) {
    final int here = routers[router];
    final long id = pool.first(packet);
    final int destination = ids.destination(id);
    if (hopTicks != null) {
      final long ticks = hopTicks[router * ports + input];
      pool.setThird(packet, pool.third(packet) + (ticks << FabricSettings.HOP_TICK_BITS));
    }
    if (nodes.router(destination) == here) {
      return vcs.of(nodes.port(destination), 0);
    }
    final int source = ids.source(id);
    choices.of(source, ids.sequence(id));
    final int vc = vcs.vc(pool.place(packet));
    final int hop = function.route(here, input, vc, source, destination, choices);
    return vcs.of(RoutingFunction.port(hop), RoutingFunction.vc(hop));
  }

  /** Random choices of one packet at a time, as hashes of its identity. */
  static final class Drawn implements RoutingFunction.Choices {
    private final Draws draws;
    private int source;
    private long sequence;

    Drawn(Draws draws) {
      this.draws = draws;
    }

    /** Turns to the choices of a packet. */
    void of(int node, long number) {
      source = node;
      sequence = number;
    }

    @Override
    public int pick(int index, int bound) {
      return Draws.pick(draws.draw(source, sequence, index), bound);
    }
  }
}
