package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.GeometricGaps;

/**
 * Open-loop generation: one Bernoulli trial per node and tick, drawn as geometric gaps.
 *
 * @param draws draws keyed by source and sequence number
 * @param stream index of the draws
 * @param gaps distribution of the gaps
 * @param earlier distribution of the gaps after packets that are generated before a tick
 * @param from this tick; −1 if there is only one distribution
 * @param until tick from which nothing is generated, {@link Births#NEVER} for endless sources
 */
public record OpenLoopBirths(
    Draws draws, int stream, GeometricGaps gaps, GeometricGaps earlier, long from, long until)
    implements Births {
  /** Creates sources whose gaps all have one distribution. */
  public OpenLoopBirths(Draws draws, int stream, GeometricGaps gaps, long until) {
    this(draws, stream, gaps, gaps, -1, until);
  }

  @Override
  public long changesAt() {
    return from;
  }

  @Override
  public long birth(int source, long sequence, long previousBirth) {
    if (previousBirth == NEVER) {
      return NEVER;
    }
    final GeometricGaps gap = previousBirth < from ? earlier : gaps;
    final long birth = previousBirth + gap.gap(draws.draw(source, sequence, stream));
    return birth < until ? birth : NEVER;
  }
}
