package io.hopwright.models.tnw;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Parameter.Word;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.tnw.programs.CreditsAhead;
import io.hopwright.models.tnw.programs.LatticeBoltzmann;
import io.hopwright.models.tnw.programs.NeighbourProgram;
import io.hopwright.models.tnw.programs.PingPongProgram;
import io.hopwright.models.tnw.programs.ThreadProgram;
import io.hopwright.models.tnw.programs.TnwPackets;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.Sizes;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Workload of the threads of all nodes.
 *
 * @param grid the machine
 * @param keys settings of the study
 * @param load offered load of each port, 1 being a packet each 140 ticks; empty if messages are
 *     sent at once
 * @param earlier load in the beginning of the run; null for the same
 * @param ports ports over which neighbours send
 * @param vcs VCs of their messages, used in turn
 * @param aheadOfVcs credits that neighbours give for each of these before the first message has
 *     come; empty if the key's credits count for all together
 * @param byEngine whether threads wait for their descriptors
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
public record TnwWorkload(
    Grid grid,
    Keys keys,
    OptionalDouble load,
    EarlierLoad earlier,
    int[] ports,
    int[] vcs,
    int[] aheadOfVcs,
    boolean byEngine) {
  static final List<String> PORT_NAMES = List.of("x+", "x-", "y+", "y-", "z+", "z-");

  /** Floating-point operations of a site, and of a node in a nanosecond. */
  private static final double FLOP_PER_SITE = 7_600.0;

  private static final double FLOP_PER_TICK = 160.0;
  private static final int MOST_SITES = 1 << 24;

  /** Kinds of programs. */
  enum Kind {
    @Meaning("messages to neighbours, one after the other")
    NEIGHBOURS,
    @Meaning("messages back and forth between neighbouring nodes in x")
    PING_PONG,
    @Meaning("a lattice-Boltzmann code: borders to neighbours, then computation")
    LBM,
    @Meaning("determined by the programs in the section jobs, between neighbours")
    JOBS
  }

  /** Units that have threads of their own. */
  enum ThreadsPer {
    @Meaning("one thread sends and one receives, for each port")
    PORT,
    @Meaning("one thread sends and one receives, for each port and virtual channel")
    VC
  }

  /** Order in which receivers give credits. */
  enum CreditOrder {
    @Meaning("credits are given in the order of the messages")
    SENDS,
    @Meaning("of two messages, the second gets its credit before the first")
    SWAPPED
  }

  /** Divisions of a lattice among nodes. */
  enum Split {
    @Meaning("the lattice is divided in x")
    X,
    @Meaning("the lattice is divided in x and y")
    XY
  }

  /** Part of three columns of sites, of 37 populations each, that is sent to neighbours. */
  enum Halo {
    @Meaning("all populations of a site")
    ALL(888),
    @Meaning("the populations that move")
    MOVING(208);

    private final int siteBytes;

    Halo(int siteBytes) {
      this.siteBytes = siteBytes;
    }

    /** Returns the bytes of a site on a border. */
    int siteBytes() {
      return siteBytes;
    }
  }

  /** Lattice of a node. */
  record Lattice(
      @Setting(key = LX, byDefault = 256, min = 1, max = 65_536)
          @Meaning("for lbm: sites of a node in x")
          @Source(Tnw.PAPER + "4")
          int lx,
      @Setting(key = LY, byDefault = 256, min = 1, max = 65_536)
          @Meaning("for lbm: sites of a node in y")
          @Source(Tnw.PAPER + "4")
          int ly,
      @Setting(key = "app.split", word = "x") @Meaning("for lbm: decomposition of the lattice")
          Split split,
      @Setting(key = "app.halo", word = "all")
          @Meaning("for lbm: data of three columns of sites that neighbours receive")
          @Source("ASSUMED, D2Q37")
          Halo halo,
      @Setting(key = "app.computeEfficiency", byDefault = 0.393, min = 0.01, max = 1)
          @Meaning("for lbm: fraction of the 160 Gflop/s of a node at which it computes")
          @Source("FIT to 36 to 39 % of the peak, " + Tnw.PAPER + "4")
          double efficiency) {
    boolean splitsY() {
      return split == Split.XY;
    }

    double flop() {
      return FLOP_PER_SITE * lx * ly;
    }

    long computeTicks() {
      return (long) Math.ceil(flop() / (efficiency * FLOP_PER_TICK));
    }

    /** Returns the share of the peak of a node that computes for so many ticks a step. */
    double shareOfPeakFlops(double stepTicks) {
      return flop() / (FLOP_PER_TICK * stepTicks);
    }
  }

  private static final String THREADS = "workload.threadsPer";
  private static final String CREDIT_ORDER = "workload.creditOrder";
  private static final String STRICT = "workload.strict";
  private static final String LX = "app.lx";
  private static final String LY = "app.ly";

  private static final Key<Kind> KIND =
      Key.choice(WorkloadKeys.KIND, Kind.NEIGHBOURS, Choice.of(Kind.values()))
          .ofRun("operation of the threads of nodes");
  private static final Word SATURATED = new Word("saturated", "sources never run dry");
  private static final Key<OptionalDouble> LOAD =
      Key.numberOr(SATURATED, WorkloadKeys.LOAD, SATURATED.name(), 0x1p-20, 1)
          .meaning("for neighbours: offered load of each port; 1 is a packet each 140 ns")
          .source(Tnw.PAPER + "4");
  private static final WorkloadKeys<Kind> KIND_AND_LOAD = new WorkloadKeys<>(KIND, LOAD);
  private static final Key<List<Integer>> MESSAGE_BYTES =
      Key.bytesList("workload.messageBytes", List.of(TnwLinks.PACKET_BYTES), 1, 1 << 30, 1)
          .meaning(
              "for neighbours and ping-pong: size of a message, sent in packets of 128 B; for"
                  + " neighbours also a list of sizes that are equally likely")
          .source(Tnw.PAPER + "2.2");
  private static final Key<List<Integer>> PORTS =
      Key.choices(
              "workload.ports",
              List.of(0),
              IntStream.range(0, LinkModules.PORTS)
                  .mapToObj(port -> new Choice<>(port, PORT_NAMES.get(port), "port " + port))
                  .toList())
          .ofRun("for neighbours: links over which nodes send, with two threads each");
  private static final Key<List<Integer>> VCS =
      Key.choices(
              "workload.vcs",
              List.of(0),
              IntStream.range(0, LinkModules.VCS)
                  .mapToObj(vc -> new Choice<>(vc, String.valueOf(vc), "virtual channel " + vc))
                  .toList())
          .meaning("for neighbours: virtual channels of the messages, in turn")
          .source(Tnw.PAPER + "2");
  private static final Key<List<Integer>> AHEAD_OF_VCS =
      Key.integers("workload.creditsAheadOfVcs", 0, 64)
          .assumed(
              "for neighbours: credits given ahead for each virtual channel, in the order of"
                  + " workload.vcs; a channel with 0 gets no credits; if the list is empty,"
                  + " workload.creditsAhead applies instead");

  /** The keys of the workload. */
  record Keys(
      @Setting(key = WorkloadKeys.KIND) Kind kind,
      @Setting(key = WorkloadKeys.LOAD) OptionalDouble load,
      @Setting(key = "workload.messageBytes") List<Integer> messageBytes,
      @Setting(key = "workload.ports") List<Integer> ports,
      @Setting(key = "workload.vcs") List<Integer> vcs,
      @Setting(key = "workload.creditsAhead", byDefault = 4, max = 64)
          @Meaning(
              "for neighbours: credits that a thread gives before its first message arrives, for"
                  + " all its virtual channels together; with 0 it gives none")
          int ahead,
      @Setting(key = "workload.creditsAheadOfVcs") List<Integer> aheadOfVcs,
      @Setting(key = THREADS, word = "port")
          @Meaning(
              "for neighbours: whether each port, or each virtual channel of a port, has"
                  + " its own threads")
          @Source(Tnw.PAPER + "2")
          ThreadsPer threadsPer,
      @Setting(key = CREDIT_ORDER, word = "sends")
          @Meaning(
              "for neighbours: order in which receivers give credits for the messages of"
                  + " a virtual channel")
          @Source(Tnw.PAPER + "2")
          CreditOrder creditOrder,
      @Setting(key = STRICT, word = "false")
          @Meaning(
              "for neighbours: whether a message that uses up the credit meant for another one ends"
                  + " the run")
          @Source(Key.OF_RUN)
          boolean strict,
      @Setting(key = "workload.messages", byDefault = 20, min = 1, max = 1_000_000)
          @Meaning("for ping-pong: number of round trips")
          @Source(Key.OF_RUN)
          int rounds,
      Lattice lattice) {}

  static final KeyRecord<Keys> KEYS =
      KeyRecord.of(Keys.class, KIND, LOAD, MESSAGE_BYTES, PORTS, VCS, AHEAD_OF_VCS);

  static final List<KeyScope> SCOPES =
      List.of(
          KeyScope.withAny(
              WorkloadKeys.KIND,
              Set.of("neighbours"),
              LOAD.name(),
              PORTS.name(),
              VCS.name(),
              "workload.creditsAhead",
              AHEAD_OF_VCS.name(),
              THREADS,
              CREDIT_ORDER,
              STRICT),
          KeyScope.withAny(
              WorkloadKeys.KIND, Set.of("neighbours", "ping-pong"), MESSAGE_BYTES.name()),
          KeyScope.withAny(WorkloadKeys.KIND, Set.of("ping-pong"), "workload.messages"),
          KeyScope.withAny(
              WorkloadKeys.KIND,
              Set.of("lbm"),
              LX,
              LY,
              "app.split",
              "app.halo",
              "app.computeEfficiency"));

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static TnwWorkload of(Settings settings, Keys keys, Grid grid, TnwHost host) {
    final TnwWorkload workload =
        new TnwWorkload(
            grid,
            keys,
            keys.kind() == Kind.NEIGHBOURS ? keys.load() : OptionalDouble.empty(),
            EarlierLoad.of(settings),
            keys.ports().stream().mapToInt(port -> port).sorted().toArray(),
            keys.vcs().stream().mapToInt(vc -> vc).toArray(),
            keys.aheadOfVcs().stream().mapToInt(credits -> credits).toArray(),
            host.byEngine());
    workload.check(settings, host);
    return workload;
  }

  Kind kind() {
    return keys.kind();
  }

  private boolean threadsPerVc() {
    return keys.threadsPer() == ThreadsPer.VC;
  }

  private boolean swapped() {
    return keys.creditOrder() == CreditOrder.SWAPPED;
  }

  private void check(Settings settings, TnwHost host) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    checkEnd(settings, problems);
    checkSizes(settings, host, problems);
    problems.when(
        kind() == Kind.NEIGHBOURS && ports.length == 0, PORTS, "names no link; name at least one");
    problems.when(kind() == Kind.NEIGHBOURS && vcs.length == 0, VCS, "is empty; name at least one");
    problems.when(
        kind() == Kind.NEIGHBOURS && aheadOfVcs.length > 0 && aheadOfVcs.length != vcs.length,
        AHEAD_OF_VCS,
        "has the length %s, but %s has the length %s; give a number for each virtual channel"
            .formatted(aheadOfVcs.length, VCS, vcs.length));
    for (int port : ports) {
      problems.when(
          kind() == Kind.NEIGHBOURS && grid.neighbour(0, port) == Topology.NONE,
          PORTS,
          "has %s, but %s = %s has no links there; leave it out, or use a larger machine"
              .formatted(PORT_NAMES.get(port), TnwSettings.SHAPE, grid));
    }
    problems.when(
        kind() == Kind.NEIGHBOURS
            && threadsPerVc()
            && (load.isPresent() || byEngine || host.keys().ideal()),
        THREADS,
        "is vc, which needs threads that send without waiting and write their data"
            + " themselves; use port, or "
            + LOAD
            + " = saturated, host.kind = pcie, host.ideal = false, and another host.send"
            + " than nget");
    problems.when(
        kind() == Kind.PING_PONG && grid.extent(0) % 2 != 0,
        KIND,
        ("is ping-pong, which needs pairs of neighbours in x, but %s = %s has an odd"
                + " extent there; use an even one")
            .formatted(TnwSettings.SHAPE, grid));
    problems.when(
        kind() == Kind.LBM
            && (grid.extent(0) < 2 || (keys.lattice().splitsY() && grid.extent(1) < 2)),
        KIND,
        ("is lbm, whose borders go to neighbours in %s, but %s = %s has none; use at least 2"
                + " nodes there")
            .formatted(keys.lattice().splitsY() ? "x and y" : "x", TnwSettings.SHAPE, grid));
    problems.when(
        kind() == Kind.LBM && (long) keys.lattice().lx() * keys.lattice().ly() > MOST_SITES,
        LX,
        "and %s give a node %s sites, above the limit of %s; use smaller values"
            .formatted(LY, (long) keys.lattice().lx() * keys.lattice().ly(), MOST_SITES));
    problems.when(
        host.keys().ideal() && (kind() != Kind.NEIGHBOURS || load.isPresent()),
        KIND,
        ("and %s must be neighbours and saturated with host.ideal = true; change"
                + " them, or set host.ideal = false")
            .formatted(LOAD));
    problems.throwIfAny();
  }

  private void checkSizes(Settings settings, TnwHost host, SettingsException.Collector problems) {
    EarlierLoad.check(settings, load.isPresent(), problems);
    problems.when(
        load.isPresent()
            && earlier != null
            && (messagesPerTick(earlier.load()) < GeometricGaps.MIN_PROBABILITY
                || messagesPerTick(earlier.load()) > 1),
        EarlierLoad.LOAD,
        "is less than one message of a port in 2^40 ticks, or more than one per tick; use another"
            + " load");
    problems.when(
        load.isPresent() && messagesPerTick() < GeometricGaps.MIN_PROBABILITY,
        LOAD,
        "is less than one message of a port in 2^40 ticks; raise it, or use smaller" + " messages");
    final boolean several = keys.messageBytes().size() > 1;
    problems.when(
        several && kind() != Kind.NEIGHBOURS,
        MESSAGE_BYTES,
        "has several sizes, but %s = %s sends one size; run a point for each size"
            .formatted(KIND, settings.value(KIND)));
    problems.when(
        several && host.keys().ideal(),
        MESSAGE_BYTES,
        "has several sizes, but with host.ideal = true there are no messages, only"
            + " packets; leave it out");
    problems.when(
        several && swapped(),
        MESSAGE_BYTES,
        "has several sizes, but with "
            + CREDIT_ORDER
            + " = swapped a credit of one size would be used up by messages of another; run a point"
            + " for each, or use sends");
  }

  private void checkEnd(Settings settings, SettingsException.Collector problems) {
    JobKeys.check(settings, problems);
    if (kind() == Kind.NEIGHBOURS) {
      KIND_AND_LOAD.check(settings, false, problems);
      return;
    }
    problems.when(
        kind() == Kind.LBM && RunPlan.end(settings) == RunPlan.End.DRAINED,
        RunPlan.END,
        "is drained, but lbm never ends; use ticks or packets");
    problems.when(
        RunPlan.warmup(settings).isEmpty(),
        RunPlan.WARMUP,
        "is auto, but only workload.kind = neighbours has a steady state; set a number of ticks");
  }

  /** Returns the packets of the largest message. */
  int mostPackets() {
    return TnwPackets.of(Collections.max(keys.messageBytes()));
  }

  /** Returns the mean, over the sizes of messages, of a function of their packets. */
  double mean(IntToDoubleFunction ofPackets) {
    return keys.messageBytes().stream()
        .mapToInt(TnwPackets::of)
        .mapToDouble(ofPackets)
        .average()
        .orElseThrow();
  }

  double meanPackets() {
    return mean(packets -> packets);
  }

  /**
   * Returns the number of the last packet of the message that a receiver means by its next credit
   * for a channel.
   *
   * @param before packets of all credits before
   * @param packets of this one; of all of them, if their order is swapped
   */
  long meant(long before, long packets) {
    return kind() == Kind.NEIGHBOURS && swapped()
        ? (((before / packets) ^ 1) + 1) * packets - 1
        : before + packets - 1;
  }

  /**
   * Records that a message has used up a credit meant for another one.
   *
   * @param meant number of the last packet of the message that the credit was meant for
   * @param came number of the packet that used it up
   * @throws SettingsException if that ends the run
   */
  void mismatch(int node, int channel, long meant, long came, long tick) {
    if (kind() == Kind.NEIGHBOURS && keys.strict()) {
      throw new SettingsException(
          STRICT,
          ("is true, and message %s has used up the credit of node %s, port %s, VC %s, that was"
                  + " meant for message %s, at tick %s; give credits in the order of messages (%s"
                  + " = sends), or set it to false")
              .formatted(
                  came / mostPackets(),
                  node,
                  PORT_NAMES.get(channel / LinkModules.VCS),
                  channel % LinkModules.VCS,
                  meant / mostPackets(),
                  tick,
                  CREDIT_ORDER));
    }
  }

  /** Returns what a port offers in packets a tick, null if messages are sent at once. */
  Double packetsPerTick() {
    return load.isEmpty() ? null : (Double) (load.getAsDouble() / TnwLinks.PACKET_TICKS);
  }

  private double messagesPerTick() {
    return messagesPerTick(load.orElseThrow());
  }

  private double messagesPerTick(double ofLoad) {
    return ofLoad / ((double) TnwLinks.PACKET_TICKS * meanPackets());
  }

  private Births births(RunPlan run, int port) {
    final GeometricGaps gaps = new GeometricGaps(messagesPerTick());
    return new OpenLoopBirths(
        Purpose.GAP.draws(run.seed()),
        port,
        gaps,
        earlier == null ? gaps : new GeometricGaps(messagesPerTick(earlier.load())),
        earlier == null ? -1 : earlier.untilTick(),
        run.sendingTo());
  }

  /** Returns the sizes of the messages that a thread sends. */
  private Sizes sizes(RunPlan run, int thread) {
    return new Sizes(Purpose.SIZE.draws(run.seed()), thread, keys.messageBytes());
  }

  /** Returns the program of the threads of a node. */
  public ThreadProgram program(RunPlan run) {
    return switch (kind()) {
      case NEIGHBOURS -> threadsPerVc() ? ofVcs(run) : ofPorts(run);
      case PING_PONG -> new PingPongProgram(grid, keys.rounds(), mostPackets(), byEngine);
      case LBM ->
          new LatticeBoltzmann(
              keys.lattice().splitsY() ? 4 : 2,
              TnwPackets.of(keys.lattice().halo().siteBytes() * keys.lattice().ly()),
              TnwPackets.of(keys.lattice().halo().siteBytes() * keys.lattice().lx()),
              keys.lattice().computeTicks(),
              byEngine);
      case JOBS -> throw new IllegalStateException("ranks are not threads");
    };
  }

  private ThreadProgram ofPorts(RunPlan run) {
    return new NeighbourProgram(
        grid,
        ports,
        IntStream.of(ports).mapToObj(port -> vcs).toArray(int[][]::new),
        sizesByPort(run),
        IntStream.of(ports).mapToObj(port -> aheadOfPort()).toArray(CreditsAhead[]::new),
        byEngine,
        load.isEmpty() ? null : birthsByPort(run));
  }

  private ThreadProgram ofVcs(RunPlan run) {
    final int streams = ports.length * vcs.length;
    return new NeighbourProgram(
        grid,
        IntStream.range(0, streams).map(stream -> ports[stream / vcs.length]).toArray(),
        IntStream.range(0, streams)
            .mapToObj(stream -> new int[] {vcs[stream % vcs.length]})
            .toArray(int[][]::new),
        IntStream.range(0, streams)
            .mapToObj(stream -> sizes(run, 2 * stream))
            .toArray(Sizes[]::new),
        IntStream.range(0, streams)
            .mapToObj(stream -> aheadOfVc(stream % vcs.length))
            .toArray(CreditsAhead[]::new),
        byEngine,
        null);
  }

  private CreditsAhead aheadOfPort() {
    return aheadOfVcs.length == 0
        ? CreditsAhead.ofAllVcs(keys.ahead())
        : CreditsAhead.ofEachVc(aheadOfVcs);
  }

  /** Returns the lead of a thread that has one VC only. */
  private CreditsAhead aheadOfVc(int position) {
    return CreditsAhead.ofEachVc(aheadOfVcs.length == 0 ? keys.ahead() : aheadOfVcs[position]);
  }

  /** Returns the sizes of the messages over each of the ports: thread 2p sends those of port p. */
  Sizes[] sizesByPort(RunPlan run) {
    return IntStream.of(ports).mapToObj(port -> sizes(run, 2 * port)).toArray(Sizes[]::new);
  }

  /** Returns when messages over each of the ports are generated. */
  Births[] birthsByPort(RunPlan run) {
    return IntStream.of(ports).mapToObj(port -> births(run, port)).toArray(Births[]::new);
  }
}
