package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PacketIdTest {
  private static final int[] NODES = {0, 1, 4_711, PacketId.MAX_NODES / 2, PacketId.MAX_NODES - 1};
  private static final long[] SEQUENCES = {0, 1, 1L << 28, PacketId.MAX_SEQUENCE};

  @Test
  void shouldReadBackRequestsAndTheirResponses() {
    for (int requester : NODES) {
      for (int target : NODES) {
        for (long sequence : SEQUENCES) {
          final long request = PacketId.request(requester, target, sequence);
          check(request, requester, target, sequence, PacketId.REQUEST);
          assertEquals(requester, PacketId.source(request));
          assertEquals(target, PacketId.destination(request));
          final long response = PacketId.responseTo(request);
          check(response, requester, target, sequence, PacketId.RESPONSE);
          assertEquals(target, PacketId.source(response));
          assertEquals(requester, PacketId.destination(response));
        }
      }
    }
  }

  private static void check(long id, int requester, int target, long sequence, int packetClass) {
    assertEquals(requester, PacketId.requester(id));
    assertEquals(target, PacketId.target(id));
    assertEquals(sequence, PacketId.sequence(id));
    assertEquals(packetClass, PacketId.packetClass(id));
  }

  @Test
  void shouldRefuseMoreRequestsThanItCanNumber() {
    final IllegalStateException failure =
        assertThrows(
            IllegalStateException.class, () -> PacketId.request(17, 4, PacketId.MAX_SEQUENCE + 1));
    assertTrue(failure.getMessage().contains("node 17"), failure::getMessage);
    assertTrue(failure.getMessage().contains("shorten the run"), failure::getMessage);
  }
}
