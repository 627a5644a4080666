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
          "Two VCs a class: the dateline, and the parts of a way",
          "Ties in rings are balanced",
          "A stream's messages overlap",
          "A node has one bus",
          "Fugaku has more than 2\u00b9\u2077 nodes",
          "A duplicated frame is shorter than two split ones");

  private static final String INTRODUCTION =
      """
      # Tofu: where models go wrong

      Places where a straightforward model of these networks goes wrong, the tests that fail when ours does, and the wrong models they were
      tried on. A wrong model is *built in the test* where settings or a part given to the router make it: then the test itself shows, each time
      it runs, that it would notice. Others needed a change of the main code; it was *made once in the source*, the test failed, and the change
      was undone. The rules themselves stand in [tofu.md](tofu.md).

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
