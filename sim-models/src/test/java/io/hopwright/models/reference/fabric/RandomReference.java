package io.hopwright.models.reference.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.RandomFabric;
import io.hopwright.models.testkit.RandomFabric.Asking;
import io.hopwright.models.testkit.RandomFabric.Kind;
import io.hopwright.models.testkit.RandomFabric.Numbers;
import io.hopwright.models.testkit.RandomFabric.Wire;
import java.util.List;
import java.util.Set;

/** Reference model of a random fabric. */
final class RandomReference extends FabricReference {
  private final RandomFabric fabric;
  private final Asking asking;

  RandomReference(RandomFabric fabric, Settings settings, RunPlan run) {
    this(fabric, Asking.HOP, settings, run);
  }

  RandomReference(RandomFabric fabric, Asking asking, Settings settings, RunPlan run) {
    this(fabric, asking, settings, run, fabric.kinds().stream().map(RandomReference::of).toList());
  }

  private RandomReference(
      RandomFabric fabric, Asking asking, Settings settings, RunPlan run, List<LinkClass> classes) {
    super(
        settings,
        run,
        fabric.numbers().vcs(),
        new Packets(fabric.numbers().f(), fabric.numbers().b(), fabric.numbers().dataBytes()),
        of(fabric.numbers()),
        classes);
    this.fabric = fabric;
    this.asking = asking;
    for (int r = 0; r < fabric.nodes().size(); r++) {
      addRouter(fabric.linkPorts().get(r), fabric.nodes().get(r));
    }
    for (final Wire wire : fabric.wires()) {
      addLink(
          wire.router(), wire.port(), wire.farRouter(), wire.farPort(), classes.get(wire.kind()));
    }
  }

  private static NodePorts of(Numbers numbers) {
    return new NodePorts(numbers.w(), numbers.in(), numbers.out(), numbers.cap());
  }

  private static LinkClass of(Kind kind) {
    return new LinkClass(kind.name(), kind.w(), kind.hop(), kind.credit(), kind.cap());
  }

  @Override
  protected Hop route(int r, int i, int v, int s, int d, Choice choice) {
    final List<Integer> hop = fabric.route(r, i, v, s, d, choice::of);
    return new Hop(hop.get(0), hop.get(1));
  }

  @Override
  protected Asked asked() {
    return switch (asking) {
      case HOP, SET -> Asked.OBLIVIOUS;
      case LEAST_LOADED -> Asked.ONCE;
      case ALL -> Asked.ADAPTIVE;
    };
  }

  @Override
  protected List<Candidate> candidates(
      int r, int i, int v, int s, int d, Choice choice, Loads loads) {
    return fabric.outputs(asking, r, i, v, s, d, choice::of, port -> (int) loads.of(port)).stream()
        .map(output -> new Candidate(output.port(), Set.copyOf(output.vcs())))
        .toList();
  }
}
