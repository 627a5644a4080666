package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RouterPlanTest {
  @Test
  void shouldTellThePartitionOfEveryRouter() {
    for (long seed = 0; seed < 200; seed++) {
      final Random random = new Random(seed);
      final int partitions = 1 + random.nextInt(9);
      final int[] first = new int[partitions + 1];
      final List<Integer> owners = new ArrayList<>();
      for (int partition = 0; partition < partitions; partition++) {
        for (int routers = 1 + random.nextInt(5); routers > 0; routers--) {
          owners.add(partition);
        }
        first[partition + 1] = owners.size();
      }
      final RouterPlan plan = new RouterPlan(first);
      first[0] = -1;
      assertEquals(partitions, plan.partitions());
      for (int partition = 0; partition < partitions; partition++) {
        final int owner = partition;
        assertEquals(owners.indexOf(partition), plan.first(partition), "seed " + seed);
        assertEquals(
            owners.stream().filter(other -> other == owner).count(), plan.routers(partition));
      }
      for (int router = 0; router < owners.size(); router++) {
        assertEquals(owners.get(router), plan.partitionOf(router), "seed " + seed);
      }
    }
  }
}
