package io.hopwright.models.reference;

import java.math.BigInteger;
import java.util.Map;

/**
 * Random numbers of {@code docs/models}: section "Random numbers" of the rule pages, and the gaps,
 * destinations and permutations of traffic drawn with them.
 *
 * <p>Shares no code with the fast models, so that equal digests also verify the hash.
 */
public final class ReferenceDraws {
  /** Purposes of draws, numbered as in the tables. */
  public enum Purpose {
    DESTINATION(0),
    TIE(1),
    GAP(2),
    SIZE(3),
    ORDER(4),
    SELECT(5),
    RECEIVER_SLQ(6),
    RECEIVER_PICK(7),
    SENDER_NETWORK(8),
    SENDER_SLQ(9),
    SENDER_PICK(10),
    HOT(11),
    CORE(12),
    FIFO(13),
    RECEIVER_GAP(14),
    ROUTE(14),
    PERMUTATION(15),
    PACE(16),
    ERROR(17),
    PATH(18),
    NOISE(21),
    ROTATION(24),
    FLUSH(25),
    ADDRESS(40),
    OPERAND(41);

    private final int number;

    Purpose(int number) {
      this.number = number;
    }
  }

  private final long seed;

  /** {@code T[i]}, log2 of 1 + i/1024 in units of 2^-32, i = 0…1024. */
  private final long[] log2Table = new long[1025];

  /** Creates the draws of a run with this seed. */
  public ReferenceDraws(long seed) {
    this.seed = seed;
    for (int i = 0; i <= 1024; i++) {
      final double log2 = StrictMath.log(1 + i / 1024.0) / StrictMath.log(2);
      log2Table[i] = Math.round(0x1p32 * log2);
    }
  }

  /** {@code mix(z)}. */
  public static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** {@code key(purpose)}. */
  long key(Purpose purpose) {
    return mix(seed + 0x9E3779B97F4A7C15L * (purpose.number + 1));
  }

  /** Returns {@code draw(purpose, node, when, index)}. */
  public long draw(Purpose purpose, long node, long when, long index) {
    return mix(
        key(purpose)
            + node * 0xD1342543DE82EF95L
            + when * 0xDABA0B6EB09322E3L
            + index * 0xA24BAED4963EE407L);
  }

  /** Returns {@code pick(draw, n)} or {@code high(draw, n)}: uniform in 0…n−1. */
  public static int pick(long draw, int n) {
    return (int) (((draw >>> 32) * n) >>> 32);
  }

  /** Returns {@code low(draw, n)}: uniform in 0…n−1 from the other half of a draw. */
  public static int low(long draw, int n) {
    return pick(draw << 32, n);
  }

  /** Returns {@code chance(draw, f)}: true with probability f. */
  public static boolean chance(long draw, double f) {
    return (draw >>> 32) < Math.round(f * 0x1p32);
  }

  /** Returns whether any of some bits is damaged in an attempt to send them over a link. */
  public boolean damages(long link, long attempt, double bits, double bitErrorRate) {
    final double probability = -StrictMath.expm1(bits * StrictMath.log1p(-bitErrorRate));
    return chance(draw(Purpose.ERROR, link, attempt, 0), probability);
  }

  /** Returns the position, in the stated numbering, of a member drawn "uniform among a set". */
  public int uniform(Purpose purpose, long node, long when, long index, int size) {
    return size == 1 ? 0 : pick(draw(purpose, node, when, index), size);
  }

  /** Returns the {@code scale} of open-loop traffic at p packets per tick. */
  public static long scale(double p) {
    final double minusLog2 = -StrictMath.log1p(-p) / StrictMath.log(2);
    return Math.round(0x1p20 / minusLog2);
  }

  /** Returns {@code e}: −log2 of the draw as a fraction of 2^64, in units of 2^-32. */
  public long minusLog2(long draw) {
    final int z = Long.numberOfLeadingZeros(draw | 1);
    final long m = (draw | 1) << z;
    final int i = (int) ((m >>> 53) & 0x3FF);
    final long f = (m >>> 21) & 0xFFFFFFFFL;
    return ((z + 1L) << 32) - log2Table[i] - (((log2Table[i + 1] - log2Table[i]) * f) >>> 32);
  }

  /** Returns {@code gap(s)}: ticks since the packet before was generated, at least 1. */
  public long gap(int source, int stream, long sequence, long scale) {
    final long e = minusLog2(draw(Purpose.GAP, source, sequence, stream));
    final BigInteger product = BigInteger.valueOf(e).multiply(BigInteger.valueOf(scale));
    return 1 + product.shiftRight(52).longValueExact();
  }

  /** Returns the destination of uniform traffic in a machine of {@code nodes}. */
  public int uniformDestination(int source, int stream, long sequence, int nodes) {
    final int j = pick(draw(Purpose.DESTINATION, source, sequence, stream), nodes - 1);
    return other(source, j);
  }

  /**
   * Returns the {@code j}-th number of a numbering without oneself: j below one's own number, else
   * j + 1.
   */
  public static int other(int own, int j) {
    return j < own ? j : j + 1;
  }

  /**
   * Returns {@code π(rank)} and {@code permuted(purpose, node, x)} of n: a four-round Feistel
   * network, iterated until the result is below n; the index of its first draws is {@code
   * firstRound}.
   */
  public int permute(Purpose purpose, int node, int firstRound, long rank, int n) {
    final int b = Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
    final int h = Math.max(1, (b + 1) / 2);
    final long mask = (1L << h) - 1;
    long x = rank;
    do {
      long left = x >>> h;
      long right = x & mask;
      for (int round = firstRound; round < firstRound + 4; round++) {
        final long mixed = (left ^ draw(purpose, node, right, round)) & mask;
        left = right;
        right = mixed;
      }
      x = (left << h) | right;
    } while (x >= n);
    return (int) x;
  }

  /** Returns the {@code permutation}: the node after each, on a random ring through all nodes. */
  public int[] ring(int nodes) {
    final int[] after = new int[nodes];
    for (int r = 0; r < nodes; r++) {
      after[permute(Purpose.PERMUTATION, 0, 0, r, nodes)] =
          permute(Purpose.PERMUTATION, 0, 0, (r + 1) % nodes, nodes);
    }
    return after;
  }

  /** Returns the first element of a list up to which the sum of the weights exceeds x. */
  public static int weighted(long draw, Map<Integer, Long> weights) {
    final long sum = weights.values().stream().mapToLong(Long::longValue).sum();
    final BigInteger d = new BigInteger(Long.toUnsignedString(draw));
    final long x = d.multiply(BigInteger.valueOf(sum)).shiftRight(64).longValueExact();
    long upToThere = 0;
    for (final Map.Entry<Integer, Long> entry : weights.entrySet()) {
      upToThere += entry.getValue();
      if (upToThere > x) {
        return entry.getKey();
      }
    }
    throw new IllegalArgumentException("no weights");
  }

  /** Returns the word that a delivery adds to the digest. */
  public static long deliveryWord(
      int source, int destination, int core, long sequence, int packetClass, long tick) {
    final long nodes = source + ((long) destination << 32);
    final long packet = sequence + ((long) packetClass << 56) + ((long) core << 60);
    return mix(mix(mix(nodes) + packet) + tick);
  }
}
