package io.hopwright.models.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.topology.Graph;
import java.util.List;

/** One router with many nodes, whose flits take a tick. */
final class OneSwitch extends FabricMachine {
  private final int nodes;
  private final int vcs;

  OneSwitch(int nodes, int vcs, int flits) {
    super(
        FabricSpec.of("one-switch", "One switch", "ASSUMED")
            .packets(flits, 1)
            .links(LinkSpec.all().vcBytes(64 * flits))
            .routers());
    this.nodes = nodes;
    this.vcs = vcs;
  }

  @Override
  protected Fabric fabric(Settings settings) {
    return Fabric.of(new Graph(List.of(List.of()), List.of()))
        .vcs(vcs)
        .nodes(router -> nodes)
        .routing(
            (router, input, vc, source, destination, choices) -> {
              throw new IllegalStateException("a packet of one router takes a link");
            });
  }
}
