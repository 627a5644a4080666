package io.hopwright.models.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.tofu.network.TofuFramesTest;
import io.hopwright.models.tofu.network.TofuPathsTest;
import io.hopwright.models.tofu.network.WordsTest;
import io.hopwright.models.traps.TrapTable;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page about the traps of this machine. */
class TofuTrapsTest {
  private static final List<String> NAMES =
      List.of(
          "A tick is half a clock",
          "Buffers hold more than a round trip of credits",
          "Two VCs a class: the dateline, and the parts of a route",
          "Ties in rings are balanced",
          "A stream's messages overlap",
          "A node has one bus",
          "Fugaku has more than 2\u00b9\u2077 nodes",
          "A duplicated frame is shorter than two split ones");

  private static final String INTRODUCTION =
      """
      # Tofu: where models go wrong

      This page lists errors that a straightforward model of these networks can have, and the tests that fail if
      Hopwright's model has them. Each test has rejected a wrong model. Some wrong models follow from settings, or from a part given
      to the router: they are *built in the test*, so every run of the test shows that it detects the error. Others needed a change
      of the main code. This change was *made once in the source*; the test failed, and the change was undone. The rules themselves
      are in [tofu.md](tofu.md).

      `TofuTrapsTest` writes this page from the marks on the tests and fails when they differ.

      """;

  private static TrapTable table() {
    return new TrapTable(
        INTRODUCTION,
        NAMES,
        List.of(TofuFramesTest.class, TofuRatesTest.class, TofuPathsTest.class, WordsTest.class));
  }

  @Test
  void shouldHaveATestForEveryTrap() {
    assertEquals(List.of(), table().unguarded(), "traps without a test");
  }

  @Test
  void shouldMatchThePage() throws IOException {
    table().assertMatches("tofu-traps.md", TofuTrapsTest.class);
  }
}
