package io.hopwright.models.tofu;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import io.hopwright.models.host.SyntheticTraffic;
import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Key.Choice;
import io.hopwright.models.machine.Key.Described;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.machine.WorkloadKeys;
import io.hopwright.models.messaging.SendQueues;
import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.VirtualTorus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.BirthsWhere;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.ManyToOne;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.TrafficMatrix;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What nodes send, and to whom ({@code docs/models/tofu.md}, "Workloads").
 *
 * @param seed of all random numbers
 * @param topology the machine
 * @param kind where messages go
 * @param operation what they are
 * @param load what nodes offer, in units of all their network interfaces; empty if saturated
 * @param messageBytes sizes of messages, equally likely
 * @param mtuBytes most data of a packet
 * @param tnis network interfaces of a node that send
 * @param queues of each of these
 * @param ports for {@link Kind#NEIGHBOURS}: which
 * @param shift for {@link Kind#SHIFT}: in x, y and z
 * @param target for {@link Kind#MANY_TO_ONE}: the one
 * @param matrix for {@link Kind#MATRIX}: who sends how much to whom, null for others
 * @param paths where packets go first
 */
record TofuWorkload(
    long seed,
    TofuTopology topology,
    Kind kind,
    TniOperation operation,
    OptionalDouble load,
    List<Integer> messageBytes,
    int mtuBytes,
    int tnis,
    int queues,
    List<Integer> ports,
    List<Integer> shift,
    int target,
    TrafficMatrix matrix,
    Traffic.Paths paths) {
  /** Where messages go. */
  enum Kind implements Described {
    UNIFORM("to random other nodes"),
    ALL_TO_ALL_RANDOM("each node to each other, in a random order of its own"),
    MANY_TO_ONE("all others to workload.target, a hot spot (incast)"),
    PERMUTATION("to the next node on a random ring"),
    NEIGHBOURS("to the nodes behind workload.ports, a network interface for each"),
    HALO("to the six neighbours in the virtual torus, in turn"),
    SHIFT("each to the one a fixed distance further on, round"),
    MATRIX("in proportion to the weights of workload.matrix"),
    BARRIER("nowhere: barriers of the section barrier, done by hardware"),
    JOBS("where the programs of the section jobs say");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    @Override
    public String meaning() {
      return meaning;
    }
  }

  /** Largest message. */
  static final int MAX_BYTES = 16_777_215;

  private static final WorkloadKeys<Kind> ANY =
      WorkloadKeys.of(
          Choice.of(Kind.values()),
          new WorkloadKeys.Load(
              "what all network interfaces of a node send at the rate of links, 40.8, 50 or 20 GB/s"
                  + " of data",
              "always another message",
              GeometricGaps.MIN_PROBABILITY,
              100,
              Tofu.PAPER + "IV.C, Table I"));
  private static final Key<TniOperation> OPERATION =
      Key.choice("workload.operation", TniOperation.PUT, Choice.of(TniOperation.values()))
          .meaning("what messages are")
          .source(Tofu.PAPER + "II.A, II.B");
  private static final Key<List<Integer>> MESSAGE_BYTES =
      Key.bytesList("workload.messageBytes", List.of(Frames.MAX_DATA), 1, MAX_BYTES, 1)
          .ofRun(
              "size of a message, sent in packets of up to nic.mtuBytes, or a list of sizes that"
                  + " are equally likely");
  private static final Key<Integer> TNIS =
      Key.integer("workload.tnis", null, 1, Generation.TOFUD.tnis())
          .ofRun(
              "network interfaces of a node that send, all if not set; with neighbours one for each"
                  + " of workload.ports");
  private static final Key<Integer> QUEUES =
      Key.integer("workload.queues", 1, 1, Generation.TOFUD.userQueues())
          .ofRun("command queues of each of these network interfaces, a stream of messages each");
  private static final Key<List<Integer>> PORTS =
      Key.repeatableChoices(
              "workload.ports",
              List.of(Tofu6D.A, Tofu6D.B_PLUS, Tofu6D.B_MINUS, Tofu6D.C),
              IntStream.range(0, Tofu6D.PORTS)
                  .mapToObj(port -> new Choice<>(port, Tofu6D.PORT_NAMES.get(port), "port " + port))
                  .toList())
          .ofRun(
              "for neighbours: the ports to send through, in the order of network interfaces; those"
                  + " with the same port share its link");
  private static final List<Key<Integer>> SHIFTS =
      List.of(shift("X", 0, 1), shift("Y", 1, 0), shift("Z", 2, 0));
  private static final Key<Integer> TARGET =
      Key.integer("workload.target", 0, 0, PacketId.MAX_NODES - 1).ofRun("for many-to-one: which");

  /** Read by {@link TofuHost}. */
  static final Key<MemoryGroups> MEMORY_GROUPS =
      Key.choice("workload.cmg", MemoryGroups.NEAR, Choice.of(MemoryGroups.values()))
          .meaning("in which core-memory groups processes are")
          .source(Tofu.PAPER + "IV.A, V.B");

  private static final Key<PathPolicy> PATH =
      Key.choice("router.path", PathPolicy.SOURCE, Choice.of(PathPolicy.values()))
          .meaning("coordinates a, b and c that packets go to before x, y and z")
          .source("press on K: first x, y and z; others in headers of uTofu and utf");
  private static final Key<Integer> FIXED_PATH =
      Key.integer("router.fixedPath", 0, 0, PathPolicy.PATHS - 1)
          .ofRun("for fixed: (a·3 + b)·2 + c of that path");

  static final Component COMPONENT =
      Component.of(
          "workload",
          ANY.kind(),
          ANY.load(),
          OPERATION,
          MESSAGE_BYTES,
          TNIS,
          QUEUES,
          PORTS,
          SHIFTS.get(0),
          SHIFTS.get(1),
          SHIFTS.get(2),
          TARGET,
          MEMORY_GROUPS,
          WorkloadKeys.MATRIX);

  static final Component ROUTING = Component.of("routing", PATH, FIXED_PATH);

  private static Key<Integer> shift(String axis, int index, int byDefault) {
    return Key.integer("workload.shift" + axis, byDefault, 0, CoordinateWord.MAX_EXTENT - 1)
        .ofRun("for shift: how far on in " + Tofu6D.AXES.get(index) + ", modulo its extent");
  }

  /** Returns the units of the largest packets that settings ask for. */
  static int mostUnits(Settings settings) {
    final TniOperation operation = settings.get(OPERATION);
    final int largest = sizes(settings).stream().mapToInt(Integer::intValue).max().orElseThrow();
    final int moved = Math.min(largest, TofuHost.mtuBytes(settings));
    return Frames.units(Math.max(operation.requestData(moved), operation.answerData(moved)));
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
    final Kind kind = settings.get(ANY.kind());
    final List<Integer> ports = settings.get(PORTS);
    final long seed = settings.get(RunPlan.SEED);
    final TofuWorkload workload =
        new TofuWorkload(
            seed,
            topology,
            kind,
            settings.get(OPERATION),
            settings.get(ANY.load()),
            sizes(settings),
            TofuHost.mtuBytes(settings),
            kind == Kind.NEIGHBOURS
                ? ports.size()
                : settings.find(TNIS).orElse(topology.generation().tnis()),
            settings.get(QUEUES),
            ports,
            SHIFTS.stream().map(settings::get).toList(),
            settings.get(TARGET),
            kind == Kind.MATRIX
                ? WorkloadKeys.matrix(settings, topology.machine().routers())
                : null,
            new Traffic.Paths(
                settings.get(PATH), settings.get(FIXED_PATH), Purpose.PATH.draws(seed)));
    workload.check(settings);
    return workload;
  }

  private void check(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Generation generation = topology.generation();
    final String name = settings.value(TofuTopology.GENERATION).toString();
    ANY.check(settings, saysItself(), problems);
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
        kind != Kind.NEIGHBOURS && tnis > generation.tnis(),
        TNIS,
        "is above the " + generation.tnis() + " network interfaces of " + name + "; use fewer");
    problems.when(
        queues > generation.userQueues(),
        QUEUES,
        "is above the %s command queues that users have of a network interface of %s; use fewer"
            .formatted(generation.userQueues(), name));
    if (kind == Kind.NEIGHBOURS) {
      checkPorts(name, problems);
    }
    problems.when(
        kind == Kind.SHIFT && destination(0) == 0,
        SHIFTS.get(0),
        "leads back to the same node, workload.shiftY and workload.shiftZ included; use numbers"
            + " that are no multiples of the extents");
    problems.when(
        kind == Kind.MANY_TO_ONE && target >= nodes(),
        TARGET,
        "is not below the number of nodes, " + nodes() + "; use a node that exists");
    if (streams() > 0) {
      synthetic()
          .check(
              ANY.load(),
              " of a stream",
              "lower it, make messages larger, or use more workload.queues",
              problems);
    }
    problems.throwIfAny();
  }

  private void checkPorts(String name, SettingsException.Collector problems) {
    problems.when(
        ports.isEmpty() || ports.size() > topology.generation().tnis(),
        PORTS,
        "has %s ports, but nodes of %s have %3$s network interfaces; name 1 to %3$s ports"
            .formatted(ports.size(), name, topology.generation().tnis()));
    for (int port : ports.stream().distinct().toList()) {
      problems.when(
          IntStream.range(0, nodes())
              .anyMatch(node -> topology.machine().neighbour(node, port) == Topology.NONE),
          PORTS,
          "has %s, where some nodes have no link; leave it out, or make that axis a ring"
              .formatted(Tofu6D.PORT_NAMES.get(port)));
    }
  }

  int nodes() {
    return topology.machine().routers();
  }

  private int destination(int node) {
    return destinations().destination(node, 0);
  }

  /** Tells whether all messages are there at tick 0. */
  boolean allToAll() {
    return kind == Kind.ALL_TO_ALL_RANDOM;
  }

  /** Tells whether programs say what is sent. */
  boolean jobs() {
    return kind == Kind.JOBS;
  }

  /** Tells whether nothing is sent but what barriers need. */
  boolean barrier() {
    return kind == Kind.BARRIER;
  }

  /** Tells whether it is barriers that send. */
  static boolean barrier(Settings settings) {
    return settings.get(ANY.kind()) == Kind.BARRIER;
  }

  private boolean saysItself() {
    return allToAll() || jobs() || barrier();
  }

  private boolean openLoop() {
    return !saysItself() && load.isPresent();
  }

  /** Tells whether a node sends anything. */
  boolean sends(int node) {
    return switch (kind) {
      case MANY_TO_ONE -> node != target;
      case MATRIX -> matrix.sent(node) > 0;
      case BARRIER -> false;
      default -> true;
    };
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

  /** Returns the messages of a stream per tick. */
  private double messagesPerTick() {
    return load.orElseThrow() * unitLoad() / meanMessageBytes() / streams();
  }

  private int streams() {
    return tnis * queues;
  }

  /** Returns the data that a node offers in bytes per tick, null if there is no such number. */
  Double offeredBytesPerTick() {
    return openLoop() ? (Double) (load.orElseThrow() * unitLoad()) : null;
  }

  /** Returns what is sent in a run. */
  Traffic traffic(RunPlan run) {
    return jobs()
        ? traffic(List.of(), new Segmenter(mtuBytes, SendQueues.STRIDE))
        : traffic(messages(run), segments());
  }

  private Traffic traffic(List<Messages> messages, Segmenter segments) {
    return new Traffic(operation, tnis, queues, kind == Kind.HALO, paths, messages, segments);
  }

  private List<Messages> messages(RunPlan run) {
    final Births births = births(run);
    final Destinations destinations = destinations();
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

  private Births births(RunPlan run) {
    if (allToAll()) {
      return new BirthsAtStart(nodes() - 1L);
    }
    if (barrier()) {
      return new BirthsAtStart(0);
    }
    final Births births = synthetic().births(run);
    return kind == Kind.MANY_TO_ONE ? new BirthsWhere(births, node -> node != target) : births;
  }

  private SyntheticTraffic synthetic() {
    return new SyntheticTraffic(
        seed,
        nodes(),
        openLoop() ? OptionalDouble.of(messagesPerTick()) : OptionalDouble.empty(),
        matrix);
  }

  /** Returns where messages go. */
  Destinations destinations() {
    final Tofu6D machine = topology.machine();
    return switch (kind) {
      case UNIFORM -> synthetic().uniform();
      case ALL_TO_ALL_RANDOM -> synthetic().randomOrder();
      case MANY_TO_ONE -> new ManyToOne(target);
      case PERMUTATION -> synthetic().permutation();
      case NEIGHBOURS ->
          (source, message) -> machine.neighbour(source, ports.get((int) (message % ports.size())));
      case HALO -> {
        final VirtualTorus torus = new VirtualTorus(machine);
        yield (source, message) -> torus.neighbour(source, (int) (message % 6));
      }
      case SHIFT -> this::shifted;
      case MATRIX -> synthetic().ofMatrix();
      case BARRIER -> (source, message) -> source;
      case JOBS -> throw new IllegalStateException("programs say where messages go");
    };
  }

  private int shifted(int source, long message) {
    final Tofu6D machine = topology.machine();
    final int[] at = machine.coordinates(source);
    for (int axis = 0; axis < Tofu6D.OUTER_AXES; axis++) {
      at[axis] = (at[axis] + shift.get(axis)) % machine.extent(axis);
    }
    return machine.node(at);
  }
}
