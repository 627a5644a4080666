package io.hopwright.models.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.files.Format;
import io.hopwright.models.topology.files.NetworkFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The network machine: networks by name and from files, links, and refused settings. */
class NetworkMachineTest {
  private static final String DIGEST = "digest";

  @TempDir Path folder;

  private static Case machine(String settings) {
    return Case.of(new NetworkMachine()).set(settings);
  }

  private Case file(String name, String text) {
    try {
      final Path file = folder.resolve(name);
      Files.writeString(file, text);
      return machine("machine.topology=file").with("machine.file", InputFile.of(file));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertRefused(String part, Case model) {
    final SettingsException refused =
        assertThrows(SettingsException.class, model::network, model::toString);
    assertTrue(refused.getMessage().contains(part), refused::getMessage);
  }

  /** Returns the number of links of a shortest path. */
  private static int distance(NetworkDescription network, int from, int to) {
    final int[] length = new int[network.routers()];
    Arrays.fill(length, -1);
    length[from] = 0;
    final Queue<Integer> queue = new ArrayDeque<>(List.of(from));
    while (length[to] < 0) {
      final int router = queue.remove();
      for (int port = 0; port < network.ports(router); port++) {
        final int far = network.far(router, port);
        if (length[far] < 0) {
          length[far] = length[router] + 1;
          queue.add(far);
        }
      }
    }
    return length[to];
  }

  /** Routes are shortest by default, so that latencies follow from distances alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus extents=4x2",
        "mesh extents=3x2",
        "twisted-torus extents=2x4 twist=1",
        "hyperx extents=3x2 width=2x1 nodesPerRouter=1",
        "dragonfly routersPerGroup=2 globalPerRouter=1 groups=3",
        "fat-tree down=2x2 up=2",
        "slim-fly q=3",
        "polarfly q=2",
        "jellyfish routers=8 degree=3 seed=2"
      })
  void shouldTakeTheDistanceAtZeroLoadBetweenAllPairs(String family) {
    final NetworkDescription network = Families.make(family);
    final String[] words = family.split(" ", -1);
    Case model =
        machine(
            "link.latency=7 nicLink.latency=3 packet.flits=5 workload.kind=matrix run.ticks=20000000"
                + " run.warmupTicks=0 run.gridTicks=20000000 run.end=drained");
    model = model.set("machine.topology=" + words[0]);
    for (int i = 1; i < words.length; i++) {
      model = model.set("machine." + words[i]);
    }
    final int nodes = network.nodes();
    for (int pair = 0; pair < nodes * nodes; pair += nodes > 8 ? 7 : 1) {
      final int from = pair / nodes;
      final int to = pair % nodes;
      if (from != to) {
        final Map<String, Object> summary =
            model
                .with("workload.load", 0x1p-20)
                .with("workload.matrix", Matrices.of(from + "," + to + ",1\n"))
                .result()
                .summary();
        final long links = distance(network, network.routerOf(from), network.routerOf(to));
        assertEquals(
            (double) (3 + 7 * links + 3 + 5),
            ((Map<?, ?>) summary.get("responseTicks")).get("mean"),
            family + ", from " + from + " to " + to);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "torus extents=4x3,machine.topology=torus machine.extents=4x3",
    "dragonfly routersPerGroup=4 globalPerRouter=2,"
        + "machine.topology=dragonfly machine.routersPerGroup=4 machine.globalPerRouter=2"
  })
  void shouldGiveEqualDigestsByNameAndFromFiles(String family, String keys) throws IOException {
    final String run =
        " link.latency=1 router.routing=layers workload.load=saturated run.ticks=400"
            + " run.warmupTicks=100 run.gridTicks=100";
    final Object expected = machine(keys + run).result().summary().get(DIGEST);
    for (Format format : Format.values()) {
      if (format.isWritable()) {
        final StringBuilder text = new StringBuilder();
        NetworkFile.write(Families.make(family), format, text);
        final Case file = file(format.word(), text.toString()).set(run.strip());
        assertEquals(expected, file.result().summary().get(DIGEST), format.word());
        assertEquals(
            expected,
            file.set("machine.implementation=reference").result().summary().get(DIGEST),
            format.word());
      }
    }
  }

  @Test
  void shouldTakeLatenciesAndRatesOfBothDirectionsFromTheFile() {
    final Case model =
        file(
            "ways",
            """
            kind up latency=20ns rate=25GB/s
            kind down latency=50ns rate=12.5GB/s
            router a
            router b
            nodes 3 at a
            nodes 3 at b
            link a b kind=up/down
            """);
    final Case run =
        model.set("link.flitBytes=64 workload.load=saturated run.ticks=3000 run.warmupTicks=500");
    assertEquals(new TickRate(390_625_000, 1), run.network().tickRate());
    assertEquals(
        run.result().summary().get(DIGEST),
        run.set("machine.implementation=reference").result().summary().get(DIGEST));
    assertRefused(
        "link.rate: is missing",
        file("half", "router a\nrouter b\nrouter c\nlink a b rate=1GB/s\nlink b c\n"));
    assertRefused(
        "round the rate",
        file(
            "odd",
            "router a\nrouter b\nrouter c\nlink a b rate=25GB/s\nlink b c rate=24999999999B/s\n"));
  }

  @Test
  void shouldRefuseNetworksThatCannotBeSimulated() {
    assertRefused("not connected", file("parts", "a b\nb c\nd e\n"));
    assertRefused("65 ports", machine("machine.topology=crossbar machine.nodes=65"));
    assertRefused("1 nodes", machine("machine.topology=crossbar machine.nodes=1"));
    assertRefused("70 ports", machine("machine.nodesPerRouter=66"));
    assertRefused("machine.extents: belongs to", file("ring", "a b\n").set("machine.extents=4x4"));
    assertRefused("machine.file: is missing", machine("machine.topology=file"));
    assertRefused("router.table: is missing", machine("router.routing=table"));
    assertRefused("link.q: is a kind", machine("link.q.latency=3"));
    assertRefused(
        "machine.wiring: torus: wiring is not a parameter of it; use extents, nodesPerRouter",
        machine("machine.wiring=palm-tree"));
    assertRefused("machine.q: slim-fly: q is 6", machine("machine.topology=slim-fly machine.q=6"));
    assertRefused("machine.q: slim-fly: q is missing", machine("machine.topology=slim-fly"));
    assertRefused(
        "link.latency: the latency of a link is in cycles, but links have rates; state a time",
        machine("link.rate=25GB/s link.latency=4"));
    assertRefused(
        "link.latency: the latency of a link is a time, but links have no rate; set link.rate",
        machine("link.latency=100ns"));
    assertRefused(
        "router.routing: chooses by the loads of outputs, but ideal crossbars have no loads",
        machine("router.routing=adaptive"));
    assertRefused(
        "at most 10000 routers, but the network has 10100; use a smaller network, or a routing",
        machine("machine.extents=101x100 router.routing=shortest"));
  }

  @Test
  void shouldReportKeysWithoutEffect() {
    final Case model =
        machine("router.speedup=2 router.headTicks=3 workload.hotFraction=0.5 router.ugalBias=3");
    assertEquals(
        List.of(
            "router.ugalBias: without effect with router.routing = auto. Leave it out, or set"
                + " router.routing = ugal-l.",
            "router.headTicks, router.speedup: without effect with router.model = ideal. Leave it"
                + " out, or set router.model = vc.",
            "workload.hotFraction: without effect with workload.kind = uniform. Leave it out, or"
                + " set a workload.kind that has it."),
        model.withoutEffect());
    assertEquals(
        List.of(),
        machine("router.speedup=2 router.ugalBias=3 router.model=vc router.routing=ugal-l")
            .withoutEffect());
    assertEquals(
        List.of(),
        machine("workload.kind=hot-spot workload.hotNodes=0 workload.hotFraction=0.5")
            .withoutEffect());
  }

  @Test
  void shouldNotJudgeLatenciesOfPacketsThatAreAllThereFromTheStart() {
    final String run = " workload.load=0.2 run.warmupTicks=100 run.ticks=2000 run.gridTicks=50";
    final Map<?, ?> all = steadiness(machine("workload.kind=all-to-all" + run));
    assertNotNull(all.get("throughputChange"));
    assertEquals(null, all.get("latencyChange"));
    assertNotNull(steadiness(machine("workload.kind=uniform" + run)).get("latencyChange"));
  }

  private static Map<?, ?> steadiness(Case model) {
    return (Map<?, ?>) model.result().summary().get("steadiness");
  }

  /** These networks have more routers than tables allow; auto selects the routing of the family. */
  @ParameterizedTest
  @CsvSource({
    "machine.topology=fat-tree machine.down=2x16x16x16 machine.up=16x16x16, d-mod-k on 1 VC",
    "machine.topology=dragonfly machine.routersPerGroup=32 machine.globalPerRouter=10, minimal on",
    "machine.topology=mesh machine.extents=101x100, dimension-order on 1 VC"
  })
  @Tag("slow")
  void shouldRouteLargeFamiliesWithoutTables(String settings, String routing) {
    final String remark = machine(settings).network().remarks().get(0);
    assertTrue(remark.contains("routing is " + routing), remark);
    assertTrue(remark.contains("free of deadlock, checked on the smaller"), remark);
  }

  /** Every pair of nodes has its own path; only the links of nodes are shared. */
  @ParameterizedTest
  @ValueSource(strings = {"ideal", "vc"})
  void shouldSimulateOneRouterInOnePartition(String router) {
    final Case crossbar =
        machine(
            "machine.topology=crossbar machine.nodes=8 packet.flits=5 nicLink.latency=3"
                + " run.ticks=4000 run.warmupTicks=500 workload.load=0.6 router.model="
                + router);
    final Map<String, Object> summary = crossbar.result().summary();
    for (String change :
        List.of("machine.implementation=reference", "run.windowTicks=1", "run.windowTicks=7")) {
      assertEquals(
          summary.get(DIGEST), crossbar.set(change).result().summary().get(DIGEST), change);
    }
    assertEquals(0L, ((Map<?, ?>) summary.get("zeroLoadExcessTicks")).get("min"));
    assertEquals(1, crossbar.set("partition.shape=1").network().partitions());
    assertEquals(1, crossbar.set("partition.count=4").network().partitions());
    assertTrue(crossbar.network().remarks().get(0).contains("one partition"));
    final Case shift = crossbar.set("workload.kind=shift workload.load=saturated");
    if ("ideal".equals(router)) {
      assertEquals(8.0, (double) shift.result().summary().get("throughput"), 0.02);
    }
  }

  @Test
  void shouldSayWhatItFindsOut() {
    final Map<String, Object> torus = machine("router.routing=layers").network().properties();
    assertEquals("torus", torus.get("kind"));
    assertEquals(64, torus.get("routers"));
    assertEquals(128, torus.get("links"));
    assertEquals(64, torus.get("nodes"));
    assertEquals(8, torus.get("diameter"));
    assertEquals(256.0 / 63, (double) torus.get("meanDistanceOfNodes"), 1e-9);
    assertEquals(16L, torus.get("bisectionLinks"));
    assertEquals("exact", torus.get("bisection"));
    assertEquals("layers", torus.get("routing"));
    assertEquals(torus.get("vcsNeeded"), torus.get("vcs"));
    assertEquals("free", torus.get("deadlock"));
    assertEquals(8, torus.get("longestRoute"));
    final Map<String, Object> stuck =
        machine("router.routing=dimension-order router.vcs=1 router.deadlock=allow")
            .network()
            .properties();
    assertEquals("possible", stuck.get("deadlock"));
    assertTrue(stuck.get("cycle").toString().contains("waits for"), stuck::toString);
    assertEquals(
        List.of("kind", "routers", "links", "nodes"),
        machine("machine.topology=crossbar machine.nodes=8")
            .network()
            .properties()
            .keySet()
            .stream()
            .limit(4)
            .toList());
  }

  @Test
  void shouldRefuseRoutesThatCanDeadlockUnlessAllowed() {
    final Case model = machine("router.routing=dimension-order router.vcs=1");
    assertRefused("waits for", model);
    assertRefused("router.vcs = 2", model);
    assertRefused("layers (4 VCs) or hops (8 VCs)", machine("router.routing=shortest"));
    final Case allowed = model.set("router.deadlock=allow");
    assertEquals("router.vcs = 2", allowed.network().channels().remedy());
    assertTrue(
        allowed.network().remarks().get(0).contains("dimension-order on 1 VC, which can deadlock"),
        () -> allowed.network().remarks().toString());
    machine("router.routing=dimension-order router.vcs=2").network();
  }
}
