package io.hopwright.models.fabric;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.routing.RoutingFunction;
import io.hopwright.models.traffic.pattern.NodeSpace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Dragonfly with the features of a fabric that the ring lacks: several nodes at a router, two
 * classes of links, VCs, choices and groups. It has {@code A + 1} groups of {@code A} routers; port
 * {@code p < A − 1} leads to another router of the group, port {@code A − 1} to another group.
 */
public final class DragonflyFabric extends FabricMachine {
  private static final Key<Integer> GROUPS =
      Key.integer("machine.groups", 4, 3, 9).assumed("groups, one more than each has routers");
  private static final Key<Integer> NODES =
      Key.integer("machine.nodesPerRouter", 2, 1, 4).assumed("nodes of a router");
  private static final Key<Boolean> VALIANT =
      Key.flag("router.valiant", true).assumed("packets pass a random group");

  /** Creates the machine. */
  public DragonflyFabric() {
    super(
        FabricSpec.of("dragonfly", "Dragonfly of routers with one link to another group", "ASSUMED")
            .packets(4, 16, 48)
            .groups()
            .links(
                LinkSpec.named("local").hopTicks(12).creditTicks(9).vcBytes(256),
                LinkSpec.named("global").flitTicks(2).hopTicks(40).creditTicks(40).vcBytes(512))
            .nodeFlitTicks(3)
            .injectionTicks(5)
            .ejectionTicks(20)
            .keys(GROUPS, NODES, VALIANT));
  }

  @Override
  protected Fabric fabric(Settings settings) {
    final int groups = settings.get(GROUPS);
    final int routers = groups - 1;
    final int nodes = settings.get(NODES);
    final boolean valiant = settings.get(VALIANT);
    return Fabric.of(graph(groups, routers))
        .vcs(3)
        .nodes(router -> nodes)
        .links((router, port) -> port < routers - 1 ? 0 : 1)
        .groups(groupsOf(groups, routers * nodes))
        .routing(
            (router, input, vc, source, destination, choices) -> {
              final int group = router / routers;
              final int last = destination / nodes / routers;
              final int passed = input == routers - 1 ? vc + 1 : vc;
              final int via = valiant ? choices.pick(0, groups) : last;
              final boolean atSource = passed == 0 && group == source / nodes / routers;
              final int target = atSource && via != group && last != group ? via : last;
              final int here = router % routers;
              final int there =
                  target == group
                      ? destination / nodes % routers
                      : target < group ? target : target - 1;
              return here == there
                  ? RoutingFunction.hop(routers - 1, passed)
                  : RoutingFunction.hop(there < here ? there : there - 1, passed);
            });
  }

  private static Graph graph(int groups, int routers) {
    final List<Graph.Link> links = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      for (int router = 0; router < routers; router++) {
        final int here = group * routers + router;
        for (int other = router + 1; other < routers; other++) {
          links.add(new Graph.Link(here, other - 1, group * routers + other, router));
        }
        final int to = router < group ? router : router + 1;
        if (group < to) {
          links.add(new Graph.Link(here, routers - 1, to * routers + group, routers - 1));
        }
      }
    }
    final List<String> ports = new ArrayList<>();
    for (int port = 0; port < routers - 1; port++) {
      ports.add("local" + port);
    }
    ports.add("global");
    return new Graph(Collections.nCopies(groups * routers, ports), links);
  }

  private static NodeSpace.Groups groupsOf(int groups, int nodesOfGroup) {
    return new NodeSpace.Groups() {
      @Override
      public int groups() {
        return groups;
      }

      @Override
      public int groupOf(int node) {
        return node / nodesOfGroup;
      }

      @Override
      public int firstNode(int group) {
        return group * nodesOfGroup;
      }

      @Override
      public int nodesIn(int group) {
        return nodesOfGroup;
      }
    };
  }
}
