package io.hopwright.models.switching.crossbar;

import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Design of a machine's routers and packets. All field widths follow from it.
 *
 * <p>Routers are all alike, or of several kinds, each with up to {@link #MAX_PORTS} ports of its
 * own: first those with links, then those with endpoints. Each port belongs to a class with the
 * times and the capacity of its link; the two directions of a link are two ports, so they can
 * differ. Results sum ports by the names of their kinds; classes with the same name form one kind
 * there. A design of 64 leaves with 32 links and 32 nodes each, and 32 spines of 64 links:
 *
 * <pre>{@code
 * RouterKind leaf =
 *     new RouterKind(
 *         List.of(
 *             PortKind.links("up", 32, capacityFlits, ticks, hopTicks, creditTicks),
 *             PortKind.endpoints("node", 32, ticks)));
 * RouterKind spine =
 *     new RouterKind(List.of(PortKind.links("down", 64, capacityFlits, ticks, hopTicks, creditTicks)));
 * CrossbarDesign.mixed(64 + 32, router -> router < 64 ? leaf : spine, vcs, packets);
 * }</pre>
 *
 * <p>Immutable; safe for any thread. Memory: 4 B per router of a mixed design, and 8 B per port of
 * each kind of router.
 */
public final class CrossbarDesign {
  /** Largest number of ports of a router; they are members of sets in one word. */
  public static final int MAX_PORTS = Long.SIZE;

  /** Lookahead of a design without links. */
  private static final int WITHOUT_LINKS = 64;

  /** Largest number of VCs of a port. */
  public static final int MAX_VCS = OutputWord.VCS;

  /** Largest capacity of a VC, as its charge may reach it. */
  public static final int MAX_CAPACITY_FLITS = (1 << QueueWord.MAX_CHARGE_BITS) - 1;

  /** Stands for the kind or class of a port that a router does not have. */
  static final int NONE = -1;

  private final List<PortKind> kinds;
  private final List<PortKind> classes;
  private final int linkKinds;
  private final int linkClasses;

  private final int[] kindOfClass;

  /** {@code [port]}, by kind of router. */
  private final List<int[]> classesOfPorts;

  private final int[] links;

  /** Kind of each router; empty if all are alike. */
  private final int[] kindOfRouter;

  private final int vcs;
  private final PacketFormat packets;

  /**
   * Kind of port.
   *
   * @param name name of the kind
   * @param ports number of ports
   * @param link whether links are connected to them
   * @param capacityFlits capacity of each VC of the buffers at the far end of a link, at most
   *     {@link #MAX_CAPACITY_FLITS}
   * @param ticks ticks for which a packet keeps an output busy, by its number of flits from 0 to
   *     {@link PacketFormat#mostFlits}
   * @param hopTicks ticks on a link, from the first byte sent until the packet may be granted an
   *     output at the other end
   * @param creditTicks ticks on a link, from the departure of a tail from the buffer of this port
   *     until its credits are usable at the other end
   */
  public record PortKind(
      String name,
      int ports,
      boolean link,
      int capacityFlits,
      List<Integer> ticks,
      int hopTicks,
      int creditTicks) {
    /** Copies the list. */
    public PortKind {
      ticks = List.copyOf(ticks);
    }

    /** Returns ports with links. */
    public static PortKind links(
        String name,
        int ports,
        int capacityFlits,
        List<Integer> ticks,
        int hopTicks,
        int creditTicks) {
      return new PortKind(name, ports, true, capacityFlits, ticks, hopTicks, creditTicks);
    }

    /**
     * Returns ports without links; their endpoints themselves limit the packets that they accept.
     */
    public static PortKind endpoints(String name, int ports, List<Integer> ticks) {
      return new PortKind(name, ports, false, 0, ticks, 0, 0);
    }

    /** Returns the same kind with another number of ports. */
    public PortKind withPorts(int number) {
      return new PortKind(name, number, link, capacityFlits, ticks, hopTicks, creditTicks);
    }
  }

  /**
   * Kind of router.
   *
   * @param ports kinds of ports in ascending order; a kind can occur several times, and links come
   *     first
   */
  public record RouterKind(List<PortKind> ports) {
    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException naming what does not fit
     */
    public RouterKind {
      ports = List.copyOf(ports);
      final int number = ports.stream().mapToInt(PortKind::ports).sum();
      check(number <= MAX_PORTS, number + " ports of a router, at most " + MAX_PORTS + " fit");
      for (int run = 1; run < ports.size(); run++) {
        check(
            ports.get(run - 1).link() || !ports.get(run).link(),
            "%s ports have links and follow %s ports without; put ports with links first"
                .formatted(ports.get(run).name(), ports.get(run - 1).name()));
      }
    }

    /** Returns the number of ports with links. */
    int links() {
      return ports.stream().filter(PortKind::link).mapToInt(PortKind::ports).sum();
    }

    /** Returns the kind of each port. */
    List<PortKind> byPort() {
      return ports.stream()
          .flatMap(run -> IntStream.range(0, run.ports()).mapToObj(port -> run))
          .toList();
    }
  }

  /**
   * Format of packets.
   *
   * @param mostFlits flits of the largest packet
   * @param mostHops largest number of links of a packet
   * @param ownBits bits of the third word that belong to the machine, from the top
   * @param words number of words: three, plus those that the machine and its programs need
   */
  public record PacketFormat(int mostFlits, int mostHops, int ownBits, int words) {}

  /**
   * Designs routers of one kind.
   *
   * @param kinds of ports, in ascending order of ports; the last ones have endpoints in place of
   *     links
   * @param vcs virtual channels of a link and queues of an output, at most {@link #MAX_VCS}
   * @param packets format of packets
   * @throws IllegalArgumentException naming inconsistent values
   */
  public CrossbarDesign(List<PortKind> kinds, int vcs, PacketFormat packets) {
    this(List.of(new RouterKind(kinds)), new int[0], vcs, packets);
  }

  private CrossbarDesign(
      List<RouterKind> routers, int[] kindOfRouter, int vcs, PacketFormat packets) {
    check(vcs <= MAX_VCS, vcs + " VCs of a port, at most " + MAX_VCS + " fit");
    check(packets.words() >= 3, packets.words() + " words of a packet; the core needs 3");
    this.kindOfRouter = kindOfRouter;
    this.vcs = vcs;
    this.packets = packets;
    kinds = kinds(routers);
    linkKinds = (int) kinds.stream().filter(PortKind::link).count();
    classes = runs(routers).map(run -> run.withPorts(1)).distinct().toList();
    linkClasses = (int) classes.stream().filter(PortKind::link).count();
    classes.forEach(this::check);
    final List<String> names = kinds.stream().map(PortKind::name).toList();
    kindOfClass = classes.stream().mapToInt(each -> names.indexOf(each.name())).toArray();
    classesOfPorts =
        routers.stream()
            .map(
                router ->
                    router.byPort().stream()
                        .mapToInt(run -> classes.indexOf(run.withPorts(1)))
                        .toArray())
            .toList();
    links = routers.stream().mapToInt(RouterKind::links).toArray();
  }

  /**
   * Designs routers of several kinds.
   *
   * @param routers number of them
   * @param kindOf returns the kind of each
   * @param vcs virtual channels of a link and queues of an output, at most {@link #MAX_VCS}
   * @param packets format of packets
   * @throws IllegalArgumentException naming inconsistent values
   */
  public static CrossbarDesign mixed(
      int routers, IntFunction<RouterKind> kindOf, int vcs, PacketFormat packets) {
    check(routers > 0, "a design of " + routers + " routers; there must be at least one");
    final Map<RouterKind, Integer> found = new LinkedHashMap<>();
    final int[] kindOfRouter = new int[routers];
    for (int router = 0; router < routers; router++) {
      final RouterKind kind = kindOf.apply(router);
      found.putIfAbsent(kind, found.size());
      kindOfRouter[router] = found.get(kind);
    }
    return new CrossbarDesign(List.copyOf(found.keySet()), kindOfRouter, vcs, packets);
  }

  /** Returns the ports of all kinds of routers, links first. */
  private static Stream<PortKind> runs(List<RouterKind> routers) {
    final List<PortKind> runs = routers.stream().flatMap(each -> each.ports().stream()).toList();
    return Stream.concat(
        runs.stream().filter(PortKind::link), runs.stream().filter(run -> !run.link()));
  }

  private static List<PortKind> kinds(List<RouterKind> routers) {
    final Map<String, PortKind> kinds = new LinkedHashMap<>();
    runs(routers)
        .forEach(
            run ->
                check(
                    kinds
                            .computeIfAbsent(
                                run.name(), unseen -> run.withPorts(most(routers, run)))
                            .link()
                        == run.link(),
                    run.name() + " ports with links and without; give them two names"));
    return List.copyOf(kinds.values());
  }

  /** Returns how many ports with a name the router has that has the most. */
  private static int most(List<RouterKind> routers, PortKind named) {
    return routers.stream()
        .mapToInt(
            router ->
                router.ports().stream()
                    .filter(run -> run.name().equals(named.name()))
                    .mapToInt(PortKind::ports)
                    .sum())
        .max()
        .orElseThrow();
  }

  private void check(PortKind kind) {
    check(
        kind.ticks().size() - 1 == packets.mostFlits(),
        ("packets of up to %s flits, but %s ports of the design have times for up to %s;"
                + " give times for all sizes from 0 on")
            .formatted(packets.mostFlits(), kind.name(), kind.ticks().size() - 1));
    check(
        kind.capacityFlits() <= MAX_CAPACITY_FLITS,
        "VCs of %s flits behind %s ports, at most %s fit; use smaller buffers or larger flits"
            .formatted(kind.capacityFlits(), kind.name(), MAX_CAPACITY_FLITS));
  }

  private static void check(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }

  /**
   * Returns the kinds of ports, one for each name and links first. Each has the largest number of
   * ports of any router; of several classes with a name it has the first.
   */
  public List<PortKind> kinds() {
    return kinds;
  }

  /** Returns the number of {@link #kinds} with links; the others follow them. */
  int linkKinds() {
    return linkKinds;
  }

  /** Returns the classes of ports, links first; the number of ports of each means nothing. */
  List<PortKind> classes() {
    return classes;
  }

  /** Returns the number of {@link #classes} with links; the others follow them. */
  public int linkClasses() {
    return linkClasses;
  }

  /** Returns the number of virtual channels of a link. */
  public int vcs() {
    return vcs;
  }

  /** Returns the format of packets. */
  public PacketFormat packets() {
    return packets;
  }

  /** Returns the largest number of ports of a router. */
  public int ports() {
    return classesOfPorts.stream().mapToInt(ports -> ports.length).max().orElseThrow();
  }

  /** Returns the largest number of ports with links of a router. */
  public int links() {
    return IntStream.of(links).max().orElseThrow();
  }

  /** Returns the number of ports of a router. */
  public int ports(int router) {
    return classesOfPorts.get(kind(router)).length;
  }

  /** Returns the number of ports of a router with links; the others follow them. */
  public int links(int router) {
    return links[kind(router)];
  }

  /** Returns the index among {@link #kinds} of a port, which must exist at the router. */
  public int kind(int router, int port) {
    return kindOfClass[classes(router)[port]];
  }

  /** Returns the index among {@link #classes} of each port of a router; not to be changed. */
  int[] classes(int router) {
    return classesOfPorts.get(kind(router));
  }

  /** Returns the index among {@link #kinds} of each class. */
  public int[] kindOfClass() {
    return kindOfClass.clone();
  }

  private int kind(int router) {
    return kindOfRouter.length == 0 ? 0 : kindOfRouter[router];
  }

  /**
   * Compares the design with the links of a machine.
   *
   * @param routers routers to compare
   * @throws IllegalArgumentException if it has ports for other links
   */
  void check(Topology topology, int... routers) {
    check(
        links() == topology.ports(),
        "design of "
            + links()
            + " ports with links, topology of "
            + topology.ports()
            + "; design a router for this topology");
    if (kindOfRouter.length == 0) {
      return;
    }
    check(
        kindOfRouter.length == topology.routers(),
        "design of %s routers, topology of %s; design all routers of this topology"
            .formatted(kindOfRouter.length, topology.routers()));
    for (int router : routers) {
      if (links(router) != topology.ports(router)) {
        throw new IllegalArgumentException(
            "design of %s ports with links of router %s, topology of %s; give the router a kind with %s"
                .formatted(links(router), router, topology.ports(router), topology.ports(router)));
      }
    }
  }

  /** Returns the largest number of flits of a packet. */
  public int mostFlits() {
    return packets.mostFlits();
  }

  /** Returns the largest capacity of a VC in flits. */
  int mostCapacityFlits() {
    return classes.stream().mapToInt(PortKind::capacityFlits).max().orElse(0);
  }

  /**
   * Returns the smallest delay from a decision to its effect at another router. With one router
   * there is no such effect, and the length of windows is free.
   */
  public int lookaheadTicks() {
    return IntStream.range(0, linkClasses).map(this::delayTicks).min().orElse(WITHOUT_LINKS);
  }

  /**
   * Returns the smallest delay from a decision to its effect in another partition; with one
   * partition, that to its effect at another router.
   */
  public int lookaheadTicks(Topology topology, PartitionMap map) {
    if (IntStream.range(0, linkClasses).map(this::delayTicks).distinct().count() == 1) {
      return lookaheadTicks();
    }
    return IntStream.range(0, topology.routers())
        .flatMap(router -> crossing(router, topology, map))
        .min()
        .orElseGet(this::lookaheadTicks);
  }

  /** Returns the delays of a router's links that lead to other partitions. */
  private IntStream crossing(int router, Topology topology, PartitionMap map) {
    final int[] classesOfRouter = classesOfPorts.get(kind(router));
    final int partition = map.partitionOf(router);
    return IntStream.range(0, links(router))
        .filter(port -> topology.neighbour(router, port) != Topology.NONE)
        .filter(port -> map.partitionOf(topology.neighbour(router, port)) != partition)
        .map(port -> delayTicks(classesOfRouter[port]));
  }

  private int delayTicks(int link) {
    return Math.min(classes.get(link).hopTicks(), classes.get(link).creditTicks());
  }

  /** Returns the capacity of each VC behind a port of a router, in flits. */
  public int capacityFlits(int router, int port) {
    return classes.get(classes(router)[port]).capacityFlits();
  }

  /** Returns the capacity of each VC in flits, by class. */
  public int[] capacities() {
    return ofClasses(PortKind::capacityFlits);
  }

  /** Returns the ticks from the first byte sent to a grant at the other end, by class. */
  public int[] hopTicks() {
    return ofClasses(PortKind::hopTicks);
  }

  /** Returns the ticks from a tail leaving a buffer until its credits count, by class. */
  public int[] creditTicks() {
    return ofClasses(PortKind::creditTicks);
  }

  private int[] ofClasses(ToIntFunction<PortKind> property) {
    return classes.stream().mapToInt(property).toArray();
  }

  /** Returns the ticks for which packets keep outputs busy, by class and size. */
  public int[] packetTicks() {
    return classes.stream()
        .flatMap(each -> each.ticks().stream())
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Returns the bits that numbers from 0 to {@code largest} need. */
  static int bits(int largest) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(largest);
  }
}
