package io.hopwright.models.fabric;

import io.hopwright.models.draws.Purpose;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.switching.vcrouter.VcLoads;
import io.hopwright.models.switching.vcrouter.VcRouting;
import io.hopwright.models.topology.routing.Candidate;
import io.hopwright.models.topology.routing.CandidateRouting;
import io.hopwright.models.topology.routing.CandidateRouting.Kind;
import io.hopwright.models.topology.routing.RoutingFunction;
import java.util.stream.IntStream;

/**
 * Routing function of a fabric at the input-queued routers of a partition. Confined to its
 * partition.
 */
final class FabricVcRouting implements VcRouting {
  private final RoutingFunction function;

  /** The same if it gives candidates; else null. */
  private final CandidateRouting given;

  /** Scratch: the one candidate. */
  private final int[] one;

  /** Loads of the router that is asked. */
  private final RouterLoads loads;

  private final PortNodes nodes;
  private final int[] routers;
  private final Vc vcs;
  private final PacketIds ids;
  private final PacketPool pool;

  /**
   * The hop ticks, in the bits where packets have them, by class of links; null if all links are
   * alike.
   */
  private final long[] hopTicks;

  private final FabricRouting.Drawn choices;

  /** Loads of the outputs of one router at a time. */
  private static final class RouterLoads implements CandidateRouting.Loads {
    private final VcLoads all;
    private int router;

    RouterLoads(VcLoads all) {
      this.all = all;
    }

    @Override
    public int of(int port) {
      return all.of(router, port);
    }

    @Override
    public int waiting(int port, int vc) {
      return all.waiting(router, port, vc);
    }
  }

  FabricVcRouting(FabricSettings settings, int partition, PacketPool pool, VcLoads all) {
    function = settings.fabric().routing();
    given = function instanceof CandidateRouting itself ? itself : null;
    one = given == null ? null : new int[CrossbarDesign.MAX_PORTS * CrossbarDesign.MAX_VCS];
    loads = new RouterLoads(all);
    nodes = settings.nodes();
    routers = settings.map().routersOf(partition);
    vcs = new Vc(settings.design());
    ids = new PacketIds(nodes.nodes());
    this.pool = pool;
    hopTicks =
        settings.classes().size() > 1
            ? IntStream.of(settings.design().hopTicks())
                .mapToLong(ticks -> (long) ticks << FabricSettings.HOP_TICK_BITS)
                .toArray()
            : null;
    choices = new FabricRouting.Drawn(Purpose.ROUTE.draws(settings.run().seed()));
  }

  @Override
  public Kind kind() {
    return given == null ? Kind.OBLIVIOUS : given.kind();
  }

  @Override
  public int candidate(int router, int input, int packet) {
    if (given != null) {
      final int count = candidates(router, input, packet, one);
      assert count == 1 : count + " candidates of a function that gives one";
      return one[0];
    }
    final int here = routers[router];
    final long id = pool.first(packet);
    final int destination = ids.destination(id);
    if (nodes.router(destination) == here) {
      return Candidate.of(nodes.port(destination), 1);
    }
    final int source = ids.source(id);
    choices.of(source, ids.sequence(id));
    final int vc = vc(here, input, packet, source);
    final int hop = function.route(here, input, vc, source, destination, choices);
    return Candidate.of(RoutingFunction.port(hop), 1 << RoutingFunction.vc(hop));
  }

  /** Returns the VC that a packet came in, 0 at its source. */
  private int vc(int here, int input, int packet, int source) {
    final boolean atSource = nodes.router(source) == here && nodes.port(source) == input;
    return atSource ? 0 : vcs.vc(pool.place(packet));
  }

  @Override
  public int candidates(int router, int input, int packet, int[] list) {
    final int here = routers[router];
    final long id = pool.first(packet);
    final int destination = ids.destination(id);
    if (nodes.router(destination) == here) {
      list[0] = Candidate.of(nodes.port(destination), 1);
      return 1;
    }
    final int source = ids.source(id);
    choices.of(source, ids.sequence(id));
    loads.router = router;
    final int vc = vc(here, input, packet, source);
    return given.candidates(here, input, vc, source, destination, choices, loads, list);
  }

  @Override
  public void granted(int packet, int linkClass) {
    if (hopTicks != null) {
      pool.setThird(packet, pool.third(packet) + hopTicks[linkClass]);
    }
  }
}
