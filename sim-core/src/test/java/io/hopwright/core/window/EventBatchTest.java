package io.hopwright.core.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventBatchTest {
  private record Event(long tick, int event, List<Long> words) {}

  @ParameterizedTest(name = "seed {0}, {1} words")
  @CsvSource({"1, 2", "2, 3", "3, 2", "4, 5", "5, 1"})
  void shouldHoldWhatWasAdded(long seed, int words) {
    final Random random = new Random(seed);
    final EventBatch batch = new EventBatch();
    for (long number = 0; number < 50; number++) {
      final Window window = new Window(number, random.nextLong(1L << 40), 1L << 41);
      batch.open(window);
      final List<Event> signals = new ArrayList<>();
      final List<Event> packets = new ArrayList<>();
      long first = Long.MAX_VALUE;
      for (int more = random.nextInt(300); more > 0; more--) {
        final long tick = window.fromTick() + random.nextLong(1L << 32);
        first = Math.min(first, tick);
        if (random.nextBoolean()) {
          signals.add(new Event(tick, random.nextInt(), List.of()));
          batch.addSignal(tick, signals.get(signals.size() - 1).event());
        } else {
          final List<Long> payload = random.longs(words).boxed().toList();
          packets.add(new Event(tick, random.nextInt(), payload));
          add(batch, packets.get(packets.size() - 1));
        }
      }
      assertEquals(number, batch.window());
      assertEquals(window.fromTick(), batch.fromTick());
      assertEquals(first, batch.firstEffectTick(), "seed " + seed + ", window " + window);
      assertEquals(signals, signalsOf(batch), "seed " + seed);
      assertEquals(packets, packetsOf(batch), "seed " + seed);
    }
  }

  private static void add(EventBatch batch, Event event) {
    final List<Long> words = event.words();
    if (words.size() % 2 == 0) {
      final long[] from = new long[1 + words.size()];
      Arrays.setAll(from, i -> i == 0 ? -1 : words.get(i - 1));
      batch.addPacket(event.tick(), event.event(), from, 1, words.size());
    } else {
      batch.addPacket(event.tick(), event.event(), words.size());
      for (int i = 0; i < words.size(); i++) {
        batch.setWord(i, words.get(i));
      }
    }
  }

  private static List<Event> signalsOf(EventBatch batch) {
    final List<Event> events = new ArrayList<>();
    for (int at = 0; at < batch.signals(); at++) {
      events.add(new Event(batch.signalTick(at), batch.signalEvent(at), List.of()));
    }
    return events;
  }

  private static List<Event> packetsOf(EventBatch batch) {
    final List<Event> events = new ArrayList<>();
    for (int at = 0; at < batch.packets(); at++) {
      final List<Long> words = new ArrayList<>();
      final long[] copy = new long[1 + batch.packetWords()];
      batch.copyPacket(at, copy, 1);
      for (int word = 0; word < batch.packetWords(); word++) {
        words.add(batch.packetWord(at, word));
        assertEquals(copy[1 + word], batch.packetWord(at, word));
      }
      events.add(new Event(batch.packetTick(at), batch.packetEvent(at), words));
    }
    return events;
  }

  @ParameterizedTest(name = "{0} before")
  @ValueSource(ints = {7, 8, 10, 11, 15, 16, 31, 32, 33, 63, 64})
  void shouldGrowAtAnySize(int before) {
    final List<Event> events = new ArrayList<>();
    final EventBatch batch = new EventBatch();
    batch.open(new Window(0, 100, 118));
    for (int i = 0; i < before; i++) {
      events.add(new Event(200 + i, i, List.of(-1L - i, -2L - i)));
      add(batch, events.get(i));
      batch.addSignal(300, i);
    }
    assertEquals(events, packetsOf(batch));
    assertEquals(before, batch.signals());
    assertEquals(200, batch.firstEffectTick());
  }

  @ParameterizedTest(name = "tick {0}")
  @ValueSource(longs = {0, 99, 100 + (1L << 32), 100 + (1L << 33), Long.MAX_VALUE})
  void shouldRefuseDelaysThatDoNotFitItsWords(long tick) {
    final EventBatch batch = new EventBatch();
    batch.open(new Window(0, 100, 118));
    assertThrows(IllegalStateException.class, () -> batch.addSignal(tick, 1));
    assertThrows(IllegalStateException.class, () -> batch.addPacket(tick, 1, 2));
  }

  @Test
  void shouldForgetTheWindowBefore() {
    final EventBatch batch = new EventBatch();
    assertEquals(-1, batch.window());
    batch.open(new Window(3, 0, 9));
    batch.addSignal(12, 1);
    batch.addPacket(11, 1, new long[] {2, 3}, 0, 2);
    batch.open(new Window(5, 9, 18));
    assertEquals(0, batch.signals());
    assertEquals(0, batch.packets());
    assertEquals(5, batch.window());
    assertEquals(Long.MAX_VALUE, batch.firstEffectTick());
    batch.addPacket(20, 1, new long[] {2, 3}, 0, 2);
    assertThrows(AssertionError.class, () -> batch.packetWord(0, 2));
    assertThrows(AssertionError.class, () -> batch.addPacket(20, 1, 3));
  }
}
