package io.hopwright.models.bluegene;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.StopRule;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.router.Books;
import io.hopwright.models.router.Measures;
import io.hopwright.models.router.Purpose;
import io.hopwright.models.router.RouterDesign;
import io.hopwright.models.router.RouterPartition;
import io.hopwright.models.router.TrafficClass;
import io.hopwright.models.router.Workload;
import io.hopwright.models.topology.BoxPlan;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.AllToAllDestinations;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.LadderDestinations;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.SpacedBirths;
import io.hopwright.models.traffic.Stream;
import io.hopwright.models.traffic.UniformDestinations;
import java.util.ArrayList;
import java.util.List;

/** A BlueGene/L torus with all its parameters fixed. */
public final class BlueGeneNetwork implements Network<RouterPartition> {
  /** A tick is the time of one byte on a link of 175 MB/s. */
  private static final TickRate TICK_RATE = new TickRate(175_000_000, 1);

  private static final int FLIGHT_TICKS = 10;
  private static final int HEADER_TICKS = 8;
  private static final int TRAILER_TICKS = 4;
  private static final int ACK_TICKS = 12;
  private static final int NORMAL_FIFOS = 6;
  private static final int HIGH_PRIORITY_FIFOS = 2;
  private static final int MAX_NODES = 65_536;
  private static final int MAX_PARTITIONS = 4_096;
  private static final long MAX_SEQUENCE = 1L << 24;

  private final Torus torus;
  private final BoxPlan plan;
  private final RouterDesign design;
  private final Workload workload;
  private final RunPlan run;
  private final Books.Observer observer;
  private final double meanBytes;
  private final double offeredPackets;

  private BlueGeneNetwork(
      Torus torus,
      BoxPlan plan,
      RouterDesign design,
      Workload workload,
      RunPlan run,
      Books.Observer observer,
      double meanBytes,
      double offeredPackets) {
    this.torus = torus;
    this.plan = plan;
    this.design = design;
    this.workload = workload;
    this.run = run;
    this.observer = observer;
    this.meanBytes = meanBytes;
    this.offeredPackets = offeredPackets;
  }

  /**
   * Builds the network that {@code settings} describe.
   *
   * @throws SettingsException naming all settings that do not fit together
   */
  public static BlueGeneNetwork of(Settings settings) {
    return of(settings, Books.Observer.NONE);
  }

  /** Builds the network that {@code settings} describe; {@code observer} sees every delivery. */
  public static BlueGeneNetwork of(Settings settings, Books.Observer observer) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.during(() -> checkShapes(settings));
    problems.during(() -> RunPlan.of(settings, timing(settings).hopTicks()));
    problems.throwIfAny();
    final Torus torus = torus(settings);
    final RunPlan run = RunPlan.of(settings, timing(settings).hopTicks());
    final RouterDesign design = design(settings);
    final double meanBytes =
        settings.integers("workload.packetBytes").stream()
            .mapToLong(Long::longValue)
            .average()
            .orElseThrow();
    final double rate = offered(settings, torus, meanBytes);
    final List<Long> box = settings.integers("partition.shape");
    final BoxPlan plan =
        new BoxPlan(torus, box.get(0).intValue(), box.get(1).intValue(), box.get(2).intValue());
    return new BlueGeneNetwork(
        torus,
        plan,
        design,
        workload(settings, torus, run, meanBytes, rate),
        run,
        observer,
        meanBytes,
        rate);
  }

  private static Torus torus(Settings settings) {
    final List<Long> shape = settings.integers("machine.shape");
    return new Torus(shape.get(0).intValue(), shape.get(1).intValue(), shape.get(2).intValue());
  }

  private static void checkShapes(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final List<Long> shape = settings.integers("machine.shape");
    final List<Long> box = settings.integers("partition.shape");
    long nodes = 1;
    long partitions = 1;
    for (int i = 0; i < Torus.DIMENSIONS; i++) {
      nodes *= shape.get(i);
      partitions *= (shape.get(i) + box.get(i) - 1) / box.get(i);
    }
    problems.when(
        nodes > MAX_NODES,
        "machine.shape",
        "has "
            + nodes
            + " nodes, at most "
            + MAX_NODES
            + " fit a packet's fields; make it smaller");
    problems.when(
        nodes < 2, "machine.shape", "has a single node and no links; make it 2 nodes or more");
    problems.when(
        nodes <= MAX_NODES && partitions > MAX_PARTITIONS,
        "partition.shape",
        "cuts the machine into "
            + partitions
            + " partitions, at most "
            + MAX_PARTITIONS
            + " fit; make the boxes larger");
    problems.when(
        !settings.has("router.escapeVcBytes") && settings.integer("router.vcBytes") < 512,
        "router.vcBytes",
        "leaves the bubble VC below 512 B, and entering it takes the tokens of two full packets;"
            + " use at least 512 B, or set router.escapeVcBytes to at least 512 B");
    problems.when(
        settings.word("workload.kind").equals("all-to-all")
            && (nodes - 1) * settings.integer("workload.packetsPerDestination") > MAX_SEQUENCE,
        "workload.packetsPerDestination",
        "makes more than " + MAX_SEQUENCE + " packets per node; use fewer");
    problems.when(
        settings.word("workload.kind").equals("saturated")
            && settings.word("run.end").equals("drained"),
        "run.end",
        "waits for saturated sources to be exhausted, which they never are; use ticks or packets");
    problems.throwIfAny();
  }

  private static RouterDesign.Timing timing(Settings settings) {
    return new RouterDesign.Timing(
        FLIGHT_TICKS,
        HEADER_TICKS,
        TRAILER_TICKS,
        ACK_TICKS,
        (int) settings.integer("router.arbitrationTicks"),
        (int) settings.integer("router.vcEntryTicks"),
        (int) settings.integer("router.regrantTicks"));
  }

  private static RouterDesign design(Settings settings) {
    final long vcBytes = settings.integer("router.vcBytes");
    final int dynamicChunks = (int) vcBytes / RouterDesign.CHUNK_BYTES;
    final int escapeChunks =
        (int) settings.integer("router.escapeVcBytes", vcBytes) / RouterDesign.CHUNK_BYTES;
    return new RouterDesign(
        (int) settings.integer("router.dynamicVcs"),
        dynamicChunks,
        escapeChunks,
        settings.number("workload.highPriorityLoad") > 0,
        (int) settings.integer("router.paths"),
        settings.flag("router.bypass"),
        timing(settings),
        RouterDesign.policies(
            settings.integer("seed"),
            settings.flag("router.jsq"),
            dynamicChunks,
            settings.number("router.slqFraction"),
            settings.number("router.inNetworkPriority")));
  }

  /** The open-loop rate in packets per tick and node; 0 for other kinds of workload. */
  private static double offered(Settings settings, Torus torus, double meanBytes) {
    return settings.word("workload.kind").equals("uniform")
        ? probability(settings, "workload.load", torus, meanBytes)
        : 0;
  }

  private static double probability(Settings settings, String key, Torus torus, double meanBytes) {
    final double rate =
        new TorusBounds(torus).packetsPerTickPerNode(settings.number(key), meanBytes);
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        rate > 1,
        key,
        "asks for "
            + rate
            + " packets per tick and node, but one Bernoulli trial per tick gives at"
            + " most 1; use a smaller load, or workload.kind = saturated");
    problems.when(
        rate < GeometricGaps.MIN_PROBABILITY,
        key,
        "asks for "
            + rate
            + " packets per tick and node, and at least "
            + GeometricGaps.MIN_PROBABILITY
            + " are needed; use a larger load");
    problems.throwIfAny();
    return rate;
  }

  private static Workload workload(
      Settings settings, Torus torus, RunPlan run, double meanBytes, double rate) {
    final int[] chunks =
        settings.integers("workload.packetBytes").stream()
            .mapToInt(bytes -> (int) (bytes / RouterDesign.CHUNK_BYTES))
            .toArray();
    final long seed = run.seed();
    final List<Stream> streams = new ArrayList<>();
    final boolean fixed = settings.word("router.routing").equals("static");
    streams.add(
        new Stream(
            fixed ? TrafficClass.STATIC : TrafficClass.DYNAMIC,
            0,
            NORMAL_FIFOS,
            births(settings, torus, run, rate),
            destinations(settings, torus, seed),
            new Sizes(Purpose.SIZE.draws(seed), 0, chunks)));
    if (settings.number("workload.highPriorityLoad") > 0) {
      final double high = probability(settings, "workload.highPriorityLoad", torus, meanBytes);
      streams.add(
          new Stream(
              TrafficClass.HIGH_PRIORITY,
              NORMAL_FIFOS,
              HIGH_PRIORITY_FIFOS,
              openLoop(run, 1, high),
              new UniformDestinations(Purpose.DESTINATION.draws(seed), 1, torus.nodes()),
              new Sizes(Purpose.SIZE.draws(seed), 1, chunks)));
    }
    return new Workload(streams, Purpose.TIE.draws(seed));
  }

  private static Births births(Settings settings, Torus torus, RunPlan run, double rate) {
    return switch (settings.word("workload.kind")) {
      case "uniform" -> openLoop(run, 0, rate);
      case "all-to-all" ->
          new BirthsAtStart(
              (torus.nodes() - 1L) * settings.integer("workload.packetsPerDestination"));
      case "saturated" -> new SaturatedBirths();
      default -> {
        final long alone = design(settings).zeroLoadTicks(torus.diameter(), 256) + 256;
        yield new SpacedBirths(0, torus.diameter(), alone);
      }
    };
  }

  private static Births openLoop(RunPlan run, int stream, double rate) {
    final long until =
        run.end() == RunPlan.End.DRAINED ? run.warmupTicks() + run.ticks() : Births.NEVER;
    return new OpenLoopBirths(
        Purpose.GAP.draws(run.seed()), stream, new GeometricGaps(rate), until);
  }

  private static Destinations destinations(Settings settings, Torus torus, long seed) {
    return switch (settings.word("workload.kind")) {
      case "all-to-all" ->
          new AllToAllDestinations(
              new KeyedPermutation(Purpose.ORDER.draws(seed), torus.nodes() - 1),
              (int) settings.integer("workload.packetsPerDestination"));
      case "probe" -> new LadderDestinations(torus);
      default -> new UniformDestinations(Purpose.DESTINATION.draws(seed), 0, torus.nodes());
    };
  }

  @Override
  public String machine() {
    return "bluegene-l";
  }

  @Override
  public List<Long> shape() {
    return List.of((long) torus.extent(0), (long) torus.extent(1), (long) torus.extent(2));
  }

  @Override
  public long nodes() {
    return torus.nodes();
  }

  @Override
  public TickRate tickRate() {
    return TICK_RATE;
  }

  @Override
  public long lookaheadTicks() {
    return design.timing().hopTicks();
  }

  @Override
  public Long expectedStopTick() {
    return run.end() == RunPlan.End.TICKS ? run.warmupTicks() + run.ticks() : null;
  }

  @Override
  public Long expectedPackets() {
    return switch (run.end()) {
      case TICKS -> null;
      case PACKETS -> run.packets();
      case DRAINED -> {
        long packets = 0;
        for (Stream stream : workload.streams()) {
          packets +=
              stream.births() instanceof OpenLoopBirths
                  ? Math.round(offeredPackets * (run.warmupTicks() + run.ticks()) * torus.nodes())
                  : stream.births().bornIn(0, 0, 1) * torus.nodes();
        }
        yield packets;
      }
    };
  }

  @Override
  public int partitions() {
    return plan.partitions();
  }

  @Override
  public int[] neighbours(int partition) {
    return plan.neighbours(partition);
  }

  @Override
  public long windowTicks() {
    return run.windowTicks();
  }

  @Override
  public long gridTicks() {
    return run.gridTicks();
  }

  @Override
  public StopRule stopRule() {
    return run;
  }

  @Override
  public RouterPartition build(int partition) {
    final Books books = new Books(run.warmupTicks(), run.measuredTo(), run.gridTicks(), observer);
    return new RouterPartition(design, torus, plan, partition, workload, books);
  }

  @Override
  public RunResult result(RunOutcome<RouterPartition> outcome) {
    final Measures sum = outcome.partitions().get(0).measures();
    for (RouterPartition partition : outcome.partitions().subList(1, outcome.partitions().size())) {
      sum.add(partition.measures());
    }
    return new BlueGeneReport(torus, design, run, sum, outcome.stopTick(), meanBytes).result();
  }
}
