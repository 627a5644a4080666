package io.hopwright.models.network;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.files.NextHopReader;
import io.hopwright.models.topology.routing.NetworkRouting;
import io.hopwright.models.topology.routing.RouteCheck;
import io.hopwright.models.topology.routing.RoutingFunction;
import io.hopwright.models.topology.routing.RoutingOptions;
import io.hopwright.models.topology.routing.RoutingTable;
import io.hopwright.models.topology.routing.Routings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Keys of the routes through a network, and the routing table that they choose, checked for
 * deadlocks.
 */
final class RouterRouting {
  /** Kinds of routing. */
  enum Kind {
    @Meaning(
        "dimension-order in a torus, mesh or HyperX; otherwise the first of shortest,"
            + " layers, hops and up-down that cannot deadlock. Above 10,000 routers: minimal in a"
            + " dragonfly, d-mod-k in a fat tree")
    AUTO,
    @Meaning("axis by axis in a torus, mesh or HyperX, the first axis first")
    DIMENSION_ORDER,
    @Meaning("shortest paths, spread evenly, on one VC")
    SHORTEST,
    @Meaning("shortest paths, assigned to VCs so that no VC has a cycle")
    LAYERS,
    @Meaning("shortest paths, with a VC for each link that a packet has taken")
    HOPS,
    @Meaning("up and then down a tree, on one VC")
    UP_DOWN,
    @Meaning(
        "axis by axis, in the given or the reverse order of axes, at random for each" + " packet")
    O1TURN,
    @Meaning("a random minimal route")
    MINIMAL,
    @Meaning("in a fat tree: up by the number of the destination, then down")
    D_MOD_K,
    @Meaning("in a fat tree: up at random, then down")
    RANDOM,
    @Meaning("minimal routes to a random router and from there to the destination")
    VALIANT,
    @Meaning("in a dragonfly: over a random group for each packet")
    VALIANT_GROUP,
    @Meaning("any shortest path, at random at each router, with a VC for each link taken")
    ECMP,
    @Meaning("any shortest path, at random at each router, on VCs without cycles")
    ECMP_LAYERS,
    @Meaning("a route by loads; the page of the machine has the rule")
    ADAPTIVE,
    @Meaning(
        "UGAL with local queues: a shortest path or the path of valiant"
            + " (valiant-group in a dragonfly), chosen by loads at the source; needs"
            + " router.model = vc")
    UGAL_L,
    @Meaning("next hops from a file")
    TABLE;

    private String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether packets have a choice of routes, so that there is no table of them. */
    boolean hasChoices() {
      return this == DIMENSION_ORDER || (compareTo(O1TURN) >= 0 && this != TABLE);
    }
  }

  /** Effect of a possible deadlock on a run. */
  enum Deadlock {
    @Meaning("the run is refused, with the cycle")
    REFUSE,
    @Meaning("the run starts anyway, and can end in a deadlock")
    ALLOW
  }

  private static final String SOURCE = "ASSUMED, network.md";

  private static final Key<Kind> ROUTING =
      Key.choice("router.routing", Kind.AUTO, Choice.of(Kind.values()))
          .meaning("routing of packets")
          .source(SOURCE);
  private static final Key<InputFile> TABLE =
      Key.file("router.table").assumed("for router.routing = table: CSV file of next hops");
  private static final Key<Integer> VCS =
      Key.integer("router.vcs", null, 1, CrossbarDesign.MAX_VCS)
          .meaning("VCs of each link; as many as the routing needs if not set")
          .source(SOURCE);
  private static final Key<Integer> UGAL_BIAS =
      Key.integer("router.ugalBias", RoutingOptions.Ugal.DEFAULT.bias(), 0, 1 << 20)
          .meaning("for router.routing = ugal-l: bias for the shortest path, flits times links")
          .source(SOURCE);
  private static final Key<Integer> UGAL_WAITING =
      Key.integer("router.ugalWaiting", RoutingOptions.Ugal.DEFAULT.waiting(), 0, 1 << 20)
          .meaning(
              "with router.routing = ugal-l: number of packets in a router that wait for"
                  + " space on the shortest path; from this number on, further packets take"
                  + " another path")
          .source(SOURCE);
  private static final Key<Deadlock> DEADLOCK =
      Key.choice("router.deadlock", Deadlock.REFUSE, Choice.of(Deadlock.values()))
          .ofRun("treatment of a cycle in the channel dependency graph");

  /** All keys, in the order to explain them. */
  /** Keys of {@code ugal-l}. */
  static final KeyScope UGAL =
      KeyScope.with(ROUTING.name(), Kind.UGAL_L.word(), UGAL_BIAS.name(), UGAL_WAITING.name());

  static final List<Key<?>> KEYS = List.of(ROUTING, TABLE, VCS, UGAL_BIAS, UGAL_WAITING, DEADLOCK);

  private final NetworkDescription network;
  private final Settings settings;
  private final Routings routings;

  private RouterRouting(NetworkDescription network, Settings settings) {
    this.network = network;
    this.settings = settings;
    routings = new Routings(network);
  }

  /**
   * Routes through a network.
   *
   * @param table routing table; null if packets have a choice
   * @param check result of following all routes
   * @param vcs VCs of each link
   */
  record Routed(RoutingTable table, RouteCheck check, int vcs) {
    /** Returns the setting that avoids a deadlock; empty if none is possible. */
    String remedy() {
      if (check.isSafe()) {
        return "";
      }
      return name().equals("dimension-order") ? VCS.name() + " = 2" : ROUTING.name() + " = up-down";
    }

    private String name() {
      return check.routing().name();
    }

    /** Returns the routing function, for the topology of the network. */
    RoutingFunction function(Topology topology) {
      return table == null
          ? check.routing().function()
          : new TableRouting(table, topology, check.routing().network()::nodesAt);
    }

    /** Adds the routing and the result of the check, by name. */
    void addTo(Map<String, Object> found) {
      found.put("routing", name());
      found.put("vcs", vcs);
      found.put("vcsNeeded", table == null ? check.routing().vcs() : table.vcs());
      found.put("deadlock", check.isSafe() ? "free" : "possible");
      if (check.smaller().isEmpty()) {
        found.put("longestRoute", check.longest());
        found.put("meanRoute", check.meanLinks());
      } else {
        found.put("checkedOn", check.smaller());
      }
      if (!check.cycle().isEmpty()) {
        found.put("cycle", check.cycle());
      }
    }

    /** Returns the routing and the result of the check, one phrase. */
    String text() {
      return "%s on %s, %s, %s"
          .formatted(
              name(),
              vcs == 1 ? "1 VC" : vcs + " VCs",
              check.isSafe() ? "free of deadlock" : "which can deadlock",
              check.smaller().isEmpty()
                  ? "with routes of %.4g links on average and %s at most"
                      .formatted(check.meanLinks(), check.longest())
                  : "checked on the smaller " + check.smaller());
    }
  }

  /**
   * Returns the routes of a connected network.
   *
   * @throws SettingsException if there are none, or if packets can deadlock
   */
  static Routed of(NetworkDescription network, Settings settings) {
    final boolean hasTable = settings.get(ROUTING) == Kind.TABLE;
    if (hasTable != settings.find(TABLE).isPresent()) {
      throw new SettingsException(
          TABLE.name(),
          hasTable
              ? "is missing, but %s = table; name a CSV file of next hops".formatted(ROUTING)
              : "is set, but %s is not table; set that to table, or leave this key out"
                  .formatted(ROUTING));
    }
    try {
      return new RouterRouting(network, settings).read();
    } catch (DescriptionException e) {
      throw new SettingsException((hasTable ? TABLE.name() : ROUTING.name()), e.getMessage());
    }
  }

  private Routed read() {
    final Kind kind = settings.get(ROUTING);
    if (kind == Kind.AUTO) {
      return automatic();
    }
    final RoutingTable table = kind.hasChoices() ? null : table(kind);
    final RouteCheck check = table == null ? RouteCheck.of(function(kind)) : check(table);
    final int vcs =
        vcs(check.routing().name(), table == null ? check.routing().vcs() : table.vcs());
    if (!check.problem().isEmpty()) {
      throw refused("cannot be used: " + check.problem() + "; use another routing");
    }
    if (!check.isSafe() && settings.get(DEADLOCK) == Deadlock.REFUSE) {
      throw refused(
          "can deadlock with %s: %s; %s, or set %s = allow"
              .formatted(
                  vcs == 1 ? "1 VC" : vcs + " VCs", check.cycle(), remedy(kind, check), DEADLOCK));
    }
    return new Routed(table, check, vcs);
  }

  private SettingsException refused(String message) {
    return new SettingsException(ROUTING.name(), message);
  }

  private RouteCheck check(RoutingTable table) {
    return RouteCheck.of(network, table);
  }

  /** One VC has no dateline. */
  private RoutingOptions options() {
    final RoutingOptions given =
        RoutingOptions.DEFAULT
            .vcs(settings.find(VCS).orElse(0))
            .ugal(new RoutingOptions.Ugal(settings.get(UGAL_BIAS), settings.get(UGAL_WAITING)));
    return given.vcs() == 1 ? given.dateline(RoutingOptions.Dateline.NONE) : given;
  }

  private NetworkRouting function(Kind kind) {
    if (kind == Kind.DIMENSION_ORDER && Families.grid(network.family()).isEmpty()) {
      throw refused(
          "needs a torus, a mesh or a HyperX, by name or by the line family of its file; use"
              + " shortest, layers, hops or up-down");
    }
    return Routings.of(network, kind.word(), options());
  }

  /** Returns the number of VCs, which are at least as many as the routing uses. */
  private int vcs(String name, int needed) {
    final int vcs = settings.find(VCS).orElse(needed);
    if (needed > CrossbarDesign.MAX_VCS) {
      throw refused(
          "needs %s VCs, but a link has at most %s; use another routing"
              .formatted(needed, CrossbarDesign.MAX_VCS));
    }
    if (vcs < needed) {
      throw new SettingsException(
          VCS.name(),
          "is less than the %s VCs that %s needs here; use at least %s"
              .formatted(needed, name, needed));
    }
    return vcs;
  }

  /** Returns the first routing that cannot deadlock and has enough VCs. */
  private Routed automatic() {
    final int most = settings.find(VCS).orElse(Routings.MOST_VCS);
    return ofFamily()
        .flatMap(kind -> ifSafe(function(kind), most))
        .or(() -> ifSafe(routings.shortest(), most))
        .or(() -> layersIfFew().flatMap(table -> ifSafe(table, most)))
        .or(() -> ifSafe(hops(), most))
        .or(() -> routings.upDown().flatMap(table -> ifSafe(table, most)))
        .orElseThrow(
            () ->
                refused(
                    "finds no routing without deadlock on %s VCs; use more VCs".formatted(most)));
  }

  /** Returns the routing that {@link Kind#AUTO} tries before all tables, if the network has one. */
  private Optional<Kind> ofFamily() {
    if (Families.grid(network.family()).isPresent()) {
      return Optional.of(Kind.DIMENSION_ORDER);
    }
    if (network.routers() <= RouteCheck.MOST_ROUTERS) {
      return Optional.empty();
    }
    if (Families.dragonfly(network.family()).isPresent()) {
      return Optional.of(Kind.MINIMAL);
    }
    return Families.fatTree(network.family()).map(tree -> Kind.D_MOD_K);
  }

  private Optional<Routed> ifSafe(NetworkRouting routing, int most) {
    if (routing.vcs() > most) {
      return Optional.empty();
    }
    final RouteCheck check = RouteCheck.of(routing);
    return check.isSafe()
        ? Optional.of(new Routed(null, check, settings.find(VCS).orElse(routing.vcs())))
        : Optional.empty();
  }

  private Optional<Routed> ifSafe(RoutingTable table, int most) {
    if (table.vcs() > most) {
      return Optional.empty();
    }
    final RouteCheck check = check(table);
    return check.isSafe()
        ? Optional.of(new Routed(table, check, settings.find(VCS).orElse(table.vcs())))
        : Optional.empty();
  }

  private RoutingTable table(Kind kind) {
    return switch (kind) {
      case AUTO -> throw new IllegalArgumentException("auto is not a routing");
      case SHORTEST -> routings.shortest();
      case LAYERS ->
          routings
              .layers()
              .orElseThrow(
                  () ->
                      refused(
                          "needs more than %s layers; use hops or up-down"
                              .formatted(Routings.MOST_VCS)));
      case HOPS -> hops();
      case UP_DOWN ->
          routings
              .upDown()
              .orElseThrow(() -> refused("needs links in both directions; use another routing"));
      case TABLE -> ofFile();
      default -> throw new IllegalArgumentException(kind + " has no table");
    };
  }

  private RoutingTable hops() {
    return routings.hops(check(routings.shortest()).longest());
  }

  private Optional<RoutingTable> layersIfFew() {
    final long routers = network.routers();
    return routers * routers > Routings.MOST_LAYER_PAIRS ? Optional.empty() : routings.layers();
  }

  private RoutingTable ofFile() {
    final InputFile file = settings.get(TABLE);
    try {
      file.check();
    } catch (IOException e) {
      throw new SettingsException(TABLE.name(), "cannot be read: " + e.getMessage());
    }
    return NextHopReader.read(file.path(), network);
  }

  private String remedy(Kind kind, RouteCheck check) {
    if (kind == Kind.DIMENSION_ORDER) {
      return "set %s = 2".formatted(VCS);
    }
    final List<String> remedies = new ArrayList<>();
    layersIfFew().ifPresent(table -> remedies.add("layers (%s VCs)".formatted(table.vcs())));
    if (check.longest() <= Routings.MOST_VCS) {
      remedies.add("hops (%s VCs)".formatted(check.longest()));
    }
    remedies.add("up-down (1 VC)");
    return "use " + String.join(" or ", remedies);
  }
}
