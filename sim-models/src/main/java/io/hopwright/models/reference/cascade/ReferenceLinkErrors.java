package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;

/** "Link errors" of {@code docs/models/cascade-faults.md}, of all links. */
final class ReferenceLinkErrors {
  private final ReferenceCascadeConfig config;
  private final ReferenceDraws draws;

  /** {@code v}, by Aries and port. */
  private final long[][] attempts;

  private long sent;
  private long repeated;

  ReferenceLinkErrors(ReferenceCascadeConfig config, int aries, ReferenceDraws draws) {
    this.config = config;
    this.draws = draws;
    attempts = new long[aries][ReferenceDragonfly.FIRST_TILE];
  }

  /** Returns how often a packet fails on a link before it gets through. */
  int failures(int aries, int port, ReferenceCascadePacket packet) {
    if (!config.hasErrors(ReferenceDragonfly.colour(port))) {
      sent++;
      return 0;
    }
    final double wireBits = 8.0 * packet.wireBytes();
    final double probability = -StrictMath.expm1(wireBits * StrictMath.log1p(-config.bitErrorRate));
    final long link = (long) ReferenceDragonfly.PORTS * aries + port;
    int failures = 0;
    while (ReferenceDraws.chance(
        draws.draw(Purpose.ERROR, link, attempts[aries][port]++, 0), probability)) {
      failures++;
    }
    sent += failures + 1L;
    repeated += failures;
    return failures;
  }

  /** Transmissions over all links, whether they may fail there or not. */
  long sent() {
    return sent;
  }

  /** Transmissions that failed. */
  long repeated() {
    return repeated;
  }
}
