package io.hopwright.models.reference.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.fabric.Fabric;
import io.hopwright.models.fabric.FabricMachine;
import io.hopwright.models.fabric.FabricSpec;
import io.hopwright.models.fabric.LinkSpec;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.RandomFabric;
import io.hopwright.models.testkit.RandomFabric.Kind;
import io.hopwright.models.testkit.RandomFabric.Numbers;
import io.hopwright.models.testkit.RandomFabric.Wire;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.routing.RoutingFunction;
import java.util.List;
import java.util.stream.IntStream;

/** Random fabric as a machine: both implementations are built from the same plain data. */
public final class RandomMachine extends FabricMachine {
  private final RandomFabric fabric;

  /**
   * Creates a machine whose keys have the numbers of the fabric as defaults, but for node ports.
   */
  public RandomMachine(RandomFabric fabric) {
    super(spec(fabric));
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

  private static LinkSpec spec(LinkSpec link, Kind kind, Numbers numbers) {
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
        .routing(
            (router, input, vc, source, destination, choices) -> {
              final List<Integer> hop =
                  fabric.route(router, input, vc, source, destination, choices::pick);
              return RoutingFunction.hop(hop.get(0), hop.get(1));
            });
  }

  @Override
  protected ReferenceModel reference(Settings settings, RunPlan run) {
    return new RandomReference(fabric, settings, run);
  }
}
