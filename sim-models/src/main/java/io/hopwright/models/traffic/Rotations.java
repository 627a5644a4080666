package io.hopwright.models.traffic;

import io.hopwright.core.random.KeyedPermutation;

/**
 * Several rotating shifts at a time, whose packets take turns. In each, a node sends once to all
 * others. The order of distances is random and common to all nodes, so that in lockstep no two
 * messages of a rotation have the same destination.
 *
 * <p>Packet {@code q} belongs to rotation {@code q mod w}; it is one of the {@code p} packets of
 * message {@code q div (w·p)} there. Source: Faanes et al., SC 2012, section VIII, whose all-to-all
 * goes "to random destinations" in a "rotating shift".
 */
public final class Rotations implements Destinations {
  private final int nodes;
  private final int rotations;
  private final int packets;

  /** Distance, from 1 on, by rotation and message. */
  private final int[][] distances;

  /**
   * Draws the orders; {@code 4·rotations·nodes} B.
   *
   * @param orders over {@code [0, nodes − 1)}, one per rotation
   * @param nodes of the machine, at least 2
   * @param rotations at a time
   * @param packets of each message
   */
  public Rotations(KeyedPermutation orders, int nodes, int rotations, int packets) {
    this.nodes = nodes;
    this.rotations = rotations;
    this.packets = packets;
    distances = new int[rotations][nodes - 1];
    for (int rotation = 0; rotation < rotations; rotation++) {
      for (int message = 0; message < nodes - 1; message++) {
        distances[rotation][message] = 1 + orders.apply(rotation, 0, message);
      }
    }
  }

  /** Returns the total number of packets that a node sends. */
  public static long packets(int nodes, int rotations, int packets) {
    return (nodes - 1L) * rotations * packets;
  }

  @Override
  public int destination(int source, long sequence) {
    final long turn = sequence / rotations;
    final int destination =
        source + distances[(int) (sequence % rotations)][(int) (turn / packets)];
    return destination < nodes ? destination : destination - nodes;
  }
}
