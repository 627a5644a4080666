package io.hopwright.core.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionPlacementTest {
  @Test
  void shouldKnowWhoHasWhat() {
    final PartitionPlacement placement = PartitionPlacement.of(List.of(1, 0, 1, 2));
    assertEquals(3, placement.members());
    assertEquals(4, placement.partitions());
    assertEquals(2, placement.memberOf(3));
    assertArrayEquals(new int[] {0, 2}, placement.partitionsOf(1));
    assertEquals(List.of(1, 0, 1, 2), placement.toList());
  }

  @Test
  void shouldPutAllIntoOneJvm() {
    assertEquals(1, PartitionPlacement.together(3).members());
    assertArrayEquals(new int[] {0, 1, 2}, PartitionPlacement.together(3).partitionsOf(0));
  }

  @Test
  void shouldRefuseAMemberWithoutPartition() {
    assertThrows(IllegalArgumentException.class, () -> PartitionPlacement.of(List.of(0, 2)));
    assertThrows(IllegalArgumentException.class, () -> PartitionPlacement.of(List.of(-1, 0)));
    assertThrows(IllegalArgumentException.class, () -> PartitionPlacement.of(List.of()));
  }
}
