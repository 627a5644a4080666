package io.hopwright.models.cascade;

import io.hopwright.models.cascade.aries.AriesWorkload;
import io.hopwright.models.cascade.network.CascadeBounds;
import io.hopwright.models.cascade.network.CascadeBounds.Limits;
import io.hopwright.models.cascade.network.CascadeBounds.Links;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.UndetectedErrors;
import io.hopwright.models.cascade.nic.NicDesign;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.run.BoundMetrics;
import io.hopwright.models.topology.Dragonfly;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Composition of a system and its theoretical bounds; nothing here is measured. */
final class CascadeSystemSummary {
  private static final String RATE = CascadeMetrics.RATE.unit();

  private final Dragonfly dragonfly;
  private final CascadeSettings settings;
  private final CascadeBounds bounds;
  private final Double throughput;

  /** Prepares for what a workload may move at most; null if that is not known. */
  CascadeSystemSummary(CascadeSettings settings, Double throughput) {
    this.settings = settings;
    this.throughput = throughput;
    dragonfly = settings.topology().dragonfly();
    bounds = settings.bounds();
  }

  /** Returns metrics of the parts of the system, and of the bandwidth of its blue links. */
  static Metrics<CascadeSystemSummary> topology() {
    return new Metrics<CascadeSystemSummary>()
        .add("topology.groups", "groups", "Groups", system -> (long) system.plan().groups())
        .meaning("groups as built")
        .add(
            "topology.chassisPerGroup",
            "chassis",
            "Chassis of a group",
            system -> (long) system.plan().chassisPerGroup())
        .meaning("chassis of a full group")
        .add(
            "topology.bladesPerChassis",
            "blades",
            "Blades of a chassis",
            system -> (long) system.plan().bladesPerChassis())
        .meaning("blades of a chassis, an Aries each")
        .add("topology.aries", "Aries", "Aries", system -> (long) system.dragonfly.aries())
        .meaning("Aries as built")
        .add("topology.nodes", "nodes", "Nodes", system -> (long) system.dragonfly.nodes())
        .meaning("nodes as built")
        .add(
            "topology.ariesPerGroup",
            "Aries",
            "Aries of a group",
            system -> (long) system.ariesPerGroup())
        .meaning("Aries of a full group: 96")
        .add(
            "topology.nodesPerGroup",
            "nodes",
            "Nodes of a group",
            CascadeSystemSummary::nodesPerGroup)
        .meaning("nodes of a full group: 384")
        .add(
            "topology.blueLinksPerGroup",
            "links",
            "Blue links of a group",
            system -> (long) system.ariesPerGroup() * (Dragonfly.TILES - Dragonfly.BLUE))
        .meaning("blue links of a full group, in use or not: 960")
        .add(
            "topology.blueLinksInUse",
            "",
            "Blue links in use",
            CascadeSystemSummary::blueLinksInUse)
        .meaning("share of the blue ports of all Aries that have a link")
        .add(
            "topology.cablePortsPerGroup",
            "cables",
            "Cable ports of a group",
            system -> (long) system.cablePorts())
        .meaning("ports for blue cables of a full group, in use or not: 240")
        .add(
            "topology.cablesPerGroup",
            "cables",
            "Cables of a group",
            CascadeSystemSummary::cablesPerGroup)
        .meaning("blue cables of the group with the most cables")
        .statistics(
            "topology.cablesPerPair",
            "cables",
            "Cables of a pair",
            List.of("least", "most"),
            CascadeSystemSummary::cablesPerPair)
        .meaning("cables that join two groups")
        .add(
            "topology.roomForGroups",
            "groups",
            "Room for groups",
            system -> 1L + system.cablePorts() / system.plan().bundle())
        .meaning(
            "largest number of groups to which the machine can grow with these bundles,"
                + " without moving a cable")
        .add(
            "topology.opticalCables",
            "cables",
            "Optical cables",
            system -> system.bounds.opticalCables())
        .meaning("optical cables of the system")
        .add(
            "topology.bisectionBandwidth",
            "TB/s",
            "Bisection bandwidth",
            system -> system.bounds.bisectionTerabytesPerSecond())
        .meaning(
            "rate between two halves of the G groups: the rate of the blue links in"
                + " both directions, all bytes included, times G/(2(G−1))")
        .add(
            "topology.globalBandwidth",
            RATE,
            "Global bandwidth",
            system -> system.bounds.globalGigabytesPerSecond())
        .meaning("rate of the blue links out of all groups, all bytes included")
        .add(
            "topology.globalPayload",
            RATE,
            "Global bandwidth of data",
            system -> system.bounds.globalGigabytesPerSecond() * system.bounds.payloadShare())
        .meaning(
            "rate of data within topology.globalBandwidth, if each request takes one"
                + " blue link")
        .statistics(
            "topology.opticalLinksToFatTree",
            "",
            "Optical links to those of a fat tree",
            List.of("minimal", "nonMinimal"),
            system ->
                List.of(
                    system.bounds.opticalLinksToFatTree(system.bounds.minimalLinks()),
                    system.bounds.opticalLinksToFatTree(system.bounds.valiantLinks())))
        .meaning(
            "optical links that a packet of uniform traffic takes, divided by 2, those"
                + " of a fat tree; if all routes are minimal, and if all are non-minimal");
  }

  private Dragonfly.Plan plan() {
    return dragonfly.plan();
  }

  private int ariesPerGroup() {
    return plan().bladesPerChassis() * plan().chassisPerGroup();
  }

  private int cablePorts() {
    return Dragonfly.groupCables(plan().chassisPerGroup(), plan().bladesPerChassis());
  }

  private long nodesPerGroup() {
    return (long) Dragonfly.NICS * ariesPerGroup() - 2L * plan().ioBladesPerGroup();
  }

  /** Returns the share of the blue ports of all Aries that have a link. */
  private double blueLinksInUse() {
    final double ports = (double) dragonfly.aries() * (Dragonfly.TILES - Dragonfly.BLUE);
    return 2.0 * Dragonfly.LINKS_PER_CABLE * dragonfly.cables() / ports;
  }

  /** Returns the cables of the group that has most. */
  private long cablesPerGroup() {
    final int groups = dragonfly.groups();
    return IntStream.range(0, groups)
        .map(g -> IntStream.range(0, groups).map(h -> dragonfly.cablesBetween(g, h)).sum())
        .max()
        .orElse(0);
  }

  /** Returns the least and the most; nothing of a single group. */
  private List<?> cablesPerPair() {
    final var cables =
        IntStream.range(0, dragonfly.groups())
            .flatMap(g -> IntStream.range(0, g).map(h -> dragonfly.cablesBetween(g, h)))
            .asLongStream()
            .summaryStatistics();
    return cables.getCount() == 0
        ? Arrays.asList(null, null)
        : List.of(cables.getMin(), cables.getMax());
  }

  /** Returns metrics of what theory allows. */
  static Metrics<CascadeSystemSummary> theory() {
    final Metrics<CascadeSystemSummary> metrics =
        new Metrics<CascadeSystemSummary>()
            .add("bounds.payloadShare", "", "Share of data", system -> system.bounds.payloadShare())
            .meaning("share of data in the bytes of requests and responses on links")
            .add(
                "bounds.hostThroughput",
                RATE,
                "Peak throughput of a host",
                system -> system.bounds.hostGigabytesPerSecond())
            .meaning(
                "rate at which a host can send and receive data at the same time, equal in"
                    + " both directions");
    metrics.addAll(BoundMetrics.throughput(RATE, system -> system.throughput));
    addLimits(
        metrics,
        "uniformMinimal",
        "Peak of uniform traffic on minimal routes",
        "for each colour, throughput per node of uniform traffic at which its links"
            + " are full, if minimal routes are chosen uniformly; then the smallest of"
            + " these and the limit of the host. Null where there are no such links."
            + " Routes chosen by load or distance can exceed the bounds of green and"
            + " black links",
        system -> system.bounds.uniformMinimal());
    addLimits(
        metrics,
        "uniformValiant",
        "Peak of uniform traffic on non-minimal routes",
        "like bounds.uniformMinimal, but on non-minimal routes over roots chosen uniformly",
        system -> system.bounds.uniformValiant());
    addLimits(
        metrics,
        "shiftMinimal",
        "Peak of a shift on minimal routes",
        "like bounds.uniformMinimal, but for group-shift; null for other workloads,"
            + " and if groups differ",
        system -> system.bounds.shiftMinimal(system.settings.workload().shift()));
    addLimits(
        metrics,
        "shiftOptimum",
        "Peak of a shift",
        "like bounds.shiftMinimal, but for the best mixture of minimal and non-minimal routes",
        system -> system.bounds.shiftOptimum(system.settings.workload().shift()));
    addHops(
        metrics,
        "minimalHops",
        "Links of minimal routes",
        "links of each colour, and of all, that a minimal route of uniform traffic takes on"
            + " average",
        system -> system.bounds.minimalLinks());
    addHops(
        metrics,
        "valiantHops",
        "Links of non-minimal routes",
        "like bounds.minimalHops, but of non-minimal routes",
        system -> system.bounds.valiantLinks());
    return metrics
        .addAll(
            BoundMetrics.quiet(CascadeSystemSummary::quietTicks, system -> CascadeNetwork.TICKS))
        .add(
            "bounds.undetectedErrorYears",
            "years",
            "Years between undetected errors",
            CascadeSystemSummary::undetectedErrorYears)
        .meaning(
            "mean time between errors on the machine's links that no CRC notices, at"
                + " link.bitErrorRate or else one flipped bit in 10^7")
        .add("bounds.addressBits", "bits", "Bits of an address", CascadeSystemSummary::addressBits)
        .meaning(
            "bits needed to address each byte of each array by node, communication domain"
                + " and offset; null with nic.model = rate");
  }

  private Long addressBits() {
    final AriesWorkload operations = settings.workload().aries();
    return settings.aries() == null
        ? null
        : (Long)
            ((long) bits(dragonfly.nodes())
                + bits(operations.keys().domains())
                + bits(operations.keys().arrayBytes()));
  }

  /** Returns the number of bits that distinguish the given number of things. */
  private static int bits(long things) {
    return Long.SIZE - Long.numberOfLeadingZeros(things - 1);
  }

  private static void addLimits(
      Metrics<CascadeSystemSummary> metrics,
      String name,
      String label,
      String meaning,
      Function<CascadeSystemSummary, Limits> limits) {
    metrics
        .statistics(
            "bounds." + name, RATE, label, colours("least"), system -> values(limits.apply(system)))
        .meaning(meaning);
  }

  private static void addHops(
      Metrics<CascadeSystemSummary> metrics,
      String name,
      String label,
      String meaning,
      Function<CascadeSystemSummary, Links> links) {
    metrics
        .statistics(
            "bounds." + name,
            "links",
            label,
            colours("all"),
            system -> {
              final Links of = links.apply(system);
              return List.of(of.green(), of.black(), of.blue(), of.all());
            })
        .meaning(meaning);
  }

  private static List<String> colours(String last) {
    return Stream.concat(CascadeMetrics.COLOURS.stream(), Stream.of(last)).toList();
  }

  /** Returns the limits of all that limits; null if they are not known. */
  private static List<?> values(Limits limits) {
    return limits == null
        ? null
        : Arrays.asList(
            Metrics.finite(limits.green()),
            Metrics.finite(limits.black()),
            Metrics.finite(limits.blue()),
            limits.least());
  }

  private double undetectedErrorYears() {
    return UndetectedErrors.years(
        dragonfly,
        settings.router().rates(),
        !settings.topology().electricalBlue(),
        settings.errors().any()
            ? settings.errors().bitErrorRate()
            : UndetectedErrors.PUBLISHED_BIT_ERROR_RATE);
  }

  /** Returns the mean time from generation to delivery of a request alone over minimal routes. */
  private double quietTicks() {
    final NicDesign nics = settings.nics();
    final double nearby =
        settings.workload().messageBytes().stream()
            .mapToLong(bytes -> nics.zeroLoadTicks(0, 0, Math.min(bytes, CascadePackets.MAX_DATA)))
            .average()
            .orElseThrow();
    final double links = bounds.minimalLinks().all() * settings.router().hopTicks();
    return nearby + links;
  }
}
