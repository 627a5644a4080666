package io.hopwright.models.reference.tofu;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceAxes;
import io.hopwright.models.reference.ReferenceParameters;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.reference.ReferenceSizes;
import io.hopwright.models.reference.tofu.TofuLinkQuality.Burst;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Values of consistent keys, in the terms of {@code docs/models/tofu.md}. Times are in ticks, half
 * a clock period each. Immutable.
 */
final class TofuParameters extends ReferenceParameters {
  /** Values of "machine.generation". */
  enum Generation {
    TOFU,
    TOFU2,
    TOFUD;

    /** Returns its column of a row of the table. */
    <T> T of(T tofu, T tofu2, T tofud) {
      return switch (this) {
        case TOFU -> tofu;
        case TOFU2 -> tofu2;
        case TOFUD -> tofud;
      };
    }
  }

  /** Values of "workload.operation". */
  enum Operation {
    PUT,
    GET,
    ARMW
  }

  /** Values of "router.path". */
  enum PathChoice {
    SOURCE,
    DESTINATION,
    RANDOM,
    FIXED
  }

  /** Values of "host.bus". */
  enum Bus {
    NONE,
    K,
    FX10
  }

  /** Values of "barrier.algorithm". */
  enum BarrierAlgorithm {
    WITHIN,
    TREE,
    BUTTERFLY
  }

  final Generation generation = choice(Generation.class, "machine.generation");

  /** {@code [X, Y, Z]}. */
  final List<Integer> shape = integers("machine.shape");

  /** Rings among the axes x, y and z. */
  final List<Boolean> rings =
      IntStream.range(0, 3)
          .mapToObj(
              i ->
                  settings.has("machine.rings")
                      ? settings.words("machine.rings").contains("xyz".substring(i, i + 1))
                      : shape.get(i) >= 3)
          .toList();

  /** Extents of a unit along x, y, z, a, b, c; empty if there are no units. */
  final List<Integer> unit =
      settings.has("machine.unit")
          ? integers("machine.unit")
          : generation.of(List.of(), List.of(1, 1, 3, 2, 1, 2), List.of(2, 2, 4, 2, 3, 2));

  final long ticksPerSecond = generation.of(625_000_000L, 781_250_000L, 850_000_000L);

  /** {@code β}. */
  final int linkBytesPerTick = generation.of(8, 16, 8);

  /** {@code o}, of a frame besides its TLP. */
  final int frameTicks = generation.of(8, 9, 13);

  /** {@code t}. */
  final int tnis = generation.of(4, 4, 6);

  /** {@code J}. */
  final int injectionTicks = integer("nic.injectionTicks", generation.of(6, 8, 9));

  /** {@code H}. */
  final int hopTicks = integer("link.hopTicks", generation.of(50, 218, 68));

  /** {@code E}. */
  final int ejectionTicks = integer("nic.ejectionTicks", generation.of(6, 8, 8));

  /** {@code K}. */
  final int creditTicks = integer("link.creditTicks", generation.of(50, 218, 68));

  private final boolean inMemory = settings.word("nic.descriptor").equals("memory");
  private final boolean uncached = "off".equals(settings.value("nic.cacheInjection"));

  /** {@code P'}. */
  final int postTicks =
      integer("nic.postTicks", generation.of(125, 62, 68))
          + (inMemory ? generation.of(150, 188, 204) : 0)
          + farTicks("far-sender");

  /** {@code S}. */
  final int sendTicks = integer("nic.sendTicks", generation.of(125, 94, 94));

  /** {@code R}. */
  final int receiveTicks = integer("nic.receiveTicks", generation.of(75, 55, 60));

  /** {@code W'}. */
  final int writeTicks =
      integer("nic.writeTicks", generation.of(106, 70, 60))
          + (uncached ? generation.of(0, 125, 136) : 0);

  /** {@code L'}. */
  final int pollTicks =
      integer("nic.pollTicks", generation.of(50, 25, 25)) + farTicks("far-receiver");

  /** Units {@code u} of 32 B in each VC of a link. */
  final int vcUnits = integer("router.vcBytes", generation.of(8_192, 16_384, 8_192)) / 32;

  /** Units of each class behind a TNI that sends. */
  final int sendUnits = integer("nic.sendBytes") / 32;

  /** Units of each class of a TNI that receives. */
  final int bufferUnits = integer("nic.bufferBytes") / 32;

  final int mtuBytes = integer("nic.mtuBytes");
  final boolean acknowledge = settings.flag("nic.acknowledge");
  final int outstanding = integer("nic.outstanding");
  final int atomicTicks = integer("nic.atomicTicks");
  final Bus bus = constant(Bus.class, word("host.bus", generation.of("k", "none", "none")));
  final PathChoice pathChoice = choice(PathChoice.class, "router.path");
  final int fixedPath = integer("router.fixedPath");
  final Operation operation = choice(Operation.class, "workload.operation");
  public final String kind = settings.word("workload.kind");

  /** Whether messages go to neighbours on the virtual torus. */
  final boolean halo = kind.equals("neighbours") && !settings.has("workload.ports");

  /** Sizes of messages, equally likely. */
  final ReferenceSizes messageBytes =
      operation == Operation.ARMW
          ? new ReferenceSizes(List.of(TofuPacket.ARMW_BYTES))
          : sizes("workload.messageBytes");

  final BarrierAlgorithm barrierAlgorithm = choice(BarrierAlgorithm.class, "barrier.algorithm");

  /** {@code n}. */
  final int barrierChannels = integer("barrier.channels");

  /** {@code p}; 0 for all nodes. */
  final int barrierParticipants = integer("barrier.participants", 0);

  final int barrierIterations = integer("barrier.iterations");

  /** Ports of neighbours, where they are named. */
  final List<Integer> ports =
      (settings.has("workload.ports") ? settings.words("workload.ports") : List.<String>of())
          .stream().map(ReferenceTofuTopology.PORTS::indexOf).toList();

  /** {@code k}, of those that send. */
  final int sendingTnis =
      kind.equals("neighbours") && !halo ? ports.size() : integer("workload.tnis", tnis);

  /** {@code c}. */
  final int queues = integer("workload.queues");

  /** Error rate of any slice at any time. */
  final double sliceErrorRate = settings.number("link.sliceErrorRate");

  final List<Burst> bursts = bursts();

  /** Whether every stream always has another message. */
  final boolean saturated =
      "saturated".equals(settings.value("workload.load")) && !isAllToAll() && !kind.equals("jobs");

  /** {@code U}; null with saturated sources. */
  final Double load = numberOrNull("workload.load");

  TofuParameters(Settings settings, long bornBefore) {
    super(settings, bornBefore);
  }

  /** Returns where messages go to, on axes x, y, z, a, b and c. */
  ReferencePatterns pattern(ReferenceAxes axes) {
    return ReferencePatterns.of(settings, axes);
  }

  /** Returns whether all messages are generated at tick 0. */
  boolean isAllToAll() {
    return ReferencePatterns.isAtStart(kind);
  }

  /** Returns the additional ticks of a core far from the TNI, at one end or at both. */
  private int farTicks(String end) {
    final String cmg = settings.word("workload.cmg");
    return cmg.equals("far") || cmg.equals(end) ? generation.of(0, 0, 21) : 0;
  }

  private List<Burst> bursts() {
    final List<Burst> bursts = new ArrayList<>();
    for (String name : settings.members("link.bursts")) {
      final String burst = "link.bursts." + name + ".";
      bursts.add(
          new Burst(
              integer(burst + "node"),
              ReferenceTofuTopology.PORTS.indexOf(settings.word(burst + "port")),
              settings.has(burst + "slice") ? (Integer) integer(burst + "slice") : null,
              settings.integer(burst + "from"),
              settings.integer(burst + "to"),
              settings.number(burst + "rate")));
    }
    return bursts;
  }

  /** Returns the largest of link.sliceErrorRate and the rates of the bursts that affect a slice. */
  double errorRate(int node, int port, int slice, long tick) {
    return bursts.stream()
        .filter(burst -> burst.hits(node, port, slice, tick))
        .mapToDouble(Burst::rate)
        .reduce(sliceErrorRate, Math::max);
  }

  /** Returns whether any frame may get lost. */
  boolean losesFrames() {
    return sliceErrorRate > 0 || !bursts.isEmpty();
  }

  /** Returns {@code B(d)}: ⌈ℓ·r⌉ ticks, with ℓ = max(1, ⌈d / 128⌉) cache lines. */
  int busTicks(int dataBytes) {
    final int lines = Math.max(1, ceilDiv(dataBytes, 128));
    return switch (bus) {
      case NONE -> 0;
      case K -> ceilDiv(lines * 16, 3);
      case FX10 -> ceilDiv(lines * 68, 15);
    };
  }

  /**
   * Returns {@code F(d)} = T(d)/β + o, the ticks for which a packet keeps a link, or a TNI, busy.
   */
  int frameTicks(int dataBytes) {
    return 32 * units(dataBytes) / linkBytesPerTick + frameTicks;
  }

  /** {@code u} = T/32, "T(d) = max(96, 32·⌈(d + 32) / 32⌉) bytes". */
  static int units(int dataBytes) {
    return Math.max(3, ceilDiv(dataBytes + 32, 32));
  }

  static int ceilDiv(int dividend, int divisor) {
    return (dividend + divisor - 1) / divisor;
  }
}
