package io.hopwright.models.tnw;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.Parameter.Word;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.Sizes;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What the threads of all nodes do.
 *
 * @param grid the machine
 * @param kind what programs are like
 * @param load what each port offers, 1 being a packet each 140 ticks; empty if messages are sent at
 *     once
 * @param messageBytes sizes of messages, equally likely; several for neighbours only
 * @param ports over which neighbours send
 * @param vcs on which their messages are, in turn
 * @param ahead credits that neighbours give before the first message has come
 * @param aheadOfVcs the same for each of the VCs; empty if {@code ahead} counts for all together
 * @param threadsPerVc whether neighbours have threads for each VC of a port
 * @param swapped whether receivers have their messages the wrong way round, two by two
 * @param strict whether that ends a run
 * @param rounds of a ping-pong
 * @param lattice of a lattice-Boltzmann code
 * @param byEngine whether threads have to wait for what they have described
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
record TnwWorkload(
    Grid grid,
    Kind kind,
    OptionalDouble load,
    List<Integer> messageBytes,
    int[] ports,
    int[] vcs,
    int ahead,
    int[] aheadOfVcs,
    boolean threadsPerVc,
    boolean swapped,
    boolean strict,
    int rounds,
    Lattice lattice,
    boolean byEngine) {
  static final List<String> PORT_NAMES = List.of("x+", "x-", "y+", "y-", "z+", "z-");

  /** Floating-point operations of a site, and of a node in a nanosecond. */
  private static final double FLOP_PER_SITE = 7_600.0;

  private static final double FLOP_PER_TICK = 160.0;
  private static final int MOST_SITES = 1 << 24;

  /** Bytes of a site on a border: 3 columns of 37 populations, or the 26 that move. */
  private static final int ALL_BYTES = 888;

  private static final int MOVING_BYTES = 208;

  /** What programs are like. */
  enum Kind implements Described {
    NEIGHBOURS("messages to neighbours, one behind the other"),
    PING_PONG("messages to and fro between nodes next to each other in x"),
    LBM("a lattice-Boltzmann code: borders to neighbours, then computing"),
    JOBS("what the programs of the section jobs say, between neighbours");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    @Override
    public String meaning() {
      return meaning;
    }
  }

  /**
   * The lattice of a node.
   *
   * @param lx sites in x
   * @param ly sites in y
   * @param splitsY whether neighbours in y have a part of it
   * @param siteBytes of a site on a border
   * @param efficiency of computing
   */
  record Lattice(int lx, int ly, boolean splitsY, int siteBytes, double efficiency) {
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

  private static final Key<Kind> KIND =
      Key.choice(WorkloadKeys.KIND, Kind.NEIGHBOURS, Choice.of(Kind.values()))
          .ofRun("what the threads of nodes do");
  private static final Word SATURATED = new Word("saturated", "always another message");
  private static final Key<OptionalDouble> LOAD =
      Key.numberOr(SATURATED, WorkloadKeys.LOAD, SATURATED.name(), 0x1p-20, 1)
          .meaning("for neighbours: what each port offers, 1 being a packet each 140 ns")
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
          .ofRun("for neighbours: over which links nodes send, two threads each");
  private static final Key<List<Integer>> VCS =
      Key.choices(
              "workload.vcs",
              List.of(0),
              IntStream.range(0, LinkModules.VCS)
                  .mapToObj(vc -> new Choice<>(vc, String.valueOf(vc), "virtual channel " + vc))
                  .toList())
          .meaning("for neighbours: on which virtual channels messages are, in turn")
          .source(Tnw.PAPER + "2");
  private static final Key<Integer> AHEAD =
      Key.integer("workload.creditsAhead", 4, 0, 64)
          .assumed(
              "for neighbours: credits that a thread gives before its first message arrives, for"
                  + " all its virtual channels together; with 0 it gives none");
  private static final Key<List<Integer>> AHEAD_OF_VCS =
      Key.integers("workload.creditsAheadOfVcs", 0, 64)
          .assumed(
              "for neighbours: credits given ahead for each virtual channel, in the order of"
                  + " workload.vcs; a channel with 0 gets no credits; if the list is empty,"
                  + " workload.creditsAhead applies instead");
  private static final Key<Boolean> THREADS =
      Key.choice(
              "workload.threadsPer",
              false,
              new Choice<>(false, "port", "one sends and one receives for each port"),
              new Choice<>(
                  true, "vc", "one sends and one receives for each port and virtual channel"))
          .meaning("for neighbours: what has threads of its own")
          .source(Tnw.PAPER + "2");
  private static final Key<Boolean> CREDIT_ORDER =
      Key.choice(
              "workload.creditOrder",
              false,
              new Choice<>(false, "sends", "in the order of the messages"),
              new Choice<>(true, "swapped", "the second of two messages before the first"))
          .meaning(
              "for neighbours: which messages of a virtual channel receivers mean by their"
                  + " credits")
          .source(Tnw.PAPER + "2");
  private static final Key<Boolean> STRICT =
      Key.flag("workload.strict", false)
          .ofRun(
              "for neighbours: whether a message that uses up the credit meant for another one ends"
                  + " the run");
  private static final Key<Integer> ROUNDS =
      Key.integer("workload.messages", 20, 1, 1_000_000)
          .ofRun("for ping-pong: how often to and fro");
  private static final Key<Integer> LX = sites("app.lx", "x");
  private static final Key<Integer> LY = sites("app.ly", "y");
  private static final Key<Boolean> SPLIT =
      Key.choice(
              "app.split",
              false,
              new Choice<>(false, "x", "in x"),
              new Choice<>(true, "xy", "in x and y"))
          .assumed("for lbm: how the lattice is cut");
  private static final Key<Integer> HALO =
      Key.choice(
              "app.halo",
              ALL_BYTES,
              new Choice<>(ALL_BYTES, "all", "all populations of a site"),
              new Choice<>(MOVING_BYTES, "moving", "those that move"))
          .meaning("for lbm: what of three columns of sites neighbours get")
          .source("ASSUMED, D2Q37");
  private static final Key<Double> EFFICIENCY =
      Key.number("app.computeEfficiency", 0.393, 0.01, 1)
          .meaning("for lbm: share of the 160 Gflop/s of a node at which it computes")
          .source("FIT to 36 to 39 % of the peak, " + Tnw.PAPER + "4");

  static final Component COMPONENT =
      Component.of(
          "workload",
          KIND,
          LOAD,
          MESSAGE_BYTES,
          PORTS,
          VCS,
          AHEAD,
          AHEAD_OF_VCS,
          THREADS,
          CREDIT_ORDER,
          STRICT,
          ROUNDS,
          LX,
          LY,
          SPLIT,
          HALO,
          EFFICIENCY);

  private static Key<Integer> sites(String name, String axis) {
    return Key.integer(name, 256, 1, 65_536)
        .meaning("for lbm: sites of a node in " + axis)
        .source(Tnw.PAPER + "4");
  }

  /** Tells whether the workload is a lattice-Boltzmann code. */
  static boolean isLbm(Settings settings) {
    return settings.get(KIND) == Kind.LBM;
  }

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static TnwWorkload of(Settings settings, Grid grid, TnwHost host) {
    final Kind kind = settings.get(KIND);
    final Lattice lattice =
        new Lattice(
            settings.get(LX),
            settings.get(LY),
            settings.get(SPLIT),
            settings.get(HALO),
            settings.get(EFFICIENCY));
    final TnwWorkload workload =
        new TnwWorkload(
            grid,
            kind,
            kind == Kind.NEIGHBOURS ? settings.get(LOAD) : OptionalDouble.empty(),
            settings.get(MESSAGE_BYTES),
            sorted(settings.get(PORTS)),
            settings.get(VCS).stream().mapToInt(vc -> vc).toArray(),
            settings.get(AHEAD),
            settings.get(AHEAD_OF_VCS).stream().mapToInt(credits -> credits).toArray(),
            settings.get(THREADS),
            settings.get(CREDIT_ORDER),
            settings.get(STRICT),
            settings.get(ROUNDS),
            lattice,
            host.byEngine());
    workload.check(settings, host);
    return workload;
  }

  private static int[] sorted(List<Integer> ports) {
    return ports.stream().mapToInt(port -> port).sorted().toArray();
  }

  private void check(Settings settings, TnwHost host) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    checkEnd(settings, problems);
    checkSizes(settings, host, problems);
    problems.when(
        kind == Kind.NEIGHBOURS && ports.length == 0, PORTS, "names no link; name one at least");
    problems.when(kind == Kind.NEIGHBOURS && vcs.length == 0, VCS, "names none; name one at least");
    problems.when(
        kind == Kind.NEIGHBOURS && aheadOfVcs.length > 0 && aheadOfVcs.length != vcs.length,
        AHEAD_OF_VCS,
        "has the length %s, but %s has the length %s; give a number for each virtual channel"
            .formatted(aheadOfVcs.length, VCS, vcs.length));
    for (int port : ports) {
      problems.when(
          kind == Kind.NEIGHBOURS && grid.neighbour(0, port) == Topology.NONE,
          PORTS,
          "has %s, but %s = %s has no links there; leave it out, or make the machine larger"
              .formatted(PORT_NAMES.get(port), TnwSettings.SHAPE, grid));
    }
    problems.when(
        kind == Kind.NEIGHBOURS && threadsPerVc && (load.isPresent() || byEngine || host.ideal()),
        THREADS,
        "is vc, for threads that send at once, and by themselves; use "
            + LOAD
            + " = saturated, host.kind = pcie, another host.send than nget, and host.ideal = false,"
            + " or port");
    problems.when(
        kind == Kind.PING_PONG && grid.extent(0) % 2 != 0,
        KIND,
        ("is ping-pong, for which pairs of nodes are next to each other in x, but %s = %s has an"
                + " odd extent there; use an even one")
            .formatted(TnwSettings.SHAPE, grid));
    problems.when(
        kind == Kind.LBM && (grid.extent(0) < 2 || (lattice.splitsY() && grid.extent(1) < 2)),
        KIND,
        ("is lbm, whose borders go to neighbours in %s, but %s = %s has none; use at least 2"
                + " nodes there")
            .formatted(lattice.splitsY() ? "x and y" : "x", TnwSettings.SHAPE, grid));
    problems.when(
        kind == Kind.LBM && (long) lattice.lx() * lattice.ly() > MOST_SITES,
        LX,
        "and %s make %s sites of a node, at most %s are allowed; make them smaller"
            .formatted(LY, (long) lattice.lx() * lattice.ly(), MOST_SITES));
    problems.when(
        host.ideal() && (kind != Kind.NEIGHBOURS || load.isPresent()),
        KIND,
        "and %s are to be neighbours and saturated with host.ideal = true; change them, or that"
            .formatted(LOAD));
    problems.throwIfAny();
  }

  private void checkSizes(Settings settings, TnwHost host, SettingsException.Collector problems) {
    problems.when(
        load.isPresent() && messagesPerTick() < GeometricGaps.MIN_PROBABILITY,
        LOAD,
        "is less than one message of a port in 2^40 ticks; raise it or make messages smaller");
    final boolean several = messageBytes.size() > 1;
    problems.when(
        several && kind != Kind.NEIGHBOURS,
        MESSAGE_BYTES,
        "has several sizes, which only neighbours send, but %s = %s; use one, a point for each"
            .formatted(KIND, settings.value(KIND)));
    problems.when(
        several && host.ideal(),
        MESSAGE_BYTES,
        "has several sizes, but with host.ideal = true there are packets only, and no messages;"
            + " leave it out");
    problems.when(
        several && swapped,
        MESSAGE_BYTES,
        "has several sizes, but with "
            + CREDIT_ORDER
            + " = swapped a credit of one size would be used up by messages of another; run a point"
            + " for each, or use sends");
  }

  private void checkEnd(Settings settings, SettingsException.Collector problems) {
    JobKeys.check(settings, problems);
    if (kind == Kind.NEIGHBOURS) {
      KIND_AND_LOAD.check(settings, false, problems);
      return;
    }
    problems.when(
        kind == Kind.LBM && RunPlan.end(settings) == RunPlan.End.DRAINED,
        RunPlan.END,
        "is drained, but lbm never ends; use ticks or packets");
    problems.when(
        RunPlan.warmup(settings).isEmpty(),
        RunPlan.WARMUP,
        "is auto, but only workload.kind = neighbours has a steady state; set a number of ticks");
  }

  /** Returns the packets of the largest message. */
  int mostPackets() {
    return packets(Collections.max(messageBytes));
  }

  /** Returns the mean over the sizes of messages of what is told by their packets. */
  double mean(IntToDoubleFunction ofPackets) {
    return messageBytes.stream()
        .mapToInt(TnwWorkload::packets)
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
    return kind == Kind.NEIGHBOURS && swapped
        ? (((before / packets) ^ 1) + 1) * packets - 1
        : before + packets - 1;
  }

  /**
   * Takes note that a message has used up a credit meant for another one.
   *
   * @param meant number of the last packet of the message that the credit was meant for
   * @param came number of the packet that used it up
   * @throws SettingsException if that ends the run
   */
  void mismatch(int node, int channel, long meant, long came, long tick) {
    if (kind == Kind.NEIGHBOURS && strict) {
      throw new SettingsException(
          STRICT.name(),
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

  /** Returns the packets of a message. */
  static int packets(int bytes) {
    return (int) ((bytes + TnwLinks.PACKET_BYTES - 1L) / TnwLinks.PACKET_BYTES);
  }

  /** Returns what a port offers in packets a tick, null if messages are sent at once. */
  Double packetsPerTick() {
    return load.isEmpty() ? null : (Double) (load.getAsDouble() / TnwLinks.PACKET_TICKS);
  }

  private double messagesPerTick() {
    return load.orElseThrow() / ((double) TnwLinks.PACKET_TICKS * meanPackets());
  }

  private Births births(RunPlan run, int port) {
    return new OpenLoopBirths(
        Purpose.GAP.draws(run.seed()), port, new GeometricGaps(messagesPerTick()), run.sendingTo());
  }

  /** Returns the sizes of the messages that a thread sends. */
  private Sizes sizes(RunPlan run, int thread) {
    return new Sizes(Purpose.SIZE.draws(run.seed()), thread, messageBytes);
  }

  /** Returns what the threads of a node do. */
  ThreadProgram program(RunPlan run) {
    return switch (kind) {
      case NEIGHBOURS -> threadsPerVc ? ofVcs(run) : ofPorts(run);
      case PING_PONG -> new PingPongProgram(grid, rounds, mostPackets(), byEngine);
      case LBM ->
          new LatticeBoltzmann(
              lattice.splitsY() ? 4 : 2,
              packets(lattice.siteBytes() * lattice.ly()),
              packets(lattice.siteBytes() * lattice.lx()),
              lattice.computeTicks(),
              byEngine);
      case JOBS -> throw new IllegalStateException("ranks are no threads");
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
        ? CreditsAhead.ofAllVcs(ahead)
        : CreditsAhead.ofEachVc(aheadOfVcs);
  }

  /** Returns the lead of a thread that has one VC only. */
  private CreditsAhead aheadOfVc(int position) {
    return CreditsAhead.ofEachVc(aheadOfVcs.length == 0 ? ahead : aheadOfVcs[position]);
  }

  /** Returns the sizes of the messages over each of the ports: thread 2p sends those of port p. */
  Sizes[] sizesByPort(RunPlan run) {
    return IntStream.of(ports).mapToObj(port -> sizes(run, 2 * port)).toArray(Sizes[]::new);
  }

  /** Returns when messages over each of the ports are born. */
  Births[] birthsByPort(RunPlan run) {
    return IntStream.of(ports).mapToObj(port -> births(run, port)).toArray(Births[]::new);
  }
}
