package io.hopwright.models.bluegene;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.GeometricGaps;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.host.Messages;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.switching.Purpose;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.SubGrid;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.AllToAllDestinations;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.HotRegionDestinations;
import io.hopwright.models.traffic.LadderDestinations;
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
import io.hopwright.models.traffic.UniformDestinations;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What settings say about the traffic on a BlueGene/L torus. */
final class TrafficSettings {
  private static final int NORMAL_FIFOS = 6;
  private static final int HIGH_PRIORITY_FIFOS = 2;
  private static final long MAX_SEQUENCE = 1L << 24;

  /** Random numbers of packets scatter: a reserve of many standard deviations. */
  private static final double MOST_PACKETS = 0.95 * MAX_SEQUENCE;

  private static final int NORMAL = 0;
  private static final int HIGH_PRIORITY = 1;

  private final Settings settings;
  private final Torus torus;
  private final int cores;
  private final long seed;
  private final TrafficBounds bounds;
  private final InjectionSettings injection;

  TrafficSettings(Settings settings, Torus torus, RouterSettings router) {
    this.settings = settings;
    this.torus = torus;
    cores = router.cores();
    seed = settings.integer("seed");
    injection = new InjectionSettings(settings);
    final boolean registers = settings.word("router.hintBits").equals("registers");
    bounds =
        new TrafficBounds(
            torus,
            new TrafficBounds.Links(
                router.ackBytes(), settings.flag("router.tokenAckMerging"), registers),
            packetBytes());
  }

  /** Throws what does not fit together. */
  void check(RunPlan run) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final boolean saturated = settings.isWord("workload.load");
    problems.when(
        saturated && (is("all-to-all") || is("probe")),
        "workload.load",
        "is saturated, but workload.kind = " + kind() + " says itself what is sent; leave it out");
    problems.when(
        saturated && settings.word("run.end").equals("drained"),
        "run.end",
        "waits for saturated sources to be exhausted, which they never are; use ticks or packets");
    problems.when(
        is("all-to-all") && group().nodes() < 2,
        "workload.dimensions",
        settings.words("workload.dimensions").isEmpty()
            ? "names none, so that a node has nobody to send to; name x, y or z"
            : "are all of extent 1 here, so that a node has nobody to send to; name a longer one");
    problems.when(
        is("all-to-all") && packetsAtStart() * legs() > MAX_SEQUENCE,
        "workload.packetsPerDestination",
        "makes more than "
            + MAX_SEQUENCE
            + (legs() == 1 ? " packets per node; use fewer" : " legs per node; use fewer"));
    problems.when(
        is("hot-region") && !fits(settings.integers("workload.hotBox"), torus),
        "workload.hotBox",
        "is "
            + settings.integers("workload.hotBox")
            + " on a machine of "
            + torus
            + "; use a box that fits");
    problems.when(
        is("ring") && torus.extent(0) < 2,
        "workload.kind",
        "is ring, but there is no ring in x on a torus of " + torus + "; make x longer");
    problems.when(
        is("ring") && torus.extent(0) >= 2 && ringHops() > torus.extent(0) / 2,
        "workload.hops",
        "is "
            + ringHops()
            + ", and in + direction is no shortest way for more than half of a ring of "
            + torus.extent(0)
            + "; use at most "
            + torus.extent(0) / 2);
    problems.when(
        is("broadcast") && !TorusPartition.takesWholeRings(torus),
        "workload.kind",
        "is broadcast, but hop counts around the rings of a torus of "
            + torus
            + " do not fit a packet's fields; use a smaller machine.shape");
    problems.during(injection::check);
    RunPlan.checkSteady(settings, openLoop(), problems);
    problems.throwIfAny();
    if (openLoop()) {
      checkRate("workload.load", rate(), problems);
    }
    if (highPriority()) {
      checkRate("workload.highPriorityLoad", highPriorityRate(), problems);
    }
    problems.throwIfAny();
    checkNumbers(run, problems);
    if (paced()) {
      problems.during(() -> injection.checkBirths(packetsAtStart() / cores, ticksPerBirth()));
    }
    problems.throwIfAny();
  }

  /** Births and sequence numbers have to fit a packet's fields. */
  private void checkNumbers(RunPlan run, SettingsException.Collector problems) {
    problems.when(
        run.end() != RunPlan.End.PACKETS && sendingUntil(run) >= TorusPartition.MAX_TICKS,
        "run.ticks",
        "and run.warmupTicks and (unless drained) run.followTicks make "
            + sendingUntil(run)
            + " ticks, at most "
            + (TorusPartition.MAX_TICKS - 1)
            + " fit a packet's fields; make them shorter");
    final double most = Math.max(mostPackets(run), highPriority() ? highPriorityPackets(run) : 0);
    problems.when(
        most > MOST_PACKETS,
        run.end() == RunPlan.End.PACKETS ? "run.packets" : "run.ticks",
        "makes "
            + Math.round(most)
            + " packets per node and more, at most "
            + Math.round(MOST_PACKETS)
            + " fit a packet's fields; make it shorter");
  }

  /** The tick at which sources fall silent. */
  private static long sendingUntil(RunPlan run) {
    return run.end() == RunPlan.End.TICKS ? run.lastTick() : run.warmupTicks() + run.ticks();
  }

  private double mostPackets(RunPlan run) {
    if (run.end() == RunPlan.End.PACKETS) {
      return (double) run.packets() / torus.nodes();
    }
    if (settings.isWord("workload.load")) {
      final long smallest = packetBytes().stream().min(Long::compare).orElseThrow();
      return (double) Torus.PORTS * run.measuredTo() / (smallest + TrafficBounds.TRAILER_BYTES);
    }
    return rate() * sendingUntil(run);
  }

  private double highPriorityPackets(RunPlan run) {
    return run.end() == RunPlan.End.PACKETS ? 0 : highPriorityRate() * sendingUntil(run);
  }

  /** Returns the number of deliveries to expect if all sources end; about, for an open loop. */
  long expectedDeliveries(RunPlan run) {
    final double sending = (double) (run.warmupTicks() + run.ticks()) * torus.nodes();
    final double copies = is("broadcast") ? bounds.ringHops(ports()) : 1;
    final double ofHighPriority = highPriority() ? highPriorityRate() * sending : 0;
    final double finite = is("probe") ? torus.diameter() : packetsAtStart() * torus.nodes();
    return Math.round((openLoop() ? rate() * sending * copies : finite) + ofHighPriority);
  }

  private int legs() {
    return injection.twoPhases() ? TwoPhaseDestinations.LEGS : 1;
  }

  private long packetsAtStart() {
    return (group().nodes() - 1L) * cores * cores * perDestination();
  }

  /** Tells whether a box fits into a torus; none does. */
  static boolean fits(List<Long> box, Torus torus) {
    return box == null
        || IntStream.range(0, Torus.DIMENSIONS).allMatch(i -> box.get(i) <= torus.extent(i));
  }

  private void checkRate(String key, double rate, SettingsException.Collector problems) {
    final double perCore = rate / cores;
    final String asks = "asks for " + perCore + " packets per tick and core, ";
    final String instead = key.equals("workload.load") ? ", or saturated" : "";
    problems.when(
        perCore > 1,
        key,
        asks + "but one Bernoulli trial per tick gives at most 1; use a smaller load" + instead);
    problems.when(
        perCore < GeometricGaps.MIN_PROBABILITY,
        key,
        asks + "and at least " + GeometricGaps.MIN_PROBABILITY + " are needed; use a larger load");
  }

  private String kind() {
    return settings.word("workload.kind");
  }

  private int ringHops() {
    return (int) settings.integer("workload.hops", torus.extent(0) / 2);
  }

  private boolean is(String kind) {
    return kind().equals(kind);
  }

  private long perDestination() {
    return settings.integer("workload.packetsPerDestination");
  }

  private boolean openLoop() {
    return !is("all-to-all") && !is("probe") && !settings.isWord("workload.load");
  }

  private boolean highPriority() {
    return settings.number("workload.highPriorityLoad") > 0;
  }

  private boolean paced() {
    return is("all-to-all") && injection.paced();
  }

  /** Returns the ticks from one packet of a core of a paced all-to-all to the next. */
  private double ticksPerBirth() {
    return bounds.busiestTicks(group()) * cores / injection.pace();
  }

  private List<Long> packetBytes() {
    return settings.integers("workload.packetBytes");
  }

  private SubGrid group() {
    final List<String> free =
        is("all-to-all") ? settings.words("workload.dimensions") : List.of("x", "y", "z");
    return new SubGrid(torus, free.contains("x"), free.contains("y"), free.contains("z"));
  }

  private HotBox hotBox() {
    return new HotBox(torus, settings.extents("workload.hotBox"));
  }

  private List<Integer> ports() {
    return IntStream.range(0, Torus.PORTS).filter(torus::hasLink).boxed().toList();
  }

  /** Returns what theory says about this traffic. */
  TrafficBounds bounds() {
    return bounds;
  }

  /** Returns the mean hops of a packet of the normal stream. */
  double meanHops() {
    return switch (kind()) {
      case "hot-region" -> bounds.hotRegionHops(hotBox(), settings.number("workload.hotFraction"));
      case "neighbour" -> 1;
      case "ring" -> ringHops();
      case "broadcast" -> bounds.ringHops(ports());
      case "all-to-all" -> bounds.groupHops(group());
      default -> bounds.uniformHops();
    };
  }

  /**
   * Returns the largest rate in packets per tick and node that the links allow; null where it
   * depends on the routing.
   */
  Double peakRate() {
    return evenlySpread() ? (Double) bounds.peakRate(group()) : null;
  }

  /** Returns the mean link utilization at {@link #peakRate}. */
  Double peakLinkUtilization() {
    return evenlySpread() ? (Double) bounds.peakLinkUtilization(group()) : null;
  }

  /**
   * Returns what each node outside the hot box can send at most, in link bytes per tick, if all
   * nodes send alike; null for other traffic.
   */
  Double outsideRate() {
    return is("hot-region")
        ? (Double)
            (bounds.cutRate(hotBox(), settings.number("workload.hotFraction"))
                * bounds.meanWireBytes())
        : null;
  }

  /** Tells whether packets make their way in two legs. */
  boolean twoPhases() {
    return injection.twoPhases();
  }

  /** Tells whether sources come to their end by themselves. */
  boolean finite() {
    return is("all-to-all") || is("probe");
  }

  /** Returns the mean hops of a delivery; a broadcast is delivered after every hop. */
  double hopsPerDelivery() {
    if (is("probe")) {
      return (torus.diameter() + 1) / 2.0;
    }
    return is("broadcast") ? 1 : meanHops();
  }

  /** Returns the packet-hops per tick that fill the links which are full first. */
  double mostHopsPerTick() {
    if (is("ring")) {
      return torus.nodes() / (bounds.meanBytes() + TrafficBounds.TRAILER_BYTES);
    }
    final double allLinks = bounds.rate(1, meanHops());
    double rate = evenlySpread() ? bounds.peakRate(group()) : allLinks;
    if (is("hot-region") && hotBox().nodes() < torus.nodes()) {
      rate = Math.min(allLinks, bounds.cutRate(hotBox(), settings.number("workload.hotFraction")));
    }
    return rate * torus.nodes() * meanHops();
  }

  /** Returns the packet-hops per tick that sources ask for; infinite if as many as there can be. */
  double offeredHopsPerTick(RouterDesign design) {
    if (is("probe")) {
      return hopsPerDelivery() / ticksAlone(design);
    }
    return openLoop() || paced() ? openLoopHopsPerTick() : Double.POSITIVE_INFINITY;
  }

  private double openLoopHopsPerTick() {
    final double normal = paced() ? cores / ticksPerBirth() : rate();
    final double highPriority = highPriority() ? highPriorityRate() * bounds.uniformHops() : 0;
    return torus.nodes() * (normal * meanHops() + highPriority);
  }

  /** Returns by how much open-loop and paced sources ask for more than there can be. */
  double overload(double mostHopsPerTick) {
    return openLoop() || paced() ? openLoopHopsPerTick() / mostHopsPerTick : 0;
  }

  private boolean evenlySpread() {
    return is("uniform") || is("all-to-all") || is("probe");
  }

  /** Returns the open-loop rate in packets per tick and node, 0 if there is none. */
  double rate() {
    return openLoop() ? bounds.rate(settings.number("workload.load"), meanHops()) : 0;
  }

  private double highPriorityRate() {
    return bounds.rate(settings.number("workload.highPriorityLoad"), bounds.uniformHops());
  }

  /** Returns what all nodes send. */
  Workload workload(RunPlan run, RouterDesign design) {
    final int[] bytes = packetBytes().stream().mapToInt(Long::intValue).toArray();
    final List<PacketStream> streams = new ArrayList<>();
    final Sizes sizes = new Sizes(Purpose.SIZE.draws(seed), NORMAL, bytes);
    if (injection.twoPhases()) {
      addLegs(streams, births(run, design), sizes);
    } else {
      addNormal(streams, births(run, design), sizes);
    }
    if (highPriority()) {
      addHighPriority(streams, run, new Sizes(Purpose.SIZE.draws(seed), HIGH_PRIORITY, bytes));
    }
    return new Workload(
        torus,
        streams,
        new Workload.Hints(
            settings.word("router.hintBits").equals("registers"), Purpose.TIE.draws(seed)),
        injection.bytes(),
        new Workload.Relay(injection.twoPhases(), injection.forwardTicks()),
        Purpose.FIFO.draws(seed));
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
              injection.choice(),
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
    final SubGrid group = group();
    int longest = -1;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final boolean longer = longest < 0 || torus.extent(dimension) > torus.extent(longest);
      longest = group.varies(dimension) && longer ? dimension : longest;
    }
    return longest;
  }

  private void addHighPriority(List<PacketStream> streams, RunPlan run, Sizes sizes) {
    final int fifos = HIGH_PRIORITY_FIFOS / cores;
    final Births births = openLoop(run, HIGH_PRIORITY, highPriorityRate());
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
    if (is("broadcast")) {
      return TrafficClass.BROADCAST;
    }
    return settings.word("router.routing").equals("static")
        ? TrafficClass.STATIC
        : TrafficClass.DYNAMIC;
  }

  private Births births(RunPlan run, RouterDesign design) {
    if (paced()) {
      return new PacedBirths(
          packetsAtStart(), cores, PacedBirths.interval(ticksPerBirth()), Purpose.PACE.draws(seed));
    }
    if (is("all-to-all")) {
      return new BirthsAtStart(packetsAtStart());
    }
    if (is("probe")) {
      return new SpacedBirths(0, torus.diameter(), ticksAlone(design));
    }
    return openLoop() ? openLoop(run, NORMAL, rate()) : new SaturatedBirths();
  }

  /** Ticks between the packets of a probe: each finds an empty network. */
  private long ticksAlone(RouterDesign design) {
    return design.zeroLoadTicks(torus.diameter(), 256) + 256;
  }

  private Births openLoop(RunPlan run, int stream, double rate) {
    final long until =
        run.end() == RunPlan.End.DRAINED
            ? run.warmupTicks() + run.ticks()
            : Math.min(run.lastTick(), TorusPartition.MAX_TICKS);
    return new OpenLoopBirths(
        Purpose.GAP.draws(seed), stream, new GeometricGaps(rate / cores), until);
  }

  private Destinations destinations() {
    return switch (kind()) {
      case "all-to-all" ->
          new AllToAllDestinations(
              group(),
              cores,
              new KeyedPermutation(Purpose.ORDER.draws(seed), (group().nodes() - 1) * cores),
              (int) perDestination());
      case "hot-region" ->
          toRandomCore(
              new HotRegionDestinations(
                  hotBox(),
                  Purpose.HOT.draws(seed),
                  Draws.threshold(settings.number("workload.hotFraction")),
                  Purpose.DESTINATION.draws(seed),
                  NORMAL,
                  uniform(NORMAL)),
              NORMAL);
      case "ring" -> new RingShift(torus, ringHops(), cores);
      case "neighbour" -> new RingDestinations(torus, ports(), cores, false);
      case "broadcast" -> new RingDestinations(torus, ports(), cores, true);
      case "probe" -> new LadderDestinations(torus);
      default -> toRandomCore(uniform(NORMAL), NORMAL);
    };
  }

  private Destinations uniform(int stream) {
    return new UniformDestinations(Purpose.DESTINATION.draws(seed), stream, torus.nodes());
  }

  private Destinations toRandomCore(Destinations nodes, int stream) {
    return cores == 1 ? nodes : new RandomCore(nodes, Purpose.CORE.draws(seed), stream, cores);
  }
}
