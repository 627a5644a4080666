package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Networks by name ({@code docs/models/network-files.md}, section "Families"). */
public final class Families {
  private static final String NODES = "nodesPerRouter";

  private static final Map<String, Function<Parameters, Family>> ALL = all();

  private Families() {}

  private static Map<String, Function<Parameters, Family>> all() {
    final Map<String, Function<Parameters, Family>> all = new LinkedHashMap<>();
    all.put("torus", GridFamily::torus);
    all.put("mesh", GridFamily::mesh);
    all.put("twisted-torus", GridFamily::twisted);
    all.put("hyperx", HyperXFamily::of);
    all.put("dragonfly", DragonflyFamily::of);
    all.put("fat-tree", FatTreeFamily::of);
    all.put("crossbar", CrossbarFamily::of);
    all.put("slim-fly", SlimFlyFamily::of);
    all.put("polarfly", PolarFlyFamily::of);
    all.put("jellyfish", JellyfishFamily::of);
    return all;
  }

  /** Returns the names of all families. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * Returns the network that a line such as {@code torus extents=4x4x8 nodesPerRouter=2} names.
   *
   * @throws DescriptionException if a parameter is invalid, or the network exceeds a limit
   */
  public static NetworkDescription make(String text) {
    return make(text, NetworkDescription.NONE);
  }

  /**
   * Returns the network that a line names; null, without building it, if its number of routers is
   * not {@code routers}.
   */
  public static NetworkDescription make(String text, int routers) {
    final Parameters parameters = parameters(text);
    final String name = parameters.name();
    final Family family = family(parameters);
    final int nodes =
        family.hasNodesPerRouter()
            ? parameters.integerOr(NODES, 1, 0, NetworkDescription.MOST_NODES)
            : 0;
    parameters.requireNoOther();
    require(name, "routers", family.routers(), NetworkDescription.MOST_ROUTERS);
    require(name, "links", family.links(), NetworkDescription.MOST_LINKS);
    require(name, "links at a router", family.mostPorts(), NetworkDescription.MOST_PORTS);
    require(name, "nodes", nodes * family.routers(), NetworkDescription.MOST_NODES);
    if (routers != NetworkDescription.NONE && routers != family.routers()) {
      return null;
    }
    final NetworkBuilder builder = new NetworkBuilder();
    family.addTo(builder);
    if (family.hasNodesPerRouter()) {
      builder.nodesAtEach(nodes);
    }
    return builder.family(parameters.text()).build();
  }

  private static Parameters parameters(String text) {
    final List<String> words = List.of(text.strip().split("\\s+"));
    return new Parameters(words.get(0), words.subList(1, words.size()));
  }

  private static Family family(Parameters parameters) {
    final Function<Parameters, Family> function = ALL.get(parameters.name());
    if (function == null) {
      throw new DescriptionException(
          "there is no family " + parameters.name() + "; use one of " + String.join(", ", names()));
    }
    return function.apply(parameters);
  }

  /**
   * Returns the grid of a torus, a mesh or a HyperX that a line names; empty for other families.
   */
  public static Optional<GridShape> grid(String text) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(family(parameters(text)).shape());
  }

  /** Returns the groups of a dragonfly that a line names; empty for other families. */
  public static Optional<DragonflyShape> dragonfly(String text) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(family(parameters(text)).dragonfly());
  }

  /** Returns the levels of a fat tree that a line names; empty for other families. */
  public static Optional<FatTreeShape> fatTree(String text) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(family(parameters(text)).fatTree());
  }

  /**
   * Returns the number of links of the bisection of a network if a formula for its family gives it;
   * {@link NetworkDescription#NONE} otherwise.
   */
  public static long bisection(NetworkDescription network) {
    final Optional<FatTreeShape> tree = fatTree(network.family());
    if (tree.isPresent()) {
      return tree.get().bisection();
    }
    final boolean equal =
        IntStream.range(1, network.routers())
            .allMatch(router -> network.nodesAt(router) == network.nodesAt(0));
    return equal
        ? grid(network.family()).map(GridShape::bisection).orElse((long) NetworkDescription.NONE)
        : NetworkDescription.NONE;
  }

  /**
   * Returns a line that names a smaller network with the same kinds of routes ({@code
   * docs/models/network-routing.md}, section "The check"); empty without one.
   */
  public static Optional<String> smaller(String text) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(family(parameters(text)).smaller())
            .filter(line -> make(line).routers() < family(parameters(text)).routers());
  }

  private static void require(String name, String what, long count, long most) {
    if (count > most) {
      throw new DescriptionException(
          String.format(
              "%s: these parameters make %d %s; use at most %d", name, count, what, most));
    }
  }
}
