package io.hopwright.core.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class StateImageTest {
  /** Configuration that all machines of a kind share. */
  @SuppressWarnings("ArrayRecordComponent") // nobody else has it
  private record Plan(String name, int[] table, List<Part> spares) {}

  /** Object with a number. */
  private static final class Part {
    private final long made;
    private long number;
    private Part next;

    Part(long made) {
      this.made = made;
    }
  }

  /** Part with a field of the name of one in its superclass. */
  private static class Named {
    private final Part part = new Part(1);
  }

  private static final class NamedTwice extends Named {
    private final Part part = new Part(2);
    private final Map<String, Part> parts =
        new HashMap<>(Map.of("Aa", new Part(3), "BB", new Part(4), "C", new Part(5)));

    Part partOfNamed() {
      return ((Named) this).part;
    }
  }

  private enum Phase {
    FIRST,
    SECOND
  }

  /** Record of several numbers. */
  private record Pair(int one, double other) {}

  /** Object with every kind of field that partitions have. */
  private static final class Machine {
    private final Plan plan;
    private final Part[] parts = {new Part(1), new Part(2), new Part(3)};

    @SuppressWarnings("UnnecessaryLambda") // it captures
    private final LongSupplier second = () -> parts[1].number;

    private final List<Part> queue = new ArrayList<>();
    private final ArrayDeque<String> words = new ArrayDeque<>();
    private final Map<Long, long[]> rows = new TreeMap<>();
    private final Map<Phase, Integer> counts = new HashMap<>();
    private final BitSet bits = new BitSet();
    private final AtomicInteger atomic = new AtomicInteger();
    private long[] growing = new long[2];
    private final int[] fixed = new int[4];
    private boolean flag;
    private char letter = 'a';
    private double real;
    private Phase phase = Phase.FIRST;
    private Pair pair = new Pair(1, 2);
    private Optional<String> maybe = Optional.empty();
    private Part current;
    private int[] table;

    Machine(Plan plan) {
      this.plan = plan;
    }
  }

  private static Plan plan() {
    return new Plan("plan", new int[] {1, 2, 3}, List.of(new Part(8), new Part(9)));
  }

  private static Machine used() {
    final Machine machine = new Machine(plan());
    machine.parts[1].number = 77;
    machine.parts[2].next = machine.parts[0];
    machine.current = machine.parts[1];
    machine.queue.add(new Part(4));
    machine.queue.add(machine.parts[0]);
    machine.queue.get(0).next = machine.queue.get(0);
    machine.words.addAll(List.of("one", "two"));
    machine.rows.put(5L, new long[] {5, 6});
    machine.counts.put(Phase.SECOND, 3);
    machine.counts.put(Phase.FIRST, 4);
    machine.bits.set(70);
    machine.atomic.set(9);
    machine.growing = new long[] {1, 2, 3};
    machine.fixed[3] = 8;
    machine.flag = true;
    machine.letter = 'z';
    machine.real = 0.25;
    machine.phase = Phase.SECOND;
    machine.pair = new Pair(3, 0.5);
    machine.maybe = Optional.of("yes");
    machine.table = machine.plan.table();
    return machine;
  }

  private static Machine restored(byte[] state) {
    final Machine machine = new Machine(plan());
    new StateImage(state).restore(machine, new Configuration(machine.plan));
    return machine;
  }

  @Test
  void shouldGiveANewObjectTheStateOfAnother() {
    final Machine old = used();
    final byte[] state = StateImage.of(old, new Configuration(old.plan)).toBytes();
    final Machine machine = restored(state);
    assertEquals(77, machine.second.getAsLong(), "what was captured is still in its place");
    assertSame(machine.parts[1], machine.current);
    assertSame(machine.parts[0], machine.parts[2].next);
    assertSame(machine.parts[0], machine.queue.get(1));
    assertEquals(4, machine.queue.get(0).made);
    assertSame(machine.queue.get(0), machine.queue.get(0).next);
    assertEquals(List.of("one", "two"), List.copyOf(machine.words));
    assertArrayEquals(new long[] {5, 6}, machine.rows.get(5L));
    assertEquals(Map.of(Phase.SECOND, 3, Phase.FIRST, 4), machine.counts);
    assertEquals(70, machine.bits.nextSetBit(0));
    assertEquals(9, machine.atomic.get());
    assertArrayEquals(new long[] {1, 2, 3}, machine.growing);
    assertArrayEquals(new int[] {0, 0, 0, 8}, machine.fixed);
    assertEquals(true, machine.flag);
    assertEquals('z', machine.letter);
    assertEquals(0.25, machine.real);
    assertEquals(Phase.SECOND, machine.phase);
    assertEquals(new Pair(3, 0.5), machine.pair);
    assertEquals("yes", machine.maybe.orElseThrow());
    assertSame(machine.plan.table(), machine.table);
    assertNull(machine.parts[0].next);
    assertArrayEquals(state, StateImage.of(machine, new Configuration(machine.plan)).toBytes());
  }

  /** A loaded object keeps its own configuration; the state contains none of it. */
  @Test
  void shouldLeaveTheConfigurationOut() {
    final Machine old = used();
    old.current = old.plan.spares().get(1);
    final Machine machine = restored(StateImage.of(old, new Configuration(old.plan)).toBytes());
    assertNotSame(old.plan, machine.plan);
    assertSame(machine.plan.spares().get(1), machine.current);
  }

  @Test
  void shouldNotDependOnTheOrderOfHashes() {
    final Machine one = used();
    final Machine other = used();
    other.counts.clear();
    other.counts.put(Phase.FIRST, 4);
    other.counts.put(Phase.SECOND, 3);
    assertArrayEquals(
        StateImage.of(one, new Configuration(one.plan)).toBytes(),
        StateImage.of(other, new Configuration(other.plan)).toBytes());
  }

  /**
   * A map class of this project that extends one of the JDK, and an object that extends a thread.
   */
  @Test
  void shouldTellFieldsOfOneNameAndKeysOfOneHashCodeApart() {
    final NamedTwice plan = new NamedTwice();
    final Configuration configuration = new Configuration(plan);
    for (Part part :
        List.of(plan.part, plan.partOfNamed(), plan.parts.get("Aa"), plan.parts.get("BB"))) {
      assertSame(part, configuration.named(configuration.name(part)));
    }
    final NamedTwice again = new NamedTwice();
    assertEquals(
        configuration.name(plan.parts.get("BB")),
        new Configuration(again).name(again.parts.get("BB")));
  }

  @Test
  void shouldLookAtAnyConfiguration() {
    final Map<String, Object> map = new HashMap<>() {};
    map.put("part", new Part(5));
    map.put("thread", new Thread() {});
    final Part other = new Part(1);
    other.next = (Part) map.get("part");
    final StateImage image = StateImage.of(other, new Configuration(map));
    final Part restored = new Part(2);
    image.restore(restored, new Configuration(map));
    assertSame(map.get("part"), restored.next);
  }

  @Test
  void shouldRefuseWhatCannotBeSaved() {
    final Object[] lock = {new ReentrantLock()};
    assertThrows(
        IllegalStateException.class, () -> StateImage.of(lock, new Configuration("nothing")));
    StateImage.of(lock, new Configuration(lock));
  }

  @Test
  void shouldRefuseAnotherKindOfObject() {
    final byte[] state = StateImage.of(new Part(1), new Configuration("nothing")).toBytes();
    assertThrows(
        IllegalArgumentException.class,
        () -> new StateImage(state).restore(new Machine(plan()), new Configuration("nothing")));
  }

  @Test
  void shouldRefuseDamagedBytesOrReadThem() {
    final Machine old = used();
    final byte[] state = StateImage.of(old, new Configuration(old.plan)).toBytes();
    final Random random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      final byte[] damaged = state.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        restored(damaged);
      } catch (IllegalArgumentException | IllegalStateException refused) {
        // Most damaged states are refused; a changed number that is still valid cannot be detected.
      }
    }
    for (int length = 0; length < state.length; length += 7) {
      final byte[] part = Arrays.copyOf(state, length);
      assertThrows(RuntimeException.class, () -> restored(part));
    }
  }

  /** Words for both encodings: mostly small values, and mostly large ones. */
  private static final class Numbers {
    private long[] numbers = new long[0];
  }

  @Test
  void shouldWriteSmallNumbersInFewBytes() {
    final Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      final Numbers written = new Numbers();
      final int bits = 1 + random.nextInt(Long.SIZE);
      written.numbers =
          random.longs(random.nextInt(300)).map(number -> number >> Long.SIZE - bits).toArray();
      final StateImage image = StateImage.of(written, new Configuration("none"));
      final Numbers read = new Numbers();
      image.restore(read, new Configuration("none"));
      assertArrayEquals(written.numbers, read.numbers);
    }
    final Numbers few = new Numbers();
    few.numbers = new long[10_000];
    few.numbers[3] = Long.MIN_VALUE;
    few.numbers[4] = Long.MAX_VALUE;
    few.numbers[5] = -1;
    final StateImage image = StateImage.of(few, new Configuration("none"));
    assertTrue(image.bytes() < 10_300, () -> image.bytes() + " bytes");
    final Numbers read = new Numbers();
    image.restore(read, new Configuration("none"));
    assertArrayEquals(few.numbers, read.numbers);
  }

  /** Arrays that grow and shrink from one state to the next, some larger than a piece. */
  @Test
  void shouldUseTheMemoryOfReleasedStates() throws IOException {
    final Random random = new Random(4);
    final StateMemory memory = new StateMemory();
    final Configuration nothing = new Configuration("nothing");
    for (int round = 0; round < 30; round++) {
      final Map<Long, long[]> rows = new TreeMap<>();
      for (long row = 0; row < 6; row++) {
        rows.put(row, random.longs(1 + random.nextInt(round % 7 == 0 ? 300_000 : 9_000)).toArray());
      }
      final StateImage image = StateImage.of(rows, nothing, memory);
      final byte[] expected = StateImage.of(rows, nothing).toBytes();
      assertEquals(expected.length, image.bytes());
      assertArrayEquals(expected, image.toBytes());
      try (InputStream stream = image.stream()) {
        assertArrayEquals(expected, stream.readAllBytes());
      }
      assertEquals(new StateImage(expected).digest(), image.digest());
      image.release();
      image.release();
      assertThrows(IllegalStateException.class, image::toBytes);
      assertThrows(IllegalStateException.class, image::stream);
    }
  }

  /** The last checkpoint of a run is taken while the one before is written. */
  @Test
  void shouldNotUseTheMemoryOfAStateThatIsNotReleased() {
    final StateMemory memory = new StateMemory();
    final Configuration nothing = new Configuration("nothing");
    final Part part = new Part(1);
    final StateImage first = StateImage.of(part, nothing, memory);
    final byte[] before = first.toBytes();
    part.number = 5;
    final StateImage second = StateImage.of(part, nothing, memory);
    assertArrayEquals(before, first.toBytes());
    first.release();
    part.number = 6;
    StateImage.of(part, nothing, memory);
    final Part read = new Part(1);
    second.restore(read, nothing);
    assertEquals(5, read.number);
  }

  @Test
  void shouldGiveOutPiecesThatFit() {
    final byte[] small = new byte[100];
    final byte[] large = new byte[1_000];
    final StateMemory memory = new StateMemory();
    memory.give(List.of(small, large));
    final StateMemory.Pieces pieces = memory.take();
    assertSame(large, pieces.next(900));
    assertEquals(900, pieces.next(900).length);
    assertEquals(40, pieces.next(40).length);
    assertSame(small, pieces.next(60));
    assertEquals(60, memory.take().next(60).length);
  }
}
