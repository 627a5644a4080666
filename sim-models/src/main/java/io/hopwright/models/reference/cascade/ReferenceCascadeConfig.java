package io.hopwright.models.reference.cascade;

import io.hopwright.models.machine.InputFile;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceSizes;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Colour;
import io.hopwright.models.reference.cascade.ReferenceFaults.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What settings say that fit together, in the words of {@code docs/models/cascade.md}. Immutable.
 */
final class ReferenceCascadeConfig {
  /** "workload.kind". */
  enum Kind {
    UNIFORM,
    ALL_TO_ALL,
    ALL_TO_ALL_RANDOM,
    ROTATIONS,
    GROUP_SHIFT,
    MANY_TO_ONE,
    MATRIX,
    PERMUTATION,
    STREAM,
    JOBS;

    /** Whether there are as many messages to each other node, all born at tick 0. */
    boolean isAllToAll() {
      return this == ALL_TO_ALL || this == ALL_TO_ALL_RANDOM || this == ROTATIONS;
    }
  }

  /** {@code Θ} with failed links or blades, where nothing is said. */
  private static final long TIMEOUT_TICKS = 43_750_000;

  final long seed;

  /** {@code G}. */
  final int groups;

  /** {@code B}. */
  final int bladesPerChassis;

  /** {@code C}. */
  final int chassisPerGroup;

  final int lastGroupChassis;

  /** {@code P}. */
  final int plannedGroups;

  /** {@code k}; 0 for the most there can be. */
  final int cablesPerPair;

  final int ioBladesPerGroup;
  final boolean electricalBlue;

  /** Of packets that nothing else is said of. */
  final ReferenceMode mode;

  /** Of messages, in turn; empty if they have none of their own. */
  final List<ReferenceMode> modesInTurn;

  /** Of jobs that have one of their own. */
  final Map<String, ReferenceMode> modesOfJobs = new HashMap<>();

  final double bitErrorRate;
  final String errorLinks;
  final int retryTicks;
  final List<Fault> faults = new ArrayList<>();
  final long reactionTicks;
  final long quiesceTicks;

  /** {@code Θ}; 0 if there are no time-outs. */
  final long timeoutTicks;

  /** Whether only the nearest blue links take part in a draw. */
  final boolean nearGateways;

  final int electricalVcBytes;
  final int opticalVcBytes;
  final int injectionTicks;
  final int ejectionTicks;
  final int nicBufferBytes;
  final int outstanding;
  final int hopTicks;
  final int creditTicks;

  /** {@code R}, Mb/s of a lane. */
  final long electricalMegabits;

  final long opticalMegabits;

  /** {@code M} of a host, MB/s. */
  final long hostMegabytes;

  /** Of a flit through a processor tile. */
  final int tileFlitTicks;

  final Kind kind;

  /** Whether a request is born when its predecessor is issued. */
  final boolean saturated;

  /** Messages per tick and node of open-loop traffic, the mean over all nodes. */
  final double birthProbability;

  /** Sizes of messages, equally likely. */
  final ReferenceSizes messageBytes;

  final int shiftGroups;

  /** {@code W}, rotations at a time. */
  final int streams;

  /** Node that all others send to, of many-to-one. */
  final int target;

  /** Null but for the kind that follows it. */
  final InputFile matrix;

  /** The nodes at the ends of a stream are this one and {@link #target}. */
  final int source;

  /** Whether both of them send. */
  final boolean bothWays;

  /** Ranks of a node. */
  final int ranks;

  /** Null if the NIC is that of cascade.md. */
  final ReferenceAriesParameters aries;

  /** Nothing is born from this tick on. */
  final long bornBefore;

  ReferenceCascadeConfig(Settings settings, RunPlan run) {
    seed = settings.integer("seed");
    groups = integer(settings, "machine.groups");
    bladesPerChassis = integer(settings, "machine.bladesPerChassis");
    chassisPerGroup = integer(settings, "machine.chassisPerGroup");
    lastGroupChassis = (int) settings.integer("machine.lastGroupChassis", chassisPerGroup);
    plannedGroups = (int) settings.integer("machine.plannedGroups", groups);
    cablesPerPair = (int) settings.integer("machine.cablesPerPair", 0);
    ioBladesPerGroup = integer(settings, "machine.ioBladesPerGroup");
    electricalBlue = settings.word("machine.blueLinks").equals("electrical");
    mode = ReferenceMode.of(settings.word("router.routing"), settings);
    modesInTurn =
        settings.words("workload.routing").stream()
            .map(word -> ReferenceMode.of(word, settings))
            .toList();
    for (final String job : settings.members("jobs")) {
      final String key = "jobs." + job + ".routing";
      if (settings.has(key)) {
        modesOfJobs.put(job, ReferenceMode.of(settings.word(key), settings));
      }
    }
    bitErrorRate = settings.number("link.bitErrorRate");
    errorLinks = settings.word("link.errorLinks");
    retryTicks = integer(settings, "link.retryTicks");
    for (final String name : settings.members("fault.links")) {
      faults.add(fault(settings, "fault.links." + name, true));
    }
    for (final String name : settings.members("fault.blades")) {
      faults.add(fault(settings, "fault.blades." + name, false));
    }
    reactionTicks = settings.integer("fault.reactionTicks");
    quiesceTicks = settings.integer("fault.quiesceTicks");
    kind = Kind.valueOf(upper(settings, "workload.kind"));
    final boolean loses = !faults.isEmpty() && kind != Kind.JOBS;
    timeoutTicks = settings.integer("nic.timeoutTicks", loses ? TIMEOUT_TICKS : 0);
    nearGateways = settings.word("router.gateways").equals("near");
    electricalVcBytes = integer(settings, "router.electricalVcBytes");
    opticalVcBytes = integer(settings, "router.opticalVcBytes");
    injectionTicks = integer(settings, "nic.injectionTicks");
    ejectionTicks = integer(settings, "nic.ejectionTicks");
    nicBufferBytes = integer(settings, "nic.bufferBytes");
    outstanding = integer(settings, "nic.outstanding");
    hopTicks = integer(settings, "link.hopTicks");
    creditTicks = integer(settings, "link.creditTicks");
    electricalMegabits = settings.integer("link.electricalMegabitsPerSecond");
    opticalMegabits = settings.integer("link.opticalMegabitsPerSecond");
    hostMegabytes = settings.integer("nic.megabytesPerSecond");
    tileFlitTicks = integer(settings, "router.tileFlitTicks");
    messageBytes =
        new ReferenceSizes(Implementation.integers(settings.value("workload.messageBytes")));
    saturated = settings.isWord("workload.load");
    // "(U·(6.0/35))/M", in this order.
    birthProbability =
        saturated ? 0 : settings.number("workload.load") * (6.0 / 35) / messageBytes.mean();
    shiftGroups = integer(settings, "workload.shiftGroups");
    streams = integer(settings, "workload.streams");
    target = integer(settings, "workload.target");
    matrix = kind == Kind.MATRIX ? settings.file("workload.matrix") : null;
    source = integer(settings, "workload.source");
    bothWays = settings.flag("workload.bothWays");
    aries =
        settings.word("nic.model").equals("aries") ? new ReferenceAriesParameters(settings) : null;
    ranks = integer(settings, "workload.ranks");
    final boolean drained = run.end() == RunPlan.End.DRAINED;
    bornBefore = drained ? run.warmupTicks() + run.ticks() : Long.MAX_VALUE;
  }

  private static Fault fault(Settings settings, String section, boolean link) {
    return new Fault(
        integer(settings, section + ".aries"),
        link ? integer(settings, section + ".port") : -1,
        settings.integer(section + ".atTick", 0));
  }

  private static int integer(Settings settings, String key) {
    return (int) settings.integer(key);
  }

  private static String upper(Settings settings, String key) {
    return settings.word(key).toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** Whether there are errors on links of a colour. */
  boolean hasErrors(Colour colour) {
    final boolean named =
        errorLinks.equals("all") || errorLinks.toUpperCase(Locale.ROOT).equals(colour.name());
    return bitErrorRate > 0 && named;
  }

  /** Whether packets or answers can get lost. */
  boolean isLossy() {
    return !faults.isEmpty() || timeoutTicks > 0;
  }

  /** Ticks of the bus for a transaction with so many bytes. */
  int transactionTicks(int bytes) {
    return 102 + ReferenceCascadePacket.ceilDiv(43_750L * bytes, hostMegabytes);
  }

  /** Chassis that a group has. */
  int chassis(int group) {
    return group == groups - 1 ? lastGroupChassis : chassisPerGroup;
  }
}
