package io.hopwright.models.reference.tofu;

import io.hopwright.models.machine.InputFile;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceSizes;
import io.hopwright.models.reference.tofu.TofuLinkQuality.Burst;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

  /** Unset, where 0 and less is no value of a key. */
  private static final int NOT_SET = -1;

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

  /** {@code p}; less than 1 for all nodes. */
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
   * @param set those that are set, by the names of the page: whole numbers, numbers, words, flags,
   *     and lists of them
   * @param bornBefore nothing is born from this tick on
   * @throws IllegalArgumentException if there is no such key
   */
  TofuParameters(Map<String, ?> set, long bornBefore) {
    final Map<String, Object> keys = new HashMap<>(set);
    this.bornBefore = bornBefore;
    seed = number(keys, "seed", 1).longValue();
    generation = constant(Generation.class, word(keys, "machine.generation", "tofud"));
    shape = integers(keys, "machine.shape", List.of());
    final List<String> named = words(keys, "machine.rings", null);
    rings =
        IntStream.range(0, 3)
            .mapToObj(
                i -> named == null ? shape.get(i) >= 3 : named.contains("xyz".substring(i, i + 1)))
            .toList();
    unit =
        integers(
            keys,
            "machine.unit",
            generation.of(List.of(), List.of(1, 1, 3, 2, 1, 2), List.of(2, 2, 4, 2, 3, 2)));
    ticksPerSecond = generation.of(625_000_000L, 781_250_000L, 850_000_000L);
    linkBytesPerTick = generation.of(8, 16, 8);
    frameTicks = generation.of(8, 9, 13);
    tnis = generation.of(4, 4, 6);
    injectionTicks = integer(keys, "nic.injectionTicks", generation.of(6, 8, 9));
    hopTicks = integer(keys, "link.hopTicks", generation.of(50, 218, 68));
    ejectionTicks = integer(keys, "nic.ejectionTicks", generation.of(6, 8, 8));
    creditTicks = integer(keys, "link.creditTicks", generation.of(50, 218, 68));
    final boolean inMemory = word(keys, "nic.descriptor", "").equals("memory");
    final boolean uncached = word(keys, "nic.cacheInjection", "").equals("off");
    final String cmg = word(keys, "workload.cmg", "near");
    final boolean farSender = cmg.equals("far") || cmg.equals("far-sender");
    final boolean farReceiver = cmg.equals("far") || cmg.equals("far-receiver");
    final int farTicks = generation.of(0, 0, 21);
    postTicks =
        integer(keys, "nic.postTicks", generation.of(125, 62, 68))
            + (inMemory ? generation.of(150, 188, 204) : 0)
            + (farSender ? farTicks : 0);
    sendTicks = integer(keys, "nic.sendTicks", generation.of(125, 94, 94));
    receiveTicks = integer(keys, "nic.receiveTicks", generation.of(75, 55, 60));
    writeTicks =
        integer(keys, "nic.writeTicks", generation.of(106, 70, 60))
            + (uncached ? generation.of(0, 125, 136) : 0);
    pollTicks =
        integer(keys, "nic.pollTicks", generation.of(50, 25, 25)) + (farReceiver ? farTicks : 0);
    vcUnits = integer(keys, "router.vcBytes", generation.of(8_192, 16_384, 8_192)) / 32;
    sendUnits = integer(keys, "nic.sendBytes", 4_096) / 32;
    bufferUnits = integer(keys, "nic.bufferBytes", 8_192) / 32;
    mtuBytes = integer(keys, "nic.mtuBytes", 1_920);
    acknowledge = flag(keys, "nic.acknowledge");
    outstanding = integer(keys, "nic.outstanding", 16);
    atomicTicks = integer(keys, "nic.atomicTicks", 60);
    bus = constant(Bus.class, word(keys, "host.bus", generation.of("k", "none", "none")));
    pathChoice = constant(PathChoice.class, word(keys, "router.path", "source"));
    fixedPath = integer(keys, "router.fixedPath", 0);
    operation = constant(Operation.class, word(keys, "workload.operation", "put"));
    kind = constant(Kind.class, word(keys, "workload.kind", "uniform"));
    final List<Integer> sizes = integers(keys, "workload.messageBytes", List.of());
    messageBytes =
        new ReferenceSizes(operation == Operation.ARMW ? List.of(TofuPacket.ARMW_BYTES) : sizes);
    ports =
        words(keys, "workload.ports", List.of("a", "b+", "b-", "c")).stream()
            .map(ReferenceTofuTopology.PORTS::indexOf)
            .toList();
    final int asked = integer(keys, "workload.tnis", tnis);
    sendingTnis = kind == Kind.NEIGHBOURS ? ports.size() : asked;
    queues = integer(keys, "workload.queues", 1);
    shift =
        List.of(
            integer(keys, "workload.shiftX", 1),
            integer(keys, "workload.shiftY", 0),
            integer(keys, "workload.shiftZ", 0));
    target = integer(keys, "workload.target", NOT_SET);
    matrix = (InputFile) keys.remove("workload.matrix");
    sliceErrorRate = number(keys, "link.sliceErrorRate", 0).doubleValue();
    bursts = bursts(keys);
    barrierAlgorithm = constant(BarrierAlgorithm.class, word(keys, "barrier.algorithm", "within"));
    barrierChannels = integer(keys, "barrier.channels", 1);
    barrierParticipants = integer(keys, "barrier.participants", NOT_SET);
    barrierIterations = integer(keys, "barrier.iterations", 1);
    final Object offered = keys.remove("workload.load");
    saturated = "saturated".equals(offered) && kind != Kind.ALL_TO_ALL_RANDOM && kind != Kind.JOBS;
    load = offered instanceof Number some ? some.doubleValue() : 0;
    if (!keys.isEmpty()) {
      throw new IllegalArgumentException("no such keys: " + keys);
    }
  }

  private static List<Burst> bursts(Map<String, Object> keys) {
    final List<?> set = (List<?>) keys.remove("link.bursts");
    return set == null ? List.of() : set.stream().map(Burst.class::cast).toList();
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

  private static Number number(Map<String, Object> keys, String key, Number unset) {
    final Object value = keys.remove(key);
    return value == null ? unset : (Number) value;
  }

  private static int integer(Map<String, Object> keys, String key, int unset) {
    return number(keys, key, unset).intValue();
  }

  private static boolean flag(Map<String, Object> keys, String key) {
    return Boolean.TRUE.equals(keys.remove(key));
  }

  private static String word(Map<String, Object> keys, String key, String unset) {
    final Object value = keys.remove(key);
    return value == null ? unset : (String) value;
  }

  private static List<String> words(Map<String, Object> keys, String key, List<String> unset) {
    final Object value = keys.remove(key);
    return value == null ? unset : ((List<?>) value).stream().map(String.class::cast).toList();
  }

  private static List<Integer> integers(Map<String, Object> keys, String key, List<Integer> unset) {
    final Object value = keys.remove(key);
    return value == null ? unset : Implementation.integers(value);
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
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
