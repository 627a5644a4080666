package io.hopwright.models.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.models.reference.ReferenceDraws.Purpose;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of equally likely sizes against hand-computed values. */
class ReferenceSizesTest {
  private static final ReferenceSizes THREE = new ReferenceSizes(List.of(700, 40, 3_000));
  private static final ReferenceSizes ONE = new ReferenceSizes(List.of(128));

  @Test
  void shouldReadAListOrANumber() {
    assertEquals(List.of(700, 40), ReferenceParameters.integers(List.of(700L, 40L)));
    assertEquals(List.of(128), ReferenceParameters.integers(128L));
    assertEquals(List.of(128), ReferenceParameters.integers(List.of(128)));
  }

  @Test
  void shouldTakeThePositionThatTheHighHalfOfADrawSays() {
    final ReferenceDraws draws = new ReferenceDraws(6);
    final int[] drawn = new int[3];
    for (int message = 0; message < 3_000; message++) {
      final long high = draws.draw(Purpose.SIZE, 5, message, 2) >>> 32;
      final int position = high < (1L << 32) / 3.0 ? 0 : high < (1L << 32) / 1.5 ? 1 : 2;
      assertEquals(THREE.all().get(position), THREE.drawn(draws, 5, message, 2));
      drawn[position]++;
    }
    for (final int times : drawn) {
      assertEquals(1_000, times, 100);
    }
  }

  @Test
  void shouldAlwaysTakeTheOnlySize() {
    assertEquals(128, ONE.drawn(new ReferenceDraws(6), 5, 7, 2));
    assertEquals(128, ONE.single());
    assertEquals(128, ONE.mean());
    assertThrows(IllegalStateException.class, THREE::single);
  }

  @Test
  void shouldCountPacketsBeforeTheirMean() {
    assertEquals(3_740 / 3.0, THREE.mean());
    assertEquals(3_000, THREE.most());
    final ReferenceSizes packets = THREE.each(bytes -> (bytes + 127) / 128);
    assertEquals(List.of(6, 1, 24), packets.all());
    assertEquals(31 / 3.0, packets.mean());
  }
}
