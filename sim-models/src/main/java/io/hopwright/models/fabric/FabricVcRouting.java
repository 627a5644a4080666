package io.hopwright.models.fabric;

import io.hopwright.models.draws.Purpose;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.switching.vcrouter.Candidate;
import io.hopwright.models.switching.vcrouter.VcRouting;
import io.hopwright.models.topology.routing.RoutingFunction;

/**
 * Routing function of a fabric at the input-queued routers of a partition. Confined to its
 * partition.
 */
final class FabricVcRouting implements VcRouting {
  private final RoutingFunction function;
  private final PortNodes nodes;
  private final int[] routers;
  private final Vc vcs;
  private final PacketIds ids;
  private final PacketPool pool;

  /** By class of links, in the place where packets have them; null if all links are alike. */
  private final long[] hopTicks;

  private final FabricRouting.Drawn choices;

  FabricVcRouting(FabricSettings settings, int partition, PacketPool pool) {
    function = settings.fabric().routing();
    nodes = settings.nodes();
    routers = settings.map().routersOf(partition);
    vcs = new Vc(settings.design());
    ids = new PacketIds(nodes.nodes());
    this.pool = pool;
    hopTicks =
        settings.classes().size() > 1
            ? settings.classes().stream()
                .mapToLong(link -> (long) link.hopTicks() << FabricSettings.HOP_TICK_BITS)
                .toArray()
            : null;
    choices = new FabricRouting.Drawn(Purpose.ROUTE.draws(settings.run().seed()));
  }

  @Override
  public Kind kind() {
    return Kind.OBLIVIOUS;
  }

  @Override
  public int candidate(int router, int input, int packet) {
    final int here = routers[router];
    final long id = pool.first(packet);
    final int destination = ids.destination(id);
    if (nodes.router(destination) == here) {
      return Candidate.of(nodes.port(destination), 1);
    }
    final int source = ids.source(id);
    choices.of(source, ids.sequence(id));
    final boolean atSource = nodes.router(source) == here && nodes.port(source) == input;
    final int vc = atSource ? 0 : vcs.vc(pool.place(packet));
    final int hop = function.route(here, input, vc, source, destination, choices);
    return Candidate.of(RoutingFunction.port(hop), 1 << RoutingFunction.vc(hop));
  }

  @Override
  public void granted(int packet, int linkClass) {
    if (hopTicks != null) {
      pool.setThird(packet, pool.third(packet) + hopTicks[linkClass]);
    }
  }
}
