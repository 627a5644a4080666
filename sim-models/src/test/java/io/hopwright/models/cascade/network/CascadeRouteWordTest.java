package io.hopwright.models.cascade.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CascadeRouteWordTest {
  private static final int[] ARIES = {0, 1, 23_135, CascadeRouteWord.MAX_ARIES - 1};
  private static final int[] EXITS = {
    0, CascadeRouteWord.exit(0, 9), CascadeRouteWord.exit(95, 0), 2_047
  };

  /** Low bits of a route word, as the core uses them: flits and hops. */
  private static final long CORE = 15 << 5 | 28;

  private static final long CORE_MASK = (1L << (Long.SIZE - CascadeRouteWord.BITS)) - 1;

  @Test
  void shouldNameABlueLinkByAriesAndPort() {
    for (int aries = 0; aries < 96; aries++) {
      for (int port = 0; port < 10; port++) {
        final int exit = CascadeRouteWord.exit(aries, port);
        assertEquals(aries, CascadeRouteWord.exitAries(exit));
        assertEquals(port, CascadeRouteWord.exitPort(exit));
      }
    }
  }

  @Test
  void shouldReadBackMinimalWays() {
    for (int destination : ARIES) {
      for (int exit : EXITS) {
        final long word = CascadeRouteWord.minimal(CORE, destination, exit);
        assertEquals(CORE, word & CORE_MASK);
        assertEquals(destination, CascadeRouteWord.destination(word));
        assertEquals(destination, CascadeRouteWord.target(word));
        assertEquals(exit, CascadeRouteWord.exit(word));
        assertEquals(exit, CascadeRouteWord.exitDown(word));
        assertEquals(0, CascadeRouteWord.stage(word));
        assertFalse(CascadeRouteWord.up(word));
        assertFalse(CascadeRouteWord.nonMinimal(word));
      }
    }
  }

  @Test
  void shouldGoToTheRootFirstAndThenDown() {
    for (int destination : ARIES) {
      for (int root : ARIES) {
        for (int down : EXITS) {
          for (int up : EXITS) {
            final long word = CascadeRouteWord.nonMinimal(CORE, destination, down, root, up);
            check(word, destination, down, root);
            assertTrue(CascadeRouteWord.up(word));
            assertEquals(root, CascadeRouteWord.target(word));
            assertEquals(up, CascadeRouteWord.exit(word));
            final long passed = CascadeRouteWord.rootPassed(word);
            check(passed, destination, down, root);
            assertFalse(CascadeRouteWord.up(passed));
            assertEquals(destination, CascadeRouteWord.target(passed));
            assertEquals(down, CascadeRouteWord.exit(passed));
          }
        }
      }
    }
  }

  private static void check(long word, int destination, int down, int root) {
    assertEquals(CORE, word & CORE_MASK);
    assertEquals(destination, CascadeRouteWord.destination(word));
    assertEquals(down, CascadeRouteWord.exitDown(word));
    assertEquals(root, CascadeRouteWord.root(word));
    assertTrue(CascadeRouteWord.nonMinimal(word));
  }

  /** The longest route takes a blue link, a root and a blue link. */
  @Test
  void shouldCountStages() {
    long word = CascadeRouteWord.nonMinimal(CORE, 5, 3, 7, 4);
    assertEquals(0, CascadeRouteWord.stage(word));
    word = CascadeRouteWord.blueTaken(word);
    assertEquals(1, CascadeRouteWord.stage(word));
    word = CascadeRouteWord.rootPassed(word);
    assertEquals(2, CascadeRouteWord.stage(word));
    word = CascadeRouteWord.blueTaken(word);
    assertEquals(3, CascadeRouteWord.stage(word));
    check(CascadeRouteWord.minimal(CORE, 0, 0) | word, 5, 3, 7);
    assertFalse(CascadeRouteWord.up(word));
  }
}
