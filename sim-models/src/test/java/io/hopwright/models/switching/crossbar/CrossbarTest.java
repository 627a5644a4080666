package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Window;
import io.hopwright.models.measure.Interval;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.standstill.QueueHead;
import io.hopwright.models.standstill.Waiting;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
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
import org.junit.jupiter.params.provider.CsvSource;

/** One router in its own partition, with two hosts and a neighbour that the test simulates. */
class CrossbarTest {
  private static final int LINKS = 3;
  private static final int PORTS = 5;
  private static final int MAX_FLITS = 20;
  private static final int HOST_ROOM = 3;
  private static final int HOST_TICKS = 30;
  private static final int WINDOW = 40;
  private static final int CHOICE_BITS = 10;
  private static final int CHOICE_MASK = (1 << CHOICE_BITS) - 1;

  private static final List<PortKind> KINDS =
      List.of(
          new PortKind("near", 2, true, 40, ticks(3, 0), 50, WINDOW),
          new PortKind("far", 1, true, 25, ticks(5, 1), 70, 60),
          PortKind.endpoints("host", 2, ticks(2, 0)));

  private static List<Integer> ticks(int perFlit, int more) {
    return IntStream.rangeClosed(0, MAX_FLITS)
        .map(flits -> perFlit * flits + more)
        .boxed()
        .toList();
  }

  /** Links join port p of the router and port 2 − p of its neighbour. */
  private static final Topology PAIR =
      new Graph(
          2,
          List.of("a", "b", "c"),
          List.of(
              new Graph.Link(0, 0, 1, 2), new Graph.Link(0, 1, 1, 1), new Graph.Link(0, 2, 1, 0)));

  private final List<String> log = new ArrayList<>();
  private final EventBatch incoming = new EventBatch();
  private final EventBatch outgoing = new EventBatch();
  private CrossbarDesign design;
  private Vc vcs;
  private EventWord eventWords;
  private PacketWords packetWords;
  private CrossbarPartition<Hosts> partition;
  private PacketPool pool;
  private long now;
  private long windows;

  private void build(int numberOfVcs, int mostHops) {
    build(PAIR, numberOfVcs, mostHops);
  }

  private void build(Topology topology, int numberOfVcs, int mostHops) {
    design = new CrossbarDesign(KINDS, numberOfVcs, new PacketFormat(MAX_FLITS, mostHops, 40, 3));
    vcs = new Vc(design);
    eventWords = new EventWord(design);
    packetWords = new PacketWords(design);
    partition =
        new CrossbarPartition<>(
            design,
            topology,
            PartitionMap.ranges(topology, 1),
            0,
            new CrossbarPartition.Parts<Hosts>() {
              @Override
              public Routing routing(SwitchState switches, PacketPool packets) {
                pool = packets;
                return new SelfRouting();
              }

              @Override
              public Hosts endpoints(Site site) {
                return new Hosts();
              }
            },
            new PortStatistics(design, new int[] {0}, true, true),
            new Measures<>(
                new Interval(0, Long.MAX_VALUE, 1L << 40),
                PortStatistics.totals(design),
                Totals::new,
                Supply.none()),
            100);
    incoming.open(new Window(0, 0, 1));
  }

  private int choice(int packet) {
    return (int) pool.first(packet) & CHOICE_MASK;
  }

  /** The first word of a packet names the VC for which it waits. */
  private final class SelfRouting implements Routing {
    @Override
    public void tick(long tick) {
      now = tick;
    }

    @Override
    public int route(int router, int input, int packet, long tick) {
      assertEquals(0, router);
      assertEquals(input, vcs.port(pool.place(packet)));
      return choice(packet);
    }
  }

  /** Endpoint that accepts a fixed number of packets at a time, at any port. */
  private final class Hosts implements Endpoints {
    private int packets;

    @Override
    public boolean hasRoom(int router, int port, int vc, int packet) {
      assertEquals(choice(packet), vcs.of(port, vc));
      return packets < HOST_ROOM;
    }

    @Override
    public long receive(int router, int port, int packet, long tick) {
      log.add(NaiveCrossbar.host(tick, port, pool.first(packet) >>> CHOICE_BITS));
      packets++;
      return tick + HOST_TICKS + packetWords.flits(pool.third(packet));
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
    public long wake(int router, int port, long tick) {
      throw new AssertionError("nobody asked for it");
    }

    @Override
    public void issue(int router, long tick) {
      // The test itself supplies the packets.
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
    public void save(Words words) {
      // Nothing is measured.
    }
  }

  private void arriveAt(long tick, Packet packet) {
    final int place = vcs.of(packet.input(), packet.inputVc());
    final long first = packet.id() << CHOICE_BITS | vcs.of(packet.output(), packet.vc());
    final long[] words = {first, 0, packetWords.of(packet.flits())};
    incoming.addPacket(tick, place, words, 0, words.length);
  }

  private void creditAt(long tick, int port, int vc, int flits) {
    incoming.addSignal(tick, eventWords.of(EventWord.CREDIT, vcs.of(port, vc), flits));
  }

  /** Simulates a window and records what was sent to the neighbour in it. */
  private void simulate(long fromTick, long toTick) {
    partition.accept(incoming);
    final Window window = new Window(windows++, fromTick, toTick);
    incoming.open(window);
    outgoing.open(window);
    partition.simulate(window, new EventBatch[] {outgoing});
    for (int signal = 0; signal < outgoing.signals(); signal++) {
      final int event = outgoing.signalEvent(signal);
      assertEquals(EventWord.CREDIT, EventWord.type(event));
      final int output = eventWords.vc(event);
      assertEquals(0, vcs.router(output));
      log.add(
          NaiveCrossbar.credit(
              outgoing.signalTick(signal),
              LINKS - 1 - vcs.port(output),
              vcs.vc(output),
              eventWords.flits(event)));
    }
    for (int at = 0; at < outgoing.packets(); at++) {
      final int input = outgoing.packetEvent(at);
      assertEquals(0, vcs.router(input));
      final long third = outgoing.packetWord(at, 2);
      assertEquals(1, packetWords.hops(third));
      log.add(
          NaiveCrossbar.packet(
              outgoing.packetTick(at),
              LINKS - 1 - vcs.port(input),
              vcs.vc(input),
              outgoing.packetWord(at, 0) >>> CHOICE_BITS,
              packetWords.flits(third)));
    }
  }

  @ParameterizedTest(name = "seed {0}, {1} VCs")
  @CsvSource({"1, 8", "2, 1", "3, 4", "4, 8", "5, 3", "6, 16", "7, 4", "8, 8", "9, 11"})
  void shouldDoWhatANaiveRouterDoes(long seed, int numberOfVcs) {
    build(numberOfVcs, 10);
    final Random random = new Random(seed);
    final NaiveCrossbar naive = new NaiveCrossbar(design, HOST_ROOM, HOST_TICKS);
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
    assertEquals(List.of(), waitingHeads());
    final Totals totals = partition.measures().totals();
    for (int kind = 0; kind < design.kinds().size(); kind++) {
      assertEquals(naive.packets[kind], totals.get(PortStatistics.packets(kind)));
      assertEquals(naive.busyTicks[kind], totals.get(PortStatistics.busy(kind)));
    }
    assertEquals(naive.packets[0] + naive.packets[1], totals.get(Totals.HOPS));
    for (int port = 0; port < PORTS; port++) {
      assertEquals(naive.portTicks[port], partition.statistics().busyTicks(0, port));
    }
  }

  private List<QueueHead> waitingHeads() {
    final Words words = new Words();
    partition.saveWaits(true, words);
    return Waiting.load(List.of(words)).heads();
  }

  private Packet randomPacket(Random random, long id, int input) {
    final int output = random.nextInt(PORTS);
    final int vc = random.nextInt(output < LINKS ? design.vcs() : Math.min(4, design.vcs()));
    final int flits = 1 + random.nextInt(MAX_FLITS);
    return new Packet(id, flits, input, random.nextInt(design.vcs()), output, vc);
  }

  @Test
  void shouldTellWhoWaitsForWhat() {
    build(8, 10);
    for (int i = 0; i < 4; i++) {
      arriveAt(i, new Packet(i, 20, 0, 1, 2, 6));
    }
    simulate(0, 40);
    assertFalse(partition.atRest());
    assertEquals(3, partition.packetsPresent());
    final QueueHead.Builder expected = new QueueHead.Builder(0, 2, 6, 3, 20);
    expected.wants(2, 6, 20, design.capacities()[1] - 20).holds(0, 1, 60);
    assertEquals(List.of(expected.build()), waitingHeads());
    final Progress progress = new Progress();
    partition.addProgress(progress);
    assertEquals(1, progress.packetHops);
  }

  /** Beyond the limit the counter would overflow into the bits of the machine. */
  @Test
  void shouldStopAPacketThatHasTakenAllTheLinksItMay() {
    build(8, 1);
    arriveAt(0, new Packet(1, 20, 0, 1, 2, 6));
    simulate(0, 40);
    final int place = vcs.of(1, 0);
    final long[] words = {1 << CHOICE_BITS | vcs.of(0, 3), 0, outgoing.packetWord(0, 2)};
    incoming.addPacket(55, place, words, 0, words.length);
    assertEquals(
        "router 0, port 0, VC 3: a packet goes on after 1 hops, the limit, at tick 55",
        assertThrows(IllegalStateException.class, () -> simulate(40, 80)).getMessage());
  }

  @Test
  void shouldNameARouteByAPortWithoutALink() {
    build(new Graph(2, List.of("a", "b", "c"), List.of(new Graph.Link(0, 0, 1, 2))), 8, 10);
    arriveAt(0, new Packet(1, 20, 0, 1, 2, 6));
    assertEquals(
        "router 0: route by port 2, no link",
        assertThrows(AssertionError.class, () -> simulate(0, 40)).getMessage());
  }

  /** Samples are taken at grid ticks of the measured interval, here at tick 0 and the next one. */
  @Test
  void shouldSampleWhatWaitsAndWhatWasSent() {
    build(8, 10);
    arriveAt(0, new Packet(1, 20, 0, 1, 2, 6));
    arriveAt(1, new Packet(2, 7, 1, 1, 2, 6));
    simulate(0, 40);
    partition.sample(1);
    final Totals totals = partition.measures().totals();
    assertEquals(7, totals.get(PortStatistics.waiting(1)));
    assertEquals(20, totals.get(PortStatistics.sent(1)));
    assertEquals(0, totals.get(PortStatistics.waiting(0)));
    assertEquals(0, totals.get(PortStatistics.sent(2)));
  }
}
