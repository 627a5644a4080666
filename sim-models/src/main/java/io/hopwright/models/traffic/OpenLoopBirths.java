package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.GeometricGaps;

/**
 * Open-loop generation: one Bernoulli trial per node and tick, drawn as geometric gaps.
 *
 * @param draws draws keyed by source and sequence number
 * @param stream index of the draws
 * @param gaps distribution of the gaps
 * @param until tick from which nothing is generated, {@link Births#NEVER} for endless sources
 */
public record OpenLoopBirths(Draws draws, int stream, GeometricGaps gaps, long until)
    implements Births {
  @Override
  public long birth(int source, long sequence, long previousBirth) {
    if (previousBirth == NEVER) {
      return NEVER;
    }
    final long birth = previousBirth + gaps.gap(draws.draw(source, sequence, stream));
    return birth < until ? birth : NEVER;
  }
}
