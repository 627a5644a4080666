package io.hopwright.models.traffic;

/** Saturated sources: there is always another packet. */
public record SaturatedBirths() implements Births {
  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return 0;
  }

  @Override
  public boolean saturated() {
    return true;
  }

  @Override
  public long bornIn(int source, long first, int step, long from, long to) {
    return 0;
  }

  @Override
  public long bornTicks(int source, long first, int step, long from, long to) {
    return 0;
  }
}
