package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.family.GridShape;
import io.hopwright.models.topology.routing.RoutingOptions.Dateline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Routings of a connected network by their names ({@code docs/models/network-routing.md}). Shortest
 * paths are computed once, when they are first needed. Confined to one thread.
 */
public final class Routings {
  /** Largest number of VCs. */
  public static final int MOST_VCS = RoutingFunction.MOST_VCS;

  /**
   * Largest number of pairs of routers for which layers are computed unasked: 2 to 9 s on the
   * networks of 1,500 to 2,000 routers that were measured.
   */
  public static final long MOST_LAYER_PAIRS = 4_000_000;

  private static final String SHORTEST = "shortest";
  private static final String HOPS = "hops";
  private static final String LAYERS = "layers";
  private static final String UP_DOWN = "up-down";

  private static final Map<String, Function<Routings, NetworkRouting>> ALL = all();

  private final NetworkDescription network;
  private final RoutingOptions options;
  private PortTable shortest;

  /** Prepares the routings of a network with the default options. */
  public Routings(NetworkDescription network) {
    this(network, RoutingOptions.DEFAULT);
  }

  /** Prepares the routings of a network. */
  public Routings(NetworkDescription network, RoutingOptions options) {
    this.network = network;
    this.options = options;
  }

  private static Map<String, Function<Routings, NetworkRouting>> all() {
    final Map<String, Function<Routings, NetworkRouting>> all = new LinkedHashMap<>();
    all.put("dimension-order", Routings::dimensionOrder);
    all.put("o1turn", Routings::oneTurn);
    all.put("minimal", Routings::minimal);
    all.put("d-mod-k", routings -> routings.fatTree("d-mod-k", false));
    all.put("random", routings -> routings.fatTree("random", true));
    all.put("valiant", Routings::valiant);
    all.put("valiant-group", Routings::valiantGroup);
    all.put("ecmp", Routings::ecmp);
    all.put("ecmp-layers", Routings::ecmpLayers);
    all.put("adaptive", Routings::adaptive);
    all.put("ugal-l", Routings::ugal);
    for (String table : List.of(SHORTEST, HOPS, LAYERS, UP_DOWN)) {
      all.put(table, routings -> NetworkRouting.of(routings.network, routings.table(table)));
    }
    return all;
  }

  /** Returns the names of all routings of networks without their own table. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * Returns a routing of a connected network, with the VCs that it needs.
   *
   * @param name one of {@link #names}
   * @throws DescriptionException if the network does not have this routing, or it needs more than
   *     {@link #MOST_VCS} VCs
   */
  public static NetworkRouting of(NetworkDescription network, String name, RoutingOptions options) {
    return new Routings(network, options).of(name);
  }

  /** Returns a routing of the network. */
  public NetworkRouting of(String name) {
    final Function<Routings, NetworkRouting> routing = ALL.get(name);
    if (routing == null) {
      throw new DescriptionException(
          "there is no routing " + name + "; use one of " + String.join(", ", names()));
    }
    final NetworkRouting made = routing.apply(this);
    if (made.vcs() > MOST_VCS) {
      throw new DescriptionException(
          "%s needs %d VCs, but a link has at most %d; use up-down or layers"
              .formatted(name, made.vcs(), MOST_VCS));
    }
    return made;
  }

  /** Returns the names of the routings with legs that the network offers, its family's first. */
  public List<String> withLegs() {
    final List<String> names = new ArrayList<>();
    if (grid().isPresent()) {
      names.addAll(List.of("dimension-order", "o1turn"));
    } else if (Families.dragonfly(network.family()).isPresent()) {
      names.addAll(List.of("minimal", "valiant-group"));
    } else if (Families.fatTree(network.family()).isPresent()) {
      names.addAll(List.of("d-mod-k", "random"));
    }
    names.addAll(List.of("valiant", "adaptive", "ugal-l"));
    return names;
  }

  /** Returns whether the network has an axis that closes to a ring. */
  public boolean hasRings() {
    return grid().filter(shape -> shape.axes() == GridShape.Axes.RING).isPresent();
  }

  // ---------------------------------------------------------------- tables

  /** Returns the table of shortest paths on one VC. */
  public RoutingTable shortest() {
    return table(SHORTEST);
  }

  /**
   * Returns the table of shortest paths that use VC n for their n-th link.
   *
   * @param longest number of links of the longest path
   */
  public RoutingTable hops(int longest) {
    return new PortRouting(HOPS, ports(), Math.max(1, longest));
  }

  /** Returns the table of layers; empty if {@link #MOST_VCS} layers do not suffice. */
  public Optional<RoutingTable> layers() {
    return find(LAYERS);
  }

  /** Returns the table of routes up and down a tree; empty for a network with one-way links. */
  public Optional<RoutingTable> upDown() {
    return find(UP_DOWN);
  }

  private Optional<RoutingTable> find(String name) {
    try {
      return Optional.of(table(name));
    } catch (DescriptionException impossible) {
      return Optional.empty();
    }
  }

  // ---------------------------------------------------------------- families

  private Optional<GridShape> grid() {
    return Families.grid(network.family());
  }

  private Leg axes(String name, boolean descending) {
    final GridShape shape =
        grid().orElseThrow(() -> refused(name, "a torus, a mesh or a HyperX by name"));
    return new GridLeg(network, shape, options, descending);
  }

  /** Returns as many VCs as a routing needs, or more if the study gives more. */
  private int vcsOr(int needed) {
    return Math.max(needed, options.vcs());
  }

  private DragonflyLinks dragonfly(String name) {
    return new DragonflyLinks(
        network,
        Families.dragonfly(network.family())
            .orElseThrow(() -> refused(name, "a dragonfly by name")));
  }

  private static DescriptionException refused(String name, String needed) {
    return new DescriptionException(
        "routing " + name + " needs " + needed + "; use shortest, layers or up-down");
  }

  /** Returns the same routing of a smaller network of the family. */
  private Optional<NetworkRouting> smaller(String name) {
    return Families.smaller(network.family())
        .map(line -> new Routings(Families.make(line), options).of(name));
  }

  private NetworkRouting direct(String name, Leg leg) {
    return NetworkRouting.direct(name, network, leg, () -> smaller(name));
  }

  private NetworkRouting dimensionOrder() {
    return direct("dimension-order", axes("dimension-order", false));
  }

  private NetworkRouting oneTurn() {
    return direct("o1turn", new GridLeg.OneTurn(axes("o1turn", false), axes("o1turn", true)));
  }

  private NetworkRouting minimal() {
    return direct("minimal", new DragonflyLeg(dragonfly("minimal")));
  }

  private NetworkRouting fatTree(String name, boolean random) {
    return direct(name, tree(name, random));
  }

  private FatTreeLeg tree(String name, boolean random) {
    return new FatTreeLeg(
        network,
        Families.fatTree(network.family()).orElseThrow(() -> refused(name, "a fat tree by name")),
        random);
  }

  // ---------------------------------------------------------------- by loads

  private NetworkRouting adaptive() {
    return direct("adaptive", adaptiveLeg());
  }

  private Leg adaptiveLeg() {
    if (grid().isPresent()) {
      final GridLeg order =
          new GridLeg(network, grid().get(), options.dateline(Dateline.REST), false);
      return new GridLeg.Adaptive(order, vcsOr(order.vcs() + 1));
    }
    return Families.fatTree(network.family()).isPresent()
        ? new FatTreeLeg.Adaptive(tree("adaptive", true), vcsOr(1))
        : new EcmpLeg.Adaptive(new EcmpLeg(new ShortestPaths(network), null));
  }

  private NetworkRouting ugal() {
    final NetworkRouting indirect =
        Families.dragonfly(network.family()).isPresent() ? valiantGroup() : valiant();
    return indirect.orDirect("ugal-l", options.ugal(), () -> smaller("ugal-l"));
  }

  // ---------------------------------------------------------------- over waypoints

  private NetworkRouting valiant() {
    final Leg leg;
    if (grid().isPresent()) {
      leg = axes("valiant", false);
    } else if (Families.dragonfly(network.family()).isPresent()) {
      leg = new DragonflyLeg(dragonfly("valiant"));
    } else {
      leg = new TableLeg(table(valiantTable()), network.routers());
    }
    final Endpoints endpoints = Endpoints.of(network);
    final int[] waypoints = IntStream.range(0, network.routers()).filter(endpoints::has).toArray();
    return NetworkRouting.over("valiant", network, leg, waypoints, leg, () -> smaller("valiant"));
  }

  private String valiantTable() {
    if (options.over().isEmpty()) {
      return Families.fatTree(network.family()).isPresent() ? UP_DOWN : HOPS;
    }
    if (!RoutingOptions.TABLES.contains(options.over())) {
      throw new DescriptionException(
          "valiant over "
              + options.over()
              + " does not exist; use one of "
              + String.join(", ", RoutingOptions.TABLES));
    }
    return options.over();
  }

  private NetworkRouting valiantGroup() {
    final DragonflyLinks links = dragonfly("valiant-group");
    final int[] groups = new int[links.shape().groups()];
    Arrays.setAll(groups, group -> group);
    return NetworkRouting.over(
        "valiant-group",
        network,
        new DragonflyLeg.ToGroup(links),
        groups,
        new DragonflyLeg(links),
        () -> smaller("valiant-group"));
  }

  // ---------------------------------------------------------------- all networks

  private NetworkRouting ecmp() {
    return NetworkRouting.direct(
        "ecmp", network, new EcmpLeg(new ShortestPaths(network), null), Optional::empty);
  }

  private NetworkRouting ecmpLayers() {
    final ShortestPaths paths = new ShortestPaths(network);
    return NetworkRouting.direct(
        "ecmp-layers", network, new EcmpLeg(paths, paths.layers()), Optional::empty);
  }

  private PortTable ports() {
    if (shortest == null) {
      shortest = PortRouting.shortest(network);
    }
    return shortest;
  }

  /** Returns the table of one of the routings that have one. */
  RoutingTable table(String name) {
    return switch (name) {
      case SHORTEST -> new PortRouting(name, ports(), 1);
      case HOPS -> new PortRouting(name, ports(), Math.max(1, PortRouting.longest(network)));
      case LAYERS -> PairLayers.Table.of(network, ports());
      case UP_DOWN -> upDownTable();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private RoutingTable upDownTable() {
    for (int link = 0; link < network.links(); link++) {
      if (network.isOneWay(link)) {
        throw new DescriptionException(
            "up-down needs links in both directions, but there are one-way links; use"
                + " shortest or layers");
      }
    }
    return UpDownRouting.of(network);
  }
}
