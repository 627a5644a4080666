package io.hopwright.models.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.random.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
  @Test
  void shouldDrawOneSizeForBothLegs() {
    final Sizes sizes = new Sizes(DRAWS, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    final Sizes legs = sizes.onTwoLegs();
    for (long sequence = 0; sequence < 200; sequence += 2) {
      assertEquals(sizes.bytes(5, sequence), legs.bytes(5, sequence));
      assertEquals(sizes.bytes(5, sequence), legs.bytes(5, sequence + 1));
    }
  }

  private static final Draws DRAWS = Draws.of(5, 3);

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8})
  void shouldKeepASingleSize(int bytes) {
    final Sizes sizes = new Sizes(DRAWS, 0, bytes);
    assertEquals(bytes, sizes.bytes(3, 99));
    assertEquals(bytes, sizes.smallest());
    assertEquals(bytes, sizes.mean());
  }

  @Test
  void shouldChooseInTheOrderOfTheList() {
    final int[] list = {8, 1, 4};
    final Sizes sizes = new Sizes(DRAWS, 1, list);
    for (int source = 0; source < 5; source++) {
      for (long sequence = 0; sequence < 200; sequence++) {
        assertEquals(
            list[Draws.pick(DRAWS.draw(source, sequence, 1), 3)], sizes.bytes(source, sequence));
      }
    }
    assertEquals(1, sizes.smallest());
    assertEquals(13.0 / 3, sizes.mean(), 1e-15);
  }

  @Test
  void shouldCountARepeatedSizeAsOften() {
    final Sizes sizes = new Sizes(DRAWS, 0, 2, 8, 8, 8);
    int large = 0;
    for (int sequence = 0; sequence < 40_000; sequence++) {
      large += sizes.bytes(1, sequence) == 8 ? 1 : 0;
    }
    // Standard deviation of the count: 87.
    assertEquals(30_000, large, 450);
    assertEquals(6.5, sizes.mean());
  }

  @Test
  void shouldNotChangeWithTheCallersArray() {
    final int[] list = {3, 5};
    final Sizes sizes = new Sizes(DRAWS, 0, list);
    list[0] = 8;
    list[1] = 8;
    assertEquals(3, sizes.smallest());
  }

  @ParameterizedTest(name = "{0} B in pieces of 64 B, {2} of each")
  @CsvSource({"1, 1, 3, 1", "64, 1, 16, 64", "65, 2, 1, 1", "1000, 16, 3, 40", "128, 2, 5, 64"})
  void shouldHaveThePiecesOfMessagesInTurn(int bytes, int pieces, int repeated, int rest) {
    final Sizes sizes = Sizes.pieces(bytes, 64, repeated);
    long sequence = 0;
    for (int message = 0; message < 4; message++) {
      for (int piece = 0; piece < pieces; piece++) {
        for (int i = 0; i < repeated; i++) {
          assertEquals(piece == pieces - 1 ? rest : 64, sizes.bytes(7, sequence));
          sequence++;
        }
      }
    }
    assertEquals((double) bytes / pieces, sizes.mean());
    assertEquals(rest, sizes.smallest());
    assertEquals(pieces == 1 ? rest : 64, sizes.largest());
  }
}
