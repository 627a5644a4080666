package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;

/**
 * PolarFly on the polarity graphs of Erdős and Rényi, of diameter 2 (Lakhotia et al., SC 2022).
 *
 * @param q prime power
 */
record PolarFlyFamily(int q) implements Family {
  private static final int MOST = 127;

  static Family of(Parameters parameters) {
    return new PolarFlyFamily(parameters.integer("q", 2, MOST));
  }

  @Override
  public long routers() {
    return (long) q * q + q + 1;
  }

  @Override
  public long links() {
    return routers() * (q + 1) / 2;
  }

  @Override
  public long mostPorts() {
    return q + 1L;
  }

  /** Returns the coordinates of a point. */
  private int[] point(int router) {
    if (router == 0) {
      return new int[] {0, 0, 1};
    }
    return router <= q
        ? new int[] {0, 1, router - 1}
        : new int[] {1, (router - 1 - q) / q, (router - 1 - q) % q};
  }

  @Override
  public void addTo(NetworkBuilder builder) {
    final FiniteField field = new FiniteField("polarfly", q);
    builder.routers((int) routers());
    final int[][] points = new int[(int) routers()][];
    for (int router = 0; router < points.length; router++) {
      points[router] = point(router);
    }
    for (int a = 0; a < points.length; a++) {
      for (int b = a + 1; b < points.length; b++) {
        int product = 0;
        for (int i = 0; i < points[a].length; i++) {
          product = field.add(product, field.multiply(points[a][i], points[b][i]));
        }
        if (product == 0) {
          builder.link(a, b, LinkClass.PLAIN);
        }
      }
    }
  }
}
