package io.hopwright.models.reference.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.fabric.Fabric;
import io.hopwright.models.fabric.FabricMachine;
import io.hopwright.models.fabric.FabricSpec;
import io.hopwright.models.fabric.LinkSpec;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.RandomFabric;
import io.hopwright.models.testkit.RandomFabric.Asking;
import io.hopwright.models.testkit.RandomFabric.Numbers;
import io.hopwright.models.testkit.RandomFabric.Output;
import io.hopwright.models.testkit.RandomFabric.Wire;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.routing.Candidate;
import io.hopwright.models.topology.routing.CandidateRouting;
import io.hopwright.models.topology.routing.RoutingFunction;
import java.util.List;
import java.util.stream.IntStream;

/** Random fabric as a machine: both implementations are built from the same plain data. */
public class RandomMachine extends FabricMachine {
  private final RandomFabric fabric;
  private final Asking asking;

  /** Creates a machine with the fabric's numbers as defaults of its keys, except for node ports. */
  public RandomMachine(RandomFabric fabric) {
    this(fabric, Asking.HOP);
  }

  /** Creates the same machine with another routing function for input-queued routers. */
  public RandomMachine(RandomFabric fabric, Asking asking) {
    super(spec(fabric));
    this.asking = asking;
    this.fabric = fabric;
  }

  private static FabricSpec spec(RandomFabric fabric) {
    final Numbers numbers = fabric.numbers();
    final boolean one = fabric.kinds().size() == 1;
    return FabricSpec.of("random", "Random fabric", "ASSUMED")
        .packets(numbers.f(), numbers.b(), numbers.dataBytes())
        .links(
            fabric.kinds().stream()
                .map(
                    kind -> spec(one ? LinkSpec.all() : LinkSpec.named(kind.name()), kind, numbers))
                .toArray(LinkSpec[]::new))
        .nodeFlitTicks((int) numbers.w() / numbers.f())
        .injectionTicks((int) numbers.in())
        .ejectionTicks((int) numbers.out())
        .routers();
  }

  private static LinkSpec spec(LinkSpec link, RandomFabric.Kind kind, Numbers numbers) {
    return link.flitTicks((int) kind.w() / numbers.f())
        .hopTicks((int) kind.hop())
        .creditTicks((int) kind.credit())
        .vcBytes(kind.cap() * numbers.b());
  }

  @Override
  protected Fabric fabric(Settings settings) {
    return Fabric.of(
            new Graph(
                fabric.linkPorts().stream()
                    .map(ports -> IntStream.range(0, ports).mapToObj(port -> "p" + port).toList())
                    .toList(),
                fabric.wires().stream()
                    .map(
                        wire ->
                            new Graph.Link(
                                wire.router(), wire.port(), wire.farRouter(), wire.farPort()))
                    .toList()))
        .vcs(fabric.numbers().vcs())
        .nodes(router -> fabric.nodes().get(router))
        .links((router, port) -> fabric.wire(router, port).map(Wire::kind).orElse(0))
        .routing(asking == Asking.HOP ? this::route : new Outputs());
  }

  private int route(
      int router, int input, int vc, int source, int destination, RoutingFunction.Choices choices) {
    final List<Integer> hop = fabric.route(router, input, vc, source, destination, choices::pick);
    return RoutingFunction.hop(hop.get(0), hop.get(1));
  }

  /** Candidates of packets. */
  private final class Outputs implements CandidateRouting {
    @Override
    public Kind kind() {
      return switch (asking) {
        case HOP, SET -> Kind.OBLIVIOUS;
        case LEAST_LOADED -> Kind.DECIDED_ONCE;
        case ALL -> Kind.ADAPTIVE;
      };
    }

    @Override
    public int route(int router, int input, int vc, int source, int destination, Choices choices) {
      return RandomMachine.this.route(router, input, vc, source, destination, choices);
    }

    @Override
    public int candidates(
        int router,
        int input,
        int vc,
        int source,
        int destination,
        Choices choices,
        Loads loads,
        int[] list) {
      int count = 0;
      for (final Output output :
          fabric.outputs(
              asking, router, input, vc, source, destination, choices::pick, loads::of)) {
        final int set = output.vcs().stream().mapToInt(of -> 1 << of).sum();
        list[count++] = Candidate.of(output.port(), set);
      }
      return count;
    }
  }

  /** Returns the reference model of this machine, which {@code ServiceLoader} finds. */
  ReferenceModel reference(Settings settings, RunPlan run) {
    return new RandomReference(fabric, asking, settings, run);
  }
}
