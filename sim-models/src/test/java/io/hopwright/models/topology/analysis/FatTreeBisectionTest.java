package io.hopwright.models.topology.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formula for the bisection of fat trees, against the search, which finds no smaller cut. */
class FatTreeBisectionTest {
  @ParameterizedTest
  @CsvSource({
    "down=4x4x8 up=4x4, 64",
    "down=8x4x4 up=4x4, 32",
    "down=32x32 up=32, 512",
    "down=3x4 up=2 bundle=2, 8",
    "down=2x2x2x2 up=2x2x2, 8",
    "down=4x4x8 up=4x2, -1",
    "down=4x3 up=4, -1"
  })
  void shouldBeHalfOfTheUplinksOfLeaves(String tree, long links) {
    final NetworkDescription network = Families.make("fat-tree " + tree);
    assertEquals(links, Families.bisection(network));
    if (links > 0) {
      assertEquals(links, Bisection.of(network, NetworkDescription.NONE).links());
    }
  }
}
