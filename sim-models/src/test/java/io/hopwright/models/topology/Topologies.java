package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;

/** Properties of every topology. */
final class Topologies {
  private Topologies() {}

  static void check(Topology topology) {
    final Set<String> names = new HashSet<>();
    for (int port = 0; port < topology.ports(); port++) {
      assertTrue(names.add(topology.portName(port)), topology.portName(port));
    }
    assertEquals(topology.coordinateNames().size(), topology.shape().size());
    for (int router = 0; router < topology.routers(); router++) {
      for (int axis = 0; axis < topology.shape().size(); axis++) {
        final int at = topology.coordinate(router, axis);
        assertTrue(at >= 0 && at < topology.extent(axis), "router " + router);
      }
      for (int port = 0; port < topology.ports(); port++) {
        checkLink(topology, router, port);
      }
    }
  }

  private static void checkLink(Topology topology, int router, int port) {
    final String where = "router " + router + ", " + topology.portName(port);
    final int far = topology.neighbour(router, port);
    final int farPort = topology.neighbourPort(router, port);
    if (far == Topology.NONE) {
      assertEquals(Topology.NONE, farPort, where);
    } else {
      assertEquals(router, topology.neighbour(far, farPort), where);
      assertEquals(port, topology.neighbourPort(far, farPort), where);
    }
  }
}
