package io.hopwright.models.messaging.ranks;

import java.math.BigInteger;

/** Products and quotients without an intermediate overflow. */
final class Exact {
  private Exact() {}

  /** Returns {@code a·b / c}, rounded down; {@code a} of any sign, the others positive. */
  static long scale(long a, long b, long c) {
    final long product = a * b;
    if (Math.multiplyHigh(a, b) == product >> (Long.SIZE - 1)) {
      return Math.floorDiv(product, c);
    }
    final BigInteger[] quotient =
        BigInteger.valueOf(a)
            .multiply(BigInteger.valueOf(b))
            .divideAndRemainder(BigInteger.valueOf(c));
    final long truncated = quotient[0].longValueExact();
    return quotient[1].signum() < 0 ? truncated - 1 : truncated;
  }
}
