package io.hopwright.models.cascade.aries;

import io.hopwright.models.declare.Meaning;

/**
 * Reductions of the collective engine: combine two words, each with a location ({@code
 * docs/models/aries-nic.md}, "Collective engine"). All are associative and commutative on the words
 * of members. This includes sums of floats, which are exact here.
 */
public enum AriesReduction {
  @Meaning("bitwise and")
  AND {
    @Override
    long combine(long one, long other) {
      return one & other;
    }
  },
  @Meaning("bitwise or")
  OR {
    @Override
    long combine(long one, long other) {
      return one | other;
    }
  },
  @Meaning("bitwise exclusive or")
  XOR {
    @Override
    long combine(long one, long other) {
      return one ^ other;
    }
  },
  @Meaning("the smallest signed integer of 64 bits")
  MIN {
    @Override
    long combine(long one, long other) {
      return Math.min(one, other);
    }
  },
  @Meaning("the largest signed integer of 64 bits")
  MAX {
    @Override
    long combine(long one, long other) {
      return Math.max(one, other);
    }
  },
  @Meaning("the smallest of small integers, and the first member that has it")
  MIN_LOCATION(8, true) {
    @Override
    long combine(long one, long other) {
      return Math.min(one, other);
    }
  },
  @Meaning("the largest of small integers, and the first member that has it")
  MAX_LOCATION(8, true) {
    @Override
    long combine(long one, long other) {
      return Math.max(one, other);
    }
  },
  @Meaning("the sum of integers modulo 2⁶⁴")
  SUM {
    @Override
    long combine(long one, long other) {
      return one + other;
    }
  },
  @Meaning("the sum of floats of 32 bits")
  SUM_FLOAT(4, false) {
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
  @Meaning("the sum of floats of 64 bits")
  SUM_DOUBLE(20, false) {
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

  /** Bits of what a member brings, the upper ones of its word. */
  private final int bits;

  private final boolean located;

  AriesReduction() {
    this(Long.SIZE, false);
  }

  AriesReduction(int bits, boolean located) {
    this.bits = bits;
    this.located = located;
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
