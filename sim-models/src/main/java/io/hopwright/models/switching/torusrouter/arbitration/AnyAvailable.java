package io.hopwright.models.switching.torusrouter.arbitration;

/** The paper's base policy: any available pair is as good as any other. */
public record AnyAvailable() implements OutputSelection {
  @Override
  public long narrow(long pairs, long[] words, int tokens, int distance) {
    return pairs;
  }
}
