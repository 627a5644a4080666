package io.hopwright.models.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.host.AddressMap.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AddressMapTest {
  private static final int ACCESSES = 100_000;
  private static final long SIZE = 1L << 34;

  private static List<Interval> intervals() {
    final List<Interval> intervals = new ArrayList<>();
    for (int i = 15; i >= 0; i--) {
      final long start = (1L << 39) + 2L * i * SIZE;
      intervals.add(new Interval(start, start + SIZE - 1, 100 + i, 1L << 41));
    }
    return intervals;
  }

  /** Compares with a search through all intervals; half of the addresses are in none. */
  @Test
  void shouldFindIntervalAndOffsetOfAnyAddress() {
    final long seed = 5;
    final Random random = new Random(seed);
    final List<Interval> intervals = intervals();
    final AddressMap map = new AddressMap(intervals);
    int hits = 0;
    for (int access = 0; access < ACCESSES; access++) {
      final long address = (1L << 39) - SIZE + random.nextLong(36 * SIZE);
      final int found = map.find(address);
      int expected = AddressMap.NONE;
      for (int i = 0; i < intervals.size(); i++) {
        if (address >= intervals.get(i).start() && address <= intervals.get(i).end()) {
          expected = i;
        }
      }
      assertEquals(expected, found, "address " + address + ", seed " + seed);
      if (found != AddressMap.NONE) {
        hits++;
        final long offset = map.offset(found, address);
        assertTrue(offset >= 0 && offset < SIZE);
        assertEquals(intervals.get(found).start() + offset, address);
        assertEquals((1L << 41) + offset, map.address(found, offset));
        assertEquals(intervals.get(found).target(), map.target(found));
      }
    }
    assertTrue(hits > ACCESSES / 4 && hits < ACCESSES);
  }

  @Test
  void shouldHaveEndsThatBelongToIntervals() {
    final AddressMap map = new AddressMap(List.of(new Interval(16, 31, 1, 0)));
    assertEquals(AddressMap.NONE, map.find(15));
    assertEquals(0, map.find(16));
    assertEquals(0, map.find(31));
    assertEquals(AddressMap.NONE, map.find(32));
    assertEquals(1, map.intervals());
  }

  @Test
  void shouldRefuseIntervalsThatOverlapOrAreEmpty() {
    final Interval first = new Interval(16, 31, 1, 0);
    for (Interval other : List.of(new Interval(31, 40, 2, 0), new Interval(0, 16, 2, 0))) {
      final String message =
          assertThrows(IllegalArgumentException.class, () -> new AddressMap(List.of(first, other)))
              .getMessage();
      assertTrue(message.contains(first.toString()) && message.contains(other.toString()), message);
    }
    assertThrows(
        IllegalArgumentException.class, () -> new AddressMap(List.of(new Interval(5, 4, 1, 0))));
  }
}
