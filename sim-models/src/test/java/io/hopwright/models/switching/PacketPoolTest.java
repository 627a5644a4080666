package io.hopwright.models.switching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Window;
import io.hopwright.models.declare.SettingsException;
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
  private static final int MAX_PLACE = (1 << 30) - 1;
  private static final int MAX_PACKETS = (1 << 23) - 1;

  /** Data of a packet. */
  private record Packet(long first, long second, int place, int behind, boolean ready) {}

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldHoldWhatAMapHolds(long seed) {
    final Random random = new Random(seed);
    final PacketPool pool = new PacketPool(3, MAX_PACKETS);
    final Map<Integer, Packet> expected = new HashMap<>();
    final List<Integer> handles = new ArrayList<>();
    for (int step = 0; step < 30_000; step++) {
      final int place = random.nextInt(8) == 0 ? MAX_PLACE : random.nextInt(600);
      final long first = random.nextLong();
      if (handles.isEmpty() || random.nextInt(10) < (step < 15_000 ? 4 : 2)) {
        final long second = random.nextLong();
        final int packet = pool.add(first, second, place);
        assertNotEquals(PacketPool.NONE, packet);
        final Packet before = expected.put(packet, new Packet(first, second, place, 0, false));
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
          pool.setFirst(packet, first);
          pool.move(packet, place);
          expected.put(packet, new Packet(first, old.second, place, 0, false));
        }
        case 2 -> {
          final int next = random.nextInt(MAX_PACKETS + 1);
          pool.putBehind(packet, next);
          expected.put(packet, new Packet(old.first, old.second, old.place, next, old.ready));
        }
        default -> {
          final boolean ready = random.nextBoolean();
          pool.setReady(packet, ready);
          expected.put(packet, new Packet(old.first, old.second, old.place, old.behind, ready));
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
            pool.place(packet),
            pool.behind(packet),
            pool.ready(packet)),
        name);
  }

  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {2, 3, 5})
  void shouldKeepAllWordsWhereverThePacketGoes(int count) {
    final Random random = new Random(count);
    final PacketPool pool = new PacketPool(count, MAX_PACKETS);
    final EventBatch batch = new EventBatch();
    final Map<Integer, long[]> expected = new HashMap<>();
    for (int step = 0; step < 5_000; step++) {
      final long[] words = random.longs(count).toArray();
      int packet = pool.add(words[0], words[1], 0);
      for (int i = 2; i < count; i++) {
        pool.setWord(packet, i, words[i]);
      }
      expected.put(packet, words);
      switch (random.nextInt(4)) {
        case 0 -> {
          pool.move(packet, random.nextInt(MAX_PLACE));
          pool.putBehind(packet, random.nextInt(MAX_PACKETS));
          pool.setReady(packet, random.nextBoolean());
        }
        case 1 -> {
          pool.remove(packet);
          expected.remove(packet);
        }
        case 2 -> {
          batch.open(new Window(step, step, step + 1));
          pool.send(packet, batch, step + 3, 77);
          expected.remove(packet);
          packet = pool.add(batch, 0, 99);
          expected.put(packet, words);
          assertEquals(99, pool.place(packet));
          assertEquals(PacketPool.NONE, pool.behind(packet));
        }
        default -> {}
      }
    }
    assertEquals(expected.size(), pool.present());
    expected.forEach(
        (packet, words) -> {
          assertEquals(words[0], pool.first(packet));
          assertEquals(words[1], pool.second(packet));
          for (int i = 0; i < count; i++) {
            assertEquals(words[i], pool.word(packet, i));
          }
        });
  }

  @Test
  void shouldReuseTheHandleGivenBackLast() {
    final PacketPool pool = new PacketPool(3, MAX_PACKETS);
    final int one = pool.add(1, 2, 3);
    final int two = pool.add(5, 6, 7);
    pool.remove(one);
    pool.remove(two);
    assertEquals(two, pool.add(0, 0, 0));
    assertEquals(one, pool.add(0, 0, 0));
    assertEquals(two + 1, pool.add(0, 0, 0));
  }

  @Test
  @Tag("slow")
  void shouldRefuseMorePacketsThanHandlesCanName() {
    final PacketPool pool = new PacketPool(3, MAX_PACKETS);
    for (int i = 1; i <= MAX_PACKETS; i++) {
      assertEquals(i, pool.add(0, 0, 0));
    }
    assertThrows(SettingsException.class, () -> pool.add(0, 0, 0));
  }

  @Test
  void shouldNameAWordThatAPacketDoesNotHave() {
    final PacketPool pool = new PacketPool(3, MAX_PACKETS);
    final int packet = pool.add(1, 2, 3);
    pool.setWord(packet, 2, 4);
    assertEquals(4, pool.word(packet, 2));
    assertThrows(AssertionError.class, () -> pool.word(packet, 3));
    assertThrows(AssertionError.class, () -> pool.setWord(packet, 3, 4));
  }
}
