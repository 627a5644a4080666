package io.hopwright.models.switching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketPoolTest {
  private static final int MAX_NODES = 1 << 24;
  private static final int MAX_PACKETS = (1 << 23) - 1;

  /** What is known of a packet. */
  private record Packet(long first, long second, int node, int input, int behind, boolean ready) {}

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldHoldWhatAMapHolds(long seed) {
    final Random random = new Random(seed);
    final PacketPool pool = new PacketPool(4, MAX_PACKETS);
    final Map<Integer, Packet> expected = new HashMap<>();
    final List<Integer> handles = new ArrayList<>();
    for (int step = 0; step < 30_000; step++) {
      final int node = random.nextInt(8) == 0 ? MAX_NODES - 1 : random.nextInt(9);
      final int input = random.nextInt(64);
      final long first = random.nextLong();
      if (handles.isEmpty() || random.nextInt(10) < (step < 15_000 ? 4 : 2)) {
        final long second = random.nextLong();
        final int packet = pool.add(first, second, node, input);
        assertNotEquals(PacketPool.NONE, packet);
        final Packet before =
            expected.put(packet, new Packet(first, second, node, input, 0, false));
        assertTrue(before == null, "the handle is in use");
        handles.add(packet);
        continue;
      }
      final int at = random.nextInt(handles.size());
      final int packet = handles.get(at);
      final Packet old = expected.get(packet);
      check(pool, packet, old, "seed " + seed + ", step " + step);
      switch (random.nextInt(4)) {
        case 0 -> {
          pool.remove(packet);
          expected.remove(packet);
          handles.set(at, handles.get(handles.size() - 1));
          handles.remove(handles.size() - 1);
        }
        case 1 -> {
          pool.move(packet, first, node, input);
          expected.put(packet, new Packet(first, old.second, node, input, 0, false));
        }
        case 2 -> {
          final int next = random.nextInt(MAX_PACKETS + 1);
          pool.putBehind(packet, next);
          expected.put(
              packet, new Packet(old.first, old.second, old.node, old.input, next, old.ready));
        }
        default -> {
          final boolean ready = random.nextBoolean();
          pool.setReady(packet, ready);
          expected.put(
              packet, new Packet(old.first, old.second, old.node, old.input, old.behind, ready));
        }
      }
    }
    expected.forEach((packet, known) -> check(pool, packet, known, "seed " + seed));
  }

  private static void check(PacketPool pool, int packet, Packet known, String name) {
    assertEquals(
        known,
        new Packet(
            pool.first(packet),
            pool.second(packet),
            pool.node(packet),
            pool.input(packet),
            pool.behind(packet),
            pool.ready(packet)),
        name);
  }

  /** Pools of three words per packet have no third; in both, the others stay what they are. */
  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {3, 4})
  void shouldKeepTheThirdWordWhereverThePacketGoes(int stride) {
    final Random random = new Random(stride);
    final PacketPool pool = new PacketPool(stride, MAX_PACKETS);
    final Map<Integer, List<Long>> expected = new HashMap<>();
    for (int step = 0; step < 5_000; step++) {
      final List<Long> words =
          List.of(random.nextLong(), random.nextLong(), stride > 3 ? random.nextLong() : 0);
      final int packet = pool.add(words.get(0), -words.get(1), 0, 0);
      pool.setSecond(packet, words.get(1));
      if (stride > 3) {
        pool.setThird(packet, words.get(2));
      }
      expected.put(packet, words);
      if (random.nextInt(3) == 0) {
        pool.move(packet, words.get(0), random.nextInt(MAX_NODES), random.nextInt(64));
        pool.putBehind(packet, random.nextInt(MAX_PACKETS));
        pool.setReady(packet, random.nextBoolean());
      } else if (random.nextInt(3) == 0) {
        pool.remove(packet);
        expected.remove(packet);
      }
    }
    assertEquals(expected.size(), pool.present());
    expected.forEach(
        (packet, words) -> {
          assertEquals(words.get(0), pool.first(packet));
          assertEquals(words.get(1), pool.second(packet));
          assertEquals(words.get(2), stride > 3 ? pool.third(packet) : 0);
        });
  }

  @Test
  void shouldReuseTheHandleGivenBackLast() {
    final PacketPool pool = new PacketPool(4, MAX_PACKETS);
    final int one = pool.add(1, 2, 3, 4);
    final int two = pool.add(5, 6, 7, 8);
    pool.remove(one);
    pool.remove(two);
    assertEquals(two, pool.add(0, 0, 0, 0));
    assertEquals(one, pool.add(0, 0, 0, 0));
    assertEquals(two + 1, pool.add(0, 0, 0, 0));
  }

  @Test
  @Tag("slow")
  void shouldRefuseMorePacketsThanHandlesCanName() {
    final PacketPool pool = new PacketPool(4, MAX_PACKETS);
    for (int i = 1; i <= MAX_PACKETS; i++) {
      assertEquals(i, pool.add(0, 0, 0, 0));
    }
    assertThrows(IllegalStateException.class, () -> pool.add(0, 0, 0, 0));
  }
}
