package io.hopwright.models.bluegene;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.SubGrid;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.TrafficMatrix;
import io.hopwright.models.traffic.pattern.AllToAllPattern;
import io.hopwright.models.traffic.pattern.HotRegionPattern;
import io.hopwright.models.traffic.pattern.HotSpotPattern;
import io.hopwright.models.traffic.pattern.NetworkTraits;
import io.hopwright.models.traffic.pattern.NodeSpace;
import io.hopwright.models.traffic.pattern.Pattern;
import io.hopwright.models.traffic.pattern.Patterns;
import io.hopwright.models.traffic.pattern.RotationsPattern;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Workload of the nodes of a torus, as a study sets it; {@link BlueGeneTraffic} is derived from it.
 *
 * @param kind destinations of packets: a {@link Pattern}, or a kind that only this machine has
 * @param sources packet sources under a pattern; null for other kinds
 * @param load target link utilization of the normal packets; empty if sources are saturated
 * @param earlier the same in the beginning of a run; null for the same load
 * @param hotBox for a hot region: the box; null for other kinds
 * @param hotFraction fraction of the packets that goes to the hot region
 * @param ringHops for {@link Own#RING}: hops of every packet
 * @param matrix traffic matrix of patterns with pairs other than neighbours; null for others
 * @param randomOrder for an all-to-all: whether each node has its own order
 * @param group group whose members exchange packets; the whole machine except for an all-to-all
 * @param packetBytes sizes of packets, equally likely
 * @param packetsPerDestination for an all-to-all: packets from each node to each other node
 * @param highPriorityLoad target link utilization of high-priority packets, on top
 */
record BlueGeneWorkload(
    Described kind,
    Sources sources,
    OptionalDouble load,
    EarlierLoad earlier,
    HotBox hotBox,
    double hotFraction,
    int ringHops,
    TrafficMatrix matrix,
    boolean randomOrder,
    SubGrid group,
    List<Integer> packetBytes,
    int packetsPerDestination,
    double highPriorityLoad) {
  /** Kinds of workload that are not patterns. */
  enum Own implements Described {
    @Meaning("a broadcast around the ring in each direction in turn, with a copy to each node")
    BROADCAST,
    @Meaning("each packet goes workload.hops hops in direction x+")
    RING,
    @Meaning("one packet for each number of hops, one at a time")
    PROBE,
    @Meaning("determined by the programs in the section jobs")
    JOBS
  }

  private static final List<String> AXES = BlueGeneL.AXES.stream().map(Choice::word).toList();
  private static final Patterns PATTERNS = Patterns.of(NetworkTraits.ofAxes(AXES));

  static final WorkloadKeys<Described> ANY =
      PATTERNS.workload(
          new WorkloadKeys.Load(
              "the rate that fills all links under this workload, including trailers and"
                  + " token-acks",
              "injection FIFOs are never empty",
              0x1p-30,
              1e6,
              Key.OF_RUN),
          Own.values());
  static final Key<Double> HIGH_PRIORITY_LOAD =
      Key.number("workload.highPriorityLoad", 0, 0, 1e6)
          .ofRun(
              "target link utilization of additional high-priority packets to random"
                  + " destinations");

  private static final Key<int[]> HOT_BOX = HotRegionPattern.box(AXES);
  private static final Key<AllToAllPattern.Order> ORDER =
      AllToAllPattern.order(AllToAllPattern.Order.RANDOM)
          .meaning(AllToAllPattern.MEANING)
          .source(BlueGeneL.PAPER + "4");
  private static final Key<Integer> HOPS =
      Key.integer("workload.hops", null, 1, 32_768)
          .ofRun(
              "for ring: hops of every packet, at most half of the ring; half of the ring if"
                  + " not set");
  private static final Key<List<Integer>> DIMENSIONS =
      Key.choices("workload.dimensions", List.of(0, 1, 2), BlueGeneL.AXES)
          .meaning(
              "for all-to-all: dimensions of the groups that exchange packets, all at the"
                  + " same time: the machine, planes or lines")
          .source(BlueGeneL.PAPER + "4");
  private static final Key<List<Integer>> PACKET_BYTES =
      Key.bytesList("workload.packetBytes", List.of(256), 32, 256, 32)
          .meaning("packet size, or a list of sizes that are equally likely")
          .source(BlueGeneL.PAPER + "2: 32 to 256 B in chunks of 32 B");
  private static final Key<Integer> PACKETS_PER_DESTINATION =
      Key.integer("workload.packetsPerDestination", 1, 1, 1_000_000)
          .meaning("for all-to-all: packets from each node to each other node")
          .source(BlueGeneL.PAPER + "4: one packet of 240 B payload");

  static final Component COMPONENT =
      Component.of("workload", ANY.kind(), ANY.load())
          .and(
              PATTERNS.keys(
                  ORDER,
                  HOPS,
                  DIMENSIONS,
                  PACKET_BYTES,
                  PACKETS_PER_DESTINATION,
                  HIGH_PRIORITY_LOAD))
          .and(EarlierLoad.KEYS);

  static final List<KeyScope> SCOPES =
      Stream.concat(
              PATTERNS
                  .scopes(
                      Map.of(
                          HOPS.name(),
                          Set.of("ring"),
                          DIMENSIONS.name(),
                          Set.of(Patterns.ALL_TO_ALL.name()),
                          PACKETS_PER_DESTINATION.name(),
                          Set.of(Patterns.ALL_TO_ALL.name())))
                  .stream(),
              Stream.of(
                  KeyScope.withoutAny(
                      WorkloadKeys.KIND, Set.of(WorkloadKeys.JOBS_KIND), PACKET_BYTES.name())))
          .toList();

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming all that does not fit together, or does not fit the host
   */
  static BlueGeneWorkload of(
      Settings settings, Torus torus, BlueGeneHost host, IntPredicate lives) {
    final Described kind = settings.get(ANY.kind());
    final List<Integer> free =
        kind == Patterns.ALL_TO_ALL ? settings.get(DIMENSIONS) : List.of(0, 1, 2);
    final Sources sources =
        kind instanceof Pattern pattern ? pattern.read(settings, NodeSpace.of(torus, lives)) : null;
    final BlueGeneWorkload workload =
        new BlueGeneWorkload(
            kind,
            sources,
            settings.get(ANY.load()),
            EarlierLoad.of(settings),
            hotBox(settings).map(extents -> new HotBox(torus, extents)).orElse(null),
            settings.get(HotSpotPattern.FRACTION),
            settings.find(HOPS).orElse(torus.extent(0) / 2),
            sources == null || kind == Patterns.NEIGHBOURS ? null : sources.pairs(),
            settings.get(ORDER) == AllToAllPattern.Order.RANDOM,
            new SubGrid(torus, free.contains(0), free.contains(1), free.contains(2)),
            settings.get(PACKET_BYTES),
            settings.get(PACKETS_PER_DESTINATION),
            settings.get(HIGH_PRIORITY_LOAD));
    final SettingsException.Collector problems = new SettingsException.Collector();
    ANY.check(settings, workload.finite(), problems);
    EarlierLoad.check(settings, workload.openLoop(), problems);
    workload.checkKind(settings, torus, host, problems);
    host.check(settings, workload, problems);
    problems.throwIfAny();
    return workload;
  }

  /** Returns the extents of the box of a hot region, if there is one. */
  static Optional<int[]> hotBox(Settings settings) {
    return settings.find(HOT_BOX).filter(box -> settings.get(ANY.kind()) == Patterns.HOT_REGION);
  }

  /** Returns whether a box fits into a torus. */
  static boolean fits(int[] box, Torus torus) {
    return IntStream.range(0, Torus.DIMENSIONS).allMatch(i -> box[i] <= torus.extent(i));
  }

  private void checkKind(
      Settings settings, Torus torus, BlueGeneHost host, SettingsException.Collector problems) {
    final int half = torus.extent(0) / 2;
    final long most = new TorusPacketWords(torus, false).maxSequence() + 1;
    problems.when(
        kind == Patterns.ALL_TO_ALL && group.nodes() < 2,
        DIMENSIONS,
        settings.get(DIMENSIONS).isEmpty()
            ? "is empty, so that a node has no destinations; name x, y or z"
            : "all have extent 1 here, so that a node has no destinations; name a longer"
                + " dimension");
    problems.when(
        kind == Patterns.ROTATIONS && packetsAtStart(host.cores()) > most,
        RotationsPattern.STREAMS,
        "generates more than " + most + " packets per node; use fewer");
    problems.when(
        kind == Patterns.ALL_TO_ALL && packetsAtStart(host.cores()) * host.legs() > most,
        PACKETS_PER_DESTINATION,
        "generates more than "
            + most
            + (host.legs() == 1 ? " packets per node; use fewer" : " legs per node; use fewer"));
    problems.when(
        kind == Own.RING && torus.extent(0) < 2,
        ANY.kind(),
        "is ring, but the ring in x has one node on a torus of "
            + torus
            + "; use a larger extent of x");
    problems.when(
        kind == Own.RING && torus.extent(0) >= 2 && ringHops > half,
        HOPS,
        "is %s, more than half of the %s-node ring; use at most %s"
            .formatted(ringHops, torus.extent(0), half));
    problems.when(
        jobs() && highPriority(),
        HIGH_PRIORITY_LOAD,
        "is %s, but ranks of jobs send no packets of high priority; use 0, or another workload.kind"
            .formatted(highPriorityLoad));
  }

  /** Returns whether sources come to their end by themselves. */
  boolean finite() {
    return kind == Own.PROBE || kind == Own.JOBS || (sources != null && sources.isFinite());
  }

  /** Returns whether packets come from programs. */
  boolean jobs() {
    return kind == Own.JOBS;
  }

  /** Returns whether sources send at a rate, whatever becomes of it. */
  boolean openLoop() {
    return !finite() && load.isPresent();
  }

  /** Returns whether there are packets of high priority. */
  boolean highPriority() {
    return highPriorityLoad > 0;
  }

  /** Returns whether each node has one destination. */
  boolean isFixed() {
    return kind instanceof Pattern pattern && pattern.isFixed();
  }

  /** Returns the packets of a node in an all-to-all, or in rotations. */
  long packetsAtStart(int cores) {
    if (kind == Patterns.ROTATIONS) {
      return sources.messages();
    }
    return (group.nodes() - 1L) * cores * cores * packetsPerDestination;
  }
}
