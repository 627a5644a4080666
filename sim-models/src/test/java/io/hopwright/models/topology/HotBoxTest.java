package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HotBoxTest {
  @ParameterizedTest
  @CsvSource({"4, 3, 2", "1, 5, 3", "3, 1, 1", "2, 2, 2", "5, 4, 3"})
  void shouldNumberItsNodesWithXFastest(int kx, int ky, int kz) {
    final Torus torus = new Torus(kx, ky, kz);
    for (int x = 1; x <= kx; x++) {
      for (int y = 1; y <= ky; y++) {
        for (int z = 1; z <= kz; z++) {
          check(torus, x, y, z);
        }
      }
    }
  }

  private static void check(Torus torus, int x, int y, int z) {
    final HotBox box = new HotBox(torus, x, y, z);
    int members = 0;
    for (int node = 0; node < torus.nodes(); node++) {
      final boolean inside =
          torus.coordinate(node, 0) < x
              && torus.coordinate(node, 1) < y
              && torus.coordinate(node, 2) < z;
      assertEquals(inside, box.contains(node), box + ", node " + node);
      assertEquals(inside ? members : HotBox.OUTSIDE, box.member(node), box + ", node " + node);
      if (inside) {
        assertEquals(node, box.node(members), box.toString());
        members++;
      }
    }
    assertEquals(members, box.nodes(), box.toString());
    for (int node = 0; node < torus.nodes(); node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        final boolean enters =
            torus.hasLink(port) && !box.contains(node) && box.contains(torus.neighbour(node, port));
        assertEquals(enters, box.enteredBy(node, port), box + ", node " + node);
      }
    }
  }
}
