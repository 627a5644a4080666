package io.hopwright.models.switching.torusrouter.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EscapeOrderTest {
  /** Returns all permutations of the ports from 0 to {@code ports − 1}. */
  private static List<List<Integer>> permutations(int ports) {
    if (ports == 0) {
      return List.of(List.of());
    }
    final List<List<Integer>> all = new ArrayList<>();
    for (List<Integer> shorter : permutations(ports - 1)) {
      for (int at = 0; at <= shorter.size(); at++) {
        final List<Integer> longer = new ArrayList<>(shorter);
        longer.add(at, ports - 1);
        all.add(longer);
      }
    }
    return all;
  }

  @Test
  void shouldNameTheFirstOfAnySetInAnyOrder() {
    final List<List<Integer>> orders = permutations(Torus.PORTS);
    assertEquals(720, orders.size());
    for (List<Integer> ports : orders) {
      final EscapeOrder order = new EscapeOrder(ports);
      for (int hints = 1; hints < 1 << Torus.PORTS; hints++) {
        final int set = hints;
        final int first = ports.stream().filter(port -> (set >> port & 1) != 0).findFirst().get();
        assertEquals(first, order.first(hints), () -> ports + " of set " + set);
      }
    }
  }

  @Test
  void shouldTakeTheLowestPortInTheOrderOfDimensions() {
    for (int hints = 1; hints < 1 << Torus.PORTS; hints++) {
      assertEquals(Integer.numberOfTrailingZeros(hints), EscapeOrder.XYZ.first(hints));
    }
  }
}
