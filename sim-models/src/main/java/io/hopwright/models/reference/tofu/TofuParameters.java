package io.hopwright.models.reference.tofu;

import io.hopwright.models.machine.InputFile;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceSizes;
import io.hopwright.models.reference.tofu.TofuLinkQuality.Burst;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What keys say that fit together, in the words of {@code docs/models/tofu.md}. Times are in ticks,
 * half a clock period each. Immutable.
 */
final class TofuParameters {
  /** "machine.generation". */
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

  /** "workload.operation". */
  enum Operation {
    PUT,
    GET,
    ARMW
  }

  /** "router.path". */
  enum PathChoice {
    SOURCE,
    DESTINATION,
    RANDOM,
    FIXED
  }

  /** "host.bus". */
  enum Bus {
    NONE,
    K,
    FX10
  }

  /** "workload.kind". */
  enum Kind {
    UNIFORM,
    ALL_TO_ALL_RANDOM,
    PERMUTATION,
    MANY_TO_ONE,
    MATRIX,
    NEIGHBOURS,
    HALO,
    SHIFT,
    BARRIER,
    JOBS
  }

  /** "barrier.algorithm". */
  enum BarrierAlgorithm {
    WITHIN,
    TREE,
    BUTTERFLY
  }

  final long seed;
  final Generation generation;

  /** {@code [X, Y, Z]}. */
  final List<Integer> shape;

  /** Which of x, y and z are rings. */
  final List<Boolean> rings;

  /** Extents of a unit along x, y, z, a, b, c; empty if there are no units. */
  final List<Integer> unit;

  final long ticksPerSecond;

  /** {@code β}. */
  final int linkBytesPerTick;

  /** {@code o}, of a frame besides its TLP. */
  final int frameTicks;

  /** {@code t}. */
  final int tnis;

  /** {@code J}. */
  final int injectionTicks;

  /** {@code H}. */
  final int hopTicks;

  /** {@code E}. */
  final int ejectionTicks;

  /** {@code K}. */
  final int creditTicks;

  /** {@code P'}. */
  final int postTicks;

  /** {@code S}. */
  final int sendTicks;

  /** {@code R}. */
  final int receiveTicks;

  /** {@code W'}. */
  final int writeTicks;

  /** {@code L'}. */
  final int pollTicks;

  /** Of each VC of a link, {@code u} of 32 B. */
  final int vcUnits;

  /** Of each class, behind a TNI that sends. */
  final int sendUnits;

  /** Of each class, of a TNI that receives. */
  final int bufferUnits;

  final int mtuBytes;
  final boolean acknowledge;
  final int outstanding;
  final int atomicTicks;
  final Bus bus;
  final PathChoice pathChoice;
  final int fixedPath;
  final Operation operation;
  final Kind kind;

  /** Sizes of messages, equally likely. */
  final ReferenceSizes messageBytes;

  final BarrierAlgorithm barrierAlgorithm;

  /** {@code n}. */
  final int barrierChannels;

  /** {@code p}; 0 for all nodes. */
  final int barrierParticipants;

  final int barrierIterations;

  /** {@code k}, of those that send. */
  final int sendingTnis;

  /** {@code c}. */
  final int queues;

  /** Of neighbours. */
  final List<Integer> ports;

  /** Of shift, along x, y and z. */
  final List<Integer> shift;

  /** Node that all others send to, of many-to-one. */
  final int target;

  /** Null but for the kind that follows it. */
  final InputFile matrix;

  /** Of any slice, at any time. */
  final double sliceErrorRate;

  final List<Burst> bursts;

  /** Whether every stream always has another message. */
  final boolean saturated;

  /** {@code U}; 0 with saturated sources. */
  final double load;

  /** Nothing is born from this tick on. */
  final long bornBefore;

  /**
   * Reads keys.
   *
   * @param settings the values of all keys, none where the page derives it from others
   * @param bornBefore nothing is born from this tick on
   */
  TofuParameters(Settings settings, long bornBefore) {
    this.bornBefore = bornBefore;
    seed = settings.integer("seed");
    generation = Implementation.constant(Generation.class, settings.word("machine.generation"));
    shape = Implementation.integers(settings.value("machine.shape"));
    rings =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    settings.has("machine.rings")
                        ? settings.words("machine.rings").contains("xyz".substring(i, i + 1))
                        : shape.get(i) >= 3)
            .toList();
    unit =
        settings.has("machine.unit")
            ? Implementation.integers(settings.value("machine.unit"))
            : generation.of(List.of(), List.of(1, 1, 3, 2, 1, 2), List.of(2, 2, 4, 2, 3, 2));
    ticksPerSecond = generation.of(625_000_000L, 781_250_000L, 850_000_000L);
    linkBytesPerTick = generation.of(8, 16, 8);
    frameTicks = generation.of(8, 9, 13);
    tnis = generation.of(4, 4, 6);
    injectionTicks = (int) settings.integer("nic.injectionTicks", generation.of(6, 8, 9));
    hopTicks = (int) settings.integer("link.hopTicks", generation.of(50, 218, 68));
    ejectionTicks = (int) settings.integer("nic.ejectionTicks", generation.of(6, 8, 8));
    creditTicks = (int) settings.integer("link.creditTicks", generation.of(50, 218, 68));
    final boolean inMemory = settings.word("nic.descriptor").equals("memory");
    final boolean uncached = "off".equals(settings.value("nic.cacheInjection"));
    final String cmg = settings.word("workload.cmg");
    final boolean farSender = cmg.equals("far") || cmg.equals("far-sender");
    final boolean farReceiver = cmg.equals("far") || cmg.equals("far-receiver");
    final int farTicks = generation.of(0, 0, 21);
    postTicks =
        (int) settings.integer("nic.postTicks", generation.of(125, 62, 68))
            + (inMemory ? generation.of(150, 188, 204) : 0)
            + (farSender ? farTicks : 0);
    sendTicks = (int) settings.integer("nic.sendTicks", generation.of(125, 94, 94));
    receiveTicks = (int) settings.integer("nic.receiveTicks", generation.of(75, 55, 60));
    writeTicks =
        (int) settings.integer("nic.writeTicks", generation.of(106, 70, 60))
            + (uncached ? generation.of(0, 125, 136) : 0);
    pollTicks =
        (int) settings.integer("nic.pollTicks", generation.of(50, 25, 25))
            + (farReceiver ? farTicks : 0);
    vcUnits = (int) settings.integer("router.vcBytes", generation.of(8_192, 16_384, 8_192)) / 32;
    sendUnits = (int) settings.integer("nic.sendBytes") / 32;
    bufferUnits = (int) settings.integer("nic.bufferBytes") / 32;
    mtuBytes = (int) settings.integer("nic.mtuBytes");
    acknowledge = settings.flag("nic.acknowledge");
    outstanding = (int) settings.integer("nic.outstanding");
    atomicTicks = (int) settings.integer("nic.atomicTicks");
    bus =
        Implementation.constant(
            Bus.class,
            Implementation.word(settings, "host.bus", generation.of("k", "none", "none")));
    pathChoice = Implementation.constant(PathChoice.class, settings.word("router.path"));
    fixedPath = (int) settings.integer("router.fixedPath");
    operation = Implementation.constant(Operation.class, settings.word("workload.operation"));
    kind = Implementation.constant(Kind.class, settings.word("workload.kind"));
    final List<Integer> sizes = Implementation.integers(settings.value("workload.messageBytes"));
    messageBytes =
        new ReferenceSizes(operation == Operation.ARMW ? List.of(TofuPacket.ARMW_BYTES) : sizes);
    ports =
        settings.words("workload.ports").stream()
            .map(ReferenceTofuTopology.PORTS::indexOf)
            .toList();
    final int asked = (int) settings.integer("workload.tnis", tnis);
    sendingTnis = kind == Kind.NEIGHBOURS ? ports.size() : asked;
    queues = (int) settings.integer("workload.queues");
    shift =
        List.of(
            (int) settings.integer("workload.shiftX"),
            (int) settings.integer("workload.shiftY"),
            (int) settings.integer("workload.shiftZ"));
    target = (int) settings.integer("workload.target");
    matrix = (InputFile) settings.value("workload.matrix");
    sliceErrorRate = settings.number("link.sliceErrorRate");
    bursts = bursts(settings);
    barrierAlgorithm =
        Implementation.constant(BarrierAlgorithm.class, settings.word("barrier.algorithm"));
    barrierChannels = (int) settings.integer("barrier.channels");
    barrierParticipants = (int) settings.integer("barrier.participants", 0);
    barrierIterations = (int) settings.integer("barrier.iterations");
    final Object offered = settings.value("workload.load");
    saturated = "saturated".equals(offered) && kind != Kind.ALL_TO_ALL_RANDOM && kind != Kind.JOBS;
    load = offered instanceof Number some ? some.doubleValue() : 0;
  }

  private static List<Burst> bursts(Settings settings) {
    final List<Burst> bursts = new ArrayList<>();
    for (String name : settings.members("link.bursts")) {
      final String burst = "link.bursts." + name + ".";
      bursts.add(
          new Burst(
              (int) settings.integer(burst + "node"),
              ReferenceTofuTopology.PORTS.indexOf(settings.word(burst + "port")),
              settings.has(burst + "slice")
                  ? (Integer) (int) settings.integer(burst + "slice")
                  : null,
              settings.integer(burst + "from"),
              settings.integer(burst + "to"),
              settings.number(burst + "rate")));
    }
    return bursts;
  }

  /** "The largest of link.sliceErrorRate and of the rates of the bursts that hit it". */
  double errorRate(int node, int port, int slice, long tick) {
    return bursts.stream()
        .filter(burst -> burst.hits(node, port, slice, tick))
        .mapToDouble(Burst::rate)
        .reduce(sliceErrorRate, Math::max);
  }

  /** Whether any frame may get lost. */
  boolean losesFrames() {
    return sliceErrorRate > 0 || !bursts.isEmpty();
  }

  /** {@code B(d)}: "⌈ℓ·r⌉ ticks, ℓ = max(1, ⌈d / 128⌉) cache lines". */
  int busTicks(int dataBytes) {
    final int lines = Math.max(1, ceilDiv(dataBytes, 128));
    return switch (bus) {
      case NONE -> 0;
      case K -> ceilDiv(lines * 16, 3);
      case FX10 -> ceilDiv(lines * 68, 15);
    };
  }

  /** {@code F(d)}: "keeps a link, or a TNI, busy for F(d) = T(d)/β + o ticks". */
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
