package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Window;
import io.hopwright.models.measure.Interval;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.switching.crossbar.NaiveCrossbar.Packet;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One router, a partition of its own, between a neighbour that the test plays and two hosts. */
class CrossbarTest {
  private static final int LINKS = 3;
  private static final int PORTS = 5;
  private static final int MAX_FLITS = 20;
  private static final int HOST_ROOM = 3;
  private static final int HOST_TICKS = 30;
  private static final int WINDOW = 40;

  private static final CrossbarDesign DESIGN =
      new CrossbarDesign(
          List.of(
              new PortKind("near", 2, true, 40, ticks(3, 0)),
              new PortKind("far", 1, true, 25, ticks(5, 1)),
              new PortKind("host", 2, false, 0, ticks(2, 0))),
          50,
          WINDOW);

  private static List<Integer> ticks(int perFlit, int more) {
    return IntStream.rangeClosed(0, MAX_FLITS)
        .map(flits -> perFlit * flits + more)
        .boxed()
        .toList();
  }

  /** Port p of the router and port 2 − p of its neighbour are joined. */
  private static final Topology PAIR =
      new Graph(
          2,
          List.of("a", "b", "c"),
          List.of(
              new Graph.Link(0, 0, 1, 2), new Graph.Link(0, 1, 1, 1), new Graph.Link(0, 2, 1, 0)));

  private final List<String> log = new ArrayList<>();
  private final EventBatch incoming = new EventBatch();
  private final EventBatch outgoing = new EventBatch();
  private final CrossbarPartition<Hosts> partition;
  private PacketPool pool;
  private long now;
  private long windows;

  CrossbarTest() {
    partition =
        new CrossbarPartition<>(
            DESIGN,
            PAIR,
            PartitionMap.ranges(PAIR, 1),
            0,
            new CrossbarPartition.Parts<Hosts>() {
              @Override
              public Routing routing(SwitchState switches, PacketPool packets) {
                pool = packets;
                return new SelfRouting();
              }

              @Override
              public Hosts endpoints(TimingWheel wheel, PacketPool packets) {
                return new Hosts();
              }
            },
            new PortStatistics(DESIGN, 1, true, true),
            new Measures<>(
                new Interval(0, Long.MAX_VALUE, 1L << 40),
                PortStatistics.totals(DESIGN),
                Totals::new,
                Supply.none()),
            100);
    incoming.open(new Window(0, 0, 1));
  }

  /** Packets say in their first word for what they wait. */
  private final class SelfRouting implements Routing {
    @Override
    public void tick(long tick) {
      now = tick;
    }

    @Override
    public int route(int router, int input, int packet, long tick) {
      assertEquals(0, router);
      assertEquals(input, pool.input(packet));
      return (int) pool.first(packet) & 511;
    }
  }

  /** Takes so many packets at a time, whatever the port. */
  private final class Hosts implements Endpoints {
    private int packets;

    @Override
    public boolean hasRoom(int router, int port, int vc, int packet) {
      assertEquals((int) pool.first(packet) & 511, port << 3 | vc);
      return packets < HOST_ROOM;
    }

    @Override
    public long receive(int router, int port, int packet, long tick) {
      log.add(NaiveCrossbar.host(tick, port, pool.first(packet) >>> 9));
      packets++;
      return tick + HOST_TICKS + PacketWords.flits(pool.third(packet));
    }

    @Override
    public long deliver(int router, int packet, long tick) {
      packets--;
      pool.remove(packet);
      return 0b11000;
    }

    @Override
    public void credit(int router, int port, int vc, int flits) {
      log.add(NaiveCrossbar.room(now, port, vc, flits));
    }

    @Override
    public void wake(int router, int port, long tick) {
      throw new AssertionError("nobody asked for it");
    }

    @Override
    public void issue(int router, long tick) {
      // Packets come from the test.
    }

    @Override
    public long unsettled() {
      return 0;
    }

    @Override
    public boolean atRest() {
      return packets == 0;
    }

    @Override
    public void save(Words books) {
      // Nothing is measured.
    }
  }

  private void arriveAt(long tick, Packet packet) {
    final int event = EventWord.of(EventWord.ARRIVAL, 0, packet.input(), packet.inputVc(), 0);
    final long first = packet.id() << 9 | packet.output() << 3 | packet.vc();
    incoming.addPacket(tick, event, first, 0, packet.flits());
  }

  private void creditAt(long tick, int port, int vc, int flits) {
    final int event = EventWord.of(EventWord.CREDIT, 0, port, vc, flits);
    incoming.addSignal(tick, event);
  }

  /** Simulates a window and writes down what was sent to the neighbour in it. */
  private void simulate(long fromTick, long toTick) {
    partition.accept(incoming);
    final Window window = new Window(windows++, fromTick, toTick);
    incoming.open(window);
    outgoing.open(window);
    partition.simulate(window, new EventBatch[] {outgoing});
    for (int signal = 0; signal < outgoing.signals(); signal++) {
      final int event = outgoing.signalEvent(signal);
      assertEquals(EventWord.CREDIT, EventWord.type(event));
      assertEquals(0, EventWord.router(event));
      log.add(
          NaiveCrossbar.credit(
              outgoing.signalTick(signal),
              LINKS - 1 - EventWord.port(event),
              EventWord.vc(event),
              EventWord.flits(event)));
    }
    for (int at = 0; at < outgoing.packets(); at++) {
      final int event = outgoing.packetEvent(at);
      assertEquals(EventWord.ARRIVAL, EventWord.type(event));
      assertEquals(0, EventWord.router(event));
      final long third = outgoing.packetWord(at, 2);
      assertEquals(1, PacketWords.hops(third));
      log.add(
          NaiveCrossbar.packet(
              outgoing.packetTick(at),
              LINKS - 1 - EventWord.port(event),
              EventWord.vc(event),
              outgoing.packetWord(at, 0) >>> 9,
              PacketWords.flits(third)));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldDoWhatANaiveRouterDoes(long seed) {
    final Random random = new Random(seed);
    final NaiveCrossbar naive = new NaiveCrossbar(DESIGN, HOST_ROOM, HOST_TICKS);
    final double load = 0.002 * seed * seed;
    long ids = 1;
    long tick = 0;
    for (int window = 0; window < 400 || !naive.isHome(); window++) {
      final long to = tick + 1 + random.nextInt(WINDOW);
      for (long t = tick; t < to && window < 400; t++) {
        for (int input = 0; input < PORTS; input++) {
          if (random.nextDouble() < load) {
            final Packet packet = randomPacket(random, ids++, input);
            naive.arriveAt(t, packet);
            arriveAt(t, packet);
          }
        }
      }
      simulate(tick, to);
      for (; tick < to; tick++) {
        naive.tick(tick);
        for (Packet packet : naive.sent) {
          final long back = to + random.nextInt(200);
          naive.creditAt(back, packet.output(), packet.vc(), packet.flits());
          creditAt(back, packet.output(), packet.vc(), packet.flits());
        }
      }
      assertEquals(
          naive.log.stream().sorted().toList(),
          log.stream().sorted().toList(),
          "seed " + seed + ", before tick " + tick);
      naive.log.clear();
      log.clear();
    }
    simulate(tick, tick + 1);
    assertTrue(ids > 50);
    assertTrue(partition.atRest());
    assertEquals(0, partition.packetsPresent());
    assertEquals(0, partition.describeWaiting(new StringBuilder()));
    final Totals totals = partition.measures().totals();
    for (int kind = 0; kind < DESIGN.kinds().size(); kind++) {
      assertEquals(naive.packets[kind], totals.get(PortStatistics.packets(kind)));
      assertEquals(naive.busyTicks[kind], totals.get(PortStatistics.busy(kind)));
    }
    assertEquals(naive.packets[0] + naive.packets[1], totals.get(Totals.HOPS));
    for (int port = 0; port < PORTS; port++) {
      assertEquals(naive.portTicks[port], partition.books().busyTicks(0, port));
    }
  }

  private static Packet randomPacket(Random random, long id, int input) {
    final int output = random.nextInt(PORTS);
    final int vc = random.nextInt(output < LINKS ? SwitchState.VCS : 4);
    final int flits = 1 + random.nextInt(MAX_FLITS);
    return new Packet(id, flits, input, random.nextInt(SwitchState.VCS), output, vc);
  }

  @Test
  void shouldTellWhoWaitsForWhat() {
    for (int i = 0; i < 4; i++) {
      arriveAt(i, new Packet(i, 20, 0, 1, 2, 6));
    }
    simulate(0, 40);
    assertFalse(partition.atRest());
    assertEquals(3, partition.packetsPresent());
    final StringBuilder report = new StringBuilder();
    assertEquals(3, partition.describeWaiting(report));
    assertEquals(
        "router 0, far port 2, VC 6: 3 packets wait, 20 flits without credit\n", report.toString());
    final Progress progress = new Progress();
    partition.addProgress(progress);
    assertEquals(1, progress.packetHops);
  }

  /** Samples are taken at grid ticks of the measured interval, here at tick 0 and the next one. */
  @Test
  void shouldSampleWhatWaitsAndWhatWasSent() {
    arriveAt(0, new Packet(1, 20, 0, 1, 2, 6));
    arriveAt(1, new Packet(2, 7, 1, 1, 2, 6));
    simulate(0, 40);
    partition.sample();
    final Totals totals = partition.measures().totals();
    assertEquals(7, totals.get(PortStatistics.waiting(1)));
    assertEquals(20, totals.get(PortStatistics.sent(1)));
    assertEquals(0, totals.get(PortStatistics.waiting(0)));
    assertEquals(0, totals.get(PortStatistics.sent(2)));
  }
}
