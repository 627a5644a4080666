package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;
import io.hopwright.models.topology.HotBox;

/**
 * Destinations of which a fraction are random nodes of a box at the origin, the others any nodes.
 * Source: Blumrich et al. 2003, section 4, throughput under non-uniform traffic.
 *
 * @param box the hot region
 * @param hot draws that decide whether a packet is for the box, keyed by source and sequence number
 * @param threshold threshold of the fraction ({@link Draws#threshold})
 * @param draws draws of the member of the box, keyed likewise
 * @param stream index of the draws
 * @param others destinations of the other packets
 */
public record HotRegionDestinations(
    HotBox box, Draws hot, long threshold, Draws draws, int stream, Destinations others)
    implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    final int own = box.member(source);
    final int members = own == HotBox.OUTSIDE ? box.nodes() : box.nodes() - 1;
    if (members == 0 || !Draws.chance(hot.draw(source, sequence, stream), threshold)) {
      return others.destination(source, sequence);
    }
    final int pick = Draws.pick(draws.draw(source, sequence, stream), members);
    return box.node(own == HotBox.OUTSIDE || pick < own ? pick : pick + 1);
  }
}
