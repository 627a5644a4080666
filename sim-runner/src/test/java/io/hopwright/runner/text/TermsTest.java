package io.hopwright.runner.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TermsTest {
  private static final Terms PAGE =
      Terms.of(
          """
          # Glossary

          ## The network

          | Hopwright | what it is | BookSim 2 | SST |
          |---|---|---|---|
          | virtual channel (VC) | a buffer of its own ([rules](a.md#b)) | VC | – |
          | torus, mesh | *nodes* at `whole` coordinates | – (`grid`) | torus |

          ## Tofu

          | Hopwright | what it is | in general |
          |---|---|---|
          | TNI | network interface | NIC (interface) |
          """);

  @Test
  void shouldReadTheTables() {
    assertEquals(
        List.of(
            new Term(
                "The network",
                "virtual channel (VC)",
                "a buffer of its own (rules)",
                Map.of("BookSim 2", "VC")),
            new Term(
                "The network",
                "torus, mesh",
                "nodes at whole coordinates",
                Map.of("BookSim 2", "(grid)", "SST", "torus")),
            new Term("Tofu", "TNI", "network interface", Map.of("in general", "NIC (interface)"))),
        PAGE.all());
  }

  @ParameterizedTest
  @CsvSource({
    "VC, virtual channel (VC)",
    "vcs, virtual channel (VC)",
    "Virtual-Channels, virtual channel (VC)",
    "mesh, 'torus, mesh'",
    "tni, TNI"
  })
  void shouldFindATermByEachOfItsNames(String asked, String name) {
    final List<Term> found = PAGE.called(asked);
    assertEquals(1, found.size());
    assertEquals(name, found.get(0).name());
  }

  @Test
  void shouldFindWhatOthersCallIt() {
    assertEquals(List.of(), PAGE.called("grid"));
    assertEquals("torus, mesh", PAGE.calledElsewhere("grid").get(0).name());
    assertEquals("TNI", PAGE.calledElsewhere("nic").get(0).name());
    assertEquals(List.of(), PAGE.calledElsewhere("rid"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"VC", "wormhole", "fat tree", "JSQ", "topology", "bisection", "p99"})
  void shouldKnowWhatUsersAskFor(String asked) {
    final List<Term> found = Terms.ofProgram().called(asked);
    assertFalse(found.isEmpty());
    found.forEach(term -> assertFalse(term.meaning().isEmpty(), term::toString));
  }
}
