package io.hopwright.models.program.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RankGridTest {
  /** Tries all factorizations in lexicographic order. */
  private static int[] naive(int product, int count, int most) {
    if (count == 1) {
      return product <= most ? new int[] {product} : null;
    }
    for (int first = 1; first <= most; first++) {
      if (product % first == 0) {
        final int[] rest = naive(product / first, count - 1, first);
        if (rest != null) {
          final int[] all = new int[count];
          all[0] = first;
          System.arraycopy(rest, 0, all, 1, count - 1);
          return all;
        }
      }
    }
    return null;
  }

  private static int[] extents(RankGrid grid) {
    final int[] extents = new int[grid.dimensions()];
    Arrays.setAll(extents, grid::extent);
    return extents;
  }

  @Test
  void shouldBeAsCubicAsCanBe() {
    for (int ranks = 1; ranks <= 720; ranks++) {
      for (int dimensions = 1; dimensions <= 6; dimensions++) {
        assertArrayEquals(
            naive(ranks, dimensions, ranks),
            extents(RankGrid.balanced(true, dimensions, ranks)),
            ranks + " in " + dimensions);
      }
    }
    assertArrayEquals(new int[] {100, 100, 100}, extents(RankGrid.balanced(true, 3, 1_000_000)));
    assertArrayEquals(new int[] {1 << 15, 1 << 15}, extents(RankGrid.balanced(true, 2, 1 << 30)));
    assertArrayEquals(new int[] {999_983, 1, 1}, extents(RankGrid.balanced(true, 3, 999_983)));
  }

  @Test
  void shouldShiftAroundATorusAndOffAMesh() {
    final RankGrid torus = RankGrid.of(true, 4, 3, 2);
    final RankGrid mesh = RankGrid.of(false, 4, 3, 2);
    for (int rank = 0; rank < 24; rank++) {
      final int[] c = {rank % 4, rank / 4 % 3, rank / 12};
      for (int d = 0; d < 3; d++) {
        assertEquals(c[d], torus.coordinate(rank, d));
        for (long by : new long[] {-1000, -9, -4, -1, 0, 1, 2, 3, 7, 1000}) {
          final int[] to = c.clone();
          to[d] = (int) Math.floorMod(c[d] + by, (long) torus.extent(d));
          final long there = to[0] + 4 * (to[1] + 3L * to[2]);
          assertEquals(there, torus.shift(rank, d, by));
          final boolean inside = c[d] + by >= 0 && c[d] + by < mesh.extent(d);
          assertEquals(inside ? there : -1, mesh.shift(rank, d, by));
        }
      }
    }
    assertEquals(
        1, torus.shift(0, 0, Long.MAX_VALUE - 2), "2^63 - 3 is 1 more than a multiple of 4");
    assertEquals(-1, mesh.shift(0, 0, Long.MAX_VALUE));
  }
}
