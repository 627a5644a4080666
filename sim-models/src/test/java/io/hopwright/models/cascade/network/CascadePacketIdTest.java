package io.hopwright.models.cascade.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.Dragonfly;
import org.junit.jupiter.api.Test;

class CascadePacketIdTest {
  private static final int[] NODES = {
    0, 1, 4_711, CascadePacketId.MAX_NODES / 2, CascadePacketId.MAX_NODES - 1
  };
  private static final long[] SEQUENCES = {0, 1, 1L << 28, CascadePacketId.MAX_SEQUENCE};

  @Test
  void shouldReadBackRequestsAndTheirResponses() {
    for (int requester : NODES) {
      for (int target : NODES) {
        for (long sequence : SEQUENCES) {
          final long request = CascadePacketId.request(requester, target, sequence);
          check(request, requester, target, sequence, CascadePacketId.REQUEST);
          assertEquals(requester, CascadePacketId.source(request));
          assertEquals(target, CascadePacketId.destination(request));
          final long response = CascadePacketId.responseTo(request);
          check(response, requester, target, sequence, CascadePacketId.RESPONSE);
          assertEquals(target, CascadePacketId.source(response));
          assertEquals(requester, CascadePacketId.destination(response));
        }
      }
    }
  }

  /** With 241 groups, each of the 240 cables of a group leads to another group. */
  @Test
  void shouldNumberTheLargestSystem() {
    final Dragonfly largest = new Dragonfly(new Dragonfly.Plan(241, 241, 6, 6, 16, 0, 0));
    assertEquals(92_544, largest.nodes());
    assertTrue(largest.nodes() <= CascadePacketId.MAX_NODES);
    assertTrue(largest.routers() <= CascadeRouteWord.MAX_ARIES);
    assertThrows(
        IllegalArgumentException.class, () -> new Dragonfly.Plan(242, 242, 6, 6, 16, 0, 0));
  }

  private static void check(long id, int requester, int target, long sequence, int packetClass) {
    assertEquals(requester, CascadePacketId.requester(id));
    assertEquals(target, CascadePacketId.target(id));
    assertEquals(sequence, CascadePacketId.sequence(id));
    assertEquals(packetClass, CascadePacketId.packetClass(id));
  }

  @Test
  void shouldRefuseMoreRequestsThanItCanNumber() {
    final IllegalStateException failure =
        assertThrows(
            IllegalStateException.class,
            () -> CascadePacketId.request(17, 4, CascadePacketId.MAX_SEQUENCE + 1));
    assertTrue(failure.getMessage().contains("node 17"), failure::getMessage);
    assertTrue(failure.getMessage().contains("shorten the run"), failure::getMessage);
  }
}
