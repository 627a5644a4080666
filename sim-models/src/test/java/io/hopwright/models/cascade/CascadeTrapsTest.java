package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import io.hopwright.models.traps.TrapTable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Traps that no other test guards, and the page about all of them. */
class CascadeTrapsTest {
  private static final List<String> NAMES =
      List.of(
          "A VC for each blue link, one for the root, four for each class",
          "Two candidates of each kind, by loads that are late and count what is in flight",
          "Data at the host, bytes on the links, responses in the other direction",
          "An all-to-all at each node's own pace",
          "Processor tiles are shared",
          "Late answers",
          "Packets that are lost");

  private static final String INTRODUCTION =
      """
      # The Cray Cascade network: where models go wrong

      This page lists errors that a straightforward model of this network can have, and the tests that fail if
      Hopwright's model has them. Each test has rejected a wrong model. Some wrong models follow from settings, or from a part given
      to the router: they are *built in the test*, so every run of the test shows that it detects the error. Others needed a change
      of the main code. This change was *made once in the source*; the test failed, and the change was undone. The rules themselves
      are in [cascade.md](cascade.md).

      `CascadeTrapsTest` writes this page from the marks on the tests and fails when they differ.

      """;

  private static TrapTable table() {
    return new TrapTable(
        INTRODUCTION,
        NAMES,
        List.of(
            CascadeTrapsTest.class,
            CascadeChoiceTest.class,
            CascadeDeadlockTest.class,
            CascadeFaultsTest.class,
            CascadeLimitsTest.class,
            CascadeRatesTest.class,
            ChannelDependencyTest.class));
  }

  @Test
  void shouldHaveATestForEveryTrap() {
    assertEquals(List.of(), table().unguarded(), "traps without a test");
  }

  @Test
  void shouldMatchThePage() throws IOException {
    table().assertMatches("cascade-traps.md", CascadeTrapsTest.class);
  }

  private static double allToAll(String kind, long bytes) {
    final Map<String, Object> summary =
        CascadeBench.machine(4, 1, 4)
            .with("machine.cablesPerPair", 1L)
            .with("workload.kind", kind)
            .messageBytes(bytes)
            .routing("minimal")
            .drained()
            .summary();
    return (Double) summary.get("throughput");
  }

  /**
   * With small messages, a thousand requests are a hundred steps of the shift, and nodes get far
   * apart in it. With large ones, all nodes of a group send to the same group for a long time.
   */
  @Tag("slow")
  @Test
  @Trap(
      number = 4,
      fallenInto = "an all-to-all in random order (workload.order = random)",
      shown = Shown.IN_THE_TEST)
  void shouldStayInStepWithLargeMessagesOnly() {
    assertEquals(1, allToAll("all-to-all", 512) / allToAll("all-to-all-random", 512), 0.06);
    assertTrue(allToAll("all-to-all", 4_096) < 0.88 * allToAll("all-to-all-random", 4_096));
  }

  /** Returns the tiles through which each node of an Aries sends requests to nodes of the next. */
  private static Map<Integer, Set<Integer>> tiles(Map<Integer, Integer> pairs) {
    final Map<Integer, Set<Integer>> tiles = new TreeMap<>();
    CascadeBench.machine(1, 2, 2)
        .routing("minimal")
        .streams(pairs)
        .ticks(0, 200_000)
        .watchedBy(
            new CascadeBench.Watcher() {
              @Override
              public void routed(
                  int aries, int input, int port, int vc, long id, long word, long tick) {
                if (input >= Dragonfly.TILES
                    && CascadePacketId.packetClass(id) == CascadePacketId.REQUEST) {
                  tiles
                      .computeIfAbsent(CascadePacketId.requester(id), key -> new TreeSet<>())
                      .add(input);
                }
              }
            })
        .run();
    return tiles;
  }

  @Test
  @Trap(
      number = 5,
      fallenInto = "two of the four tiles for each NIC of a pair",
      shown = Shown.IN_THE_SOURCE)
  void shouldSendThroughAnyTileOfThePair() {
    // For one node two tiles are enough: each is busy for two requests of the host.
    assertEquals(Map.of(1, Set.of(40, 41)), tiles(Map.of(1, 2)));
    final Map<Integer, Set<Integer>> both = tiles(Map.of(0, 2, 1, 3));
    assertEquals(Map.of(0, Set.of(40, 42), 1, Set.of(41, 43)), both);
    final Map<Integer, Set<Integer>> others = tiles(Map.of(2, 0, 3, 1));
    assertEquals(Map.of(2, Set.of(44, 46), 3, Set.of(45, 47)), others);
  }
}
