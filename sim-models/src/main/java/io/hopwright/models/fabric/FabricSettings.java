package io.hopwright.models.fabric;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.switching.crossbar.CrossbarDesign.RouterKind;
import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.tables.Observation;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.pattern.NodeSpace;
import io.hopwright.models.traffic.pattern.Pattern;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A fabric with the settings of a study.
 *
 * @param spec declaration of the machine
 * @param fabric network
 * @param nodes routers of its nodes
 * @param classes classes of its links, in the order of the declaration
 * @param nodeFlits capacity of the buffer behind each node
 * @param map partitions
 * @param sources packet sources and destinations; null if programs send
 * @param load offered load of nodes, 1 being a packet each {@link FabricSpec#nodeTicks}; empty if
 *     sources are saturated, hold all packets from the start, or are programs
 * @param earlier load in the beginning of the run; null for the same
 * @param design design of the routers
 * @param observation optional measurements
 * @param jobs jobs that send the traffic, if it comes from programs
 * @param run duration and phases of the run
 */
record FabricSettings(
    FabricSpec spec,
    Fabric fabric,
    PortNodes nodes,
    List<LinkParameters> classes,
    int nodeFlits,
    PartitionMap map,
    Sources sources,
    OptionalDouble load,
    EarlierLoad earlier,
    CrossbarDesign design,
    Observation observation,
    Jobs jobs,
    RunPlan run)
    implements GivenFabric {
  /** Bits of the third word of a packet that have the ticks of its hops. */
  static final int HOP_TICK_BITS = Integer.SIZE;

  /** Most links that a packet may take: that many bits are left beside its flits. */
  private static final int MOST_HOPS = (1 << 20) - 1;

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static FabricSettings of(FabricSpec spec, Fabric fabric, Settings settings) {
    check(spec, fabric);
    final List<LinkParameters> classes =
        spec.links().stream().map(link -> link.read(settings, spec)).toList();
    final boolean programs = WorkloadKeys.jobs(settings);
    final CrossbarDesign design = design(spec, fabric, classes, programs);
    final PortNodes nodes = PortNodes.ofMachine(design, fabric.topology().routers());
    final PartitionMap map =
        fabric.cut() == null ? map(fabric, spec.partition(), settings) : fabric.cut();
    final SettingsException.Collector problems = new SettingsException.Collector();
    final WorkloadKeys<Described> workload = spec.workload();
    final Sources sources =
        programs
            ? null
            : problems.get(
                () ->
                    ((Pattern) settings.get(workload.kind()))
                        .read(settings, space(spec, fabric, nodes.nodes())));
    workload.check(settings, programs || (sources != null && sources.isFinite()), problems);
    JobKeys.check(settings, problems);
    final RunPlan run =
        problems.get(() -> RunPlan.of(settings, design.lookaheadTicks(fabric.topology(), map)));
    final Observation observation =
        problems.get(
            () ->
                Observation.of(
                    settings,
                    FabricSpec.LINKS,
                    fabric.topology(),
                    nodes.nodes(),
                    (long) nodes.nodes() * (nodes.nodes() - 1)));
    problems.throwIfAny();
    final OptionalDouble load =
        programs || sources.isFinite() ? OptionalDouble.empty() : settings.get(workload.load());
    final EarlierLoad earlier = EarlierLoad.of(settings);
    EarlierLoad.check(settings, load.isPresent(), problems);
    if (!programs) {
      sources.check(rate(load, earlier, spec), workload.load(), "", "lower the load", problems);
    }
    problems.throwIfAny();
    return new FabricSettings(
        spec,
        fabric,
        nodes,
        classes,
        spec.nodeFlits(settings),
        map,
        sources,
        load,
        earlier,
        design,
        observation,
        FabricJobs.of(settings, spec, fabric, nodes),
        run);
  }

  /**
   * Checks that a network agrees with its declaration.
   *
   * @throws IllegalArgumentException with the difference
   */
  static void check(FabricSpec spec, Fabric fabric) {
    check(fabric.routing() != null, "no routing function; set Fabric.routing");
    final Topology topology = fabric.topology();
    check(
        !spec.traits().hasAxes()
            || (fabric.grid() != null
                && fabric.grid().coordinateNames().equals(spec.traits().axes())),
        "axes %s are declared; use a Grid with these axes".formatted(spec.traits().axes()));
    check(
        spec.traits().groups() == (fabric.groups() != null),
        "groups of nodes need FabricSpec.groups and Fabric.groups; use both or none");
    for (int router = 0; router < topology.routers(); router++) {
      if (spec.traits().hasAxes() && fabric.nodesAt().applyAsInt(router) != 1) {
        throw new IllegalArgumentException(
            "router %s has not one node, but axes are declared; leave one or the other out"
                .formatted(router));
      }
      for (int port = 0; port < topology.ports(router); port++) {
        checkClass(spec, fabric, router, port);
      }
    }
  }

  private static void checkClass(FabricSpec spec, Fabric fabric, int router, int port) {
    final int of = fabric.classes().applyAsInt(router, port);
    if (of < 0 || of >= spec.links().size()) {
      throw new IllegalArgumentException(
          "router %s, port %s: class %s of %s; declare it in FabricSpec.links"
              .formatted(router, port, of, spec.links().size()));
    }
  }

  private static void check(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }

  private static PartitionMap map(Fabric fabric, Key<int[]> key, Settings settings) {
    final int[] box = settings.get(key);
    final Topology topology = fabric.topology();
    final Grid grid = fabric.grid();
    if (grid != null && grid.axes() == box.length) {
      return topology == grid
          ? PartitionMap.boxes(grid, box)
          : PartitionMap.boxes(topology, grid, box);
    }
    if (box.length > 1) {
      throw new SettingsException(
          key.name(),
          "has %s extents, and the network %s a number of routers"
              .formatted(
                  box.length,
                  grid == null
                      ? "is not a grid; use"
                      : "is a grid of %s; use %s extents, or".formatted(grid, grid.axes())));
    }
    return PartitionMap.ranges(topology, Math.min(box[0], topology.routers()));
  }

  private static NodeSpace space(FabricSpec spec, Fabric fabric, int nodes) {
    if (spec.traits().groups()) {
      return NodeSpace.of(fabric.groups());
    }
    return spec.traits().hasAxes() ? NodeSpace.of(fabric.grid()) : NodeSpace.of(nodes);
  }

  /** Returns the design of all routers. */
  static CrossbarDesign design(
      FabricSpec spec, Fabric fabric, List<LinkParameters> classes, boolean programs) {
    final Topology topology = fabric.topology();
    final PortKind node = PortKind.endpoints(FabricSpec.NODE, 1, ticks(spec, spec.nodeTicks()));
    final Map<List<Integer>, RouterKind> kinds = new HashMap<>();
    final Ports of = new Ports(spec, classes, node);
    final RouterKind[] routers = new RouterKind[topology.routers()];
    for (int router = 0; router < routers.length; router++) {
      final List<Integer> ports = new ArrayList<>();
      for (int port = 0; port < topology.ports(router); port++) {
        final int out = fabric.classes().applyAsInt(router, port);
        final int far = topology.neighbour(router, port);
        ports.add(out);
        ports.add(
            far == Topology.NONE
                ? out
                : fabric.classes().applyAsInt(far, topology.neighbourPort(router, port)));
      }
      ports.add(fabric.nodesAt().applyAsInt(router));
      routers[router] = kinds.computeIfAbsent(ports, of::router);
    }
    final PacketFormat packets =
        new PacketFormat(
            spec.flits(),
            (int) Math.min(MOST_HOPS, (long) fabric.vcs() * topology.ports() * topology.routers()),
            HOP_TICK_BITS,
            FabricNodes.WORDS + (programs ? MessageWords.WORDS : 0));
    return kinds.size() == 1
        ? new CrossbarDesign(routers[0].ports(), fabric.vcs(), packets)
        : CrossbarDesign.mixed(routers.length, router -> routers[router], fabric.vcs(), packets);
  }

  /**
   * Ports of routers.
   *
   * @param spec declaration
   * @param classes of links
   * @param node port to a node
   */
  private record Ports(FabricSpec spec, List<LinkParameters> classes, PortKind node) {
    /** Returns a port of links of one class out of it, and of another class into it. */
    PortKind of(LinkParameters out, LinkParameters in) {
      return PortKind.links(
          out.name(),
          1,
          out.vcFlits(),
          ticks(spec, out.packetTicks()),
          out.hopTicks(),
          in.creditTicks());
    }

    /**
     * Returns a kind of router.
     *
     * @param ports class out of each link port and class into it, and behind them the number of
     *     nodes
     */
    RouterKind router(List<Integer> ports) {
      // Results name kinds in the order of the declaration, also those that no port is of.
      final List<PortKind> runs =
          new ArrayList<>(classes.stream().map(link -> of(link, link).withPorts(0)).toList());
      final int last = ports.size() - 1;
      for (int from = 0, to = 0; from < last; from = to) {
        while (to < last && ports.subList(to, to + 2).equals(ports.subList(from, from + 2))) {
          to += 2;
        }
        runs.add(
            of(classes.get(ports.get(from)), classes.get(ports.get(from + 1)))
                .withPorts((to - from) / 2));
      }
      runs.add(node.withPorts(ports.get(last)));
      return new RouterKind(runs);
    }
  }

  /** Returns the ticks of a packet by its flits, given those of a full one. */
  private static List<Integer> ticks(FabricSpec spec, int packetTicks) {
    return IntStream.rangeClosed(0, spec.flits())
        .mapToObj(flits -> packetTicks / spec.flits() * flits)
        .toList();
  }

  /** Returns the class of the link out of a port. */
  LinkParameters linkClass(int router, int port) {
    return classes.get(fabric.classes().applyAsInt(router, port));
  }

  /** Returns the class of the link into a port, which has one. */
  LinkParameters linkClassInto(int router, int port) {
    return linkClass(
        fabric.topology().neighbour(router, port), fabric.topology().neighbourPort(router, port));
  }

  /** Returns the packets that a node offers per tick, the mean over those that send. */
  OptionalDouble packetsPerTick() {
    return rate(load, earlier, spec).messagesPerTick();
  }

  private static Sources.Rate rate(OptionalDouble load, EarlierLoad earlier, FabricSpec spec) {
    return Sources.Rate.of(load, earlier, ofLoad -> ofLoad / spec.nodeTicks());
  }

  /** Returns what nodes send. */
  Messages packets() {
    return new Messages(
        0,
        1,
        sources.births(run, rate(load, earlier, spec)),
        sources.destinations(),
        new Sizes(Purpose.SIZE.draws(run.seed()), 0, spec.dataBytes()));
  }

  /** Returns how packets go out: one segment each, so that both have the same numbers. */
  Segmenter segments() {
    return new Segmenter(spec.dataBytes(), 1);
  }

  /** Returns the VCs of the port of a node: one, unless packets wait at inputs. */
  int nodeVcs() {
    return fabric.router() == null ? 1 : fabric.vcs();
  }

  /** Returns the ticks that each router takes to process a header. */
  int headTicks() {
    return fabric.router() == null ? 0 : fabric.router().headTicks();
  }

  /** Returns a delay that none of an event of links and nodes exceeds, births aside. */
  int longestDelay() {
    final int ofNodes = Math.max(spec.nodeTicks(), Math.max(spec.injection(), spec.ejection()));
    return headTicks()
        + classes.stream()
            .mapToInt(link -> Math.max(link.hopTicks(), link.packetTicks() + link.creditTicks()))
            .reduce(ofNodes, Math::max);
  }
}
