package io.hopwright.models.switching.torusrouter.arbitration;

/** Base policy of the paper: all available pairs are equal. */
public record AnyAvailable() implements OutputSelection {
  @Override
  public long narrow(long pairs, long[] words, int tokens, int distance) {
    return pairs;
  }
}
