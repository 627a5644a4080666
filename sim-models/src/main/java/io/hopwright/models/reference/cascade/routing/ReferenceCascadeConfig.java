package io.hopwright.models.reference.cascade.routing;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceParameters;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.reference.ReferenceSizes;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Colour;
import io.hopwright.models.reference.cascade.routing.ReferenceFaults.Fault;
import io.hopwright.models.run.RunPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Values of consistent settings, in the terms of {@code docs/models/cascade.md}. Immutable. */
public final class ReferenceCascadeConfig extends ReferenceParameters {
  /** {@code Θ} with failed links or blades, where nothing is said. */
  private static final long TIMEOUT_TICKS = 43_750_000;

  /** {@code G}. */
  final int groups = integer("machine.groups");

  /** {@code B}. */
  public final int bladesPerChassis = integer("machine.bladesPerChassis");

  /** {@code C}. */
  final int chassisPerGroup = integer("machine.chassisPerGroup");

  final int lastGroupChassis = integer("machine.lastGroupChassis", chassisPerGroup);

  /** {@code P}. */
  final int plannedGroups = integer("machine.plannedGroups", groups);

  /** {@code k}; 0 for the most there can be. */
  final int cablesPerPair = integer("machine.cablesPerPair", 0);

  final int ioBladesPerGroup = integer("machine.ioBladesPerGroup");
  public final boolean electricalBlue = settings.word("machine.blueLinks").equals("electrical");

  /** Routing of packets for which no other mode is set. */
  final ReferenceMode mode = ReferenceMode.of(settings.word("router.routing"), settings);

  /** Routing of messages, in turn; empty if they have none of their own. */
  final List<ReferenceMode> modesInTurn =
      settings.words("workload.routing").stream()
          .map(word -> ReferenceMode.of(word, settings))
          .toList();

  /** Routing of jobs that have a mode of their own. */
  final Map<String, ReferenceMode> modesOfJobs = new HashMap<>();

  public final double bitErrorRate = settings.number("link.bitErrorRate");
  final String errorLinks = settings.word("link.errorLinks");
  public final int retryTicks = integer("link.retryTicks");
  final List<Fault> faults =
      Stream.of("fault.links", "fault.blades").flatMap(this::faults).toList();
  final long reactionTicks = settings.integer("fault.reactionTicks");
  final long quiesceTicks = settings.integer("fault.quiesceTicks");

  public final String kind = settings.word("workload.kind");

  private final boolean loses = !faults.isEmpty() && !kind.equals("jobs");

  /** {@code Θ}; 0 if there are no time-outs. */
  public final long timeoutTicks = settings.integer("nic.timeoutTicks", loses ? TIMEOUT_TICKS : 0);

  /** Whether only the nearest blue links take part in a draw. */
  final boolean nearGateways = settings.word("router.gateways").equals("near");

  public final int electricalVcBytes = integer("router.electricalVcBytes");
  public final int opticalVcBytes = integer("router.opticalVcBytes");
  public final int injectionTicks = integer("nic.injectionTicks");
  public final int ejectionTicks = integer("nic.ejectionTicks");
  public final int nicBufferBytes = integer("nic.bufferBytes");
  public final int outstanding = integer("nic.outstanding");
  public final int hopTicks = integer("link.hopTicks");
  public final int creditTicks = integer("link.creditTicks");

  /** {@code R}, Mb/s of a lane. */
  final long electricalMegabits = settings.integer("link.electricalMegabitsPerSecond");

  final long opticalMegabits = settings.integer("link.opticalMegabitsPerSecond");

  /** {@code M} of a host, MB/s. */
  final long hostMegabytes = settings.integer("nic.megabytesPerSecond");

  /** Ticks of a flit through a processor tile. */
  public final int tileFlitTicks = integer("router.tileFlitTicks");

  /** Whether a request is generated when its predecessor is issued. */
  public final boolean saturated = settings.isWord("workload.load");

  /** Sizes of messages, equally likely. */
  final ReferenceSizes messageBytes = sizes("workload.messageBytes");

  /**
   * Messages per tick and node of open-loop traffic, the mean over all nodes: "(U·(6.0/35))/M", in
   * this order.
   */
  final double birthProbability =
      saturated ? 0 : settings.number("workload.load") * (6.0 / 35) / messageBytes.mean();

  /** {@code W}, rotations at a time. */
  final int streams = integer("workload.streams");

  /** The nodes at the ends of a stream. */
  final int source = integer("workload.source");

  final int target = integer("workload.target");

  /** Whether both of them send. */
  final boolean bothWays = settings.flag("workload.bothWays");

  /** Ranks of a node. */
  public final int ranks = integer("workload.ranks");

  /** Null if the NIC is that of cascade.md. */
  public final ReferenceAriesParameters aries =
      settings.word("nic.model").equals("aries") ? new ReferenceAriesParameters(settings) : null;

  public ReferenceCascadeConfig(Settings settings, RunPlan run) {
    super(settings, run.sendingTo());
    for (final String job : settings.members("jobs")) {
      final String key = "jobs." + job + ".routing";
      if (settings.has(key)) {
        modesOfJobs.put(job, ReferenceMode.of(settings.word(key), settings));
      }
    }
  }

  /** Returns the pattern of destinations, on the groups of a dragonfly. */
  ReferencePatterns pattern(ReferenceDragonfly dragonfly) {
    return ReferencePatterns.ofGroups(
        settings, IntStream.range(0, groups).mapToObj(dragonfly::nodesOf).toList());
  }

  /**
   * Returns whether there are equally many messages to each other node, all generated at tick 0.
   */
  public boolean isAllToAll() {
    return ReferencePatterns.isAtStart(kind);
  }

  /** Returns the failures of links, or of blades, which have no port. */
  private Stream<Fault> faults(String section) {
    final boolean ofLinks = section.equals("fault.links");
    return settings.members(section).stream()
        .map(name -> section + "." + name)
        .map(
            fault ->
                new Fault(
                    integer(fault + ".aries"),
                    ofLinks ? integer(fault + ".port") : -1,
                    settings.integer(fault + ".atTick", 0)));
  }

  /** Returns whether errors are possible on links of a colour. */
  public boolean hasErrors(Colour colour) {
    final boolean named =
        errorLinks.equals("all") || errorLinks.toUpperCase(Locale.ROOT).equals(colour.name());
    return bitErrorRate > 0 && named;
  }

  /** Returns whether packets or answers can get lost. */
  public boolean isLossy() {
    return !faults.isEmpty() || timeoutTicks > 0;
  }

  /** Returns the ticks of the bus for a transaction with the given bytes. */
  public int transactionTicks(int bytes) {
    return 102 + ReferenceCascadePacket.ceilDiv(43_750L * bytes, hostMegabytes);
  }

  /** Returns the number of chassis of a group. */
  public int chassis(int group) {
    return group == groups - 1 ? lastGroupChassis : chassisPerGroup;
  }
}
