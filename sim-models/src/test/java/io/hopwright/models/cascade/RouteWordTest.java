package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RouteWordTest {
  private static final int[] ARIES = {0, 1, 23_135, RouteWord.MAX_ARIES - 1};
  private static final int[] EXITS = {0, RouteWord.exit(0, 9), RouteWord.exit(95, 0), 2_047};

  /** Flits and hops, as the core has them: the low bits. */
  private static final long CORE = 15 << 5 | 28;

  private static final long CORE_MASK = (1L << (Long.SIZE - RouteWord.BITS)) - 1;

  @Test
  void shouldNameABlueLinkByAriesAndPort() {
    for (int aries = 0; aries < 96; aries++) {
      for (int port = 0; port < 10; port++) {
        final int exit = RouteWord.exit(aries, port);
        assertEquals(aries, RouteWord.exitAries(exit));
        assertEquals(port, RouteWord.exitPort(exit));
      }
    }
  }

  @Test
  void shouldReadBackMinimalWays() {
    for (int destination : ARIES) {
      for (int exit : EXITS) {
        final long word = RouteWord.minimal(CORE, destination, exit);
        assertEquals(CORE, word & CORE_MASK);
        assertEquals(destination, RouteWord.destination(word));
        assertEquals(destination, RouteWord.target(word));
        assertEquals(exit, RouteWord.exit(word));
        assertEquals(exit, RouteWord.exitDown(word));
        assertEquals(0, RouteWord.stage(word));
        assertFalse(RouteWord.up(word));
        assertFalse(RouteWord.nonMinimal(word));
      }
    }
  }

  @Test
  void shouldGoToTheRootFirstAndThenDown() {
    for (int destination : ARIES) {
      for (int root : ARIES) {
        for (int down : EXITS) {
          for (int up : EXITS) {
            final long word = RouteWord.nonMinimal(CORE, destination, down, root, up);
            check(word, destination, down, root);
            assertTrue(RouteWord.up(word));
            assertEquals(root, RouteWord.target(word));
            assertEquals(up, RouteWord.exit(word));
            final long passed = RouteWord.rootPassed(word);
            check(passed, destination, down, root);
            assertFalse(RouteWord.up(passed));
            assertEquals(destination, RouteWord.target(passed));
            assertEquals(down, RouteWord.exit(passed));
          }
        }
      }
    }
  }

  private static void check(long word, int destination, int down, int root) {
    assertEquals(CORE, word & CORE_MASK);
    assertEquals(destination, RouteWord.destination(word));
    assertEquals(down, RouteWord.exitDown(word));
    assertEquals(root, RouteWord.root(word));
    assertTrue(RouteWord.nonMinimal(word));
  }

  /** The longest way: blue, root, blue. */
  @Test
  void shouldCountStages() {
    long word = RouteWord.nonMinimal(CORE, 5, 3, 7, 4);
    assertEquals(0, RouteWord.stage(word));
    word = RouteWord.blueTaken(word);
    assertEquals(1, RouteWord.stage(word));
    word = RouteWord.rootPassed(word);
    assertEquals(2, RouteWord.stage(word));
    word = RouteWord.blueTaken(word);
    assertEquals(3, RouteWord.stage(word));
    check(RouteWord.minimal(CORE, 0, 0) | word, 5, 3, 7);
    assertFalse(RouteWord.up(word));
  }
}
