package io.hopwright.models.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Token-acks of several ports in one array; all ports are used in turn. */
class TokenAcksTest {
  private static final int PORTS = 5;
  private static final int VCS = 7;
  private static final int CAPACITY = 60;

  @ParameterizedTest(name = "ring of {0}")
  @ValueSource(ints = {8, 16, 64, TokenAcks.MAX_RING})
  void shouldReturnTokenAcksInOrder(int ring) {
    final Random random = new Random(ring);
    final int words = TokenAcks.words(ring);
    final long[] state = new long[PORTS * words];
    final TokenAcks acks = new TokenAcks(state, null, ring, 9);
    final List<Deque<Integer>> expected = new ArrayList<>();
    for (int port = 0; port < PORTS; port++) {
      expected.add(new ArrayDeque<>());
      TokenAcks.lead(state, port * words, port - 2);
    }
    for (int step = 0; step < 30_000; step++) {
      final int port = random.nextInt(PORTS);
      final int at = port * words;
      final Deque<Integer> queue = expected.get(port);
      final boolean filling = step / 3_000 % 2 == 0;
      if (queue.size() < ring - 1 && (queue.isEmpty() || random.nextInt(4) == 0 != filling)) {
        final int vc = random.nextInt(VCS);
        final int charge = 1 + random.nextInt(8);
        acks.queue(at, vc, charge);
        queue.add(charge * 8 + vc);
      } else {
        final int ack = acks.removeOldest(at);
        final int wanted = queue.remove();
        assertEquals(wanted & 7, TokenAcks.vc(ack), "step " + step);
        assertEquals(wanted >> 3, TokenAcks.charge(ack), "step " + step);
      }
      for (int each = 0; each < PORTS; each++) {
        assertEquals(!expected.get(each).isEmpty(), acks.queued(each * words), "step " + step);
        assertEquals(each - 2, acks.end(each * words));
      }
    }
  }

  @Test
  void shouldHaveRoomForAnAckOfEveryPacket() {
    for (int packets = 1; packets < TokenAcks.MAX_RING; packets++) {
      final int ring = TokenAcks.ring(packets);
      assertEquals(1, Integer.bitCount(ring));
      assertTrue(ring > packets && ring >= 8 && (ring <= 2 * packets || ring == 8));
    }
  }

  @Test
  void shouldCountTokensAndWhatPacketsTakeWithThem() {
    final Random random = new Random(7);
    final int words = TokenAcks.words(16);
    final long[] state = new long[PORTS * words];
    final TokenAcks acks = new TokenAcks(state, null, 16, 9);
    final int[][] tokens = new int[PORTS][VCS];
    long full = 0;
    for (int vc = 0; vc < VCS; vc++) {
      full += PackedCounts.delta(vc, CAPACITY);
      for (int port = 0; port < PORTS; port++) {
        tokens[port][vc] = CAPACITY;
        acks.fill(port * words, vc, CAPACITY);
      }
    }
    long away = 0;
    for (int step = 0; step < 30_000; step++) {
      final int port = random.nextInt(PORTS);
      final int at = port * words;
      final int vc = random.nextInt(VCS);
      final int charge = 1 + random.nextInt(8);
      if (random.nextBoolean() && tokens[port][vc] >= charge) {
        tokens[port][vc] -= charge;
        away += charge;
        assertEquals(tokens[port][vc], acks.spend(at, vc, charge));
        acks.leave(at, vc, charge);
        assertFalse(acks.home(at, full));
        assertEquals(charge, acks.left(at, vc));
      } else if (tokens[port][vc] + charge <= CAPACITY) {
        tokens[port][vc] += charge;
        away -= charge;
        assertEquals(tokens[port][vc], acks.comeBack(at, vc, charge));
      }
      assertEquals(tokens[port][vc], acks.tokens(at, vc));
      assertEquals(away, acks.away());
    }
    for (int port = 0; port < PORTS; port++) {
      for (int vc = 0; vc < VCS; vc++) {
        acks.comeBack(port * words, vc, CAPACITY - tokens[port][vc]);
      }
      assertTrue(acks.home(port * words, full));
      acks.queue(port * words, 0, 1);
      assertFalse(acks.home(port * words, full));
    }
    assertEquals(0, acks.away());
  }
}
