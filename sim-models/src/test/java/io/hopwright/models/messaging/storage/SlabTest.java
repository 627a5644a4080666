package io.hopwright.models.messaging.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A slab against a set of free entries and a map of the contents of the others. */
class SlabTest {
  private static final int STEPS = 200_000;

  @ParameterizedTest
  @ValueSource(ints = {10, 100, 20_000})
  void shouldTakeTheLowestFreeEntry(int most) {
    final Random random = new Random(most);
    final int stride = 1 + random.nextInt(5);
    final Slab slab = new Slab(stride);
    final TreeSet<Integer> free = new TreeSet<>();
    final Map<Integer, Long> taken = new HashMap<>();
    final int[] order = new int[most];
    for (int step = 0; step < STEPS; step++) {
      // The test alternates between phases with more allocations and phases with more releases.
      final boolean take = random.nextInt(4) < (step / most % 2 == 0 ? 3 : 1);
      if (take && taken.size() < most) {
        final int entry = slab.take();
        final Integer lowest = free.pollFirst();
        assertEquals(lowest == null ? taken.size() + 1 : lowest, entry);
        for (int word = 0; word < stride; word++) {
          assertEquals(0, slab.get(entry, word));
        }
        slab.set(entry, stride - 1, step);
        order[taken.size()] = entry;
        taken.put(entry, (long) step);
      } else if (!take && !taken.isEmpty()) {
        final int at = random.nextInt(taken.size());
        final int entry = order[at];
        order[at] = order[taken.size() - 1];
        assertEquals(taken.remove(entry), slab.get(entry, stride - 1));
        slab.free(entry);
        free.add(entry);
      }
      assertEquals(taken.size(), slab.live());
    }
  }
}
