package io.hopwright.models.cascade;

import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.cascade.aries.AriesWorkload;
import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.CascadePaper;
import io.hopwright.models.cascade.nic.NicModel;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.TrafficMatrix;
import io.hopwright.models.traffic.pattern.GroupShiftPattern;
import io.hopwright.models.traffic.pattern.NetworkTraits;
import io.hopwright.models.traffic.pattern.NodeSpace;
import io.hopwright.models.traffic.pattern.Pattern;
import io.hopwright.models.traffic.pattern.Patterns;
import io.hopwright.models.traffic.pattern.RotationsPattern;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Traffic of the nodes of a Cascade: messages and their destinations.
 *
 * @param seed seed of all random numbers
 * @param dragonfly the machine
 * @param kind destinations of messages: a {@link Pattern}, or a kind that only this machine has
 * @param sources message sources of the nodes; null with jobs
 * @param load offered load of nodes, in units of 7.5 GB/s; empty if sources are saturated
 * @param earlier load in the beginning of the run; null for the same
 * @param messageBytes sizes of messages, equally likely
 * @param shiftGroups for a group shift: distance in groups; 0 for others
 * @param streams for rotations: number at a time; 1 for others
 * @param aries operations of ranks on messages, for Aries NICs
 */
public record CascadeWorkload(
    long seed,
    Dragonfly dragonfly,
    Described kind,
    Sources sources,
    OptionalDouble load,
    EarlierLoad earlier,
    List<Integer> messageBytes,
    int shiftGroups,
    int streams,
    AriesWorkload aries) {
  /** Kinds of workload that are not patterns. */
  enum Own implements Described {
    @Meaning(
        "from one node to another, with workload.bothWays in both directions; nic.model = aries only")
    STREAM,
    @Meaning("determined by the programs in the section jobs")
    JOBS
  }

  /** Bytes of data per tick that a load of 1 stands for: 7.5 GB/s. */
  public static final double UNIT_LOAD = 6.0 / 35;

  private static final Patterns PATTERNS = Patterns.of(new NetworkTraits(List.of(), true));
  private static final WorkloadKeys<Described> ANY =
      PATTERNS.workload(
          new WorkloadKeys.Load(
              "7.5 GB/s of data per node",
              "sources never run dry",
              GeometricGaps.MIN_PROBABILITY,
              100,
              CascadePaper.SECTION + "VIII: 7.5 GB/s each way with symmetric traffic"),
          Own.values());
  private static final Key<List<Integer>> MESSAGE_BYTES =
      Key.bytesList("workload.messageBytes", List.of(64), 1, 4 << 20, 1)
          .meaning(
              "size of a message, sent as requests of 64 B, or a list of sizes that are equally"
                  + " likely")
          .source(CascadePaper.SECTION + "VIII");
  private static final String TARGET = "workload.target";
  private static final String SOURCE = "workload.source";

  /** Keys other than those of patterns. */
  @Source(Key.OF_RUN)
  public record Keys(
      @Setting(key = "workload.messageBytes") List<Integer> messageBytes,
      @Setting(key = TARGET, byDefault = 0, max = CascadePacketId.MAX_NODES - 1)
          @Meaning("for incast and stream: the node that receives")
          int target,
      @Setting(key = SOURCE, byDefault = 1, max = CascadePacketId.MAX_NODES - 1)
          @Meaning("for outcast and stream: the node that sends")
          int source,
      @Setting(key = "workload.bothWays", word = "false")
          @Meaning("for stream: whether the receiving node also sends")
          boolean bothWays) {
    static final KeyRecord<Keys> KEYS = KeyRecord.of(Keys.class, MESSAGE_BYTES);
  }

  static final Component COMPONENT =
      Component.of("workload", ANY.kind(), ANY.load())
          .and(EarlierLoad.KEYS)
          .and(PATTERNS.keys(Keys.KEYS.keys()))
          .and(AriesWorkload.KEYS.keys());

  static final List<KeyScope> SCOPES =
      Stream.concat(
              PATTERNS
                  .scopes(
                      Map.of(
                          TARGET,
                          Set.of("stream"),
                          SOURCE,
                          Set.of("stream"),
                          "workload.bothWays",
                          Set.of("stream")))
                  .stream(),
              Stream.of(
                  KeyScope.withoutAny(
                      WorkloadKeys.KIND, Set.of(WorkloadKeys.JOBS_KIND), MESSAGE_BYTES.name())))
          .toList();

  /**
   * Reads the settings.
   *
   * @param model of NICs
   * @param inOrder whether all packets between two nodes stay in order
   * @throws SettingsException naming all that does not fit together
   */
  static CascadeWorkload of(
      Settings settings, Dragonfly dragonfly, NicModel model, boolean inOrder) {
    final Described kind = settings.get(ANY.kind());
    final Keys keys = Keys.KEYS.read(settings);
    final CascadeWorkload workload =
        new CascadeWorkload(
            settings.get(RunPlan.SEED),
            dragonfly,
            kind,
            sources(settings, keys, dragonfly),
            settings.get(ANY.load()),
            EarlierLoad.of(settings),
            keys.messageBytes(),
            kind == Patterns.GROUP_SHIFT ? settings.get(GroupShiftPattern.GROUPS) : 0,
            kind == Patterns.ROTATIONS ? settings.get(RotationsPattern.STREAMS) : 1,
            AriesWorkload.of(settings, model, inOrder, keys.messageBytes()));
    workload.check(settings, model);
    return workload;
  }

  /** Returns what nodes send unless programs say it. */
  private static Sources sources(Settings settings, Keys keys, Dragonfly dragonfly) {
    final Described kind = settings.get(ANY.kind());
    final NodeSpace space = NodeSpace.of(groups(dragonfly));
    if (kind == Patterns.ROTATIONS) {
      return Patterns.ROTATIONS.read(settings, space, requestsOf(keys.messageBytes().get(0)));
    }
    if (kind instanceof Pattern pattern) {
      return pattern.read(settings, space);
    }
    return kind == Own.STREAM ? stream(keys, dragonfly.nodes()) : null;
  }

  private static NodeSpace.Groups groups(Dragonfly dragonfly) {
    return new NodeSpace.Groups() {
      @Override
      public int groups() {
        return dragonfly.groups();
      }

      @Override
      public int groupOf(int node) {
        return dragonfly.groupOf(dragonfly.ariesOf(node));
      }

      @Override
      public int firstNode(int group) {
        return dragonfly.firstNode(group);
      }

      @Override
      public int nodesIn(int group) {
        return dragonfly.nodesIn(group);
      }
    };
  }

  private static Sources stream(Keys keys, int nodes) {
    final int source = keys.source();
    final int target = keys.target();
    final SettingsException.Collector problems = new SettingsException.Collector();
    final String exists = "is not below the number of nodes, " + nodes + "; use a node that exists";
    problems.when(target >= nodes, TARGET, exists);
    problems.when(source >= nodes, SOURCE, exists);
    problems.when(source == target, SOURCE, "is " + TARGET + " as well; use two different nodes");
    problems.throwIfAny();
    final Destinations destinations = (node, message) -> node == source ? target : source;
    final IntPredicate sends = node -> node == source || (keys.bothWays() && node == target);
    return Sources.fixed(nodes, sends, destinations);
  }

  private void check(Settings settings, NicModel model) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    ANY.check(settings, allToAll() || jobs(), problems);
    EarlierLoad.check(settings, openLoop(), problems);
    problems.when(
        kind == Own.STREAM && model == NicModel.RATE,
        ANY.kind(),
        "is %s, which needs another %s than %s; use aries"
            .formatted(settings.value(ANY.kind()), NicModel.KEY, model.word()));
    problems.when(
        kind == Patterns.ROTATIONS && messageBytes.size() > 1,
        MESSAGE_BYTES,
        "has several sizes, but rotations need one size of messages; run a point for"
            + " each size");
    final long messages = allToAll() ? sources.messages() : 0;
    problems.when(
        messages > CascadePacketId.MAX_SEQUENCE,
        MESSAGE_BYTES,
        ("needs %s requests of each node, more than %s; use smaller messages, or lower" + " %s")
            .formatted(messages, CascadePacketId.MAX_SEQUENCE, RotationsPattern.STREAMS.name()));
    if (sources != null) {
      sources.check(rate(), ANY.load(), "", "lower it, or use larger messages", problems);
    }
    problems.throwIfAny();
  }

  /** Returns whether all messages are there at tick 0. */
  boolean allToAll() {
    return sources != null && sources.isFinite();
  }

  /** Returns how many messages a node sends to each other if it is {@link #allToAll}. */
  int messagesPerPair() {
    return streams;
  }

  private static int requestsOf(int messageBytes) {
    return (messageBytes + CascadePackets.MAX_DATA - 1) / CascadePackets.MAX_DATA;
  }

  /** Returns whether programs say what is sent. */
  boolean jobs() {
    return kind == Own.JOBS;
  }

  private boolean openLoop() {
    return !allToAll() && !jobs() && load.isPresent();
  }

  /** Returns the groups of a shift, 0 for other workloads. */
  int shift() {
    return shiftGroups;
  }

  /** Returns the traffic matrix; null if all send to all others, or if programs define it. */
  public TrafficMatrix pairs() {
    return sources == null ? null : sources.pairs();
  }

  /** Returns the requests that the busiest node receives for one of each node. */
  double mostAtOneNode() {
    return sources.mostAtOneNode();
  }

  /** Returns the nodes over which {@link #load} is a mean: all that send, or all of a matrix. */
  int senders() {
    return sources == null ? dragonfly.nodes() : sources.offering();
  }

  /** Returns whether a node sends anything. */
  boolean sends(int node) {
    return sources == null || sources.sends(node);
  }

  double meanMessageBytes() {
    return messageBytes.stream().mapToInt(bytes -> bytes).average().orElseThrow();
  }

  double meanRequestsPerMessage() {
    return messageBytes.stream().mapToInt(CascadeWorkload::requestsOf).average().orElseThrow();
  }

  /** Returns how many messages a rank sends per tick under a load. */
  private double messagesPerTick(double ofLoad) {
    return ofLoad * UNIT_LOAD / meanMessageBytes() / aries.ranks();
  }

  /** Returns the data that a node offers in bytes per tick, null if there is no such number. */
  Double offeredBytesPerTick() {
    return openLoop() ? (Double) (load.orElseThrow() * UNIT_LOAD) : null;
  }

  /** Returns what each rank of a node sends in a run. */
  List<Messages> messages(RunPlan run) {
    return IntStream.range(0, aries.ranks())
        .mapToObj(
            rank ->
                new Messages(
                    rank,
                    aries.ranks(),
                    sources.births(run, rate()),
                    sources.destinations(),
                    sentSizes()))
        .toList();
  }

  /** Returns the sizes of messages, equally likely. */
  int[] sizes() {
    return messageBytes.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Returns the sizes of items sent one after the other: messages, or requests for rotations, whose
   * messages alternate request by request.
   */
  private Sizes sentSizes() {
    return kind == Patterns.ROTATIONS
        ? Sizes.pieces(messageBytes.get(0), CascadePackets.MAX_DATA, streams)
        : new Sizes(Purpose.SIZE.draws(seed), 0, messageBytes);
  }

  /** Returns how that goes out as requests. */
  Segmenter requests() {
    return Segmenter.of(CascadePackets.MAX_DATA, sentSizes());
  }

  /** Returns how many messages a rank sends per tick; empty unless it is an open loop. */
  private Sources.Rate rate() {
    return Sources.Rate.of(
        openLoop() ? load : OptionalDouble.empty(), earlier, this::messagesPerTick);
  }
}
