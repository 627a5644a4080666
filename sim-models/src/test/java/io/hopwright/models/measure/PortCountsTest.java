package io.hopwright.models.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.core.statistics.Words;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortCountsTest {
  private static PortCounts counts(int... routers) {
    final PortCounts counts = new PortCounts(3, 2, routers);
    for (int router = 0; router < routers.length; router++) {
      for (int port = 0; port < 3; port++) {
        counts.add(router, port, 0, 100L * routers[router] + port);
        counts.add(router, port, 1, -1);
        counts.addTo(3 * router + port, 1, 8L);
      }
    }
    return counts;
  }

  private static void check(PortCounts counts, int... routers) {
    assertEquals(routers.length, counts.routers());
    for (int router = 0; router < routers.length; router++) {
      assertEquals(routers[router], counts.router(router));
      for (int port = 0; port < 3; port++) {
        assertEquals(100L * routers[router] + port, counts.of(router, port, 0));
        assertEquals(7, counts.of(router, port, 1));
      }
    }
  }

  @Test
  void shouldCountByRouterPortAndColumn() {
    check(counts(5, 2), 5, 2);
  }

  @Test
  void shouldLoadWhatWasSaved() {
    final Words words = new Words();
    counts(5, 2).save(words);
    check(PortCounts.load(3, 2, words), 5, 2);
  }

  @Test
  void shouldRefuseCountsOfOtherPortsOrColumns() {
    for (int columns = 1; columns < 4; columns += 2) {
      final Words words = new Words();
      counts(5, 2).save(words);
      final int wrong = columns;
      assertThrows(IllegalArgumentException.class, () -> PortCounts.load(3, wrong, words));
    }
  }

  @Test
  void shouldFindRoutersOfAllParts() {
    final PortCounts.Column column = PortCounts.column(List.of(counts(5, 2), counts(0, 1)), 6, 0);
    assertEquals(501, column.of(5, 1));
    assertEquals(202, column.of(2, 2));
    assertEquals(0, column.of(0, 0));
    assertEquals(102, column.of(1, 2));
    assertNull(column.of(3, 0));
  }
}
