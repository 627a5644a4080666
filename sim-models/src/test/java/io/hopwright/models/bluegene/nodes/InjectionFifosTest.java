package io.hopwright.models.bluegene.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.random.Draws;
import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.UniformDestinations;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Injection FIFOs, from which packets leave at random ticks, against queues of packets that are
 * written one by one by the rules of {@code docs/models/bluegene-l.md}.
 */
class InjectionFifosTest {
  private static final Torus TORUS = new Torus(4, 3, 2);
  private static final TorusPacketWords PACKETS = new TorusPacketWords(TORUS, false);
  private static final int[] NODES = {0, 7, 23};
  private static final int FIFOS = 8;
  private static final int UNIT_BITS = 3;
  private static final long HORIZON = 6_000;
  private static final Sizes SIZES =
      new Sizes(Draws.of(1, 3), 0, 32, 64, 96, 128, 160, 192, 224, 256);

  /** Rule by which packets of two streams join the FIFOs; a capacity of 0 is infinite. */
  record Case(FifoChoice choice, int bytes, int cores, boolean registers, boolean atOnce) {}

  static List<Case> cases() {
    final List<Case> cases = new ArrayList<>();
    for (FifoChoice choice : FifoChoice.values()) {
      for (int bytes : new int[] {0, 256, 320, 1024}) {
        for (int cores = 1; cores <= 2; cores++) {
          if (choice != FifoChoice.SHORTEST || bytes > 0) {
            cases.add(new Case(choice, bytes, cores, bytes == 320, false));
            cases.add(new Case(choice, bytes, cores, bytes != 320, true));
          }
        }
      }
    }
    return cases;
  }

  /** A packet in a FIFO. */
  record Waiting(long sequence, long birth, long joined, int chunks) {}

  /** Stream of one core at one node, in the terms of the rule. */
  private static final class Writer {
    private final Case how;
    private final PacketStream stream;
    private final int index;
    private final int node;
    private final List<Deque<Waiting>> fifos;
    private long count;
    private long birth;

    Writer(Case how, PacketStream stream, int index, int node, List<Deque<Waiting>> fifos) {
      this.how = how;
      this.stream = stream;
      this.index = index;
      this.node = node;
      this.fifos = fifos;
      birth = stream.messages().birth(NODES[node], sequence(), -1);
    }

    private long sequence() {
      return stream.messages().step() * count + stream.messages().first();
    }

    int write(long tick) {
      int newHeads = 0;
      while (birth <= tick) {
        final int chunks = stream.messages().bytes(NODES[node], sequence()) / 32;
        final int fifo = stream.firstFifo() + choose();
        if (how.bytes > 0 && bytes(fifo) + 32 * chunks > how.bytes) {
          return newHeads;
        }
        newHeads |= fifos.get(fifo).isEmpty() ? 1 << fifo : 0;
        fifos.get(fifo).add(new Waiting(sequence(), birth, tick, chunks));
        count++;
        birth = stream.messages().birth(NODES[node], sequence(), birth);
      }
      return newHeads;
    }

    private int bytes(int fifo) {
      return fifos.get(fifo).stream().mapToInt(packet -> 32 * packet.chunks).sum();
    }

    private int choose() {
      return switch (stream.choice()) {
        case SEQUENCE -> (int) (count % stream.fifos());
        case DIRECTION -> Integer.numberOfTrailingZeros(hints()) / (6 / stream.fifos());
        case RANDOM -> {
          final long draw = Purpose.FIFO.draws(1).draw(NODES[node], sequence(), index);
          yield Draws.pick(draw, stream.fifos());
        }
        case SHORTEST -> {
          int most = 0;
          for (int fifo = 1; fifo < stream.fifos(); fifo++) {
            final int at = stream.firstFifo();
            most = bytes(at + fifo) < bytes(at + most) ? fifo : most;
          }
          yield most;
        }
      };
    }

    private int hints() {
      final int to = stream.messages().destination(NODES[node], sequence());
      int hints = 0;
      for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
        final int k = TORUS.extent(dimension);
        final int delta =
            Math.floorMod(
                TORUS.coordinate(to, dimension) - TORUS.coordinate(NODES[node], dimension), k);
        boolean plus = 2 * delta < k;
        if (2 * delta == k && k > 1) {
          final long draw =
              Purpose.TIE.draws(1).draw(NODES[node], sequence(), 4L * index + dimension);
          plus = how.registers || draw >= 0;
        }
        hints |= delta == 0 ? 0 : 1 << (2 * dimension + (plus ? 0 : 1));
      }
      return hints;
    }
  }

  private static List<PacketStream> streams(Case how) {
    final List<PacketStream> streams = new ArrayList<>();
    final int fifos = 6 / how.cores;
    for (int core = 0; core < how.cores; core++) {
      final Births births =
          how.atOnce
              ? new BirthsAtStart(90)
              : new OpenLoopBirths(Draws.of(1, 2), 0, new GeometricGaps(0.03), HORIZON / 2);
      streams.add(
          new PacketStream(
              TrafficClass.DYNAMIC,
              core * fifos,
              fifos,
              how.choice,
              new Messages(core, how.cores, births, uniform(0), SIZES)));
    }
    final Births births =
        new OpenLoopBirths(Draws.of(1, 2), 1, new GeometricGaps(0.005), HORIZON / 2);
    for (int core = 0; core < how.cores; core++) {
      streams.add(
          new PacketStream(
              TrafficClass.HIGH_PRIORITY,
              6 + core * (2 / how.cores),
              2 / how.cores,
              FifoChoice.SEQUENCE,
              new Messages(core, how.cores, births, uniform(1), SIZES)));
    }
    return streams;
  }

  private static Destinations uniform(int stream) {
    return new UniformDestinations(Draws.of(1, 0), stream, TORUS.nodes());
  }

  private static InjectedTraffic workload(
      List<PacketStream> streams, boolean registers, int bytes) {
    return new InjectedTraffic(
        TORUS,
        streams,
        new InjectedTraffic.Hints(PACKETS, registers, Purpose.TIE.draws(1), null),
        bytes,
        InjectedTraffic.Relay.NONE,
        Purpose.FIFO.draws(1));
  }

  /** Both sides of the comparison. */
  private static final class Pair {
    private final Case how;
    private final InjectedTraffic workload;
    private final TimingWheel wheel = new TimingWheel(300);
    private final InjectionFifos injection;
    private final List<List<Deque<Waiting>>> fifos = new ArrayList<>();
    private final List<List<Writer>> writers = new ArrayList<>();
    private long joined;
    private long left;

    Pair(Case how) {
      this.how = how;
      workload = workload(streams(how), how.registers, how.bytes);
      injection = new InjectionFifos(workload, NODES, new Wakes(wheel, 0, 0, UNIT_BITS));
      for (int node = 0; node < NODES.length; node++) {
        final List<Deque<Waiting>> queues = new ArrayList<>();
        for (int fifo = 0; fifo < FIFOS; fifo++) {
          queues.add(new ArrayDeque<>());
          injection.first(node, fifo);
        }
        fifos.add(queues);
        writers.add(new ArrayList<>());
        for (PacketStream stream : workload.streams()) {
          final int index = stream.trafficClass() == TrafficClass.HIGH_PRIORITY ? 1 : 0;
          writers.get(node).add(new Writer(how, stream, index, node, queues));
        }
      }
    }

    /** Returns whether the entries of a FIFO are stored, and not computed. */
    boolean written(int fifo) {
      return how.bytes > 0 || (fifo < 6 && how.choice != FifoChoice.SEQUENCE);
    }

    void leave(int node, int fifo, long tick) {
      final Deque<Waiting> queue = fifos.get(node).get(fifo);
      queue.remove();
      left++;
      final boolean another = injection.next(node, fifo, tick);
      if (written(fifo)) {
        assertEquals(!queue.isEmpty(), another, how + " FIFO " + fifo + " at tick " + tick);
      }
    }

    void write(int node, boolean woken, long tick) {
      int expected = 0;
      for (Writer writer : writers.get(node)) {
        final long before = writer.count;
        expected |= writer.write(tick);
        joined += writer.count - before;
      }
      int all = 0;
      for (int fifo = 0; fifo < FIFOS; fifo++) {
        all |= written(fifo) ? 1 << fifo : 0;
      }
      final int actual = woken ? injection.write(node, tick) : 0;
      assertEquals(expected & all, actual, () -> how + " node " + node + " at tick " + tick);
    }

    void check(int node, long tick) {
      for (int fifo = 0; fifo < FIFOS; fifo++) {
        final Deque<Waiting> queue = fifos.get(node).get(fifo);
        final int number = fifo;
        final Supplier<String> name =
            () -> how + " node " + node + " FIFO " + number + " at tick " + tick;
        int chunks = 0;
        for (Waiting packet : queue) {
          chunks += packet.chunks;
        }
        assertTrue(how.bytes == 0 || 32 * chunks <= how.bytes, name);
        if (!queue.isEmpty()) {
          final Waiting head = queue.element();
          final long first = injection.head(node, fifo);
          assertEquals(head.sequence, PACKETS.sequence(first), name);
          assertEquals(head.chunks, TorusPacketWords.chunks(first), name);
          assertEquals(NODES[node], PACKETS.source(first), name);
          assertEquals(
              fifo < 6 ? TrafficClass.DYNAMIC : TrafficClass.HIGH_PRIORITY,
              TorusPacketWords.trafficClass(first),
              name);
          assertEquals(head.birth, injection.birth(node, fifo), name);
          assertEquals(head.joined, injection.joined(node, fifo), name);
          assertEquals(
              Math.min(3, 4 * chunks / 32), injection.fullnessRange(node, fifo, tick), name);
        }
      }
    }

    boolean bornAt(int node, int[] events, int count) {
      boolean born = false;
      for (int i = 0; i < count; i++) {
        born |= events[i] >>> UNIT_BITS == node;
      }
      return born;
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldWriteInOrderWhatIsBornAndFits(Case how) {
    final Pair pair = new Pair(how);
    final Random random = new Random(how.toString().hashCode());
    final boolean stores = how.bytes > 0 || how.choice != FifoChoice.SEQUENCE;
    assertEquals(stores, pair.injection.stores());
    long blocked = 0;
    for (long tick = 0; tick < HORIZON; tick++) {
      int count = 0;
      if (pair.wheel.nextTick() == tick) {
        count = pair.wheel.take(tick);
      }
      final int[] events = pair.wheel.taken();
      for (int node = 0; node < NODES.length; node++) {
        boolean woken = pair.bornAt(node, events, count);
        for (int fifo = 0; fifo < FIFOS; fifo++) {
          if (random.nextInt(tick < HORIZON / 2 ? 400 : 20) == 0
              && !pair.fifos.get(node).get(fifo).isEmpty()) {
            pair.leave(node, fifo, tick);
            woken = true;
          }
        }
        pair.write(node, woken, tick);
        pair.check(node, tick);
        for (Writer writer : pair.writers.get(node)) {
          blocked += writer.birth <= tick ? 1 : 0;
        }
      }
    }
    assertEquals(how.bytes > 0, blocked > 0, "finite FIFOs hold packets up");
    assertEquals(pair.joined, pair.left, "everything has left");
    assertTrue(pair.joined > 250, "packets: " + pair.joined);
    assertEquals(0, pair.injection.active());
  }

  @Test
  void shouldCountPacketsWrittenAndNodesThatHaveMore() {
    final Pair pair = new Pair(new Case(FifoChoice.SHORTEST, 256, 1, false, true));
    final long nodesWithMore = pair.injection.active();
    assertEquals(2L * NODES.length, nodesWithMore, "streams that will send");
    pair.write(0, true, 0);
    final long written = pair.fifos.get(0).stream().mapToInt(Deque::size).sum();
    assertTrue(written >= 6, "packets written: " + written);
    assertEquals(nodesWithMore + written, pair.injection.active());
    final int fifo = pair.fifos.get(0).get(0).isEmpty() ? 1 : 0;
    pair.leave(0, fifo, 300);
    assertEquals(nodesWithMore + written - 1, pair.injection.active());
  }

  @Test
  void shouldKeepSaturatedFifosComputedBesideStoredOnes() {
    final Births once = new BirthsAtStart(2);
    final Births saturated = new SaturatedBirths();
    final InjectedTraffic workload =
        workload(
            List.of(
                new PacketStream(
                    TrafficClass.DYNAMIC,
                    0,
                    6,
                    FifoChoice.SEQUENCE,
                    new Messages(0, 1, saturated, uniform(0), SIZES)),
                new PacketStream(
                    TrafficClass.HIGH_PRIORITY,
                    6,
                    2,
                    FifoChoice.SEQUENCE,
                    new Messages(0, 1, once, uniform(0), SIZES))),
            false,
            256);
    final InjectionFifos injection =
        new InjectionFifos(workload, NODES, new Wakes(new TimingWheel(300), 0, 0, UNIT_BITS));
    assertTrue(injection.stores());
    assertTrue(workload.supply(NODES).anyEndless());
    assertFalse(workload.supply(NODES).allEndless());
    for (int fifo = 0; fifo < FIFOS; fifo++) {
      assertEquals(fifo < 6, injection.first(0, fifo));
      assertEquals(fifo < 6, injection.writtenBeforehand(fifo));
    }
    assertEquals(0b1100_0000, injection.write(0, 0), "FIFOs that have a head now");
    assertTrue(injection.next(0, 4, 77));
    assertEquals(10, PACKETS.sequence(injection.head(0, 4)), "the next but five");
    assertEquals(77, injection.birth(0, 4), "born when its predecessor has left");
    assertEquals(3, injection.fullnessRange(0, 4, 77));
  }
}
