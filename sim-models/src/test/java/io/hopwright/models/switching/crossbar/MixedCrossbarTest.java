package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.models.measure.Interval;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.switching.crossbar.CrossbarDesign.RouterKind;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.PartitionMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Leaves and spines: routers with different numbers of ports, nodes and speeds of links. */
class MixedCrossbarTest {
  private static final int FLITS = 10;
  private static final int HOST_TICKS = 4;
  private static final PacketFormat PACKETS = new PacketFormat(FLITS, 2, 32, 3);

  /** Flits take 1 and 3 ticks; slow links lead to the second spine, and links back are faster. */
  private static final PortKind FAST = PortKind.links("up", 1, 10, ticks(1), 50, 40);

  private static final PortKind SLOW = PortKind.links("up", 1, 15, ticks(3), 70, 60);
  private static final PortKind DOWN = PortKind.links("down", 3, 10, ticks(1), 30, 20);
  private static final PortKind BACK = PortKind.links("down", 3, 12, ticks(2), 90, 80);

  private static List<Integer> ticks(int ofFlit) {
    return IntStream.rangeClosed(0, FLITS).map(flits -> ofFlit * flits).boxed().toList();
  }

  private static PortKind hosts(int number) {
    return PortKind.endpoints("node", number, ticks(1));
  }

  /** A fabric: every leaf has a link to every spine, at the port with the number of the spine. */
  private record Fabric(Graph graph, CrossbarDesign design, int leaves) {
    static Fabric of(List<RouterKind> leaves, List<RouterKind> spines, int vcs) {
      final List<RouterKind> kinds = new ArrayList<>(leaves);
      kinds.addAll(spines);
      final List<Graph.Link> links = new ArrayList<>();
      for (int leaf = 0; leaf < leaves.size(); leaf++) {
        for (int spine = 0; spine < spines.size(); spine++) {
          links.add(new Graph.Link(leaf, spine, leaves.size() + spine, leaf));
        }
      }
      return new Fabric(
          new Graph(
              kinds.stream()
                  .map(each -> IntStream.range(0, each.links()).mapToObj(String::valueOf).toList())
                  .toList(),
              links),
          CrossbarDesign.mixed(kinds.size(), kinds::get, vcs, PACKETS),
          leaves.size());
    }

    /** Returns three leaves with 3, 1 and no nodes, and two spines. */
    static Fabric small() {
      return of(
          List.of(
              new RouterKind(List.of(FAST, SLOW, hosts(3))),
              new RouterKind(List.of(FAST, SLOW, hosts(1))),
              new RouterKind(List.of(FAST, SLOW))),
          List.of(new RouterKind(List.of(DOWN)), new RouterKind(List.of(BACK))),
          2);
    }

    PortNodes nodes() {
      return PortNodes.ofMachine(design, graph.routers());
    }
  }

  /** Packet that a node sends at a tick over a given spine. */
  private record Send(int id, long tick, int from, int to, int spine) {
    /** Returns the packet's first word. */
    long word() {
      return (long) id << 32 | (long) to << 16 | spine;
    }
  }

  private static int spine(long word) {
    return (int) word & 0xFFFF;
  }

  private static int to(long word) {
    return (int) (word >>> 16) & 0xFFFF;
  }

  /** Nodes that accept all packets. */
  private static final class Hosts extends NodeEndpoints {
    private final PortNodes local;
    private final List<String> log;
    private int present;

    Hosts(Fabric fabric, List<Send> sends, Site site, List<String> log) {
      super(site.of(fabric.nodes()));
      this.log = log;
      local = PortNodes.of(fabric.design, site.nodes());
      for (Send send : sends) {
        for (int node = 0; node < nodes.length; node++) {
          if (nodes[node] == send.from) {
            final int place = vcs.of(local.router(node), local.port(node), 0);
            final int packet = pool.add(send.word(), 0, place);
            pool.setThird(packet, packetWords.of(FLITS));
            wheel.schedule(send.tick, Wiring.arrival(packet));
          }
        }
      }
    }

    @Override
    public boolean hasRoom(int router, int port, int vc, int packet) {
      return true;
    }

    @Override
    public long receive(int router, int port, int packet, long tick) {
      final long word = pool.first(packet);
      assertEquals(to(word), nodes[local.node(router, port)]);
      log.add("packet %s at node %s at %s".formatted(word >>> 32, to(word), tick));
      pool.move(packet, vcs.of(router, port, 0));
      present++;
      return tick + HOST_TICKS;
    }

    @Override
    public long deliver(int router, int packet, long tick) {
      pool.remove(packet);
      present--;
      return 0;
    }

    @Override
    public void credit(int router, int port, int vc, int flits) {
      // The endpoint always has room.
    }

    @Override
    public long wake(int router, int unit, long tick) {
      throw new AssertionError("nothing is awaited");
    }

    @Override
    public void issue(int router, long tick) {
      // All packets are scheduled at the start.
    }

    @Override
    public long unsettled() {
      return 0;
    }

    @Override
    public boolean atRest() {
      return present == 0;
    }

    @Override
    public void save(Words words) {
      // Nothing is measured.
    }
  }

  /**
   * Routing up to the spine of the packet unless its node is at this leaf, and down from there; the
   * VC follows from the packet's id.
   */
  private record Ways(Fabric fabric, PartitionMap map, int partition, Vc vcs, PacketPool pool)
      implements Routing {
    @Override
    public int route(int local, int input, int packet, long tick) {
      final int router = map.router(partition, local);
      final long word = pool.first(packet);
      final PortNodes nodes = fabric.nodes();
      final int target = nodes.router(to(word));
      if (router == target) {
        return vcs.of(nodes.port(to(word)), 0);
      }
      final int vc = (int) (word >>> 32) % fabric.design.vcs();
      return vcs.of(router < fabric.leaves ? spine(word) : target, vc);
    }
  }

  private static final class Run implements Simulation<CrossbarPartition<Hosts>> {
    private final Fabric fabric;
    private final List<Send> sends;
    private final PartitionMap map;
    private final List<String> log = new ArrayList<>();

    Run(Fabric fabric, List<Send> sends, int routersOfPartition) {
      this.fabric = fabric;
      this.sends = sends;
      map = PartitionMap.ranges(fabric.graph, routersOfPartition);
    }

    RunOutcome<CrossbarPartition<Hosts>> run() {
      return new SequentialExecutor().run(this, new RunMonitor());
    }

    List<String> sortedLog() {
      final RunOutcome<CrossbarPartition<Hosts>> outcome = run();
      assertTrue(outcome.partitions().stream().allMatch(CrossbarPartition::atRest));
      return log.stream().sorted().toList();
    }

    @Override
    public int partitions() {
      return map.partitions();
    }

    @Override
    public int[] neighbours(int partition) {
      return map.neighbours(partition);
    }

    @Override
    public long windowTicks() {
      return fabric.design.lookaheadTicks(fabric.graph, map);
    }

    @Override
    public long gridTicks() {
      return 1_000;
    }

    @Override
    public StopRule stopRule() {
      return new StopRule() {
        @Override
        public long lastTick() {
          return 100_000;
        }

        @Override
        public long earliestTick() {
          return 100_000;
        }

        @Override
        public boolean reached(Progress total) {
          return true;
        }
      };
    }

    @Override
    public CrossbarPartition<Hosts> build(int partition) {
      return new CrossbarPartition<>(
          fabric.design,
          fabric.graph,
          map,
          partition,
          new CrossbarPartition.Parts<Hosts>() {
            @Override
            public Routing routing(SwitchState switches, PacketPool pool) {
              return new Ways(fabric, map, partition, new Vc(fabric.design), pool);
            }

            @Override
            public Hosts endpoints(Site site) {
              return new Hosts(fabric, sends, site, log);
            }
          },
          new PortStatistics(fabric.design, map.routersOf(partition), true, true),
          new Measures<>(
              new Interval(0, Long.MAX_VALUE, 1L << 40),
              PortStatistics.totals(fabric.design),
              Totals::new,
              Supply.none()),
          1_000);
    }
  }

  /** Grants at ticks 7, 7 + hop up, and 7 + hop up + hop down, computed by hand. */
  @ParameterizedTest
  @CsvSource({"1", "2", "5"})
  void shouldTakeTheTimesOfEachLink(int routersOfPartition) {
    final Fabric fabric = Fabric.small();
    assertEquals(
        List.of(
            "packet 1 at node 3 at " + (7 + 50 + 30),
            "packet 2 at node 3 at " + (1_007 + 70 + 90),
            "packet 3 at node 1 at " + (2_000 + 50 + 30),
            "packet 4 at node 2 at 3000"),
        new Run(
                fabric,
                List.of(
                    new Send(1, 7, 0, 3, 0),
                    new Send(2, 1_007, 1, 3, 1),
                    new Send(3, 2_000, 3, 1, 0),
                    new Send(4, 3_000, 1, 2, 0)),
                routersOfPartition)
            .sortedLog());
  }

  /**
   * The buffer behind each link holds one packet: the second packet waits for the credits of the
   * first. The tail of the first packet leaves the spine its length in ticks after its grant there.
   * Credits return over the downward link, with the delay of that link.
   */
  @ParameterizedTest
  @CsvSource({"1", "2", "5"})
  void shouldWaitForTheCreditsOfEachLink(int routersOfPartition) {
    final long fast = 50 + FLITS + 20;
    final long slow = 70 + 2 * FLITS + 80;
    assertEquals(
        List.of(
            "packet 1 at node 3 at " + (50 + 30),
            "packet 3 at node 3 at " + (fast + 50 + 30),
            "packet 5 at node 3 at " + (10_000 + 70 + 90),
            "packet 7 at node 3 at " + (10_000 + slow + 70 + 90)),
        new Run(
                Fabric.small(),
                List.of(
                    new Send(1, 0, 0, 3, 0),
                    new Send(3, 1, 0, 3, 0),
                    new Send(5, 10_000, 0, 3, 1),
                    new Send(7, 10_001, 0, 3, 1)),
                routersOfPartition)
            .sortedLog());
  }

  @Test
  void shouldNotDependOnPartitions() {
    final Fabric fabric = Fabric.small();
    final Random random = new Random(5);
    final List<Send> sends = new ArrayList<>();
    for (int id = 0; id < 800; id++) {
      sends.add(
          new Send(
              id, random.nextInt(9_000), random.nextInt(4), random.nextInt(4), random.nextInt(2)));
    }
    final List<String> expected = new Run(fabric, sends, 5).sortedLog();
    assertEquals(sends.size(), expected.size());
    for (int routers = 1; routers < 5; routers++) {
      assertEquals(expected, new Run(fabric, sends, routers).sortedLog(), routers + " routers");
    }
  }

  @Test
  void shouldCountPortsByNameAndRouter() {
    final Fabric fabric = Fabric.small();
    final CrossbarDesign design = fabric.design;
    assertEquals(
        List.of("up", "down", "node"), design.kinds().stream().map(PortKind::name).toList());
    assertEquals(List.of(2, 3, 3), design.kinds().stream().map(PortKind::ports).toList());
    assertEquals(5, design.ports());
    assertEquals(3, design.links());
    assertEquals(List.of(6L, 6L, 4L), PortsInUse.of(fabric.graph, design).counts());
    final Run run = new Run(fabric, List.of(new Send(1, 0, 0, 3, 1), new Send(2, 500, 0, 2, 1)), 5);
    final CrossbarPartition<Hosts> partition = run.run().partitions().get(0);
    final PortStatistics ports = partition.statistics();
    final Totals totals = partition.measures().totals();
    assertEquals(2, totals.get(Totals.HOPS));
    assertEquals(1, totals.get(PortStatistics.packets(0)));
    assertEquals(1, totals.get(PortStatistics.packets(1)));
    assertEquals(2, totals.get(PortStatistics.packets(2)));
    assertEquals(3 * FLITS, ports.busyTicks(0, 1));
    assertEquals(2 * FLITS, ports.busyTicks(4, 1));
    assertEquals(FLITS, ports.busyTicks(0, 4));
    assertEquals(FLITS, ports.busyTicks(1, 2));
    assertEquals(3 * FLITS, ports.busyTicksOfKind(0, 0));
    assertEquals(2 * FLITS, ports.busyTicksOfKind(4, 1));
    assertEquals(0, ports.busyTicksOfKind(2, 2));
  }

  @Test
  void shouldLookAheadOverTheLinksBetweenPartitions() {
    final Fabric fabric = Fabric.small();
    assertEquals(20, fabric.design.lookaheadTicks());
    assertEquals(20, lookahead(fabric, 5));
    assertEquals(20, lookahead(fabric, 3));
    assertEquals(60, lookahead(fabric, 4));
  }

  private static int lookahead(Fabric fabric, int routersOfPartition) {
    final PartitionMap map = PartitionMap.ranges(fabric.graph, routersOfPartition);
    return fabric.design.lookaheadTicks(fabric.graph, map);
  }

  @Test
  void shouldNumberNodesByRouterAndPort() {
    final PortNodes nodes = Fabric.small().nodes();
    assertEquals(4, nodes.nodes());
    assertEquals(List.of(3, 1, 0, 0, 0), IntStream.range(0, 5).mapToObj(nodes::nodes).toList());
    for (int node = 0; node < 4; node++) {
      assertEquals(node < 3 ? 0 : 1, nodes.router(node));
      assertEquals(node < 3 ? 2 + node : 2, nodes.port(node));
      assertEquals(node, nodes.node(nodes.router(node), nodes.port(node)));
    }
    final PortNodes local = PortNodes.of(Fabric.small().design, 3, 1, 0);
    assertEquals(List.of(1, 2, 2, 2), IntStream.range(0, 4).mapToObj(local::router).toList());
    assertEquals(List.of(2, 2, 3, 4), IntStream.range(0, 4).mapToObj(local::port).toList());
  }

  /** 64 leaves of 32 links and 32 nodes, 32 spines of 64 links, and all 16 VCs. */
  @Test
  void shouldUseAllPortsThatFit() {
    final RouterKind leaf = new RouterKind(List.of(FAST.withPorts(32), hosts(32)));
    final RouterKind spine = new RouterKind(List.of(DOWN.withPorts(64)));
    final Fabric fabric =
        Fabric.of(
            Collections.nCopies(64, leaf), Collections.nCopies(32, spine), CrossbarDesign.MAX_VCS);
    assertEquals(64, fabric.design.ports());
    assertEquals(
        List.of(2_048L, 2_048L, 2_048L), PortsInUse.of(fabric.graph, fabric.design).counts());
    final List<Send> sends =
        IntStream.range(0, 2_048)
            .mapToObj(node -> new Send(node, 0, node, (node + 1_056) % 2_048, node % 32))
            .toList();
    final List<String> expected =
        sends.stream()
            .map(send -> "packet %s at node %s at 80".formatted(send.id, send.to))
            .sorted()
            .toList();
    assertEquals(expected, new Run(fabric, sends, 96).sortedLog());
    assertEquals(expected, new Run(fabric, sends, 64).sortedLog());
  }

  @Test
  void shouldRefuseWhatDoesNotFit() {
    assertRefused(
        "65 ports of a router, at most 64 fit",
        () -> new RouterKind(List.of(DOWN.withPorts(33), hosts(32))));
    assertRefused(
        "up ports have links and follow node ports without; put ports with links first",
        () -> new RouterKind(List.of(hosts(2), FAST)));
    final RouterKind links = new RouterKind(List.of(DOWN));
    final RouterKind named =
        new RouterKind(List.of(PortKind.endpoints(DOWN.name(), 1, DOWN.ticks())));
    assertRefused(
        "down ports with links and without; give them two names",
        () -> CrossbarDesign.mixed(2, router -> router == 0 ? links : named, 1, PACKETS));
    assertRefused(
        "a design of 0 routers; there must be at least one",
        () -> CrossbarDesign.mixed(0, router -> links, 1, PACKETS));
    assertRefused(
        "packets of up to 3 flits, but up ports of the design have times for up to 10;"
            + " give times for all sizes from 0 on",
        () ->
            CrossbarDesign.mixed(
                2, router -> new RouterKind(List.of(FAST)), 1, new PacketFormat(3, 2, 32, 3)));
  }

  @Test
  void shouldRefuseADesignOfOtherRouters() {
    final Fabric small = Fabric.small();
    final RouterKind three = new RouterKind(List.of(DOWN));
    assertRefused(
        "design of 4 routers, topology of 5; design all routers of this topology",
        () -> CrossbarDesign.mixed(4, router -> three, 1, PACKETS).check(small.graph, 0));
    assertRefused(
        "design of 3 ports with links of router 0, topology of 2; give the router a kind with 2",
        () -> CrossbarDesign.mixed(5, router -> three, 1, PACKETS).check(small.graph, 0));
  }

  private static void assertRefused(String message, Runnable design) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, design::run).getMessage());
  }
}
