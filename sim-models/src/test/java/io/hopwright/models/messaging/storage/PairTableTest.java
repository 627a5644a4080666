package io.hopwright.models.messaging.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairTableTest {
  @Test
  void shouldCountEachPairWhileItGrows() {
    final PairTable table = new PairTable();
    final Map<Long, Integer> counts = new HashMap<>();
    final Random random = new Random(4);
    for (int i = 0; i < 10_000; i++) {
      final long key = PairTable.key(random.nextInt(40), random.nextInt(40));
      final int before = counts.merge(key, 1, Integer::sum) - 1;
      assertEquals(before, table.next(key), "call " + i);
    }
    assertEquals(counts.size(), table.size());
  }
}
