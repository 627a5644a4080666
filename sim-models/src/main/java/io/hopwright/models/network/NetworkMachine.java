package io.hopwright.models.network;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Shared;
import io.hopwright.models.fabric.Fabric;
import io.hopwright.models.fabric.FabricMachine;
import io.hopwright.models.fabric.FabricSpec;
import io.hopwright.models.fabric.LinkSpec;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.analysis.Bisection;
import io.hopwright.models.topology.analysis.Connection;
import io.hopwright.models.topology.analysis.Distances;
import io.hopwright.models.topology.analysis.Girth;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Coordinates;
import io.hopwright.models.topology.family.DragonflyShape;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.family.GridShape;
import io.hopwright.models.topology.routing.RoutingFunction;
import io.hopwright.models.traffic.pattern.NetworkTraits;
import io.hopwright.models.traffic.pattern.NodeSpace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** Machine whose network a study names or describes: {@code docs/models/network.md}. */
public final class NetworkMachine extends FabricMachine {
  private static final String SOURCE = "ASSUMED, network.md";

  private static final List<Key<?>> OF_NETWORK =
      Stream.concat(TopologyKeys.KEYS.stream(), RouterRouting.KEYS.stream()).toList();

  /** Routers of a network whose distances and bisection are measured at each start: 0.1 s. */
  private static final int MOST_MEASURED = 1_000;

  /** Families whose names are written with capitals. */
  private static final Map<String, String> PROPER_NAMES =
      Map.of(
          "hyperx", "HyperX",
          "jellyfish", "Jellyfish",
          "polarfly", "PolarFly",
          "slim-fly", "Slim Fly");

  private static final FabricSpec SPEC = spec();

  /** A study's points mostly have the same network and routes. */
  private final Shared<Chosen, RoutedNetwork> networks =
      new Shared<>(chosen -> RoutedNetwork.of(chosen.settings()));

  /** Settings on which network and routes depend. Equal if the values of all are equal. */
  private static final class Chosen {
    private final List<Object> values = new ArrayList<>();
    private final Settings settings;

    Chosen(Settings settings) {
      this.settings = settings;
      OF_NETWORK.forEach(key -> values.add(settings.value(key)));
    }

    Settings settings() {
      return settings;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Chosen chosen && values.equals(chosen.values);
    }

    @Override
    public int hashCode() {
      return values.hashCode();
    }
  }

  /**
   * A network with its routes.
   *
   * @param network description
   * @param grid coordinates of its routers; null if they have none
   * @param topology its links
   * @param routed its routes
   * @param routing its routing function
   * @param measured its distances and bisection
   */
  private record RoutedNetwork(
      NetworkDescription network,
      Grid grid,
      GraphTopology topology,
      RouterRouting.Routed routed,
      RoutingFunction routing,
      Measured measured) {
    static RoutedNetwork of(Settings settings) {
      final NetworkDescription network = TopologyKeys.read(settings);
      check(network, TopologyKeys.named(settings));
      final Grid grid = grid(network);
      final GraphTopology topology = new GraphTopology(network, grid);
      final RouterRouting.Routed routed = RouterRouting.of(network, settings);
      return new RoutedNetwork(
          network, grid, topology, routed, routed.function(topology), Measured.of(network));
    }

    /** Returns the coordinates of a torus, a mesh or a HyperX. */
    private static Grid grid(NetworkDescription network) {
      final GridShape shape = Families.grid(network.family()).orElse(null);
      if (shape == null) {
        return null;
      }
      final Coordinates extents = shape.grid();
      final Grid.Axis[] axes = new Grid.Axis[extents.axes()];
      for (int axis = 0; axis < axes.length; axis++) {
        axes[axis] =
            new Grid.Axis(
                NetworkTraits.ANY.axes().get(axis),
                extents.extent(axis),
                shape.axes() != GridShape.Axes.LINE);
      }
      return new Grid(axes);
    }

    private static void check(NetworkDescription network, Key<?> key) {
      if (network.nodes() < 2) {
        throw new SettingsException(
            key.name(),
            "makes a network of %s nodes; a simulation needs at least 2"
                .formatted(network.nodes()));
      }
      final Connection connection = Connection.of(network);
      if (!connection.connected()) {
        throw new SettingsException(
            key.name(),
            "makes a network that is not connected: %s; add links, or leave a part out"
                .formatted(connection.gap(network)));
      }
      for (int router = 0; router < network.routers(); router++) {
        final int ports = network.ports(router) + network.nodesAt(router);
        if (ports > CrossbarDesign.MAX_PORTS) {
          throw new SettingsException(
              key.name(),
              ("gives router %s %s ports, %s of them to nodes; a router has at most %s,"
                      + " so use fewer links and nodes of a router")
                  .formatted(
                      network.name(router),
                      ports,
                      network.nodesAt(router),
                      CrossbarDesign.MAX_PORTS));
        }
      }
    }

    /** Returns the family in words, such as fat tree; network if it has no family. */
    private String kind() {
      final String family = network.family().split(" ", 2)[0];
      return family.isEmpty()
          ? "network"
          : PROPER_NAMES.getOrDefault(family, family.replace('-', ' '));
    }

    /** Returns what was found out, by name. */
    private Map<String, Object> properties(NetworkLinks links) {
      final Map<String, Object> found = new LinkedHashMap<>();
      found.put("kind", kind());
      found.put("routers", network.routers());
      found.put("links", network.links());
      found.put("nodes", network.nodes());
      measured.addTo(found);
      if (network.routers() > 1) {
        found.put("linkClasses", links.properties());
        routed.addTo(found);
      }
      return found;
    }

    private boolean hasOneNodeEach() {
      for (int router = 0; router < network.routers(); router++) {
        if (network.nodesAt(router) != 1) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Distances, girth and bisection of a network.
   *
   * @param distances null in larger networks, and for one router
   * @param girth as {@link Girth#value} gives it; null where there are no distances
   * @param bisection null if it was not looked for, and no formula gives it
   */
  private record Measured(Distances distances, Object girth, Bisection bisection) {
    static Measured of(NetworkDescription network) {
      final long formula = Families.bisection(network);
      final boolean measures = network.routers() > 1 && network.routers() <= MOST_MEASURED;
      return new Measured(
          measures ? Distances.of(network) : null,
          measures ? Girth.value(network) : null,
          measures || formula != NetworkDescription.NONE ? Bisection.of(network, formula) : null);
    }

    /** Returns them as a phrase. */
    String text() {
      return (distances == null
              ? ""
              : ", diameter %s, mean distance of nodes %.4g"
                  .formatted(distances.diameter(), distances.nodeMean()))
          + (bisection == null
              ? ""
              : ", bisection %s links (%s)".formatted(bisection.links(), quality()));
    }

    private String quality() {
      return bisection.exact() ? "exact" : "best found";
    }

    void addTo(Map<String, Object> found) {
      if (distances != null) {
        found.put("diameter", distances.diameter());
        found.put("meanDistanceOfNodes", distances.nodeMean());
        found.put("girth", girth);
      }
      if (bisection != null) {
        found.put("bisectionLinks", bisection.links());
        found.put("bisection", quality());
      }
    }
  }

  /** Groups of routers with the same number of nodes each. */
  private record EqualGroups(int groups, int perGroup) implements NodeSpace.Groups {
    @Override
    public int groupOf(int node) {
      return node / perGroup;
    }

    @Override
    public int firstNode(int group) {
      return group * perGroup;
    }

    @Override
    public int nodesIn(int group) {
      return perGroup;
    }
  }

  /** Creates the machine. */
  public NetworkMachine() {
    super(SPEC);
  }

  private static FabricSpec spec() {
    return FabricSpec.of("network", "Network by name or from a file", SOURCE)
        .anyTraits()
        .routers()
        .rateOfStudy()
        .links(LinkSpec.all().asGiven())
        .keys(TopologyKeys.KEYS.toArray(Key<?>[]::new))
        .partition(NetworkCut.SHAPE)
        .partitionsBy(NetworkCut.OTHERS)
        .fullLoad("packets at the full rate of the link of a node")
        .parts(
            Stream.concat(
                    Stream.of(new Component("routing", RouterRouting.KEYS)),
                    LinkKeys.PARTS.stream())
                .toArray(Component[]::new));
  }

  @Override
  public List<KeyScope> scopes() {
    return Stream.concat(Stream.of(RouterRouting.UGAL), super.scopes().stream()).toList();
  }

  @Override
  protected Fabric fabric(Settings settings) {
    final RoutedNetwork routed = networks.of(new Chosen(settings));
    final NetworkDescription network = routed.network();
    final NetworkLinks links = NetworkLinks.of(settings, network);
    final FabricSpec completed =
        links
            .complete(SPEC.ofStudy())
            .deadlockRemedy(routed.routed().remedy())
            .remarks(remark(routed, links))
            .properties(routed.properties(links));
    final IntUnaryOperator nodesAt = network::nodesAt;
    final Fabric fabric =
        Fabric.of(routed.topology())
            .vcs(routed.routed().vcs())
            .nodes(nodesAt)
            .links(links::classOf)
            .routing(routed.routing())
            .cut(NetworkCut.of(settings, network, routed.topology()).orElse(null));
    final NodeSpace.Groups groups = groups(network);
    if (groups != null) {
      completed.groups();
      return fabric.groups(groups).spec(completed);
    }
    if (routed.grid() == null) {
      return fabric.spec(completed);
    }
    if (routed.hasOneNodeEach()) {
      completed.axes(routed.grid().coordinateNames().toArray(String[]::new));
    }
    return fabric.grid(routed.grid()).spec(completed);
  }

  private static String remark(RoutedNetwork routed, NetworkLinks links) {
    final NetworkDescription network = routed.network();
    return network.routers() == 1
        ? "The network has one router and %s nodes, and so one partition; a tick is %s."
            .formatted(network.nodes(), links.tick())
        : "The %s has %s routers, %s links and %s nodes%s; routing is %s; a tick is %s."
            .formatted(
                routed.kind(),
                network.routers(),
                network.links(),
                network.nodes(),
                routed.measured().text(),
                routed.routed().text(),
                links.tick());
  }

  /** Returns the groups of a dragonfly whose groups have as many nodes each; null for others. */
  private static NodeSpace.Groups groups(NetworkDescription network) {
    final int perGroup =
        Families.dragonfly(network.family()).map(DragonflyShape::perGroup).orElse(0);
    if (perGroup == 0) {
      return null;
    }
    int nodes = 0;
    for (int router = 0; router < perGroup; router++) {
      nodes += network.nodesAt(router);
    }
    final EqualGroups groups = new EqualGroups(network.routers() / perGroup, nodes);
    for (int router = 0; router < network.routers(); router++) {
      if (network.nodesAt(router) != network.nodesAt(router % perGroup)) {
        return null;
      }
    }
    return nodes == 0 ? null : groups;
  }
}
