package io.hopwright.models.reference.extoll;

import io.hopwright.models.machine.InputFile;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What keys say that fit together, in the words of {@code docs/models/extoll.md}. Times are in
 * ticks of 5/63 ns. Immutable.
 */
final class ExtollParameters {
  /** "workload.kind". */
  enum Kind {
    UNIFORM,
    ALL_TO_ALL,
    ALL_TO_ALL_RANDOM,
    PERMUTATION,
    MANY_TO_ONE;

    /** Returns whether all messages are born at tick 0. */
    boolean isAllToAll() {
      return this == ALL_TO_ALL || this == ALL_TO_ALL_RANDOM;
    }
  }

  static final int CELL_BYTES = 16;

  /** The most data of a packet. */
  static final int PACKET_BYTES = 496;

  private final Map<String, ?> set;
  final long seed;

  /** {@code [kx, ky, kz]}. */
  final List<Integer> shape;

  /** NAA of each host. */
  final List<Integer> gateways;

  /** Whether a dimension of 2 has one link in each direction. */
  final boolean singlePairs;

  /** {@code T}. */
  final int cellTicks;

  /** {@code H}. */
  final int hopTicks;

  final int creditTicks;

  /** {@code J}. */
  final int injectTicks;

  /** {@code E}. */
  final int ejectTicks;

  final int vcCells;
  final int unitCells;
  final double bitErrorRate;

  /** Null without a file. */
  final InputFile tables;

  final Kind kind;

  /** Node that all others send to, of many-to-one. */
  final int target;

  /** Sizes of messages, equally likely. */
  final List<Integer> messageBytes;

  /** {@code u}. */
  final int streams;

  /** Whether every stream always has another message. */
  final boolean saturated;

  /** {@code U}; 0 with saturated sources. */
  final double load;

  /** Nothing is born from this tick on. */
  final long bornBefore;

  /**
   * Reads keys.
   *
   * @param set those that are set, by the names of the page
   * @param bornBefore nothing is born from this tick on
   */
  ExtollParameters(Map<String, ?> set, long bornBefore) {
    this.set = set;
    this.bornBefore = bornBefore;
    seed = set.get("seed") instanceof Number number ? number.longValue() : 1;
    shape = integers("machine.shape", List.of(4, 2, 4));
    final int size = shape.stream().reduce(1, Math::multiplyExact);
    final int hosts = integer("machine.hosts", (size + 15) / 16);
    gateways =
        integers(
            "machine.gateways",
            IntStream.range(0, hosts).mapToObj(host -> 16 * host).toList());
    singlePairs = word("machine.pairLinks", "single").equals("single");
    final boolean fpga = word("machine.nic", "tourmalet").equals("fpga");
    cellTicks = fpga ? 126 : 20;
    hopTicks = integer("link.hopTicks", fpga ? 3_780 : 756);
    creditTicks = integer("link.creditTicks", fpga ? 3_780 : 756);
    injectTicks = integer("unit.injectTicks", fpga ? 3_150 : 504);
    ejectTicks = integer("unit.ejectTicks", fpga ? 3_150 : 504);
    vcCells = integer("router.vcBytes", 4_096) / CELL_BYTES;
    unitCells = integer("unit.bufferBytes", 4_096) / CELL_BYTES;
    bitErrorRate = real("link.bitErrorRate", 0);
    tables = (InputFile) set.get("router.tables");
    kind =
        Kind.valueOf(
            word("workload.kind", "uniform").toUpperCase(Locale.ROOT).replace('-', '_'));
    target = integer("workload.target", -1);
    messageBytes = integers("workload.messageBytes", List.of(PACKET_BYTES));
    streams = integer("workload.units", 1);
    final Object offered = set.get("workload.load");
    load = offered instanceof Number number ? number.doubleValue() : 0;
    saturated = !(offered instanceof Number) && !kind.isAllToAll();
  }

  /** {@code c}: "max(1, ⌈d/16⌉) cells". */
  static int cells(int dataBytes) {
    return Math.max(1, (dataBytes + CELL_BYTES - 1) / CELL_BYTES);
  }

  /** {@code W}: "a port is busy with it for (c + 1)·T". */
  int busyTicks(int cells) {
    return (cells + 1) * cellTicks;
  }

  private int integer(String key, int otherwise) {
    return set.get(key) instanceof Number number ? number.intValue() : otherwise;
  }

  private double real(String key, double otherwise) {
    return set.get(key) instanceof Number number ? number.doubleValue() : otherwise;
  }

  private String word(String key, String otherwise) {
    return set.containsKey(key) ? set.get(key).toString() : otherwise;
  }

  /** A list, or a single number in its place. */
  private List<Integer> integers(String key, List<Integer> otherwise) {
    if (!set.containsKey(key)) {
      return otherwise;
    }
    final List<?> numbers = set.get(key) instanceof List<?> list ? list : List.of(set.get(key));
    return numbers.stream().map(number -> ((Number) number).intValue()).toList();
  }
}
