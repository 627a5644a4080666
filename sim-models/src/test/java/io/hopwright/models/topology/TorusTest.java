package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Functions of a torus beyond those of a {@code Grid} of three rings. */
class TorusTest {
  @Test
  void shouldNumberNodesWithXFastest() {
    final Torus torus = new Torus(5, 1, 3);
    int node = 0;
    for (int z = 0; z < 3; z++) {
      for (int x = 0; x < 5; x++) {
        assertEquals(node++, torus.node(x, 0, z));
      }
    }
    assertEquals(node, torus.nodes());
  }

  @Test
  void shouldHaveTheSameLinksAtEveryNode() {
    final Torus torus = new Torus(3, 1, 2);
    assertEquals(Torus.PORTS, torus.ports());
    for (int node = 0; node < torus.nodes(); node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        assertEquals(torus.neighbour(node, port) != Topology.NONE, torus.hasLink(port));
      }
    }
  }

  @Test
  void shouldHoldTheWholeMachine() {
    final Torus torus = new Torus(64, 32, 32);
    assertEquals(65_536, torus.nodes());
    assertEquals(6 * 65_536, torus.links());
    assertEquals(64, torus.diameter());
    assertEquals("64x32x32", torus.toString());
  }
}
