package io.hopwright.models.reference.machines;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.fabric.GivenFabric;
import io.hopwright.models.reference.ReferenceAxes;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.reference.fabric.FabricReference;
import io.hopwright.models.reference.fabric.LinkClass;
import io.hopwright.models.reference.fabric.NodePorts;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.SharedMetrics.Rate;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.routing.CandidateRouting;
import io.hopwright.models.topology.routing.RoutingFunction;
import io.hopwright.models.traffic.pattern.NodeSpace;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reference model of a fabric. It receives the topology, the numbers and the routing function of
 * the machine; everything else is its own code.
 */
final class GivenReference extends FabricReference {
  private final GivenFabric given;

  GivenReference(GivenFabric given, Settings settings, RunPlan run) {
    super(
        settings,
        run,
        given.fabric().vcs(),
        new Packets(given.spec().flits(), given.spec().flitBytes(), given.spec().dataBytes()),
        new NodePorts(
            given.spec().nodeTicks(),
            given.spec().injection(),
            given.spec().ejection(),
            given.nodeFlits()),
        classes(given));
    this.given = given;
    final Topology topology = given.fabric().topology();
    for (int router = 0; router < topology.routers(); router++) {
      addRouter(topology.ports(router), given.fabric().nodesAt().applyAsInt(router));
    }
    for (int router = 0; router < topology.routers(); router++) {
      for (int port = 0; port < topology.ports(router); port++) {
        final int far = topology.neighbour(router, port);
        final int farPort = topology.neighbourPort(router, port);
        final boolean first = far > router || (far == router && farPort >= port);
        if (far != Topology.NONE && first && !topology.leads(router, port)) {
          addOneWay(far, farPort, router, port, classOf(given, far, farPort));
        } else if (far != Topology.NONE && first && !topology.leads(far, farPort)) {
          addOneWay(router, port, far, farPort, classOf(given, router, port));
        } else if (far != Topology.NONE && first) {
          addLink(
              router,
              port,
              far,
              farPort,
              classOf(given, router, port),
              classOf(given, far, farPort));
        }
      }
    }
  }

  private static LinkClass classOf(GivenFabric given, int router, int port) {
    return classes(given).get(given.fabric().classes().applyAsInt(router, port));
  }

  private static List<LinkClass> classes(GivenFabric given) {
    return given.classes().stream()
        .map(
            link ->
                new LinkClass(
                    link.name(),
                    link.packetTicks(),
                    link.hopTicks(),
                    link.creditTicks(),
                    link.vcFlits()))
        .toList();
  }

  @Override
  protected Hop route(int r, int i, int v, int s, int d, Choice choice) {
    final int hop = given.fabric().routing().route(r, i, v, s, d, choice::of);
    return new Hop(RoutingFunction.port(hop), RoutingFunction.vc(hop));
  }

  @Override
  protected Asked asked() {
    if (!(given.fabric().routing() instanceof CandidateRouting routing)) {
      return super.asked();
    }
    return switch (routing.kind()) {
      case OBLIVIOUS -> Asked.OBLIVIOUS;
      case DECIDED_ONCE -> Asked.ONCE;
      case ADAPTIVE -> Asked.ADAPTIVE;
    };
  }

  @Override
  protected List<Candidate> candidates(
      int r, int i, int v, int s, int d, Choice choice, Loads loads) {
    if (!(given.fabric().routing() instanceof CandidateRouting routing)) {
      return super.candidates(r, i, v, s, d, choice, loads);
    }
    final int[] list = new int[(linkPorts(r) + nodes(r)) * given.fabric().vcs()];
    final int count = routing.candidates(r, i, v, s, d, choice::of, new Given(loads), list);
    return Arrays.stream(list, 0, count)
        .mapToObj(
            packed ->
                new Candidate(
                    io.hopwright.models.topology.routing.Candidate.port(packed),
                    vcs(io.hopwright.models.topology.routing.Candidate.vcs(packed))))
        .toList();
  }

  /** Loads as the routing function reads them. */
  private record Given(Loads loads) implements CandidateRouting.Loads {
    @Override
    public int of(int port) {
      return (int) loads.of(port);
    }

    @Override
    public int waiting(int port, int vc) {
      return (int) loads.waiting(port, vc);
    }
  }

  private static Set<Integer> vcs(int set) {
    return BitSet.valueOf(new long[] {set}).stream().boxed().collect(Collectors.toSet());
  }

  @Override
  protected ReferencePatterns pattern() {
    if (given.spec().traits().groups()) {
      final NodeSpace.Groups groups = given.fabric().groups();
      return ReferencePatterns.ofGroups(
          settings, IntStream.range(0, groups.groups()).mapToObj(groups::nodesIn).toList());
    }
    return given.spec().traits().hasAxes()
        ? ReferencePatterns.of(
            settings,
            ReferenceAxes.firstFastest(
                given.fabric().grid().shape().stream().map(Long::intValue).toList()))
        : super.pattern();
  }

  @Override
  public Rate rate() {
    return given.spec().rate();
  }
}
