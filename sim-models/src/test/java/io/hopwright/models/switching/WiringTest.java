package io.hopwright.models.switching;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Window;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WiringTest {
  private static final int UP = 2;
  private static final int WORDS = 5;
  private static final int VC = 5;
  private static final int PORT_BITS = 3;
  private static final int PLACE_SHIFT = 4;
  private static final int SIGNAL_SHIFT = 10;

  /** A signal word for VC 5; its meaning does not matter here. */
  private static final int SIGNAL = VC << 7 | 17;

  /** Networks and their cuts. */
  private enum Net {
    /** Five routers in a row, in partitions of two, two and one. */
    ROW {
      @Override
      PartitionMap map() {
        return PartitionMap.ranges(topology(), 2);
      }

      @Override
      Topology topology() {
        return new Graph(
            5,
            List.of("down", "none", "up"),
            IntStream.range(1, 5)
                .mapToObj(router -> new Graph.Link(router, 0, router - 1, UP))
                .toList());
      }
    },
    /** Boxes of a grid, whose routers do not have consecutive numbers. */
    BOXES {
      @Override
      PartitionMap map() {
        return PartitionMap.boxes(topology(), 2, 2);
      }

      @Override
      Grid topology() {
        return new Grid(Grid.Axis.ring("x", 5), Grid.Axis.line("y", 3));
      }
    };

    abstract PartitionMap map();

    abstract Topology topology();
  }

  /** State of the partitions of a network. */
  private static final class Parts {
    final PartitionMap map;
    final Topology topology;
    final int[] ends;
    final List<PacketPool> pools = new ArrayList<>();
    final List<TimingWheel> wheels = new ArrayList<>();
    final List<Wiring> wirings = new ArrayList<>();
    final List<EventBatch[]> batches = new ArrayList<>();

    Parts(Net net) {
      map = net.map();
      topology = net.topology();
      ends = new int[topology.routers() * topology.ports()];
      for (int partition = 0; partition < map.partitions(); partition++) {
        final PacketPool pool = new PacketPool(WORDS, 1 << 20);
        final TimingWheel wheel = new TimingWheel(100);
        final EventBatch[] outgoing = new EventBatch[map.neighbours(partition).length];
        Arrays.setAll(outgoing, i -> new EventBatch());
        Arrays.stream(outgoing).forEach(batch -> batch.open(new Window(0, 1_000, 1_018)));
        final Wiring wiring =
            new Wiring(
                pool,
                wheel,
                PLACE_SHIFT,
                SIGNAL_SHIFT,
                topology,
                map,
                partition,
                endsOf(partition));
        wiring.open(outgoing);
        pools.add(pool);
        wheels.add(wheel);
        wirings.add(wiring);
        batches.add(outgoing);
      }
    }

    private Wiring.Ends endsOf(int partition) {
      return new Wiring.Ends() {
        @Override
        public int number(int router, int port) {
          return router << PORT_BITS | port;
        }

        @Override
        public void put(int router, int port, int end) {
          ends[map.router(partition, router) * topology.ports() + port] = end;
        }
      };
    }

    int end(int router, int port) {
      return ends[router * topology.ports() + port];
    }

    Wiring wiringOf(int router) {
      return wirings.get(map.partitionOf(router));
    }

    /** Makes all partitions schedule the events that were sent to them. */
    void exchange() {
      for (int from = 0; from < map.partitions(); from++) {
        final int[] neighbours = map.neighbours(from);
        for (int i = 0; i < neighbours.length; i++) {
          wirings.get(neighbours[i]).accept(batches.get(from)[i]);
        }
      }
    }

    void sendPacket(int router, int port) {
      final PacketPool pool = pools.get(map.partitionOf(router));
      final int packet = pool.add(-3L, 4L << 40, 0);
      pool.setThird(packet, 5L << 50);
      pool.setWord(packet, 3, 6L << 60);
      pool.setWord(packet, 4, -7L);
      final int behind = pool.add(0, 0, 0);
      pool.putBehind(packet, behind);
      wiringOf(router).sendPacket(end(router, port), VC, packet, 1_234);
      pool.remove(behind);
    }

    void assertArrived(int router, int port, String name) {
      final int to = map.partitionOf(router);
      for (int partition = 0; partition < map.partitions(); partition++) {
        final long next = partition == to ? 1_234 : TimingWheel.NEVER;
        assertEquals(next, wheels.get(partition).nextTick(), name);
        assertEquals(partition == to ? 1 : 0, pools.get(partition).present(), name);
      }
      assertEquals(1, wheels.get(to).take(1_234));
      final int event = wheels.get(to).taken()[0];
      final int packet = event >>> Wiring.TYPE_BITS;
      assertEquals(Wiring.arrival(packet), event);
      final PacketPool pool = pools.get(to);
      assertEquals(-3L, pool.first(packet));
      assertEquals(4L << 40, pool.second(packet));
      assertEquals(5L << 50, pool.third(packet));
      assertEquals(6L << 60, pool.word(packet, 3));
      assertEquals(-7L, pool.word(packet, 4));
      final int end = map.localIndex(router) << PORT_BITS | port;
      assertEquals(end << PLACE_SHIFT | VC, pool.place(packet), name);
      assertEquals(PacketPool.NONE, pool.behind(packet));
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldBringPacketsToTheFarEndOfEveryLink(Net net) {
    final Topology topology = net.topology();
    for (int router = 0; router < topology.routers(); router++) {
      for (int port = 0; port < topology.ports(); port++) {
        final int other = topology.neighbour(router, port);
        if (other != Topology.NONE) {
          final Parts parts = new Parts(net);
          parts.sendPacket(router, port);
          parts.exchange();
          final int otherPort = topology.neighbourPort(router, port);
          parts.assertArrived(other, otherPort, router + " by " + port);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldBringSignalsToTheFarEndOfEveryLink(Net net) {
    final Topology topology = net.topology();
    for (int router = 0; router < topology.routers(); router++) {
      for (int port = 0; port < topology.ports(); port++) {
        final int other = topology.neighbour(router, port);
        if (other == Topology.NONE) {
          continue;
        }
        final Parts parts = new Parts(net);
        final PartitionMap map = parts.map;
        parts.wiringOf(router).sendSignal(parts.end(router, port), SIGNAL, 1_111);
        parts.exchange();
        final TimingWheel wheel = parts.wheels.get(map.partitionOf(other));
        assertEquals(1, wheel.take(1_111));
        final int otherPort = topology.neighbourPort(router, port);
        final int end = map.localIndex(other) << PORT_BITS | otherPort;
        assertEquals(end << SIGNAL_SHIFT | SIGNAL, wheel.taken()[0]);
        parts.wheels.forEach(each -> assertEquals(TimingWheel.NEVER, each.nextTick()));
      }
    }
  }

  @Test
  void shouldCountTicksFromTheStartOfTheSendersWindow() {
    final Parts parts = new Parts(Net.ROW);
    final Wiring wiring = parts.wirings.get(0);
    wiring.sendSignal(parts.end(1, UP), SIGNAL, 1_050);
    assertEquals(1_050, parts.batches.get(0)[0].firstEffectTick());
    wiring.sendSignal(parts.end(1, UP), SIGNAL, 1_020);
    assertEquals(1_020, parts.batches.get(0)[0].firstEffectTick());
    parts.exchange();
    final TimingWheel wheel = parts.wheels.get(1);
    assertEquals(1_020, wheel.nextTick());
    wheel.take(1_020);
    assertEquals(1_050, wheel.nextTick());
  }
}
