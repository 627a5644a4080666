package io.hopwright.models.cascade.network;

import io.hopwright.models.topology.Dragonfly;
import java.util.function.IntUnaryOperator;

/**
 * Number of links of one local colour on the routes between all ordered pairs of nodes, per group,
 * if blue links and roots are drawn evenly. For green links a place is a blade: a route takes a
 * green link when it changes blade. For black links a place is a chassis.
 *
 * <p>Sums over pairs of groups, not of nodes: 8 bytes twice per pair. Immutable; safe for any
 * thread.
 */
final class LocalSteps {
  private final Dragonfly dragonfly;
  private final IntUnaryOperator placeOf;

  /** {@code [groups·g + h]}: probability of a step between a node of g and its gateway to h. */
  private final double[] toGateway;

  /** {@code [group]}: probability of a step from or to an Aries drawn from the group. */
  private final double[] toRoot;

  /** {@code [group][place]}: nodes. */
  private final int[][] nodes;

  private LocalSteps(Dragonfly dragonfly, IntUnaryOperator placeOf, IntUnaryOperator placesOf) {
    this.dragonfly = dragonfly;
    this.placeOf = placeOf;
    final int groups = dragonfly.groups();
    nodes = new int[groups][];
    toRoot = new double[groups];
    for (int group = 0; group < groups; group++) {
      nodes[group] = new int[placesOf.applyAsInt(group)];
      toRoot[group] = 1 - 1.0 / nodes[group].length;
    }
    for (int node = 0; node < dragonfly.nodes(); node++) {
      final int aries = dragonfly.ariesOf(node);
      nodes[dragonfly.groupOf(aries)][placeOf.applyAsInt(aries)]++;
    }
    toGateway = new double[groups * groups];
    for (int g = 0; g < groups; g++) {
      for (int h = 0; h < groups; h++) {
        if (g != h) {
          drawGateways(g, h);
        }
      }
    }
  }

  static LocalSteps green(Dragonfly dragonfly) {
    return new LocalSteps(
        dragonfly, dragonfly::bladeOf, group -> dragonfly.plan().bladesPerChassis());
  }

  static LocalSteps black(Dragonfly dragonfly) {
    return new LocalSteps(dragonfly, dragonfly::chassisOf, dragonfly.plan()::chassisIn);
  }

  private void drawGateways(int g, int h) {
    final int links = dragonfly.blueLinks(g, h);
    final int[] gateways = new int[nodes[g].length];
    for (int link = 0; link < links; link++) {
      gateways[placeOf.applyAsInt(dragonfly.gateway(g, h, link))]++;
    }
    for (int place = 0; place < gateways.length; place++) {
      final double step = 1 - (double) gateways[place] / links;
      final double share = (double) nodes[g][place] / dragonfly.nodesIn(g);
      toGateway[dragonfly.groups() * g + h] += share * step;
    }
  }

  /** Returns the links of a group that minimal routes take, one for each ordered pair of nodes. */
  double minimal(int group) {
    double steps = square(dragonfly.nodesIn(group));
    for (int here : nodes[group]) {
      steps -= square(here);
    }
    for (int other = 0; other < dragonfly.groups(); other++) {
      final int pair = dragonfly.groups() * group + other;
      steps += 2.0 * dragonfly.nodesIn(group) * dragonfly.nodesIn(other) * toGateway[pair];
    }
    return steps;
  }

  /**
   * Returns the links of a group that non-minimal routes take, one for each ordered pair of nodes:
   * two within the root's group, to and from the root, and one at either end, unless that is the
   * root's group.
   */
  double valiant(int group) {
    final int within = dragonfly.nodesIn(group);
    final double across = (double) within * (dragonfly.nodes() - within);
    double toGatewayOfRoots = 0;
    double pairs = square(dragonfly.nodes());
    for (int root = 0; root < dragonfly.groups(); root++) {
      toGatewayOfRoots += rootIn(root) * toGateway[dragonfly.groups() * group + root];
      pairs -= square(dragonfly.nodesIn(root));
    }
    double routesWithRoot = square(within) + rootIn(group) * pairs;
    for (int aries = 0; aries < dragonfly.ariesIn(group); aries++) {
      routesWithRoot -= square(nodesAt(dragonfly.firstAries(group) + aries));
    }
    return 2 * (across * toGatewayOfRoots + routesWithRoot * toRoot[group]);
  }

  /** Returns the probability of a step between an Aries drawn from a group and any other place. */
  double ofRoot(int group) {
    return toRoot[group];
  }

  /** Returns the probability that a root drawn from the system is in a group. */
  private double rootIn(int group) {
    return (double) dragonfly.ariesIn(group) / dragonfly.aries();
  }

  private int nodesAt(int aries) {
    int nodesAt = 0;
    for (int nic = 0; nic < Dragonfly.NICS; nic++) {
      nodesAt += dragonfly.nodeAt(aries, nic) == Dragonfly.NONE ? 0 : 1;
    }
    return nodesAt;
  }

  private static double square(double x) {
    return x * x;
  }
}
