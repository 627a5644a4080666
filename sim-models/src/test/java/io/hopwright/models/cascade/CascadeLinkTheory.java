package io.hopwright.models.cascade;

import io.hopwright.models.topology.Dragonfly;

/**
 * Mean number of packets on each link if pairs of Aries send each other given numbers of packets,
 * with blue links, black links and roots drawn evenly.
 */
public final class CascadeLinkTheory {
  private final Dragonfly dragonfly;
  private final double[] packets;

  private CascadeLinkTheory(Dragonfly dragonfly) {
    this.dragonfly = dragonfly;
    packets = new double[dragonfly.aries() * Dragonfly.TILES];
  }

  /** Returns one packet from each node to each other: {@code [source Aries][destination Aries]}. */
  static double[][] uniform(Dragonfly dragonfly) {
    final double[] nodes = new double[dragonfly.aries()];
    for (int node = 0; node < dragonfly.nodes(); node++) {
      nodes[dragonfly.ariesOf(node)]++;
    }
    final double[][] packets = new double[nodes.length][nodes.length];
    for (int s = 0; s < nodes.length; s++) {
      for (int t = 0; t < nodes.length; t++) {
        packets[s][t] = nodes[s] * (nodes[t] - (s == t ? 1 : 0));
      }
    }
    return packets;
  }

  /** Returns one packet from each node to the node in its place, some groups further on. */
  static double[][] shift(Dragonfly dragonfly, int groups) {
    final double[][] packets = new double[dragonfly.aries()][dragonfly.aries()];
    for (int node = 0; node < dragonfly.nodes(); node++) {
      final int g = dragonfly.groupOf(dragonfly.ariesOf(node));
      final int h = (g + groups) % dragonfly.groups();
      final int place = (node - dragonfly.firstNode(g)) % dragonfly.nodesIn(h);
      packets[dragonfly.ariesOf(node)][dragonfly.ariesOf(dragonfly.firstNode(h) + place)]++;
    }
    return packets;
  }

  /** Returns the reverse direction, as responses go. */
  public static double[][] back(double[][] packets) {
    final double[][] back = new double[packets.length][packets.length];
    for (int s = 0; s < back.length; s++) {
      for (int t = 0; t < back.length; t++) {
        back[t][s] = packets[s][t];
      }
    }
    return back;
  }

  public static CascadeLinkTheory minimal(Dragonfly dragonfly, double[][] packets) {
    final CascadeLinkTheory theory = new CascadeLinkTheory(dragonfly);
    theory.goMinimally(packets);
    return theory;
  }

  static CascadeLinkTheory valiant(Dragonfly dragonfly, double[][] packets) {
    final int aries = dragonfly.aries();
    // Packets that an Aries sends and receives: within its group, and to and from other groups.
    final double[][] sent = new double[2][aries];
    final double[][] received = new double[2][aries];
    for (int s = 0; s < aries; s++) {
      for (int t = 0; t < aries; t++) {
        if (s != t) {
          final int where = dragonfly.groupOf(s) == dragonfly.groupOf(t) ? 0 : 1;
          sent[where][s] += packets[s][t];
          received[where][t] += packets[s][t];
        }
      }
    }
    final double[][] ways = new double[aries][aries];
    for (int from = 0; from < aries; from++) {
      final int g = dragonfly.groupOf(from);
      for (int to = 0; to < aries; to++) {
        ways[from][to] = (sent[1][from] + received[1][to]) / aries;
        if (g == dragonfly.groupOf(to)) {
          ways[from][to] += (sent[0][from] + received[0][to]) / dragonfly.ariesIn(g);
        }
      }
    }
    final CascadeLinkTheory theory = new CascadeLinkTheory(dragonfly);
    theory.goMinimally(ways);
    return theory;
  }

  private void goMinimally(double[][] ways) {
    for (int g = 0; g < dragonfly.groups(); g++) {
      for (int h = 0; h < dragonfly.groups(); h++) {
        go(ways, g, h);
      }
    }
  }

  private void go(double[][] ways, int g, int h) {
    final double[] out = new double[dragonfly.ariesIn(g)];
    final double[] in = new double[dragonfly.ariesIn(h)];
    double all = 0;
    for (int s = 0; s < out.length; s++) {
      for (int t = 0; t < in.length; t++) {
        final double share = ways[dragonfly.firstAries(g) + s][dragonfly.firstAries(h) + t];
        out[s] += share;
        in[t] += share;
        all += share;
        if (g == h) {
          goLocally(dragonfly.firstAries(g) + s, dragonfly.firstAries(h) + t, share);
        }
      }
    }
    final int links = g == h ? 0 : dragonfly.blueLinks(g, h);
    for (int link = 0; link < links; link++) {
      final int gateway = dragonfly.gateway(g, h, link);
      final int port = dragonfly.gatewayPort(g, h, link);
      for (int s = 0; s < out.length; s++) {
        goLocally(dragonfly.firstAries(g) + s, gateway, out[s] / links);
      }
      packets[gateway * Dragonfly.TILES + port] += all / links;
      for (int t = 0; t < in.length; t++) {
        goLocally(dragonfly.neighbour(gateway, port), dragonfly.firstAries(h) + t, in[t] / links);
      }
    }
  }

  /** Adds a local route, green before black, spread over three black links. */
  private void goLocally(int from, int to, double share) {
    int at = from;
    while (at != to) {
      final int port = dragonfly.localPort(at, to);
      final int parallel = port < Dragonfly.BLACK ? 1 : 3;
      for (int link = 0; link < parallel; link++) {
        packets[at * Dragonfly.TILES + port + link] += share / parallel;
      }
      at = dragonfly.neighbour(at, port);
    }
  }

  public double packets(int aries, int port) {
    return packets[aries * Dragonfly.TILES + port];
  }
}
