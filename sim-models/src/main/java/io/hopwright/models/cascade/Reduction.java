package io.hopwright.models.cascade;

import io.hopwright.models.declare.Key.Described;

/**
 * What the collective engine makes of two words, each with a location ({@code
 * docs/models/aries-nic.md}, "Collective engine"). All are associative and commutative on what
 * members bring, also sums of floats, which are exact there.
 */
enum Reduction implements Described {
  AND("bits that both have") {
    @Override
    long combine(long one, long other) {
      return one & other;
    }
  },
  OR("bits that either has") {
    @Override
    long combine(long one, long other) {
      return one | other;
    }
  },
  XOR("bits that one of them has") {
    @Override
    long combine(long one, long other) {
      return one ^ other;
    }
  },
  MIN("the smallest signed integer of 64 bits") {
    @Override
    long combine(long one, long other) {
      return Math.min(one, other);
    }
  },
  MAX("the largest signed integer of 64 bits") {
    @Override
    long combine(long one, long other) {
      return Math.max(one, other);
    }
  },
  MIN_LOCATION("the smallest of small integers, and the first member that has it", 8, true) {
    @Override
    long combine(long one, long other) {
      return Math.min(one, other);
    }
  },
  MAX_LOCATION("the largest of small integers, and the first member that has it", 8, true) {
    @Override
    long combine(long one, long other) {
      return Math.max(one, other);
    }
  },
  SUM("the sum of integers modulo 2⁶⁴") {
    @Override
    long combine(long one, long other) {
      return one + other;
    }
  },
  SUM_FLOAT("the sum of floats of 32 bits", 4, false) {
    @Override
    long operandOf(long number) {
      return Float.floatToRawIntBits((float) number) & BITS_32;
    }

    @Override
    long combine(long one, long other) {
      final float sum = Float.intBitsToFloat((int) one) + Float.intBitsToFloat((int) other);
      return Float.floatToRawIntBits(sum) & BITS_32;
    }
  },
  SUM_DOUBLE("the sum of floats of 64 bits", 20, false) {
    @Override
    long operandOf(long number) {
      return Double.doubleToRawLongBits((double) number);
    }

    @Override
    long combine(long one, long other) {
      return Double.doubleToRawLongBits(
          Double.longBitsToDouble(one) + Double.longBitsToDouble(other));
    }
  };

  private static final long BITS_32 = 0xFFFF_FFFFL;

  private final String meaning;

  /** Bits of what a member brings, the upper ones of its word. */
  private final int bits;

  private final boolean located;

  Reduction(String meaning) {
    this(meaning, Long.SIZE, false);
  }

  Reduction(String meaning, int bits, boolean located) {
    this.meaning = meaning;
    this.bits = bits;
    this.located = located;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  /** Returns what a member brings whose random word is {@code word}. */
  final long operand(long word) {
    return operandOf(word >>> (Long.SIZE - bits));
  }

  long operandOf(long number) {
    return number;
  }

  abstract long combine(long one, long other);

  /** Returns the location of a member, 0 where there is none. */
  final int location(int member) {
    return located ? member : 0;
  }

  /** Returns the location of what two words become; the lower one of equal words. */
  final int location(long one, int ofOne, long other, int ofOther) {
    if (!located) {
      return 0;
    }
    if (one == other) {
      return Math.min(ofOne, ofOther);
    }
    return combine(one, other) == one ? ofOne : ofOther;
  }
}
