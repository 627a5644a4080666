package io.hopwright.models.reference.cascade.routing;

/** Combination of members' words ("ce.operation" of {@code docs/models/aries-nic.md}). */
public enum ReferenceCombining {
  AND,
  OR,
  XOR,
  MIN,
  MAX,
  MIN_LOCATION,
  MAX_LOCATION,
  SUM,
  SUM_FLOAT,
  SUM_DOUBLE;

  /** Word, and the index of the member that holds it; 0 where the index does not matter. */
  public record Value(long word, long location) {
    /** Returns the word of the result in the digest. */
    public long digested() {
      return (word ^ (word >>> 8) ^ location) & ((1L << 56) - 1);
    }
  }

  /** Returns the operand that a member makes of its word. */
  public Value operand(long word, long member) {
    return switch (this) {
      case MIN_LOCATION, MAX_LOCATION -> new Value(word >>> 56, member);
      case SUM_FLOAT -> ofFloat((float) (word >>> 60));
      case SUM_DOUBLE -> ofDouble((double) (word >>> 44));
      default -> new Value(word, 0);
    };
  }

  private static Value ofFloat(float sum) {
    return new Value(Integer.toUnsignedLong(Float.floatToIntBits(sum)), 0);
  }

  private static Value ofDouble(double sum) {
    return new Value(Double.doubleToLongBits(sum), 0);
  }

  public Value combine(Value one, Value other) {
    return switch (this) {
      case AND -> new Value(one.word & other.word, 0);
      case OR -> new Value(one.word | other.word, 0);
      case XOR -> new Value(one.word ^ other.word, 0);
      case MIN -> new Value(Math.min(one.word, other.word), 0);
      case MAX -> new Value(Math.max(one.word, other.word), 0);
      case MIN_LOCATION -> one.word == other.word ? lower(one, other) : least(one, other);
      case MAX_LOCATION ->
          one.word == other.word ? lower(one, other) : least(one, other).equals(one) ? other : one;
      case SUM -> new Value(one.word + other.word, 0);
      case SUM_FLOAT ->
          ofFloat(Float.intBitsToFloat((int) one.word) + Float.intBitsToFloat((int) other.word));
      case SUM_DOUBLE ->
          ofDouble(Double.longBitsToDouble(one.word) + Double.longBitsToDouble(other.word));
    };
  }

  private static Value least(Value one, Value other) {
    return one.word < other.word ? one : other;
  }

  private static Value lower(Value one, Value other) {
    return one.location < other.location ? one : other;
  }
}
