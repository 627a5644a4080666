package io.hopwright.models.toy;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.PartitionKeys;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.tables.Observation;
import io.hopwright.models.tables.StatisticsKeys;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.pattern.NetworkTraits;
import io.hopwright.models.traffic.pattern.NodeSpace;
import io.hopwright.models.traffic.pattern.Pattern;
import io.hopwright.models.traffic.pattern.Patterns;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The parts of a ring.
 *
 * @param ring routers and links
 * @param map how it is cut
 * @param sources who sends to whom
 * @param load what nodes offer, 1 being a packet each {@link #PACKET_FLITS} ticks; empty if they
 *     are saturated
 * @param design of every router
 * @param vcFlits capacity of the buffer behind any port
 * @param hopTicks from one router to the next
 * @param observation whether each link is measured by itself
 * @param run when
 */
record RingSettings(
    Grid ring,
    PartitionMap map,
    Sources sources,
    OptionalDouble load,
    CrossbarDesign design,
    int vcFlits,
    int hopTicks,
    Observation observation,
    RunPlan run) {
  static final int FLIT_BYTES = 8;
  static final int PACKET_FLITS = 8;
  static final int PACKET_BYTES = PACKET_FLITS * FLIT_BYTES;

  /** One packet in one segment: packets and messages have the same numbers. */
  static final Segmenter PACKETS = new Segmenter(PACKET_BYTES, 1);

  private static final int MOST_NODES = 64;
  private static final int MOST_TICKS = 1_000;

  private static final Key<Integer> NODES =
      Key.integer("machine.nodes", 10, 2, MOST_NODES)
          .meaning("nodes of the ring")
          .source(Ring.PAGE);
  private static final Key<int[]> BOX =
      PartitionKeys.boxes(1, List.of(MOST_NODES), MOST_NODES, Ring.PAGE);
  private static final Key<Integer> VC_BYTES =
      Key.bytes("router.vcBytes", 1024, PACKET_BYTES, 4096, FLIT_BYTES)
          .meaning("buffer behind each link and node")
          .source(Ring.PAGE);
  private static final Key<Integer> HOP_TICKS =
      Key.delay("link.hopTicks", 20, 1, MOST_TICKS)
          .meaning("from one router to the next")
          .source(Ring.PAGE);
  private static final Key<Integer> CREDIT_TICKS =
      Key.delay("link.creditTicks", 20, 1, MOST_TICKS)
          .meaning("from a tail leaving a buffer until its credits count at the sender")
          .source(Ring.PAGE);
  private static final Patterns PATTERNS = Patterns.of(NetworkTraits.ofAxes(List.of("x")));
  private static final WorkloadKeys<Described> WORKLOAD =
      PATTERNS.workload(
          new WorkloadKeys.Load(
              "64 B each 8 ticks at each node", "always another message", 0x1p-20, 1, Ring.PAGE));

  private static final StatisticsKeys.Links LINKS =
      StatisticsKeys.links(
          "how busy links were", List.of(LinkGrouping.LINK.meaning("each by itself")));

  static final List<Component> COMPONENTS =
      List.of(
          Component.of("topology", NODES),
          Component.of("partition", BOX),
          Implementation.COMPONENT,
          Component.of("workload", WORKLOAD.kind(), WORKLOAD.load()).and(PATTERNS.keys()),
          Component.of("switch", VC_BYTES),
          Component.of("link", HOP_TICKS, CREDIT_TICKS),
          Component.of("statistics", LINKS.key()),
          RunPlan.COMPONENT);

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static RingSettings of(Settings settings) {
    final Grid ring = new Grid(Grid.Axis.ring("x", settings.get(NODES)));
    final int vcFlits = settings.get(VC_BYTES) / FLIT_BYTES;
    final int hopTicks = settings.get(HOP_TICKS);
    final List<Integer> ticks = IntStream.rangeClosed(0, PACKET_FLITS).boxed().toList();
    final CrossbarDesign design =
        new CrossbarDesign(
            List.of(
                new PortKind(
                    "link",
                    ring.ports(),
                    true,
                    vcFlits,
                    ticks,
                    hopTicks,
                    settings.get(CREDIT_TICKS)),
                PortKind.endpoints("node", 1, ticks)),
            1,
            new PacketFormat(PACKET_FLITS, MOST_NODES, 0, RingNodes.WORDS));
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Sources sources =
        problems.get(
            () -> ((Pattern) settings.get(WORKLOAD.kind())).read(settings, NodeSpace.of(ring)));
    WORKLOAD.check(settings, sources != null && sources.isFinite(), problems);
    final RunPlan run = problems.get(() -> RunPlan.of(settings, design.lookaheadTicks()));
    problems.throwIfAny();
    return new RingSettings(
        ring,
        PartitionMap.boxes(ring, settings.get(BOX)),
        sources,
        sources.isFinite() ? OptionalDouble.empty() : settings.get(WORKLOAD.load()),
        design,
        vcFlits,
        hopTicks,
        Observation.ofLinks(settings, LINKS),
        run);
  }

  /** Returns the packets that a node offers per tick, the mean over those that send. */
  OptionalDouble packetsPerTick() {
    return load.isPresent()
        ? OptionalDouble.of(load.getAsDouble() / PACKET_FLITS)
        : OptionalDouble.empty();
  }

  /** Returns what nodes send. */
  Messages packets() {
    return new Messages(
        0,
        1,
        sources.births(run, packetsPerTick()),
        sources.destinations(),
        new Sizes(Purpose.SIZE.draws(run.seed()), 0, PACKET_BYTES));
  }
}
