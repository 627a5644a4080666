package io.hopwright.models.cascade;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.core.random.KeyedPermutation;
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
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.BirthsWhere;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.GroupShift;
import io.hopwright.models.traffic.ManyToOne;
import io.hopwright.models.traffic.RotatingShift;
import io.hopwright.models.traffic.Rotations;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.TrafficMatrix;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the nodes of a Cascade send, and to whom.
 *
 * @param seed of all random numbers
 * @param dragonfly the machine
 * @param kind where messages go
 * @param load what nodes offer, in units of 7.5 GB/s; empty if they are saturated
 * @param messageBytes sizes of messages, equally likely
 * @param shiftGroups for {@link Kind#GROUP_SHIFT}: how many groups on
 * @param source for {@link Kind#STREAM}: the one that sends
 * @param target for {@link Kind#MANY_TO_ONE}: the one; for {@link Kind#STREAM}: the other
 * @param bothWays for {@link Kind#STREAM}: whether that one sends, too
 * @param streams for {@link Kind#ROTATIONS}: how many at a time
 * @param matrix for {@link Kind#MATRIX}: who sends how much to whom, null for others
 * @param aries what ranks do with messages where NICs are those of an Aries
 */
record CascadeWorkload(
    long seed,
    Dragonfly dragonfly,
    Kind kind,
    OptionalDouble load,
    List<Integer> messageBytes,
    int shiftGroups,
    int source,
    int target,
    boolean bothWays,
    int streams,
    TrafficMatrix matrix,
    AriesWorkload aries) {
  /** Where messages go. */
  enum Kind implements Described {
    UNIFORM("to random other nodes"),
    ALL_TO_ALL("each node to each other, in a rotating shift"),
    ALL_TO_ALL_RANDOM("each node to each other, in a random order of its own"),
    ROTATIONS(
        "each node to each other in several rotating shifts at a time, whose random orders are the"
            + " same for all nodes"),
    GROUP_SHIFT("to the same place some groups on"),
    MANY_TO_ONE("all others to workload.target, a hot spot (incast)"),
    PERMUTATION("to the next node on a random ring"),
    STREAM("from one node to another, with workload.bothWays also back; nic.model = aries only"),
    MATRIX("in proportion to the weights of workload.matrix"),
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

  /** Bytes of data per tick that a load of 1 stands for: 7.5 GB/s. */
  static final double UNIT_LOAD = 6.0 / 35;

  private static final WorkloadKeys<Kind> ANY =
      WorkloadKeys.of(
          Choice.of(Kind.values()),
          new WorkloadKeys.Load(
              "7.5 GB/s of data per node",
              "always another message",
              GeometricGaps.MIN_PROBABILITY,
              100,
              Cascade.PAPER + "VIII: 7.5 GB/s each way with symmetric traffic"));
  private static final Key<List<Integer>> MESSAGE_BYTES =
      Key.bytesList("workload.messageBytes", List.of(64), 1, 4 << 20, 1)
          .meaning(
              "size of a message, sent as requests of 64 B, or a list of sizes that are equally"
                  + " likely")
          .source(Cascade.PAPER + "VIII");
  private static final Key<Integer> SHIFT_GROUPS =
      Key.integer("workload.shiftGroups", 1, 1, 240).ofRun("for group-shift: how many groups on");
  private static final Key<Integer> TARGET =
      Key.integer("workload.target", 0, 0, PacketId.MAX_NODES - 1)
          .ofRun("for many-to-one: which; for stream: the node that is sent to");
  private static final Key<Integer> SOURCE =
      Key.integer("workload.source", 1, 0, PacketId.MAX_NODES - 1)
          .ofRun("for stream: the node that sends");
  private static final Key<Boolean> BOTH_WAYS =
      Key.flag("workload.bothWays", false)
          .ofRun("for stream: whether the node that is sent to sends, too");

  private static final Key<Integer> STREAMS =
      Key.integer("workload.streams", 16, 1, 1_024)
          .meaning("for rotations: how many at a time; each sends every node a message")
          .source(
              "ASSUMED: a core each, two sockets of eight; the paper does not say how many messages"
                  + " are under way");

  static final Component COMPONENT =
      new Component(
          "workload",
          Stream.concat(
                  Stream.of(
                      ANY.kind(),
                      ANY.load(),
                      MESSAGE_BYTES,
                      SHIFT_GROUPS,
                      TARGET,
                      SOURCE,
                      BOTH_WAYS,
                      STREAMS,
                      WorkloadKeys.MATRIX),
                  AriesWorkload.KEYS.stream())
              .toList());

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming all that does not fit together
   */
  static CascadeWorkload of(Settings settings, Dragonfly dragonfly) {
    final CascadeWorkload workload =
        new CascadeWorkload(
            settings.get(RunPlan.SEED),
            dragonfly,
            settings.get(ANY.kind()),
            settings.get(ANY.load()),
            settings.get(MESSAGE_BYTES),
            settings.get(SHIFT_GROUPS),
            settings.get(SOURCE),
            settings.get(TARGET),
            settings.get(BOTH_WAYS),
            settings.get(STREAMS),
            settings.get(ANY.kind()) == Kind.MATRIX
                ? WorkloadKeys.matrix(settings, dragonfly.nodes())
                : null,
            AriesWorkload.of(settings, settings.get(MESSAGE_BYTES)));
    workload.check(settings);
    return workload;
  }

  private void check(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    ANY.check(settings, allToAll() || jobs(), problems);
    problems.when(
        kind == Kind.GROUP_SHIFT && shiftGroups % dragonfly.groups() == 0,
        SHIFT_GROUPS,
        "leads back to the same of %s groups; use another number, and at least 2 groups"
            .formatted(dragonfly.groups()));
    problems.when(
        (kind == Kind.MANY_TO_ONE || kind == Kind.STREAM) && target >= dragonfly.nodes(),
        TARGET,
        "is not below the number of nodes, " + dragonfly.nodes() + "; use a node that exists");
    problems.when(
        kind == Kind.STREAM && source >= dragonfly.nodes(),
        SOURCE,
        "is not below the number of nodes, " + dragonfly.nodes() + "; use a node that exists");
    problems.when(
        kind == Kind.STREAM && source == target,
        SOURCE,
        "is " + TARGET.name() + " as well; use two nodes");
    problems.when(
        kind == Kind.STREAM && !AriesKeys.chosen(settings),
        ANY.kind(),
        "is %s, which needs another %s than %s; use aries"
            .formatted(
                settings.value(ANY.kind()),
                AriesKeys.MODEL.name(),
                settings.value(AriesKeys.MODEL)));
    problems.when(
        kind == Kind.ROTATIONS && messageBytes.size() > 1,
        MESSAGE_BYTES,
        "has several sizes, but the messages of rotations take turns and need one; run a point for"
            + " each");
    problems.when(
        kind == Kind.ROTATIONS && rotatedRequests() > PacketId.MAX_SEQUENCE,
        MESSAGE_BYTES,
        "makes %s requests of each node, more than %s; make messages smaller, or lower %s"
            .formatted(rotatedRequests(), PacketId.MAX_SEQUENCE, STREAMS.name()));
    synthetic().check(ANY.load(), "", "lower it or make messages larger", problems);
    problems.throwIfAny();
  }

  /** Tells whether all messages are there at tick 0. */
  boolean allToAll() {
    return kind == Kind.ALL_TO_ALL || kind == Kind.ALL_TO_ALL_RANDOM || kind == Kind.ROTATIONS;
  }

  /** Returns how many messages a node sends to each other if it is {@link #allToAll}. */
  int messagesPerPair() {
    return kind == Kind.ROTATIONS ? streams : 1;
  }

  private long rotatedRequests() {
    return Rotations.packets(dragonfly.nodes(), streams, requestsOf(messageBytes.get(0)));
  }

  private static int requestsOf(int messageBytes) {
    return (messageBytes + Packets.MAX_DATA - 1) / Packets.MAX_DATA;
  }

  /** Tells whether programs say what is sent. */
  boolean jobs() {
    return kind == Kind.JOBS;
  }

  private boolean openLoop() {
    return !allToAll() && !jobs() && load.isPresent();
  }

  /** Returns the groups of a shift, 0 if it is none. */
  int shift() {
    return kind == Kind.GROUP_SHIFT ? shiftGroups : 0;
  }

  /** Returns who sends to whom; null where all send to all others alike, or programs say it. */
  TrafficMatrix pairs() {
    return switch (kind) {
      case MATRIX -> matrix;
      case GROUP_SHIFT, MANY_TO_ONE, PERMUTATION, STREAM ->
          TrafficMatrix.of(dragonfly.nodes(), this::sends, destinations());
      default -> null;
    };
  }

  /** Returns the nodes over which {@link #load} is a mean: all that send, or all of a matrix. */
  int senders() {
    return kind == Kind.MATRIX
        ? dragonfly.nodes()
        : (int) IntStream.range(0, dragonfly.nodes()).filter(this::sends).count();
  }

  /** Tells whether a node sends anything. */
  boolean sends(int node) {
    return switch (kind) {
      case MANY_TO_ONE -> node != target;
      case STREAM -> node == source || (bothWays && node == target);
      case MATRIX -> matrix.sent(node) > 0;
      default -> true;
    };
  }

  double meanMessageBytes() {
    return messageBytes.stream().mapToInt(bytes -> bytes).average().orElseThrow();
  }

  double meanRequestsPerMessage() {
    return messageBytes.stream().mapToInt(CascadeWorkload::requestsOf).average().orElseThrow();
  }

  /** Returns how many messages a rank sends per tick. */
  private double messagesPerTick() {
    return load.orElseThrow() * UNIT_LOAD / meanMessageBytes() / aries.ranks();
  }

  /** Returns the data that a node offers in bytes per tick, null if there is no such number. */
  Double offeredBytesPerTick() {
    return openLoop() ? (Double) (load.orElseThrow() * UNIT_LOAD) : null;
  }

  /** Returns what each rank of a node sends in a run. */
  List<Messages> messages(RunPlan run) {
    return IntStream.range(0, aries.ranks())
        .mapToObj(
            rank -> new Messages(rank, aries.ranks(), births(run), destinations(), sentSizes()))
        .toList();
  }

  /** Returns the sizes of messages, equally likely. */
  int[] sizes() {
    return messageBytes.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Returns the sizes of what goes out one behind the other: messages, or of rotations, whose
   * messages take turns request by request, requests.
   */
  private Sizes sentSizes() {
    return kind == Kind.ROTATIONS
        ? Sizes.pieces(messageBytes.get(0), Packets.MAX_DATA, streams)
        : new Sizes(Purpose.SIZE.draws(seed), 0, messageBytes);
  }

  /** Returns how that goes out as requests. */
  Segmenter requests() {
    return Segmenter.of(Packets.MAX_DATA, sentSizes());
  }

  private Births births(RunPlan run) {
    if (allToAll()) {
      return new BirthsAtStart(kind == Kind.ROTATIONS ? rotatedRequests() : dragonfly.nodes() - 1L);
    }
    final Births births = synthetic().births(run);
    return kind == Kind.MANY_TO_ONE || kind == Kind.STREAM
        ? new BirthsWhere(births, this::sends)
        : births;
  }

  private SyntheticTraffic synthetic() {
    return new SyntheticTraffic(
        seed,
        dragonfly.nodes(),
        openLoop() ? OptionalDouble.of(messagesPerTick()) : OptionalDouble.empty(),
        matrix);
  }

  private Destinations destinations() {
    final int nodes = dragonfly.nodes();
    return switch (kind) {
      case UNIFORM -> synthetic().uniform();
      case ALL_TO_ALL -> new RotatingShift(nodes);
      case ALL_TO_ALL_RANDOM -> synthetic().randomOrder();
      case ROTATIONS ->
          new Rotations(
              new KeyedPermutation(Purpose.ROTATION.draws(seed), nodes - 1),
              nodes,
              streams,
              requestsOf(messageBytes.get(0)));
      case GROUP_SHIFT -> new GroupShift(dragonfly, shiftGroups);
      case MANY_TO_ONE -> new ManyToOne(target);
      case STREAM -> (node, message) -> node == source ? target : source;
      case PERMUTATION -> synthetic().permutation();
      case MATRIX -> synthetic().ofMatrix();
      case JOBS -> throw new IllegalStateException("programs say where messages go");
    };
  }
}
