package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.random.Draws;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.FifoChoice;
import io.hopwright.models.traffic.Sizes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random packets enter and leave reception FIFOs; beside them a list of who holds which bytes. */
class ReceptionFifosTest {
  private static final int NODES = 2;
  private static final int TRAILER = 4;
  private static final int[] CLASSES = {TrafficClass.DYNAMIC, TrafficClass.HIGH_PRIORITY};

  /** To the core that the sequence number says. */
  private static final Destinations TO_CORE =
      new Destinations() {
        @Override
        public int destination(int source, long sequence) {
          return 1 - source;
        }

        @Override
        public int core(int source, long sequence) {
          return (int) (sequence % 2);
        }
      };

  /** A packet on its way into a FIFO, or in it until it is drained. */
  private static final class Held {
    private final int node;
    private final int receiver;
    private final int trafficClass;
    private final int core;
    private final int bytes;
    private final int packet;
    private final long delivered;
    private long drained = Long.MAX_VALUE;

    Held(int node, int receiver, int trafficClass, int core, int bytes, int packet, long tick) {
      this.node = node;
      this.receiver = receiver;
      this.trafficClass = trafficClass;
      this.core = core;
      this.bytes = bytes;
      this.packet = packet;
      delivered = tick + bytes + TRAILER;
    }

    boolean high() {
      return trafficClass == TrafficClass.HIGH_PRIORITY;
    }

    /** High priority has one FIFO per core, other packets have one per receiver and core. */
    String fifo() {
      return node + (high() ? " high" : " of " + receiver) + " core " + core;
    }

    String bus() {
      return fifo() + " from " + receiver;
    }
  }

  private final PacketPool pool = new PacketPool(2, 1 << 23);
  private final TimingWheel wheel = new TimingWheel(300);
  private final List<Held> held = new ArrayList<>();
  private final Map<String, Long> drainedUntil = new HashMap<>();
  private NodeLayout layout;
  private ReceptionFifos fifos;

  private void create(int cores, int bytes, long rate) {
    final RouterDesign.Reception design = new RouterDesign.Reception(cores, bytes, rate);
    final Sizes sizes = new Sizes(Draws.of(1, 0), 0, 1, 8);
    final Births none = (source, sequence, before) -> Births.NEVER;
    final Workload workload =
        Designs.workload(
            List.of(
                Designs.stream(CLASSES[0], 0, 6, FifoChoice.SEQUENCE, none, TO_CORE, sizes),
                Designs.stream(CLASSES[1], 6, 2, FifoChoice.SEQUENCE, none, TO_CORE, sizes)),
            0);
    layout = new NodeLayout(Designs.design(2, 32, 32, true), workload);
    final long[] state = new long[layout.words(NODES)];
    fifos = new ReceptionFifos(design, workload, NODES, state, pool, wheel);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 0, 1024",
    "2, 2, 0, 1024",
    "3, 1, 256, 1024",
    "4, 2, 256, 1024",
    "5, 1, 512, 300",
    "6, 2, 512, 300",
    "7, 1, 1024, 5000",
    "8, 2, 288, 1",
    "9, 1, 256, 1000000",
    "10, 2, 1024, 17"
  })
  void shouldHoldWhatFitsUntilItIsDrained(long seed, int cores, int bytes, long rate) {
    create(cores, bytes, rate);
    assertEquals(bytes > 0, fifos.limited());
    final Random random = new Random(seed);
    int entered = 0;
    int refused = 0;
    for (long tick = 0; tick < 8_000; tick++) {
      applyEvents(tick, bytes > 0, rate);
      for (int attempt = random.nextInt(4); attempt > 0; attempt--) {
        if (offer(random, cores, bytes, tick)) {
          entered++;
        } else {
          refused++;
        }
      }
    }
    assertTrue(entered > 2 && refused > 100, entered + " entered, " + refused + " refused");
  }

  private void applyEvents(long tick, boolean limited, long rate) {
    if (wheel.nextTick() == tick) {
      final int count = wheel.take(tick);
      for (int i = 0; i < count; i++) {
        final int event = wheel.bucket()[i];
        assertEquals(EventWord.RETRY, EventWord.type(event));
        final int fifo = EventWord.drainedFifo(event);
        fifos.drained(EventWord.node(event), fifo, EventWord.amount(event));
      }
    }
    held.removeIf(packet -> packet.drained <= tick);
    final List<Held> ended = held.stream().filter(packet -> packet.delivered == tick).toList();
    for (Held packet : ended) {
      fifos.end(
          packet.node,
          layout.base(packet.node),
          packet.receiver,
          packet.trafficClass,
          packet.packet);
    }
    for (int receiver = 0; receiver < Torus.PORTS; receiver++) {
      for (Held packet : ended) {
        if (packet.receiver == receiver) {
          drainAfter(packet, limited, rate);
        }
      }
    }
    for (int node = 0; limited && node < NODES; node++) {
      fifos.drain(node, tick);
    }
    for (Held packet : ended) {
      pool.remove(packet.packet);
    }
    if (!limited) {
      held.removeAll(ended);
    }
  }

  /** One packet after the other, in the order of delivery and in one tick in port order. */
  private void drainAfter(Held packet, boolean limited, long rate) {
    long ticks = 0;
    while (limited && ticks * rate < 1024L * packet.bytes) {
      ticks++;
    }
    final long from = Math.max(packet.delivered, drainedUntil.getOrDefault(packet.fifo(), 0L));
    drainedUntil.put(packet.fifo(), from + ticks);
    packet.drained = from + ticks;
  }

  private boolean offer(Random random, int cores, int capacity, long tick) {
    final int node = random.nextInt(NODES);
    final int receiver = random.nextInt(Torus.PORTS);
    final int trafficClass = CLASSES[random.nextInt(2)];
    final int sequence = random.nextInt(1_000);
    final int core = cores == 1 ? 0 : sequence % 2;
    final int chunks = 1 + random.nextInt(8);
    final long first = PacketWords.of(1 - node, sequence, trafficClass, chunks);
    final int packet = pool.add(first, 0, Place.of(node, receiver << 3));
    final Held offered = new Held(node, receiver, trafficClass, core, 32 * chunks, packet, tick);
    final boolean busFree =
        held.stream()
            .noneMatch(other -> other.bus().equals(offered.bus()) && other.delivered > tick);
    final int taken =
        held.stream()
            .filter(other -> other.fifo().equals(offered.fifo()))
            .mapToInt(other -> other.bytes)
            .sum();
    final boolean fits = capacity == 0 || taken + offered.bytes <= capacity;
    assertTrue(capacity == 0 || taken <= capacity, "the list of bytes is wrong");
    final int base = layout.base(node);
    final String name = offered.bus() + " at tick " + tick;
    assertEquals(busFree && fits, fifos.canTake(node, base, receiver, trafficClass, packet), name);
    assertEquals(fits, fifos.hasRoom(node, receiver, trafficClass, packet), name);
    if (!busFree || !fits) {
      pool.remove(packet);
      return false;
    }
    fifos.begin(node, base, receiver, trafficClass, packet);
    held.add(offered);
    return true;
  }
}
