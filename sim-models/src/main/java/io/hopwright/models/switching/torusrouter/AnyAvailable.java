package io.hopwright.models.switching.torusrouter;

/** The paper's base policy: any available pair is as good as any other. */
record AnyAvailable() implements OutputSelection {
  @Override
  public long narrow(long pairs, long[] words, int tokens, int distance) {
    return pairs;
  }
}
