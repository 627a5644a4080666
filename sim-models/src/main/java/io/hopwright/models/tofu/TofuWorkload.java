package io.hopwright.models.tofu;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import io.hopwright.models.messaging.ranks.SendQueues;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.tofu.barriers.Barriers;
import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.network.PathChoice;
import io.hopwright.models.tofu.network.PathPolicy;
import io.hopwright.models.tofu.network.TofuFrames;
import io.hopwright.models.tofu.network.TofuPaper;
import io.hopwright.models.tofu.network.TofuTopology;
import io.hopwright.models.tofu.tni.TniOperation;
import io.hopwright.models.tofu.tni.TniTraffic;
import io.hopwright.models.tofu.tni.TofuHost;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.VirtualTorus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.pattern.NetworkTraits;
import io.hopwright.models.traffic.pattern.NodeSpace;
import io.hopwright.models.traffic.pattern.Pattern;
import io.hopwright.models.traffic.pattern.Patterns;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Traffic of the nodes ({@code docs/models/tofu.md}, "Workloads").
 *
 * @param seed seed of all random numbers
 * @param topology the machine
 * @param kind destinations of messages: a {@link Pattern}, or a kind that only this machine has
 * @param sources message sources of the nodes; null for barriers and jobs
 * @param operation operation of messages
 * @param load offered load of nodes, in units of all their network interfaces; empty if sources are
 *     saturated
 * @param earlier load in the beginning of the run; null for the same
 * @param messageBytes sizes of messages, equally likely
 * @param mtuBytes largest data of a packet
 * @param tnis sending network interfaces of a node
 * @param queues queues of each of these
 * @param crossed whether messages go to the interface with the number next to their own
 * @param paths first destinations of packets
 */
record TofuWorkload(
    long seed,
    TofuTopology topology,
    Described kind,
    Sources sources,
    TniOperation operation,
    OptionalDouble load,
    EarlierLoad earlier,
    List<Integer> messageBytes,
    int mtuBytes,
    int tnis,
    int queues,
    boolean crossed,
    PathChoice paths) {
  /** Kinds of workload that are not patterns. */
  enum Own implements Described {
    @Meaning("no messages: barriers by hardware, as in the section barrier")
    BARRIER,
    @Meaning("determined by the programs in the section jobs")
    JOBS
  }

  /** Largest message. */
  static final int MAX_BYTES = 16_777_215;

  private static final Patterns PATTERNS = Patterns.of(NetworkTraits.ofAxes(Tofu6D.AXES));
  private static final WorkloadKeys<Described> PLAIN =
      PATTERNS.workload(
          new WorkloadKeys.Load(
              "the rate of links at all network interfaces of a node, 40.8, 50 or 20 GB/s of"
                  + " data",
              "sources never run dry",
              GeometricGaps.MIN_PROBABILITY,
              100,
              TofuPaper.SECTION + "IV.C, Table I"),
          Own.values());
  private static final WorkloadKeys<Described> ANY =
      new WorkloadKeys<>(PLAIN.kind().formerly(Map.of("halo", halo())), PLAIN.load());
  private static final Key<TniOperation> OPERATION =
      Key.choice("workload.operation", TniOperation.PUT, Choice.of(TniOperation.values()))
          .meaning("operation of a message")
          .source(TofuPaper.SECTION + "II.A, II.B");
  private static final Key<List<Integer>> MESSAGE_BYTES =
      Key.bytesList("workload.messageBytes", List.of(TofuFrames.MAX_DATA), 1, MAX_BYTES, 1)
          .ofRun(
              "size of a message, sent in packets of up to nic.mtuBytes, or a list of sizes that"
                  + " are equally likely");
  private static final Key<Integer> TNIS =
      Key.integer("workload.tnis", null, 1, Generation.TOFUD.tnis())
          .ofRun(
              "number of network interfaces of a node that send; all if not set; with"
                  + " workload.ports one for each port");
  private static final Key<Integer> QUEUES =
      Key.integer("workload.queues", 1, 1, Generation.TOFUD.userQueues())
          .ofRun(
              "number of command queues of each sending network interface, with one"
                  + " stream of messages each");
  private static final Key<List<Integer>> PORTS =
      Key.repeatableChoices(
              "workload.ports",
              null,
              IntStream.range(0, Tofu6D.PORTS)
                  .mapToObj(port -> new Choice<>(port, Tofu6D.PORT_NAMES.get(port), "port " + port))
                  .toList())
          .ofRun(
              "for neighbours: the ports to send through, in the order of network interfaces;"
                  + " interfaces with the same port share its link; if not set, the six directions"
                  + " of the virtual torus in turn");

  /** Read by {@link TofuHost}. */
  private static final Key<PathPolicy> PATH =
      Key.choice("router.path", PathPolicy.SOURCE, Choice.of(PathPolicy.values()))
          .meaning("coordinates a, b and c that packets go to before x, y and z")
          .source("press on K: first x, y and z; others in headers of uTofu and utf");

  private static final Key<Integer> FIXED_PATH =
      Key.integer("router.fixedPath", 0, 0, PathPolicy.PATHS - 1)
          .ofRun("for fixed: number of the path, (a·3 + b)·2 + c");

  static final Component COMPONENT =
      Component.of("workload", ANY.kind(), ANY.load())
          .and(EarlierLoad.KEYS)
          .and(
              PATTERNS.keys(OPERATION, MESSAGE_BYTES, TNIS, QUEUES, PORTS, TofuHost.MEMORY_GROUPS));

  static final Component ROUTING = Component.of("routing", PATH, FIXED_PATH);

  static final List<KeyScope> SCOPES =
      Stream.concat(
              PATTERNS.scopes(Map.of(PORTS.name(), Set.of(Patterns.NEIGHBOURS.name()))).stream(),
              Stream.of(
                  KeyScope.withoutAny(
                      WorkloadKeys.KIND,
                      Set.of("barrier", WorkloadKeys.JOBS_KIND),
                      MESSAGE_BYTES.name()),
                  KeyScope.withoutAny(WorkloadKeys.KIND, Set.of("barrier"), OPERATION.name()),
                  KeyScope.with(PATH.name(), "fixed", FIXED_PATH.name())))
          .toList();

  /** Returns the settings that the former kind halo stands for. */
  private static Map<String, Object> halo() {
    final Map<String, Object> settings = new HashMap<>();
    settings.put(WorkloadKeys.KIND, Patterns.NEIGHBOURS.name());
    settings.put("workload.ports", null);
    return settings;
  }

  /** Returns the units of the largest packets that settings ask for. */
  static int mostUnits(Settings settings) {
    final TniOperation operation = settings.get(OPERATION);
    final int largest = sizes(settings).stream().mapToInt(Integer::intValue).max().orElseThrow();
    final int moved = Math.min(largest, TofuHost.mtuBytes(settings));
    return TofuFrames.units(Math.max(operation.requestData(moved), operation.answerData(moved)));
  }

  private static List<Integer> sizes(Settings settings) {
    if (WorkloadKeys.jobs(settings)) {
      return List.of(TofuHost.mtuBytes(settings));
    }
    if (barrier(settings)) {
      return List.of(Barriers.SIGNAL_BYTES);
    }
    return settings.get(OPERATION) == TniOperation.ARMW
        ? List.of(TniOperation.ARMW_BYTES)
        : settings.get(MESSAGE_BYTES);
  }

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming all that does not fit together
   */
  static TofuWorkload of(Settings settings, TofuTopology topology) {
    final Described kind = settings.get(ANY.kind());
    final List<Integer> ports =
        kind == Patterns.NEIGHBOURS ? settings.find(PORTS).orElse(null) : null;
    checkPorts(settings, topology, ports);
    final long seed = settings.get(RunPlan.SEED);
    final TofuWorkload workload =
        new TofuWorkload(
            seed,
            topology,
            kind,
            sources(settings, topology.machine(), ports),
            settings.get(OPERATION),
            settings.get(ANY.load()),
            EarlierLoad.of(settings),
            sizes(settings),
            TofuHost.mtuBytes(settings),
            ports != null ? ports.size() : settings.find(TNIS).orElse(topology.generation().tnis()),
            settings.get(QUEUES),
            kind == Patterns.NEIGHBOURS && ports == null,
            new PathChoice(settings.get(PATH), settings.get(FIXED_PATH), Purpose.PATH.draws(seed)));
    workload.check(settings);
    return workload;
  }

  /** Returns what nodes send; null for barriers and jobs. */
  private static Sources sources(Settings settings, Tofu6D machine, List<Integer> ports) {
    if (ports != null) {
      return Sources.ofNeighbours(
          machine.routers(), machine::neighbour, ports.stream().mapToInt(port -> port).toArray());
    }
    return settings.get(ANY.kind()) instanceof Pattern pattern
        ? pattern.read(
            settings,
            new NodeSpace(
                machine.routers(),
                Tofu6D.AXES,
                machine.grid(),
                neighbours(machine),
                null,
                node -> true))
        : null;
  }

  private static NodeSpace.Neighbourhood neighbours(Tofu6D machine) {
    final VirtualTorus torus = new VirtualTorus(machine);
    return new NodeSpace.Neighbourhood() {
      @Override
      public Grid torus() {
        return torus.torus();
      }

      @Override
      public int neighbour(int node, int port) {
        return torus.neighbour(node, port);
      }
    };
  }

  private void check(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Generation generation = topology.generation();
    final String name = settings.value(TofuTopology.GENERATION).toString();
    ANY.check(settings, saysItself(), problems);
    EarlierLoad.check(settings, openLoop(), problems);
    problems.when(
        jobs() && operation != TniOperation.PUT,
        OPERATION,
        "is not put, but the messages of programs are Puts; leave it out");
    problems.when(
        operation == TniOperation.ARMW && !generation.hasAtomics(),
        OPERATION,
        "is armw, but tofu has no atomic operations; use put or get, or another"
            + " machine.generation");
    problems.when(
        tnis > generation.tnis(),
        TNIS,
        "is above the " + generation.tnis() + " network interfaces of " + name + "; use fewer");
    problems.when(
        queues > generation.userQueues(),
        QUEUES,
        "is above the %s command queues that users have of a network interface of %s; use fewer"
            .formatted(generation.userQueues(), name));
    if (sources != null) {
      sources.check(
          rate(),
          ANY.load(),
          " of a stream",
          "lower it, use larger messages, or more workload.queues",
          problems);
    }
    problems.throwIfAny();
  }

  private static void checkPorts(Settings settings, TofuTopology topology, List<Integer> ports) {
    if (ports == null) {
      return;
    }
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Tofu6D machine = topology.machine();
    problems.when(
        ports.isEmpty() || ports.size() > topology.generation().tnis(),
        PORTS,
        "has %s ports, but nodes of %s have %3$s network interfaces; name 1 to %3$s ports"
            .formatted(
                ports.size(),
                settings.value(TofuTopology.GENERATION),
                topology.generation().tnis()));
    for (int port : ports.stream().distinct().toList()) {
      problems.when(
          IntStream.range(0, machine.routers())
              .anyMatch(node -> machine.neighbour(node, port) == Topology.NONE),
          PORTS,
          "has %s, where some nodes have no link; leave it out, or make that axis a ring"
              .formatted(Tofu6D.PORT_NAMES.get(port)));
    }
    problems.throwIfAny();
  }

  int nodes() {
    return topology.machine().routers();
  }

  /** Returns whether all messages are there at tick 0. */
  boolean allToAll() {
    return sources != null && sources.isFinite();
  }

  /** Returns whether programs say what is sent. */
  boolean jobs() {
    return kind == Own.JOBS;
  }

  /** Returns whether nothing is sent but what barriers need. */
  boolean barrier() {
    return kind == Own.BARRIER;
  }

  /** Returns whether it is barriers that send. */
  static boolean barrier(Settings settings) {
    return settings.get(ANY.kind()) == Own.BARRIER;
  }

  private boolean saysItself() {
    return allToAll() || jobs() || barrier();
  }

  private boolean openLoop() {
    return !saysItself() && load.isPresent();
  }

  /** Returns whether a node sends anything. */
  boolean sends(int node) {
    return sources == null ? jobs() : sources.sends(node);
  }

  double meanMessageBytes() {
    return drawnSizes().mean();
  }

  double meanPacketsPerMessage() {
    return drawnSizes().mean(segments()::segments);
  }

  private double unitLoad() {
    return (double) topology.generation().tnis() * topology.generation().linkBytes();
  }

  /** Returns the messages of a stream per tick under a load. */
  private double messagesPerTick(double ofLoad) {
    return ofLoad * unitLoad() / meanMessageBytes() / streams();
  }

  private int streams() {
    return tnis * queues;
  }

  /** Returns the data that a node offers in bytes per tick, null if there is no such number. */
  Double offeredBytesPerTick() {
    return openLoop() ? (Double) (load.orElseThrow() * unitLoad()) : null;
  }

  /** Returns the traffic of a run. */
  TniTraffic traffic(RunPlan run) {
    return jobs()
        ? traffic(List.of(), new Segmenter(mtuBytes, SendQueues.STRIDE))
        : traffic(messages(run), segments());
  }

  private TniTraffic traffic(List<Messages> messages, Segmenter segments) {
    return new TniTraffic(operation, tnis, queues, crossed, paths, messages, segments);
  }

  private List<Messages> messages(RunPlan run) {
    final Births births = sources == null ? new BirthsAtStart(0) : sources.births(run, rate());
    final Destinations destinations =
        sources == null ? (source, message) -> source : sources.destinations();
    final Sizes sizes = drawnSizes();
    return IntStream.range(0, streams())
        .mapToObj(stream -> new Messages(stream, streams(), births, destinations, sizes))
        .toList();
  }

  private Sizes drawnSizes() {
    return new Sizes(Purpose.SIZE.draws(seed), 0, messageBytes);
  }

  /** Returns how messages go out as packets. */
  Segmenter segments() {
    return Segmenter.of(mtuBytes, drawnSizes());
  }

  /** Returns the messages of a stream per tick; empty unless it is an open loop. */
  private Sources.Rate rate() {
    return Sources.Rate.of(
        openLoop() ? load : OptionalDouble.empty(), earlier, this::messagesPerTick);
  }
}
