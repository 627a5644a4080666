package io.hopwright.models.bluegene;

import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.Torus;
import java.util.List;

/**
 * Mean loads of links if every packet takes its dimensions in the order x, y, z. Of the packets
 * that can go either way around a ring half go each way. The loads are summed over all pairs of
 * nodes, from the definitions of the workloads alone.
 */
final class LinkTheory {
  private static final int TRAILER_BYTES = 4;

  private final Torus torus;
  private final double[][] packets;
  private double rate;
  private double hops;

  LinkTheory(Torus torus) {
    this.torus = torus;
    packets = new double[torus.nodes()][Torus.PORTS];
  }

  /** Adds packets from one node to another. */
  private void add(int source, int destination, double share) {
    rate += share;
    walk(source, destination, 0, share);
  }

  private void walk(int at, int destination, int dimension, double share) {
    if (dimension == Torus.DIMENSIONS) {
      return;
    }
    final int k = torus.extent(dimension);
    final int ahead =
        Math.floorMod(
            torus.coordinate(destination, dimension) - torus.coordinate(at, dimension), k);
    if (ahead == 0) {
      walk(at, destination, dimension + 1, share);
    } else if (2 * ahead == k) {
      walk(straight(at, 2 * dimension, ahead, share / 2), destination, dimension + 1, share / 2);
      walk(
          straight(at, 2 * dimension + 1, ahead, share / 2), destination, dimension + 1, share / 2);
    } else if (2 * ahead < k) {
      walk(straight(at, 2 * dimension, ahead, share), destination, dimension + 1, share);
    } else {
      walk(straight(at, 2 * dimension + 1, k - ahead, share), destination, dimension + 1, share);
    }
  }

  private int straight(int from, int port, int steps, double share) {
    int at = from;
    for (int step = 0; step < steps; step++) {
      packets[at][port] += share;
      hops += share;
      at = torus.neighbour(at, port);
    }
    return at;
  }

  /** Adds one packet per node, to any other. */
  static LinkTheory uniform(Torus torus) {
    return hotRegion(torus, null, 0);
  }

  /** Adds one packet per node; a fraction of them goes to the other nodes of a box. */
  static LinkTheory hotRegion(Torus torus, HotBox box, double fraction) {
    final LinkTheory theory = new LinkTheory(torus);
    final int nodes = torus.nodes();
    for (int source = 0; source < nodes; source++) {
      int others = 0;
      for (int node = 0; node < nodes; node++) {
        others += box != null && box.contains(node) && node != source ? 1 : 0;
      }
      final double hot = others == 0 ? 0 : fraction;
      for (int node = 0; node < nodes; node++) {
        if (node != source) {
          final double toHot = hot > 0 && box.contains(node) ? hot / others : 0;
          theory.add(source, node, toHot + (1 - hot) / (nodes - 1));
        }
      }
    }
    return theory;
  }

  /**
   * Adds one packet from each node to each other that agrees with it in the dimensions not listed.
   */
  static LinkTheory allToAll(Torus torus, List<String> dimensions) {
    final LinkTheory theory = new LinkTheory(torus);
    for (int source = 0; source < torus.nodes(); source++) {
      for (int node = 0; node < torus.nodes(); node++) {
        boolean together = node != source;
        for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
          together &=
              dimensions.contains("xyz".substring(dimension, dimension + 1))
                  || torus.coordinate(node, dimension) == torus.coordinate(source, dimension);
        }
        if (together) {
          theory.add(source, node, 1);
        }
      }
    }
    return theory;
  }

  /**
   * Adds one packet per node, spread evenly over its links, for one hop or once around the ring.
   */
  static LinkTheory rings(Torus torus, boolean around) {
    final LinkTheory theory = new LinkTheory(torus);
    int ports = 0;
    for (int port = 0; port < Torus.PORTS; port++) {
      ports += torus.extent(port / 2) > 1 ? 1 : 0;
    }
    for (int source = 0; source < torus.nodes(); source++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        if (torus.extent(port / 2) > 1) {
          theory.straight(source, port, around ? torus.extent(port / 2) - 1 : 1, 1.0 / ports);
          theory.rate += 1.0 / ports;
        }
      }
    }
    return theory;
  }

  /** Returns the number of packets added. */
  double rate() {
    return rate;
  }

  double meanHops() {
    return hops / rate;
  }

  /** Returns the packets that a link carries. */
  double packets(int node, int port) {
    return packets[node][port];
  }

  /** Returns the hops in one dimension, of all packets together. */
  double hops(int dimension) {
    double sum = 0;
    for (double[] ofNode : packets) {
      sum += ofNode[2 * dimension] + ofNode[2 * dimension + 1];
    }
    return sum;
  }

  /** Returns the ticks for which packets, and token-acks of the opposite link, hold a link. */
  double occupancy(int node, int port, int packetBytes, int ackBytes) {
    return packets[node][port] * (packetBytes + TRAILER_BYTES)
        + (torus.hasLink(port) ? packets[torus.neighbour(node, port)][port ^ 1] * ackBytes : 0);
  }

  /** Returns the number {@code 6·node + port} of a link with the largest occupancy. */
  int hottestLink(int packetBytes, int ackBytes) {
    int hottest = 0;
    double most = -1;
    for (int link = 0; link < torus.nodes() * Torus.PORTS; link++) {
      final double here = occupancy(link / Torus.PORTS, link % Torus.PORTS, packetBytes, ackBytes);
      if (here > most + 1e-12) {
        most = here;
        hottest = link;
      }
    }
    return hottest;
  }
}
