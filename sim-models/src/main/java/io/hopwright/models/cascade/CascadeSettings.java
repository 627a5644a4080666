package io.hopwright.models.cascade;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.switching.Purpose;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.BirthsElsewhere;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.GroupShift;
import io.hopwright.models.traffic.ManyToOne;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.RandomOrder;
import io.hopwright.models.traffic.RandomRing;
import io.hopwright.models.traffic.RotatingShift;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.UniformDestinations;
import java.util.Arrays;
import java.util.List;

/** Reads the settings of a Cascade and checks the relations between them. */
final class CascadeSettings {
  /** Bytes of data per tick that a load of 1 stands for: 7.5 GB/s. */
  static final double UNIT_LOAD = 6.0 / 35;

  /** Two blue links, each with two local ones on either side. */
  private static final int MOST_HOPS = 10;

  private final Settings settings;
  private final long seed;

  CascadeSettings(Settings settings) {
    this.settings = settings;
    seed = settings.integer("seed");
  }

  /** Throws a {@link SettingsException} that names all mistakes. */
  void check() {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final int groups = integer("machine.groups");
    final int planned = integer("machine.plannedGroups", groups);
    final int chassis = integer("machine.chassisPerGroup");
    final int blades = integer("machine.bladesPerChassis");
    problems.when(
        blades % 2 != 0,
        "machine.bladesPerChassis",
        "is odd, but two blades share blue cables; make it even");
    problems.when(
        planned < groups,
        "machine.plannedGroups",
        "is below the " + groups + " groups there are; raise it or leave it out");
    problems.when(
        integer("machine.lastGroupChassis", chassis) > chassis,
        "machine.lastGroupChassis",
        "is above the " + chassis + " chassis of a full group; make it smaller");
    problems.throwIfAny();
    final int smallest = blades * integer("machine.lastGroupChassis", chassis);
    problems.when(
        integer("machine.ioBladesPerGroup") > smallest,
        "machine.ioBladesPerGroup",
        "is above the " + smallest + " blades of the smallest group; make it smaller");
    checkCables(problems, planned, chassis, blades);
    problems.throwIfAny();
    checkWorkload(problems);
    problems.throwIfAny();
  }

  private void checkCables(
      SettingsException.Collector problems, int planned, int chassis, int blades) {
    final int cables = Dragonfly.groupCables(chassis, blades);
    final int most = Dragonfly.mostCablesPerPair(cables, planned);
    problems.when(
        most == 0,
        settings.has("machine.plannedGroups") ? "machine.plannedGroups" : "machine.groups",
        "needs "
            + (planned - 1)
            + " bundles per group, but a group has only "
            + cables
            + " cables; use at most "
            + (cables + 1)
            + " groups or larger ones");
    problems.when(
        most > 0 && integer("machine.cablesPerPair", 1) > most,
        "machine.cablesPerPair",
        "is above the "
            + most
            + " cables that each pair of "
            + planned
            + " groups of "
            + cables
            + " cables can have; make it smaller");
    problems.throwIfAny();
    final int cutOff = plan().groupCutOff();
    problems.when(
        cutOff != Dragonfly.NONE,
        "machine.lastGroupChassis",
        "leaves no cable between group " + cutOff + " and the last; use more chassis or cables");
  }

  private void checkWorkload(SettingsException.Collector problems) {
    final Dragonfly topology = new Dragonfly(plan());
    final String kind = kind();
    final boolean saturated = settings.isWord("workload.load");
    final boolean openLoop = !allToAll() && !saturated;
    problems.when(
        allToAll() && saturated,
        "workload.load",
        "is saturated, but workload.kind = " + kind + " says itself what is sent; leave it out");
    problems.when(
        !allToAll() && saturated && settings.word("run.end").equals("drained"),
        "run.end",
        "is drained, but saturated sources never end; use ticks or packets");
    problems.when(
        kind.equals("group-shift") && integer("workload.shiftGroups") % topology.groups() == 0,
        "workload.shiftGroups",
        "leads back to the same of "
            + topology.groups()
            + " groups; use another number, and at least 2 groups");
    problems.when(
        kind.equals("many-to-one") && integer("workload.target") >= topology.nodes(),
        "workload.target",
        "is not below the number of nodes, " + topology.nodes() + "; use a node that exists");
    problems.when(
        openLoop && messagesPerTick() < GeometricGaps.MIN_PROBABILITY,
        "workload.load",
        "is less than one message in 2^40 ticks; raise it or make messages smaller");
    problems.when(
        openLoop && messagesPerTick() > 1,
        "workload.load",
        "is more than one message per tick; lower it or make messages larger");
    RunPlan.checkSteady(settings, openLoop, problems);
  }

  private int integer(String key) {
    return (int) settings.integer(key);
  }

  private int integer(String key, int fallback) {
    return (int) settings.integer(key, fallback);
  }

  Dragonfly.Plan plan() {
    final int groups = integer("machine.groups");
    final int chassis = integer("machine.chassisPerGroup");
    return new Dragonfly.Plan(
        groups,
        integer("machine.plannedGroups", groups),
        chassis,
        integer("machine.lastGroupChassis", chassis),
        integer("machine.bladesPerChassis"),
        integer("machine.cablesPerPair", 0),
        integer("machine.ioBladesPerGroup"));
  }

  boolean electricalBlue() {
    return settings.word("machine.blueLinks").equals("electrical");
  }

  int groupsPerPartition() {
    return integer("partition.groups");
  }

  /** Returns the routers: green, black and blue ports, then processor tiles. */
  CrossbarDesign design() {
    final List<Integer> electrical = Packets.linkTicks(Packets.ELECTRICAL_FLIT_TICKS);
    final List<Integer> blue =
        electricalBlue() ? electrical : Packets.linkTicks(Packets.OPTICAL_FLIT_TICKS);
    final int local = flits("router.electricalVcBytes");
    final int far = electricalBlue() ? local : flits("router.opticalVcBytes");
    return new CrossbarDesign(
        List.of(
            links("green", Dragonfly.BLACK, local, electrical),
            links("black", Dragonfly.BLUE - Dragonfly.BLACK, local, electrical),
            links("blue", Dragonfly.TILES - Dragonfly.BLUE, far, blue),
            PortKind.endpoints("tile", Dragonfly.PORTS - Dragonfly.TILES, Packets.tileTicks())),
        PacketId.VCS,
        new PacketFormat(MOST_HOPS, RouteWord.BITS, 3));
  }

  private PortKind links(String name, int ports, int capacityFlits, List<Integer> ticks) {
    return new PortKind(
        name, ports, true, capacityFlits, ticks, hopTicks(), integer("link.creditTicks"));
  }

  int hopTicks() {
    return integer("link.hopTicks");
  }

  private int flits(String key) {
    return integer(key) / Packets.FLIT_BYTES;
  }

  NicDesign nics() {
    return new NicDesign(
        integer("nic.injectionTicks"),
        integer("nic.ejectionTicks"),
        flits("nic.bufferBytes"),
        flits("router.electricalVcBytes"),
        integer("nic.outstanding"));
  }

  RoutingPolicy routing() {
    return new RoutingPolicy(
        RoutingMode.of(settings.word("router.routing")),
        settings.word("router.gateways").equals("near"),
        integer("router.nonMinimalWeight"),
        integer("router.bias"),
        hopTicks(),
        Packets.TILE_FLIT_TICKS,
        Purpose.ROUTE.draws(seed));
  }

  boolean countsHeat(Dragonfly topology) {
    return settings.wantsHeat(topology.nodes());
  }

  boolean countsLinks() {
    return settings.flag("statistics.links");
  }

  boolean countsSources() {
    return settings.flag("statistics.sources");
  }

  String kind() {
    return settings.word("workload.kind");
  }

  boolean allToAll() {
    return kind().startsWith("all-to-all");
  }

  int shiftGroups() {
    return integer("workload.shiftGroups");
  }

  /** Returns the sizes of messages, which are equally likely. */
  int[] messageBytes() {
    return settings.integers("workload.messageBytes").stream().mapToInt(Long::intValue).toArray();
  }

  double meanMessageBytes() {
    return Arrays.stream(messageBytes()).average().orElseThrow();
  }

  double meanRequestsPerMessage() {
    return Arrays.stream(messageBytes()).map(requests()::segments).average().orElseThrow();
  }

  /** Tells whether a node sends anything. */
  boolean sends(int node) {
    return !kind().equals("many-to-one") || node != integer("workload.target");
  }

  private double messagesPerTick() {
    return settings.number("workload.load") * UNIT_LOAD / meanMessageBytes();
  }

  /** Returns the data that a node offers in bytes per tick, null if there is no such number. */
  Double offeredBytesPerTick() {
    return allToAll() || settings.isWord("workload.load")
        ? null
        : settings.number("workload.load") * UNIT_LOAD;
  }

  Messages messages(Dragonfly topology, RunPlan run) {
    return new Messages(0, 1, births(topology, run), destinations(topology), sizes());
  }

  private Sizes sizes() {
    return new Sizes(Purpose.SIZE.draws(seed), 0, messageBytes());
  }

  /** Returns how messages go out as requests. */
  Segmenter requests() {
    return Segmenter.of(Packets.MAX_DATA, sizes());
  }

  private Births births(Dragonfly topology, RunPlan run) {
    if (allToAll()) {
      return new BirthsAtStart(topology.nodes() - 1L);
    }
    final Births births = settings.isWord("workload.load") ? new SaturatedBirths() : openLoop(run);
    return kind().equals("many-to-one")
        ? new BirthsElsewhere(births, integer("workload.target"))
        : births;
  }

  private Births openLoop(RunPlan run) {
    final long until =
        run.end() == RunPlan.End.DRAINED ? run.warmupTicks() + run.ticks() : Births.NEVER;
    return new OpenLoopBirths(
        Purpose.GAP.draws(seed), 0, new GeometricGaps(messagesPerTick()), until);
  }

  private Destinations destinations(Dragonfly topology) {
    final int nodes = topology.nodes();
    return switch (kind()) {
      case "all-to-all" -> new RotatingShift(nodes);
      case "all-to-all-random" ->
          new RandomOrder(new KeyedPermutation(Purpose.ORDER.draws(seed), nodes - 1));
      case "group-shift" -> new GroupShift(topology, shiftGroups());
      case "many-to-one" -> new ManyToOne(integer("workload.target"));
      case "permutation" ->
          new RandomRing(new KeyedPermutation(Purpose.PERMUTATION.draws(seed), nodes), nodes);
      default -> new UniformDestinations(Purpose.DESTINATION.draws(seed), 0, nodes);
    };
  }
}
