package io.hopwright.models.bluegene.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reception FIFOs that random packets enter and leave, against a list of the occupied bytes. */
class ReceptionFifosTest {
  private static final int UNIT_BITS = 10;
  private static final int NODES = 2;
  private static final int TRAILER = 4;
  private static final int[] CLASSES = {TrafficClass.DYNAMIC, TrafficClass.HIGH_PRIORITY};

  /** A packet on its way into a FIFO, or in the FIFO until it is drained. */
  private static final class Held {
    private final int node;
    private final int receiver;
    private final int trafficClass;
    private final int core;
    private final int bytes;
    private final long delivered;
    private long drained = Long.MAX_VALUE;

    Held(int node, int receiver, int trafficClass, int core, int bytes, long tick) {
      this.node = node;
      this.receiver = receiver;
      this.trafficClass = trafficClass;
      this.core = core;
      this.bytes = bytes;
      delivered = tick + bytes + TRAILER;
    }

    boolean high() {
      return trafficClass == TrafficClass.HIGH_PRIORITY;
    }

    /** High priority has one FIFO per core, other packets have one per receiver and core. */
    String fifo() {
      return node + (high() ? " high" : " of " + receiver) + " core " + core;
    }

    int bus() {
      return 12 * core + (high() ? 6 : 0) + receiver;
    }
  }

  private final TimingWheel wheel = new TimingWheel(300);
  private final List<Held> held = new ArrayList<>();
  private final Map<String, Long> drainedUntil = new HashMap<>();
  private ReceptionFifos fifos;

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
    fifos =
        new ReceptionFifos(
            new RouterDesign.Reception(cores, bytes, rate),
            NODES,
            new Wakes(wheel, 0, 0, UNIT_BITS));
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
        final int event = wheel.taken()[i];
        assertTrue(fifos.drained(event >>> UNIT_BITS, event & ((1 << UNIT_BITS) - 1)));
      }
    }
    held.removeIf(packet -> packet.drained <= tick);
    final List<Held> ended = held.stream().filter(packet -> packet.delivered == tick).toList();
    for (Held packet : ended) {
      fifos.end(packet.node, packet.bus());
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
    if (!limited) {
      held.removeAll(ended);
    }
  }

  /**
   * Drains packets one after the other in the order of delivery; packets of one tick go in port
   * order.
   */
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
    final int core = random.nextInt(cores);
    final int chunks = 1 + random.nextInt(8);
    final Held offered = new Held(node, receiver, trafficClass, core, 32 * chunks, tick);
    final boolean busFree =
        held.stream()
            .noneMatch(
                other ->
                    other.node == node && other.bus() == offered.bus() && other.delivered > tick);
    final int taken =
        held.stream()
            .filter(other -> other.fifo().equals(offered.fifo()))
            .mapToInt(other -> other.bytes)
            .sum();
    final boolean fits = capacity == 0 || taken + offered.bytes <= capacity;
    assertTrue(capacity == 0 || taken <= capacity, "the list of bytes is wrong");
    if (capacity > 0) {
      assertEquals(
          fits, fifos.hasRoom(node, offered.bus(), chunks), offered.fifo() + " at " + tick);
    }
    if (!busFree || !fits) {
      return false;
    }
    if (capacity > 0) {
      fifos.begin(node, offered.bus(), chunks);
    }
    held.add(offered);
    return true;
  }
}
