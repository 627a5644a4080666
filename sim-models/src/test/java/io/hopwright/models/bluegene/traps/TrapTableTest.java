package io.hopwright.models.bluegene.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.traps.TrapTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that every trap has a test, and that the page about traps names it. */
class TrapTableTest {
  /** Subjects of the traps, trap 1 first. */
  private static final List<String> NAMES =
      List.of(
          "A tick is the time of a byte",
          "Cut-through, and when room is free again",
          "Token-acks take links",
          "The bubble rule with packets of several sizes",
          "Static packets ride the bubble VC",
          "Directions are chosen once, ties evenly",
          "JSQ knows ranges, and only of what is available",
          "Who is served first",
          "Requests and busses of a receiver",
          "The bypass",
          "Injection FIFOs with and without an end",
          "The order of an all-to-all",
          "The dateline",
          "What arbitration costs",
          "Windows and lookahead",
          "Damage, and what is sent again",
          "Detours around failed components");

  private static final String INTRODUCTION =
      """
      # The BlueGene/L torus: where models go wrong

      This page lists errors that a straightforward model of this network can have, and the tests that fail if
      Hopwright's model has them. Each test has rejected a wrong model. Some wrong models follow from settings, or from a part given
      to the router: they are *built in the test*, so every run of the test shows that it detects the error. Others needed a change
      of the main code. This change was *made once in the source*; the test failed, and the change was undone. The rules themselves
      are in [bluegene-l.md](bluegene-l.md).

      `TrapTableTest` writes this page from the marks on the tests and fails when they differ.

      """;

  private static final List<String> TESTS =
      List.of(
          "bluegene.traps.LinkTrapsTest",
          "bluegene.traps.BufferTrapsTest",
          "bluegene.traps.RoutingTrapsTest",
          "bluegene.traps.ArbitrationTrapsTest",
          "bluegene.traps.WorkloadTrapsTest",
          "bluegene.traps.ExecutionTrapsTest",
          "bluegene.LinkErrorsTest",
          "bluegene.faults.FailedPartsTest",
          "reference.bluegene.ReferenceSwitchesTest");

  private static TrapTable table() throws ClassNotFoundException {
    final List<Class<?>> classes = new ArrayList<>();
    for (String name : TESTS) {
      classes.add(Class.forName("io.hopwright.models." + name));
    }
    return new TrapTable(INTRODUCTION, NAMES, classes);
  }

  @Test
  void shouldHaveATestForEveryTrap() throws ClassNotFoundException {
    assertEquals(17, NAMES.size());
    assertEquals(List.of(), table().unguarded(), "traps without a test");
  }

  @Test
  void shouldMatchThePage() throws IOException, ClassNotFoundException {
    table().assertMatches("bluegene-l-traps.md", TrapTableTest.class);
  }
}
