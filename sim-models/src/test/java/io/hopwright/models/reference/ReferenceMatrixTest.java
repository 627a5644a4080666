package io.hopwright.models.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The matrix of the rule page against hand-computed values. */
class ReferenceMatrixTest {
  private static final String ROWS =
      """
      # of a solver
      source,destination,weight
      2,0,3

      0, 2, 10
      2,1,1
      0,1,30
      1,3,0
      """;

  @Test
  void shouldSendAsManyPacketsAsTheWeightsSay() {
    final ReferenceMatrix matrix = ReferenceMatrix.of(ROWS, 4);
    assertEquals(44, matrix.weight());
    assertTrue(matrix.sends(0));
    assertFalse(matrix.sends(1), "a weight of 0 is a row left out");
    assertFalse(matrix.sends(3));
    assertEquals(0.02 * (4 * 40.0 / 44), matrix.rate(0.02, 0));
    assertEquals(0.02 * (4 * 4.0 / 44), matrix.rate(0.02, 2));
    assertEquals(0, matrix.rate(0.02, 1));
    assertEquals(3 * 2 + 10 * 2 + 1 + 30, matrix.sum((from, to) -> Math.abs(from - to)));
  }

  @Test
  void shouldDrawDestinationsInRisingOrderOfNodes() {
    final ReferenceMatrix matrix = ReferenceMatrix.of(ROWS, 4);
    final ReferenceDraws draws = new ReferenceDraws(5);
    int toTheFirst = 0;
    for (int s = 0; s < 1_000; s++) {
      final long draw = draws.draw(ReferenceDraws.Purpose.DESTINATION, 0, s, 0);
      final double share = (draw >>> 11) * 0x1p-53;
      final int destination = matrix.destination(draws, 0, 0, s);
      assertEquals(share < 0.75 ? 1 : 2, destination, "at " + share);
      toTheFirst += destination == 1 ? 1 : 0;
    }
    assertEquals(750, toTheFirst, 50);
  }
}
