package io.hopwright.models.toy;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.fabric.Fabric;
import io.hopwright.models.fabric.FabricMachine;
import io.hopwright.models.fabric.FabricSpec;
import io.hopwright.models.fabric.LinkSpec;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.routing.RoutingFunction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** The leaf–spine, a machine for tests: {@code sim-models/src/toy/leafspine.md}. */
public final class LeafSpine extends FabricMachine {
  private static final String PAGE = "ASSUMED, leafspine.md";
  private static final Key<Integer> LEAVES =
      Key.integer("machine.leaves", 64, 2, 64).meaning("routers with nodes").source(PAGE);
  private static final Key<Integer> HOSTS =
      Key.integer("machine.hosts", 32, 1, 63).meaning("nodes of a leaf").source(PAGE);
  private static final Key<Integer> SPINES =
      Key.integer("machine.spines", 32, 1, 63)
          .meaning("routers that each have a link to every leaf")
          .source(PAGE);
  private static final Key<Boolean> RANDOM =
      Key.choice(
              "router.upRoute",
              false,
              new Choice<>(
                  false,
                  "deterministic",
                  "that of the destination: its number modulo that of spines"),
              new Choice<>(true, "random", "one at random for each packet"))
          .meaning("spine that packets pass")
          .source(PAGE);

  /** Creates the machine. */
  public LeafSpine() {
    super(
        FabricSpec.of("leafspine", "Leaf–spine: one link from every leaf to every spine", PAGE)
            .packets(8, 8)
            .links(LinkSpec.all().hopTicks(20).creditTicks(20).vcBytes(1_024))
            .keys(LEAVES, HOSTS, SPINES, RANDOM));
  }

  @Override
  protected Fabric fabric(Settings settings) {
    final int leaves = settings.get(LEAVES);
    final int hosts = settings.get(HOSTS);
    final int spines = settings.get(SPINES);
    final boolean random = settings.get(RANDOM);
    return Fabric.of(graph(leaves, spines))
        .nodes(router -> router < leaves ? hosts : 0)
        .routing(
            (router, input, vc, source, destination, choices) -> {
              if (router >= leaves) {
                return RoutingFunction.hop(destination / hosts, 0);
              }
              return RoutingFunction.hop(
                  random ? choices.pick(0, spines) : destination % spines, 0);
            });
  }

  private static Graph graph(int leaves, int spines) {
    final List<List<String>> ports = new ArrayList<>();
    ports.addAll(Collections.nCopies(leaves, names("up", spines)));
    ports.addAll(Collections.nCopies(spines, names("down", leaves)));
    final List<Graph.Link> links = new ArrayList<>();
    for (int leaf = 0; leaf < leaves; leaf++) {
      for (int spine = 0; spine < spines; spine++) {
        links.add(new Graph.Link(leaf, spine, leaves + spine, leaf));
      }
    }
    return new Graph(ports, links);
  }

  private static List<String> names(String direction, int ports) {
    return IntStream.range(0, ports).mapToObj(port -> direction + port).toList();
  }
}
