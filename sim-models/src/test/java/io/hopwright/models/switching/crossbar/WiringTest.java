package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Window;
import io.hopwright.models.switching.PacketPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Five routers in a row, in partitions of two, one and two; port 0 leads down, port 2 up. */
class WiringTest {
  private static final CrossbarDesign DESIGN = Designs.of(20, 3, 6, 9, 40, 100);
  private static final Vc VCS = new Vc(DESIGN);
  private static final EventWord EVENT_WORDS = new EventWord(DESIGN);
  private static final int ROUTERS = 5;
  private static final RouterPlan PLAN = new RouterPlan(0, 2, 3, ROUTERS);
  private static final int[][] NEIGHBOURS = {{1}, {0, 2}, {1}};
  private static final int DOWN = 0;
  private static final int UP = 2;
  private static final int WORDS = 5;
  private static final int VC = 5;
  private static final int FLITS = 17;

  private static final Fabric ROW =
      new Fabric() {
        @Override
        public int neighbour(int router, int port) {
          final int other = router + port - 1;
          return port == 1 || other < 0 || other >= ROUTERS ? -1 : other;
        }

        @Override
        public int neighbourPort(int router, int port) {
          return UP - port;
        }
      };

  private final List<PacketPool> pools = new ArrayList<>();
  private final List<TimingWheel> wheels = new ArrayList<>();
  private final List<Wiring> wirings = new ArrayList<>();
  private final List<EventBatch[]> batches = new ArrayList<>();

  WiringTest() {
    for (int partition = 0; partition < PLAN.partitions(); partition++) {
      final PacketPool pool = new PacketPool(WORDS, 1 << 20);
      final TimingWheel wheel = new TimingWheel(100);
      final int[] neighbours = NEIGHBOURS[partition];
      final EventBatch[] outgoing = new EventBatch[neighbours.length];
      Arrays.setAll(outgoing, i -> new EventBatch());
      Arrays.stream(outgoing).forEach(batch -> batch.open(new Window(0, 1_000, 1_018)));
      final Wiring wiring = new Wiring(pool, wheel, DESIGN, ROW, PLAN, partition, neighbours);
      wiring.open(outgoing);
      pools.add(pool);
      wheels.add(wheel);
      wirings.add(wiring);
      batches.add(outgoing);
    }
  }

  /** Has all partitions schedule what was sent to them. */
  private void exchange() {
    for (int from = 0; from < PLAN.partitions(); from++) {
      for (int i = 0; i < NEIGHBOURS[from].length; i++) {
        wirings.get(NEIGHBOURS[from][i]).accept(batches.get(from)[i]);
      }
    }
  }

  @Test
  void shouldBringPacketsToTheFarEndOfEveryLink() {
    for (int router = 0; router < ROUTERS; router++) {
      for (int port : new int[] {DOWN, UP}) {
        if (ROW.neighbour(router, port) >= 0) {
          final WiringTest fresh = new WiringTest();
          fresh.sendPacket(router, port);
          fresh.exchange();
          fresh.assertArrived(ROW.neighbour(router, port), UP - port, router + " by " + port);
        }
      }
    }
  }

  private void sendPacket(int router, int port) {
    final int from = PLAN.partitionOf(router);
    final PacketPool pool = pools.get(from);
    final int packet = pool.add(-3L, 4L << 40, 0);
    pool.setThird(packet, 5L << 50);
    pool.setWord(packet, 3, 6L << 60);
    pool.setWord(packet, 4, -7L);
    final int behind = pool.add(0, 0, 0);
    pool.putBehind(packet, behind);
    wirings.get(from).sendPacket(router - PLAN.first(from), port, VC, packet, 1_234);
    pool.remove(behind);
  }

  private void assertArrived(int router, int port, String name) {
    final int to = PLAN.partitionOf(router);
    for (int partition = 0; partition < PLAN.partitions(); partition++) {
      final long next = partition == to ? 1_234 : TimingWheel.NEVER;
      assertEquals(next, wheels.get(partition).nextTick(), name);
      assertEquals(partition == to ? 1 : 0, pools.get(partition).present(), name);
    }
    assertEquals(1, wheels.get(to).take(1_234));
    final int event = wheels.get(to).bucket()[0];
    assertEquals(EventWord.ARRIVAL, EventWord.type(event));
    final int packet = EventWord.packet(event);
    final PacketPool pool = pools.get(to);
    assertEquals(-3L, pool.first(packet));
    assertEquals(4L << 40, pool.second(packet));
    assertEquals(5L << 50, pool.third(packet));
    assertEquals(6L << 60, pool.word(packet, 3));
    assertEquals(-7L, pool.word(packet, 4));
    assertEquals(VCS.of(router - PLAN.first(to), port, VC), pool.place(packet), name);
    assertEquals(PacketPool.NONE, pool.behind(packet));
  }

  @Test
  void shouldBringCreditsToTheFarEndOfEveryLink() {
    for (int router = 0; router < ROUTERS; router++) {
      for (int port : new int[] {DOWN, UP}) {
        final int other = ROW.neighbour(router, port);
        if (other < 0) {
          continue;
        }
        final WiringTest fresh = new WiringTest();
        final int from = PLAN.partitionOf(router);
        final int to = PLAN.partitionOf(other);
        fresh.wirings.get(from).sendCredit(router - PLAN.first(from), port, VC, FLITS, 1_111);
        fresh.exchange();
        assertEquals(1, fresh.wheels.get(to).take(1_111));
        assertEquals(
            EVENT_WORDS.of(EventWord.CREDIT, VCS.of(other - PLAN.first(to), UP - port, VC), FLITS),
            fresh.wheels.get(to).bucket()[0]);
        fresh.wheels.forEach(wheel -> assertEquals(TimingWheel.NEVER, wheel.nextTick()));
      }
    }
  }

  @Test
  void shouldCountTicksFromTheStartOfTheSendersWindow() {
    wirings.get(0).sendCredit(1, UP, VC, FLITS, 1_050);
    assertEquals(1_050, batches.get(0)[0].firstEffectTick());
    wirings.get(0).sendCredit(1, UP, VC, 1, 1_020);
    assertEquals(1_020, batches.get(0)[0].firstEffectTick());
    exchange();
    assertEquals(1_020, wheels.get(1).nextTick());
    wheels.get(1).take(1_020);
    assertEquals(1_050, wheels.get(1).nextTick());
  }
}
