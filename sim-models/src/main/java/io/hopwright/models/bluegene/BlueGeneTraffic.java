package io.hopwright.models.bluegene;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.bluegene.BlueGeneWorkload.Own;
import io.hopwright.models.bluegene.faults.FailedParts;
import io.hopwright.models.bluegene.faults.PathsAroundFailures;
import io.hopwright.models.bluegene.nodes.FifoChoice;
import io.hopwright.models.bluegene.nodes.InjectedTraffic;
import io.hopwright.models.bluegene.nodes.JobTraffic;
import io.hopwright.models.bluegene.nodes.PacketStream;
import io.hopwright.models.bluegene.nodes.TrafficBounds;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.SubGrid;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.AllToAllDestinations;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.BirthsWhere;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.HotSpotDestinations;
import io.hopwright.models.traffic.LadderDestinations;
import io.hopwright.models.traffic.LivingNeighbours;
import io.hopwright.models.traffic.MatrixBirths;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.PacedBirths;
import io.hopwright.models.traffic.RandomCore;
import io.hopwright.models.traffic.RingDestinations;
import io.hopwright.models.traffic.RingShift;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.SpacedBirths;
import io.hopwright.models.traffic.TwoPhaseBirths;
import io.hopwright.models.traffic.TwoPhaseDestinations;
import io.hopwright.models.traffic.UniformAmong;
import io.hopwright.models.traffic.UniformDestinations;
import io.hopwright.models.traffic.pattern.Patterns;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Traffic on a BlueGene/L torus: its rates, and the streams of which it consists. */
public final class BlueGeneTraffic {
  private static final int NORMAL_FIFOS = 6;
  private static final int HIGH_PRIORITY_FIFOS = 2;

  /** Random numbers of packets scatter: a reserve of many standard deviations. */
  private static final double RESERVE = 0.95;

  private static final int NORMAL = 0;
  private static final int HIGH_PRIORITY = 1;

  /** Tick of a change of a rate that never changes. */
  private static final long UNCHANGED = -1;

  private final BlueGeneWorkload workload;
  private final BlueGeneRouting routing;
  private final BlueGeneHost host;
  private final Torus torus;
  private final RouterDesign design;
  private final RunPlan run;
  private final boolean leaveOut;
  private final int cores;
  private final TrafficBounds bounds;

  private BlueGeneTraffic(
      BlueGeneWorkload workload,
      BlueGeneRouting routing,
      BlueGeneHost host,
      Torus torus,
      RouterDesign design,
      RunPlan run,
      boolean leaveOut) {
    this.workload = workload;
    this.routing = routing;
    this.leaveOut = leaveOut;
    this.host = host;
    this.torus = torus;
    this.design = design;
    this.run = run;
    cores = host.cores();
    bounds =
        new TrafficBounds(
            torus,
            new TrafficBounds.Links(
                design.timing().ackTicks(), design.mergedAcks(), routing.plusOnTies()),
            workload.packetBytes());
  }

  /**
   * Reads the settings of workload and routing.
   *
   * @throws SettingsException naming what does not fit together, or not a packet's fields
   */
  static BlueGeneTraffic of(
      Settings settings, Torus torus, BlueGeneHost host, RouterDesign design, RunPlan run) {
    final BlueGeneRouting routing = BlueGeneRouting.of(settings, torus);
    final BlueGeneTraffic traffic =
        new BlueGeneTraffic(
            BlueGeneWorkload.of(
                settings,
                torus,
                host,
                routing.around() == null ? node -> true : routing.around().dead()::lives),
            routing,
            host,
            torus,
            design,
            run,
            settings.get(FailedParts.LEAVE_OUT));
    traffic.check();
    traffic.checkWays();
    return traffic;
  }

  private void check() {
    final SettingsException.Collector problems = new SettingsException.Collector();
    if (workload.openLoop()) {
      final Key<?> load = BlueGeneWorkload.ANY.load();
      checkMost(load, rate() * mostShare(), ", or saturated", problems);
      checkLeast(load, rate() * leastShare(), problems);
      if (workload.earlier() != null) {
        checkMost(EarlierLoad.LOAD, earlierRate() * mostShare(), "", problems);
        checkLeast(EarlierLoad.LOAD, earlierRate() * leastShare(), problems);
      }
    }
    if (workload.highPriority()) {
      checkMost(BlueGeneWorkload.HIGH_PRIORITY_LOAD, highPriorityRate(), "", problems);
      checkLeast(BlueGeneWorkload.HIGH_PRIORITY_LOAD, highPriorityRate(), problems);
    }
    problems.throwIfAny();
    checkNumbers(problems);
    if (paced()) {
      host.checkBirths(packetsAtStart() / cores, ticksPerBirth(), problems);
    }
    problems.throwIfAny();
  }

  private boolean somethingDead() {
    return routing.around() != null;
  }

  /**
   * Checks that all sources and destinations work and have paths, and that the kind of traffic
   * allows failures.
   */
  private void checkWays() {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        leaveOut && !(somethingDead() && is(Patterns.UNIFORM)),
        FailedParts.LEAVE_OUT,
        "leave-out needs uniform traffic and failed components; use refuse");
    if (somethingDead()) {
      problems.when(
          !List.of(Patterns.UNIFORM, Patterns.NEIGHBOURS, Patterns.MATRIX, Own.JOBS)
                  .contains(workload.kind())
              && !workload.isFixed(),
          BlueGeneWorkload.ANY.kind(),
          "sends to failed nodes; with failed components use uniform, neighbours, matrix or jobs,"
              + " or a pattern with one destination for each node");
      problems.when(
          workload.highPriority(),
          BlueGeneWorkload.HIGH_PRIORITY_LOAD,
          ("is %s, but packets of high priority cannot take detours around failed"
                  + " components; use 0")
              .formatted(workload.highPriorityLoad()));
      if (is(Patterns.UNIFORM) && !leaveOut) {
        refuse(routing.around().unreachable(), problems);
      }
      if (is(Patterns.MATRIX) || workload.isFixed()) {
        refuse(unreachableOfMatrix(problems), problems);
      }
    }
    problems.throwIfAny();
  }

  private int[] unreachableOfMatrix(SettingsException.Collector problems) {
    final PathsAroundFailures around = routing.around();
    final int[][] found = new int[2][];
    workload
        .matrix()
        .forEach(
            (source, destination, weight) -> {
              if (!around.dead().lives(source) || !around.dead().lives(destination)) {
                found[0] = found[0] == null ? new int[] {source, destination} : found[0];
              } else if (found[1] == null && !around.leads(source, destination)) {
                found[1] = new int[] {source, destination};
              }
            });
    if (found[0] != null) {
      final int dead = around.dead().lives(found[0][0]) ? found[0][1] : found[0][0];
      problems.when(
          true,
          WorkloadKeys.MATRIX,
          "has packets from node %s to node %s, but node %s has failed; leave them out"
              .formatted(found[0][0], found[0][1], dead));
    }
    return found[1];
  }

  private void refuse(int[] pair, SettingsException.Collector problems) {
    problems.when(
        pair != null,
        routing.around().dead().saidBy(),
        pair == null
            ? ""
            : "leave no path from node "
                + pair[0]
                + " to node "
                + pair[1]
                + ": with any hint bits, the path in the order of router.escapeOrder meets a"
                + " failed component; remove a failure, or use a workload in which these"
                + " nodes exchange no packets"
                + (is(Patterns.UNIFORM) ? ", or use machine.unreachable = leave-out" : ""));
  }

  /** Returns the paths around failed components; null if nothing has failed. */
  PathsAroundFailures around() {
    return routing.around();
  }

  /** Returns the nodes that have failed. */
  BitSet failedNodes() {
    final BitSet failed = new BitSet();
    if (somethingDead()) {
      IntStream.of(around().dead().nodes()).forEach(failed::set);
    }
    return failed;
  }

  /** Returns whether pairs of nodes without a path exchange no packets. */
  boolean leavesOut() {
    return leaveOut;
  }

  /** Sequence numbers have to fit a packet's fields. */
  private void checkNumbers(SettingsException.Collector problems) {
    final double most =
        Math.max(mostPackets(), workload.highPriority() ? highPriorityPackets() : 0);
    final double fit = RESERVE * (hints().packets().maxSequence() + 1);
    problems.when(
        most > fit,
        run.end() == RunPlan.End.PACKETS ? RunPlan.PACKETS : RunPlan.TICKS,
        ("generates %s packets per node or more, above the limit of %s of a packet's"
                + " fields; use a shorter run")
            .formatted(Math.round(most), Math.round(fit)));
  }

  /** Returns the tick at which sources fall silent. */
  private long sendingUntil() {
    return run.end() == RunPlan.End.TICKS ? run.lastTick() : run.warmupTicks() + run.ticks();
  }

  private double mostPackets() {
    if (run.end() == RunPlan.End.PACKETS) {
      return run.packets() * mostShare() / torus.nodes();
    }
    if (workload.load().isEmpty()) {
      final int smallest = workload.packetBytes().stream().min(Integer::compare).orElseThrow();
      return (double) Torus.PORTS * run.measuredTo() / (smallest + TrafficBounds.TRAILER_BYTES);
    }
    final double most = workload.earlier() == null ? rate() : Math.max(rate(), earlierRate());
    return most * mostShare() * sendingUntil();
  }

  private double highPriorityPackets() {
    return run.end() == RunPlan.End.PACKETS ? 0 : highPriorityRate() * sendingUntil();
  }

  /** Returns whether packets come from programs, and nothing is known of them before a run. */
  boolean ofJobs() {
    return workload.jobs();
  }

  /** Returns what the ranks of jobs send, if packets come from programs. */
  JobTraffic jobs(Messaging.World world, Jobs jobs) {
    return new JobTraffic(torus, cores, host.packetsInTurn(), trafficClass(), hints(), world, jobs);
  }

  /** Returns the number of deliveries to expect if all sources end; about, for an open loop. */
  long expectedDeliveries() {
    final int sources =
        somethingDead() && !byWeights() ? routing.around().dead().living() : torus.nodes();
    final double sending = (double) (run.warmupTicks() + run.ticks()) * sources;
    final double copies = is(Own.BROADCAST) ? bounds.ringHops(ports()) : 1;
    final double ofHighPriority = workload.highPriority() ? highPriorityRate() * sending : 0;
    final double finite = is(Own.PROBE) ? torus.diameter() : packetsAtStart() * torus.nodes();
    return Math.round((workload.openLoop() ? rate() * sending * copies : finite) + ofHighPriority);
  }

  private long packetsAtStart() {
    return workload.packetsAtStart(cores);
  }

  private void checkMost(
      Key<?> key, double rate, String instead, SettingsException.Collector problems) {
    problems.when(
        rate / cores > 1,
        key,
        asks(rate)
            + ("above the limit of 1, as a node makes one Bernoulli trial per tick; use a"
                    + " smaller load%s")
                .formatted(instead));
  }

  private void checkLeast(Key<?> key, double rate, SettingsException.Collector problems) {
    problems.when(
        rate / cores < GeometricGaps.MIN_PROBABILITY,
        key,
        asks(rate)
            + "but at least "
            + GeometricGaps.MIN_PROBABILITY
            + " are required; use a larger load"
            + (is(Patterns.MATRIX)
                ? ", or leave out of the matrix the nodes that send so little"
                : ""));
  }

  private String asks(double rate) {
    return "asks for " + rate / cores + " packets per tick and core, ";
  }

  /** Returns the rate of the node that sends the most, relative to the mean over all nodes. */
  private double mostShare() {
    return byWeights() ? workload.matrix().largestShare() : 1;
  }

  private double leastShare() {
    return byWeights() ? workload.matrix().smallestShare() : 1;
  }

  /** Returns whether the rates of nodes follow the weights of pairs of nodes. */
  private boolean byWeights() {
    return workload.matrix() != null;
  }

  private boolean is(Described kind) {
    return workload.kind() == kind;
  }

  private boolean paced() {
    return is(Patterns.ALL_TO_ALL) && host.pace().isPresent();
  }

  /** Returns the ticks from one packet of a core of a paced all-to-all to the next. */
  private double ticksPerBirth() {
    return bounds.busiestTicks(workload.group()) * cores / host.pace().orElseThrow();
  }

  private List<Integer> ports() {
    return IntStream.range(0, Torus.PORTS).filter(torus::hasLink).boxed().toList();
  }

  /** Returns what theory says about this traffic. */
  TrafficBounds bounds() {
    return bounds;
  }

  /** Returns whether a node sends anything. */
  boolean sends(int node) {
    if (somethingDead() && !routing.around().dead().lives(node)) {
      return false;
    }
    return !byWeights() || workload.highPriority() || workload.matrix().sent(node) > 0;
  }

  /** Returns the mean hops of a packet of the normal stream. */
  double meanHops() {
    if (workload.kind() instanceof Own own) {
      return switch (own) {
        case RING -> workload.ringHops();
        case BROADCAST -> bounds.ringHops(ports());
        case PROBE, JOBS -> bounds.uniformHops();
      };
    }
    if (byWeights()) {
      return bounds.matrixHops(workload.matrix());
    }
    if (is(Patterns.HOT_REGION)) {
      return bounds.hotRegionHops(workload.hotBox(), workload.hotFraction());
    }
    if (is(Patterns.HOT_SPOT)) {
      return bounds.hotSpotHops(hotSpot());
    }
    return is(Patterns.NEIGHBOURS) ? 1 : bounds.groupHops(workload.group());
  }

  private HotSpotDestinations hotSpot() {
    return (HotSpotDestinations) workload.sources().destinations();
  }

  /**
   * Returns the largest throughput in bytes per tick and node that the links allow; null if
   * destinations, or the share of high-priority packets, are unknown.
   */
  Double peakThroughput() {
    final double copies = is(Own.BROADCAST) ? meanHops() : 1;
    if (ofJobs() || (unevenlyMixed() && !workload.openLoop())) {
      return null;
    }
    final double packets =
        unevenlyMixed() ? (rate() * copies + highPriorityRate()) / overload() : mostRate() * copies;
    return packets * bounds.meanBytes();
  }

  /** Returns the mean link utilization at the peak; null where that depends on the routing. */
  Double peakLinkUtilization() {
    return evenlySpread() ? (Double) bounds.peakLinkUtilization(workload.group()) : null;
  }

  /**
   * Returns what each node outside the hot box can send at most, in link bytes per tick, if all
   * nodes send alike; null for other traffic.
   */
  Double outsideRate() {
    return is(Patterns.HOT_REGION)
        ? (Double)
            (bounds.cutRate(workload.hotBox(), workload.hotFraction()) * bounds.meanWireBytes())
        : null;
  }

  /** Returns whether packets make their way in two legs. */
  boolean twoPhases() {
    return host.twoPhases();
  }

  /** Returns whether sources come to their end by themselves. */
  boolean finite() {
    return workload.finite();
  }

  /** Returns the mean hops of a delivery; a broadcast is delivered after every hop. */
  double hopsPerDelivery() {
    if (is(Own.PROBE)) {
      return (torus.diameter() + 1) / 2.0;
    }
    return is(Own.BROADCAST) ? 1 : meanHops();
  }

  /** Returns the packet-hops per tick that fill the links which are full first. */
  double mostHopsPerTick() {
    return mostRate() * torus.nodes() * meanHops();
  }

  /** Returns the packets per tick and node that fill the links which are full first. */
  private double mostRate() {
    if (workload.kind() instanceof Own own) {
      return switch (own) {
        case RING -> 1 / ((bounds.meanBytes() + TrafficBounds.TRAILER_BYTES) * meanHops());
        // Of saturated sources each direction has a FIFO of its own, and all links are full.
        case BROADCAST ->
            workload.openLoop() ? bounds.ringRate(ports()) : bounds.allLinksRate(meanHops());
        case PROBE -> bounds.peakRate(workload.group());
        case JOBS -> bounds.allLinksRate(meanHops());
      };
    }
    if (byWeights()) {
      return bounds.matrixRate(workload.matrix());
    }
    if (is(Patterns.HOT_REGION)) {
      return bounds.hotRegionRate(workload.hotBox(), workload.hotFraction());
    }
    if (is(Patterns.HOT_SPOT)) {
      return bounds.hotSpotRate(hotSpot());
    }
    return is(Patterns.NEIGHBOURS)
        ? bounds.allLinksRate(meanHops())
        : bounds.peakRate(workload.group());
  }

  /** Returns the packet-hops per tick that sources ask for; infinite if as many as there can be. */
  double offeredHopsPerTick() {
    if (is(Own.PROBE)) {
      return hopsPerDelivery() / ticksAlone();
    }
    return workload.openLoop() || paced() ? openLoopHopsPerTick() : Double.POSITIVE_INFINITY;
  }

  private double openLoopHopsPerTick() {
    final double normal = paced() ? cores / ticksPerBirth() : rate();
    final double highPriority =
        workload.highPriority() ? highPriorityRate() * bounds.uniformHops() : 0;
    return torus.nodes() * (normal * meanHops() + highPriority);
  }

  /** Returns by how much open-loop and paced sources ask for more than there can be. */
  double overload() {
    if (!workload.openLoop() && !paced()) {
      return 0;
    }
    if (unevenlyMixed()) {
      final SubGrid all = new SubGrid(torus, true, true, true);
      final double onAllLinks = openLoopHopsPerTick() / (torus.nodes() * bounds.allLinksRate(1));
      final double ofOneKind =
          Math.max(rate() / mostRate(), highPriorityRate() / bounds.peakRate(all));
      return Math.max(onAllLinks, ofOneKind);
    }
    return openLoopHopsPerTick() / mostHopsPerTick();
  }

  /** Returns whether packets of high priority go other ways than all others. */
  private boolean unevenlyMixed() {
    return workload.highPriority() && !evenlySpread();
  }

  private boolean evenlySpread() {
    return is(Own.PROBE) || (workload.sources() != null && workload.sources().isEven());
  }

  /** Returns the open-loop rate in packets per tick and node, 0 if there is none. */
  double rate() {
    return workload.openLoop() ? bounds.rate(workload.load().orElseThrow(), meanHops()) : 0;
  }

  /** Returns the packets per tick and node in the beginning of a run whose load changes. */
  private double earlierRate() {
    return bounds.rate(workload.earlier().load(), meanHops());
  }

  private double highPriorityRate() {
    return bounds.rate(workload.highPriorityLoad(), bounds.uniformHops());
  }

  /** Returns what all nodes send. */
  InjectedTraffic streams() {
    final List<Integer> bytes = workload.packetBytes();
    final List<PacketStream> streams = new ArrayList<>();
    final Sizes sizes = new Sizes(Purpose.SIZE.draws(run.seed()), NORMAL, bytes);
    if (host.twoPhases()) {
      addLegs(streams, births(), sizes);
    } else {
      addNormal(streams, births(), sizes);
    }
    if (workload.highPriority()) {
      addHighPriority(streams, new Sizes(Purpose.SIZE.draws(run.seed()), HIGH_PRIORITY, bytes));
    }
    return new InjectedTraffic(
        torus,
        streams,
        hints(),
        host.injectionBytes(),
        new InjectedTraffic.Relay(host.twoPhases(), host.forwardTicks()),
        Purpose.FIFO.draws(run.seed()));
  }

  private InjectedTraffic.Hints hints() {
    final boolean around = is(Own.BROADCAST) || routing.around() != null;
    return new InjectedTraffic.Hints(
        new TorusPacketWords(torus, around),
        routing.plusOnTies(),
        Purpose.TIE.draws(run.seed()),
        routing.around());
  }

  private void addNormal(List<PacketStream> streams, Births births, Sizes sizes) {
    final int fifos = NORMAL_FIFOS / cores;
    final Destinations destinations = destinations();
    for (int core = 0; core < cores; core++) {
      streams.add(
          new PacketStream(
              trafficClass(),
              core * fifos,
              fifos,
              host.choice(),
              new Messages(core, cores, births, destinations, sizes)));
    }
  }

  private void addLegs(List<PacketStream> streams, Births births, Sizes sizes) {
    final int legs = TwoPhaseDestinations.LEGS;
    final int fifos = NORMAL_FIFOS / legs;
    final Destinations destinations =
        new TwoPhaseDestinations(destinations(), torus, longestDimension());
    for (int leg = 0; leg < legs; leg++) {
      streams.add(
          new PacketStream(
              trafficClass(),
              leg * fifos,
              fifos,
              FifoChoice.SEQUENCE,
              new Messages(
                  leg, legs, new TwoPhaseBirths(births), destinations, sizes.onTwoLegs())));
    }
  }

  /** Returns the longest dimension of the workload, the lowest-numbered among equals. */
  private int longestDimension() {
    final SubGrid group = workload.group();
    int longest = -1;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final boolean longer = longest < 0 || torus.extent(dimension) > torus.extent(longest);
      longest = group.varies(dimension) && longer ? dimension : longest;
    }
    return longest;
  }

  private void addHighPriority(List<PacketStream> streams, Sizes sizes) {
    final int fifos = HIGH_PRIORITY_FIFOS / cores;
    final Births births =
        openLoop(HIGH_PRIORITY, highPriorityRate(), highPriorityRate(), UNCHANGED);
    final Destinations destinations = toRandomCore(uniform(HIGH_PRIORITY), HIGH_PRIORITY);
    for (int core = 0; core < cores; core++) {
      streams.add(
          new PacketStream(
              TrafficClass.HIGH_PRIORITY,
              NORMAL_FIFOS + core * fifos,
              fifos,
              FifoChoice.SEQUENCE,
              new Messages(core, cores, births, destinations, sizes)));
    }
  }

  private int trafficClass() {
    if (is(Own.BROADCAST)) {
      return TrafficClass.BROADCAST;
    }
    return routing.dimensionOrder() ? TrafficClass.STATIC : TrafficClass.DYNAMIC;
  }

  private Births births() {
    if (paced()) {
      return new PacedBirths(
          packetsAtStart(),
          cores,
          PacedBirths.interval(ticksPerBirth()),
          Purpose.PACE.draws(run.seed()));
    }
    if (is(Own.PROBE)) {
      return new SpacedBirths(0, torus.diameter(), ticksAlone());
    }
    if (workload.finite()) {
      return new BirthsAtStart(packetsAtStart());
    }
    if (byWeights()) {
      return new MatrixBirths(workload.matrix(), this::births);
    }
    final Births births = births(1);
    return somethingDead() ? new BirthsWhere(births, routing.around().dead()::lives) : births;
  }

  private Births births(double share) {
    if (!workload.openLoop()) {
      return new SaturatedBirths();
    }
    final double rate = rate() * share;
    return workload.earlier() == null
        ? openLoop(NORMAL, rate, rate, UNCHANGED)
        : openLoop(NORMAL, rate, earlierRate() * share, workload.earlier().untilTick());
  }

  /**
   * Returns the ticks between the packets of a probe, long enough that each meets an empty network.
   */
  private long ticksAlone() {
    return design.zeroLoadTicks(torus.diameter(), 256) + 256;
  }

  private Births openLoop(int stream, double rate, double earlier, long from) {
    return new OpenLoopBirths(
        Purpose.GAP.draws(run.seed()),
        stream,
        new GeometricGaps(rate / cores),
        new GeometricGaps(earlier / cores),
        from,
        Math.min(run.sendingTo(), RunPlan.MAX_TICKS));
  }

  private Destinations destinations() {
    if (workload.kind() instanceof Own own) {
      return switch (own) {
        case RING -> new RingShift(torus, workload.ringHops(), cores);
        case BROADCAST -> new RingDestinations(torus, ports(), cores, true);
        case PROBE -> new LadderDestinations(torus);
        case JOBS -> throw new IllegalStateException("programs determine the destinations");
      };
    }
    if (is(Patterns.ALL_TO_ALL)) {
      return new AllToAllDestinations(
          workload.group(),
          cores,
          workload.randomOrder()
              ? new KeyedPermutation(
                  Purpose.ORDER.draws(run.seed()), (workload.group().nodes() - 1) * cores)
              : null,
          workload.packetsPerDestination());
    }
    if (is(Patterns.NEIGHBOURS)) {
      return somethingDead()
          ? new LivingNeighbours(torus, routing.around().dead().livingPorts(), cores)
          : new RingDestinations(torus, ports(), cores, false);
    }
    return toRandomCore(
        is(Patterns.UNIFORM) ? uniform(NORMAL) : workload.sources().destinations(), NORMAL);
  }

  private Destinations uniform(int stream) {
    if (somethingDead()) {
      final PathsAroundFailures around = routing.around();
      return new UniformAmong(
          Purpose.DESTINATION.draws(run.seed()),
          stream,
          torus.nodes(),
          (source, to) -> around.dead().lives(to) && around.leads(source, to));
    }
    return new UniformDestinations(Purpose.DESTINATION.draws(run.seed()), stream, torus.nodes());
  }

  private Destinations toRandomCore(Destinations nodes, int stream) {
    return cores == 1
        ? nodes
        : new RandomCore(nodes, Purpose.CORE.draws(run.seed()), stream, cores);
  }
}
