package io.hopwright.models.reference.bluegene;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceAxes;
import io.hopwright.models.reference.ReferenceMatrix;
import io.hopwright.models.reference.ReferenceParameters;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.reference.ReferenceSizes;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.RunPlan;
import java.util.List;

/**
 * Values of consistent settings, in the terms of {@code docs/models/bluegene-l.md}; {@code
 * pipelined} and {@code gapProbability} are variants outside that page. Immutable.
 */
final class ReferenceConfig extends ReferenceParameters {
  /** Values of "router.escape". */
  enum Escape {
    BUBBLE,
    DATELINE
  }

  /** Values of "injection.choice". */
  enum InjectionChoice {
    SEQUENCE,
    DIRECTION,
    RANDOM,
    SHORTEST
  }

  final List<Integer> extents = integers("machine.shape");
  final ReferenceShape shape = new ReferenceShape(extents.get(0), extents.get(1), extents.get(2));
  final ReferenceDeadParts dead =
      new ReferenceDeadParts(
          shape,
          settings.words("router.escapeOrder"),
          integers("machine.deadNodes"),
          integers("machine.deadLinks"));
  final int dynamicVcs = integer("router.dynamicVcs");
  final int vcBytes = integer("router.vcBytes");

  /** Bytes of an escape channel, and of the high-priority one. */
  final int escapeVcBytes = integer("router.escapeVcBytes", vcBytes);

  /** Bytes that dynamic and escape channels share equally; 0 leaves them as above. */
  final int totalVcBytes = integer("router.totalVcBytes", 0);

  final Escape escape = choice(Escape.class, "router.escape");

  /** A permutation of x, y, z or of x+, x-, y+, y-, z+, z-. */
  final List<String> escapeOrder = settings.words("router.escapeOrder");

  final boolean originalBubbleRule = settings.word("router.bubbleRule").equals("original");

  /** Transfer busses per receiver. */
  final int paths = integer("router.paths");

  final boolean jsq = settings.flag("router.jsq");
  final double slqFraction = settings.number("router.slqFraction");
  final double inNetworkPriority = settings.number("router.inNetworkPriority");

  /** Whether stream 0 is of class static instead of dynamic. */
  final boolean staticRouting = settings.word("router.routing").equals("static");

  /** Whether the hint bits come from range registers, + half way round. */
  final boolean hintRegisters = settings.word("router.hintBits").equals("registers");

  final boolean bypass = settings.flag("router.bypass");
  final int arbitrationTicks = integer("router.arbitrationTicks");
  final int vcEntryTicks = integer("router.vcEntryTicks");
  final int regrantTicks = integer("router.regrantTicks");

  /** Ticks from the first byte on a link to the complete header at its end. */
  final int hopTicks = integer("link.hopTicks");

  /** Probability of a bit error on a link; 0 leaves out all error recovery. */
  final double bitErrorRate = settings.number("link.bitErrorRate");

  final int timeoutTicks = integer("link.timeoutTicks");
  final int ackDelayTicks = integer("link.ackDelayTicks");
  final int retransmissionBytes = integer("link.retransmissionBytes");
  final int tokenAckBytes = integer("router.tokenAckBytes");
  final boolean tokenAckMerging = settings.flag("router.tokenAckMerging");
  final int cores = settings.flag("machine.virtualNodeMode") ? 2 : 1;

  /** Capacity of each injection FIFO; 0 for infinite. */
  final int injectionBytes = integer("injection.bytes", 0);

  final InjectionChoice injectionChoice = choice(InjectionChoice.class, "injection.choice");

  /** Rate of an all-to-all relative to that which fills the busiest links; 0 for unlimited. */
  final double pace = settings.isWord("injection.pace") ? 0 : settings.number("injection.pace");

  /** Whether the packets of an all-to-all go in two legs. */
  final boolean twoPhases = settings.word("injection.phases").equals("two");

  /** Whether packets of jobs, and not transfers, join the injection FIFOs of a core in turn. */
  final boolean packetsInTurn = settings.word("injection.turn").equals("packet");

  /** Ticks between the legs. */
  final int forwardTicks = integer("injection.forwardTicks");

  /** Capacity of each reception FIFO; 0 for infinite. */
  final int receptionBytes = integer("reception.bytes", 0);

  final double drainBytesPerTick = settings.number("reception.drainBytesPerTick");

  /** Packet sizes, drawn uniformly by position. */
  final ReferenceSizes packetBytes = sizes("workload.packetBytes");

  final String kind = settings.word("workload.kind");

  /** Pattern of stream 0. */
  final ReferencePatterns pattern =
      ReferencePatterns.of(settings, ReferenceAxes.firstFastest(extents));

  /** Weights of each node's traffic to each other one; null if all others get equal shares. */
  private final ReferenceMatrix weights = pattern.weights(dead::isDead);

  /** Whether every normal injection FIFO always holds a packet. */
  final boolean saturated = settings.isWord("workload.load");

  final int packetsPerDestination = integer("workload.packetsPerDestination");

  /** Dimensions of an all-to-all, such as xz. */
  final String dimensions =
      String.join("", settings.words("workload.dimensions").stream().sorted().toList());

  /** Whether the order of an all-to-all is rotating. */
  final boolean rotating =
      settings.declares("workload.order") && settings.word("workload.order").equals("rotating");

  private final double hotFraction = settings.number("workload.hotFraction");

  final int ringHops = integer("workload.hops", extents.get(0) / 2);

  /** Whether the three phases of arbitration take a tick each. */
  final boolean pipelined = Implementation.of(settings).equals("pipelined");

  /** Probability that a receiver without an available request skips a tick. */
  final double gapProbability = settings.number("reference.gapProbability");

  /** Packets per tick and node of open-loop traffic, the mean over all nodes. */
  final double probability =
      saturated || kind.equals("jobs")
          ? 0
          : probability(settings.number("workload.load"), meanHops());

  /** Packets per tick and node of stream 1; 0 leaves it out. */
  final double highPriorityProbability =
      probability(settings.number("workload.highPriorityLoad"), uniformMeanHops());

  ReferenceConfig(Settings settings, RunPlan run) {
    super(settings, run.sendingTo());
  }

  /** "With another value H the flight is H − 8". */
  int flightTicks() {
    return hopTicks - 8;
  }

  boolean hasErrors() {
    return bitErrorRate > 0;
  }

  /** Nodes of the machine. */
  int nodes() {
    return shape.nodes();
  }

  /** All unidirectional links of the machine; a dimension of 1 has none. */
  int links() {
    return shape.links();
  }

  /** Mean hops of the packets of stream 0. */
  double meanHops() {
    return switch (kind) {
      case "uniform", "rotations" -> uniformMeanHops();
      case "all-to-all" -> allToAllMeanHops();
      case "hot-region" -> hotRegionMeanHops();
      case "hot-spot" -> pattern.hotSpotHops(shape::distance);
      case "neighbours" -> 1;
      case "ring" -> ringHops;
      case "broadcast" -> {
        final List<Integer> ports = shape.linkedPorts();
        final int hops = ports.stream().mapToInt(port -> shape.size(port / 2) - 1).sum();
        yield (double) hops / ports.size();
      }
      default -> (double) weights.sum(shape::distance) / weights.weight();
    };
  }

  /** Returns whether a node has packets of stream 0 to send. */
  boolean sends(int node) {
    return !dead.isDead(node) && (weights == null || weights.sends(node));
  }

  /** Packets per tick and node of open-loop traffic; two cores share it. */
  double probability(int node) {
    return weights == null ? probability : weights.rate(probability, node);
  }

  /** {@code h0}, the mean minimal distance over the destinations other than the source. */
  double uniformMeanHops() {
    long hopsFromNodeZero = 0;
    for (int n = 0; n < nodes(); n++) {
      hopsFromNodeZero += shape.distance(0, n);
    }
    return (double) hopsFromNodeZero / (nodes() - 1);
  }

  private double allToAllMeanHops() {
    final int members = shape.members(dimensions);
    long hopsFromNodeZero = 0;
    for (int member = 0; member < members; member++) {
      hopsFromNodeZero += shape.distance(0, shape.nodeOfMember(0, member, dimensions));
    }
    return (double) hopsFromNodeZero / (members - 1);
  }

  private double hotRegionMeanHops() {
    final List<Integer> box = pattern.hotBox();
    long fromInside = 0;
    long fromOutside = 0;
    for (int source = 0; source < nodes(); source++) {
      for (final int hot : box) {
        final int hops = shape.distance(source, hot);
        if (box.contains(source)) {
          fromInside += hops;
        } else {
          fromOutside += hops;
        }
      }
    }
    final double inside =
        box.size() == 1 ? uniformMeanHops() : (double) fromInside / (box.size() - 1);
    final double hot = (inside + (double) fromOutside / box.size()) / nodes();
    return hotFraction * hot + (1 - hotFraction) * uniformMeanHops();
  }

  /** Rule "target link utilization": the probability per tick and node that stands for it. */
  private double probability(double targetUtilization, double meanHops) {
    final double meanWireBytes = packetBytes.each(bytes -> bytes + 4 + tokenAckBytes).mean();
    return targetUtilization * links() / (nodes() * meanHops * meanWireBytes);
  }
}
