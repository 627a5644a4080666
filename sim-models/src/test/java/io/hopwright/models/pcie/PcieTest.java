package io.hopwright.models.pcie;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.pcie.tree.ElementKind;
import io.hopwright.models.pcie.tree.PcieElements;
import io.hopwright.models.pcie.tree.PcieTopology;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.FollowedPackets;
import io.hopwright.models.topology.ChannelDependencies;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.Topology;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths, shares and times of PCIe machines against hand-computed sums. */
class PcieTest {
  private static final Case MACHINE = Case.of(new Pcie());
  private static final Case TREE =
      MACHINE.set(
          "machine.fanout=2x2x2 root.generation=none gpu.megabytesPerSecond=0 dma.launchTicks=0"
              + " workload.messages=1 workload.messageBytes=100000 run.end=drained");

  private static PcieSettings settings(String text) {
    return PcieSettings.of(MACHINE.set(text).settings());
  }

  /** The closed form is section "At zero load" of the page. */
  @ParameterizedTest
  @CsvSource({
    "97020, ''",
    "99540, workload.target=2",
    "404460, machine.sockets=2 workload.target=4",
    "23940, machine.cards=infiniband machine.shape=2x1x1 workload.from=memory workload.to=memory"
        + " workload.transport=host",
    "23940, machine.cards=peach2 machine.shape=2x1x1 workload.from=memory workload.to=memory"
        + " workload.transport=card",
    "81900, machine.cards=apenet machine.shape=2x1x1 machine.fanout=1 workload.transport=card",
    "217962, machine.cards=infiniband machine.shape=2x1x1 machine.fanout=1"
        + " workload.transport=staged",
    "67568, machine.cards=infiniband machine.shape=2x1x1 machine.fanout=1 workload.transport=card",
    "205393, workload.transport=through-memory",
    "205393, workload.transport=through-memory workload.target=0",
    "205393, workload.transport=through-memory workload.target=3 copy.buffers=1",
    "206393, workload.transport=through-memory copy.chunkTicks=500",
    "1120153, workload.transport=through-memory machine.sockets=2 workload.target=4",
    "510313, workload.transport=through-memory machine.sockets=2 workload.target=4"
        + " copy.memory=target",
  })
  void shouldTakeTheSumOfItsPartsInAnEmptyNetwork(long ticks, String text) {
    final Case alone =
        MACHINE.set(
            "workload.messages=1 workload.messageBytes=8 run.end=drained "
                + text.replaceAll(" +", " ").strip());
    assertEquals((double) ticks, latency(alone));
  }

  /** The closed form of the page holds for every path through trees of one to twelve levels. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 9, 12})
  void shouldTakeTheTimeOfItsLevels(int levels) {
    final Case tree =
        MACHINE
            .with("machine.fanout", Collections.nCopies(levels, 2L))
            .set(
                "workload.messages=1 workload.messageBytes=8 run.end=drained statistics.heat=never");
    for (int up = 1; up <= levels; up += Math.max(1, levels / 3)) {
      final int way = (2 * up - 1) * 1_260 + 630;
      final Case far = tree.with("workload.target", 1L << (up - 1));
      assertEquals(95_103 + 1 + way + 26, latency(far));
      assertEquals(
          95_103 + 1 + way + 20 + 5_040 + 1 + way + 23,
          latency(far.set("workload.transport=pull")));
    }
    final int toMemory = levels * 1_260 + 630;
    assertEquals(
        2 * 95_103 + 4 + 4 * toMemory + 2_520 + 8 + 6 + 26 + 23,
        latency(tree.set("workload.transport=through-memory")));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 9})
  void shouldAddTheHopBetweenRoots(int levels) {
    final Case sockets =
        MACHINE
            .with("machine.fanout", Collections.nCopies(levels, 2L))
            .with("machine.sockets", 2, "workload.target", 1L << levels)
            .set("workload.messages=1 workload.messageBytes=8 run.end=drained");
    assertEquals(95_103 + 1 + (2 * levels - 1) * 1_260 + 630 + 304_920 + 26, latency(sockets));
  }

  /** The longest row of switches that element numbers allow, and the widest trees. */
  @ParameterizedTest
  @CsvSource({"8190, 1", "12, 2", "4, 8"})
  void shouldFillAMachineToTheLastElement(int levels, long children) {
    final List<Long> fanout = Collections.nCopies(levels, children);
    final PcieElements elements = elements(fanout);
    assertEquals(levels, elements.depth(elements.count() - 1));
    assertEquals(elements.count(ElementKind.GPU) - 1, elements.number(elements.count() - 1));
    final int[] way = elements.way(elements.graph(), elements.memory(0), elements.count() - 1);
    assertEquals(levels + 1, way.length);
    final List<Long> deeper = new ArrayList<>(fanout);
    deeper.add(1L);
    final SettingsException refused = assertThrows(SettingsException.class, () -> elements(deeper));
    assertEquals("machine.fanout", refused.problems().get(0).key());
    final String message = refused.problems().get(0).message();
    assertTrue(message.contains("13 bits") && message.contains("8192"), message);
  }

  private static PcieElements elements(List<Long> fanout) {
    return PcieTopology.of(MACHINE.with("machine.fanout", fanout).settings()).elements();
  }

  /** All of the left half sends to the right half, over the one edge above each half. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 8, 11})
  void shouldShareTheEdgeOfTheRootAtAnyDepth(int levels) {
    final PcieBounds bounds =
        new PcieBounds(
            PcieSettings.of(
                TREE.with("machine.fanout", Collections.nCopies(levels, 2L))
                    .with("workload.kind", "far")
                    .settings()));
    assertEquals(1 << (levels - 1), bounds.mostFlowsOfLink());
    assertEquals(256.0 / 224 / (1 << (levels - 1)), bounds.least(), 1e-12);
    assertEquals(2 * levels, bounds.hops(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "machine.fanout=2x2x2",
        "machine.fanout=2x1x3x1x1x2",
        "machine.cards=infiniband machine.shape=2x1x1 machine.sockets=2 machine.fanout=1x2x1x3x1",
        "machine.sockets=2 machine.fanout=3x2",
        "machine.cards=infiniband machine.shape=3x1x1 machine.sockets=2 machine.fanout=1x2",
        "machine.cards=peach2 machine.shape=5x2x1 machine.fanout=2",
        "machine.cards=apenet machine.shape=4x3x2 machine.fanout=1",
      })
  void shouldTakeShortestWaysWithoutACycle(String text) {
    final PcieTopology topology = settings("workload.source=0 " + text).topology();
    final PcieElements elements = topology.elements();
    final Graph graph = elements.graph();
    for (int from = 0; from < graph.routers(); from++) {
      final int[] distances = distances(graph, from);
      for (int to = 0; to < graph.routers(); to++) {
        if (elements.kind(from).isEnd() && elements.kind(to).isEnd()) {
          assertEquals(distances[to], elements.way(graph, from, to).length);
          assertTrue(distances[to] <= elements.mostHops());
        }
      }
    }
    assertEquals(List.of(), dependencies(elements, graph, true).cycle());
    assertEquals(
        topology.cards().areTorus(), !dependencies(elements, graph, false).cycle().isEmpty());
  }

  private static int[] distances(Graph graph, int from) {
    final int[] distances = new int[graph.routers()];
    Arrays.fill(distances, Integer.MAX_VALUE);
    distances[from] = 0;
    final Deque<Integer> queue = new ArrayDeque<>(List.of(from));
    while (!queue.isEmpty()) {
      final int at = queue.remove();
      for (int port = 0; port < graph.ports(); port++) {
        final int far = graph.neighbour(at, port);
        if (far != Topology.NONE && distances[far] == Integer.MAX_VALUE) {
          distances[far] = distances[at] + 1;
          queue.add(far);
        }
      }
    }
    return distances;
  }

  /** Destination of a packet, and its dateline bit. */
  private record Heading(int destination, int bit) {}

  private static ChannelDependencies dependencies(
      PcieElements elements, Graph graph, boolean datelines) {
    final List<Integer> ends =
        IntStream.range(0, graph.routers())
            .filter(element -> elements.kind(element).isEnd())
            .boxed()
            .toList();
    return FollowedPackets.of(
        graph,
        2,
        new FollowedPackets.Routing<Heading>() {
          @Override
          public Iterable<Heading> starts(int router) {
            return elements.kind(router).isEnd()
                ? ends.stream().map(end -> new Heading(end, 0)).toList()
                : List.of();
          }

          @Override
          public Iterable<FollowedPackets.Hop<Heading>> hops(int router, int port, Heading packet) {
            if (router == packet.destination) {
              return List.of();
            }
            final int output = elements.output(router, packet.destination);
            final int bit =
                datelines ? elements.dateline(router, output, Math.max(port, 0), packet.bit) : 0;
            return List.of(
                new FollowedPackets.Hop<>(output, bit, new Heading(packet.destination, bit)));
          }
        });
  }

  /** Frey 2021, section 3.1.3: which flows share how many links, and the rate of each. */
  @ParameterizedTest
  @CsvSource({
    "right, 1, 1",
    "left, 1, 1",
    "pairs-even, 1, 1",
    "pairs-odd, 2, 2",
    "both, 2, 2",
    "far, 4, 4",
    "far-both, 4, 4"
  })
  void shouldShareLinksOfATreeFairly(String kind, int flows, int share) {
    final PcieSettings settings = PcieSettings.of(TREE.with("workload.kind", kind).settings());
    final PcieBounds bounds = new PcieBounds(settings);
    assertEquals(flows, bounds.mostFlowsOfLink());
    assertEquals(256.0 / (224 * share), bounds.least(), 1e-12);
    final Map<?, ?> latency =
        (Map<?, ?>) TREE.with("workload.kind", kind).result().summary().get("messageLatencyTicks");
    final double fair = 100_000 / bounds.least();
    final double last = ((Number) latency.get("max")).doubleValue();
    assertTrue(last >= fair * 0.98 && last <= fair * 1.1, kind + ": " + last + " of " + fair);
  }

  /**
   * The example of the page: a flow with a bound of 10.58 GB/s is limited by the flow before it.
   */
  @ParameterizedTest
  @CsvSource({"1024, 2.31, 1.73", "4096, 4.38, 2.70", "65536, 4.86, 2.46"})
  void shouldHoldUpFlowsBehindOthers(int bufferBytes, double first, double third) {
    final Case shift =
        MACHINE
            .set("machine.fanout=2x2x2 workload.kind=shift workload.distance=3")
            .with("workload.messageBytes", List.of(1L << 30), "edge.bufferBytes", bufferBytes)
            .set("run.warmupTicks=1000000 run.ticks=2000000");
    final List<List<Object>> flows = shift.result().tables().get(FlowTable.NAME).rows();
    final double[][] expected = {
      {first, 10.58, 3.26}, {first, 3.26, 3.26}, {third, 3.26, 3.26}, {third, 3.26, 3.26}
    };
    for (int flow = 0; flow < expected.length; flow++) {
      for (int number = 0; number < expected[flow].length; number++) {
        final double actual = (Double) flows.get(flow).get(4 + number);
        assertEquals(expected[flow][number], actual, 0.03, flow + ": " + flows.get(flow));
      }
    }
    final double alone = rate(shift.set("workload.kind=pair workload.target=3"));
    assertTrue(alone > 2 * first, alone + " alone");
  }

  @Test
  void shouldCapPacketsBetweenDevicesOnly() {
    final Case stream =
        MACHINE.set("machine.fanout=2 run.ticks=400000 run.warmupTicks=200000 dma.launchTicks=0");
    assertEquals(9.8, rate(stream), 0.05);
    assertEquals(0.8, rate(stream.set("workload.transport=pull")), 0.01);
    assertEquals(
        10.6,
        rate(stream.set("workload.transport=pull workload.from=memory workload.source=0")),
        0.05);
  }

  /**
   * With two or more buffers the narrowest part of a copy is busy, except for the last read and the
   * share of signals and reads: at least {@code ticks} for each packet.
   */
  @ParameterizedTest
  @CsvSource({
    "305, 1.02, 1024, machine.fanout=2",
    "305, 1.06, 1024, machine.fanout=2 workload.target=0",
    "807, 1.02, 1024, machine.fanout=2 memory.megabytesPerSecond=4000",
    "448, 1.02, 1024, machine.fanout=2 edge.pcie=gen3x8",
    "448, 1.08, 1024, machine.fanout=1x2 workload.kind=both",
    "896, 1.08, 1024, machine.fanout=1x4 workload.kind=shift",
    "305, 1.01, 64, machine.fanout=2 copy.buffers=4",
  })
  void shouldCopyAsFastAsTheNarrowestPart(int ticks, double slack, int chunk, String text) {
    final int packets = 16_384;
    final Case copies =
        MACHINE
            .set("workload.transport=through-memory dma.launchTicks=0 workload.messages=1")
            .with("workload.messageBytes", List.of(256L * packets))
            .with("workload.chunkBytes", 256L * chunk)
            .set(text)
            .drained();
    final Map<?, ?> latency = (Map<?, ?>) copies.result().summary().get("messageLatencyTicks");
    final double taken = ((Number) latency.get("max")).doubleValue();
    final double least = (double) packets * ticks;
    final double most = (double) (packets + chunk) * ticks * slack;
    assertTrue(taken >= least && taken <= most, taken + " of " + least + " to " + most);
  }

  /**
   * With one buffer a chunk is written and read, and its buffer is freed, before the next chunk
   * begins.
   */
  @ParameterizedTest
  @CsvSource({"1, 256", "2, 512", "4, 256"})
  void shouldTakeTurnsWithOneBuffer(int chunks, int packets) {
    final Case copies =
        MACHINE
            .set("workload.transport=through-memory dma.launchTicks=0 workload.messages=1")
            .set("machine.fanout=2 copy.buffers=1")
            .with("workload.messageBytes", List.of(256L * packets * chunks))
            .with("workload.chunkBytes", 256L * packets)
            .drained();
    final int hops = 1_260 + 630;
    final int written = (packets - 1) * 305 + 1 + hops + 70;
    final int signalled = 1 + hops + 26;
    final int read = 1 + hops + 6 + 2_520 + 1 + hops + packets * 305;
    final int turn = written + signalled + read + signalled;
    assertEquals((double) chunks * turn - signalled, latency(copies), 0.002 * turn);
  }

  /** The values are those of the page's example. */
  @ParameterizedTest
  @CsvSource({
    "2, pull, 0.80",
    "4, push, 3.97",
    "2, through-memory, 9.80",
    "4, through-memory, 0.33",
    "4, through-memory copy.memory=target copy.buffers=4, 5.35",
  })
  void shouldCopyAtTheRatesOfThePage(int target, String transport, double rate) {
    final Case copy =
        MACHINE
            .set("machine.sockets=2 workload.messages=1 workload.transport=" + transport)
            .with("workload.messageBytes", List.of(1L << 24), "workload.target", target)
            .drained();
    assertEquals(rate, (Double) copy.result().summary().get("messageRate"), 0.0051);
  }

  /** The values are the rest of the page's example. */
  @ParameterizedTest
  @CsvSource({
    "1, push, 10.52",
    "1, through-memory, 9.87",
    "2, through-memory copy.buffers=1, 4.96",
    "2, through-memory copy.buffers=4, 10.39",
    "4, through-memory copy.memory=target, 3.50",
  })
  @Tag("slow")
  void shouldCopyAtTheOtherRatesOfThePage(int target, String transport, double rate) {
    shouldCopyAtTheRatesOfThePage(target, transport, rate);
  }

  /** Roots limit packets between GPUs; copies through memory are not affected. */
  @Test
  void shouldCompareCopiesWithWritesBetweenDevices() {
    final Case pair =
        MACHINE
            .set("machine.fanout=1x1x2 dma.launchTicks=0 root.writeMegabytesPerSecond=2000")
            .set("machine.sockets=2 qpi.hopTicks=2000 workload.target=2 copy.buffers=4")
            .with("workload.messageBytes", List.of(1L << 30))
            .set("run.warmupTicks=1000000 run.ticks=4000000");
    assertEquals(2.0, rate(pair), 0.02);
    assertEquals(10.58, rate(pair.set("workload.transport=through-memory")), 0.1);
  }

  @Test
  void shouldTellTheTimeOfTheCopiesOfEachFlow() {
    final Case copies =
        MACHINE
            .set("workload.transport=through-memory workload.kind=far workload.messages=3")
            .set("workload.messageBytes=8 workload.intervalTicks=500000")
            .drained();
    final RunResult result = copies.result();
    double microseconds = 0;
    for (final List<Object> flow : result.tables().get(FlowTable.NAME).rows()) {
      assertEquals(3L, flow.get(7));
      microseconds += (Double) flow.get(8) / 2;
    }
    final double mean = (Double) result.summary().get("messageLatencyMicroseconds");
    assertEquals(mean, microseconds, 1e-9);
    final Case alone = copies.set("workload.kind=pair");
    final List<Object> flow = alone.result().tables().get(FlowTable.NAME).rows().get(0);
    assertEquals(List.of(3L, 205_393 / 12_600.0), flow.subList(7, 9));
  }

  @Test
  void shouldTellHowManyPacketsCopiesHave() {
    final Case copies =
        MACHINE
            .set("workload.transport=through-memory workload.kind=both workload.messages=3")
            .set("workload.messageBytes=5000 workload.chunkBytes=1100 dma.launchTicks=0")
            .drained();
    final Map<String, Object> summary = copies.result().summary();
    assertEquals(summary.get("packetsInjected"), copies.network().packetsUntilDrained());
    assertEquals(summary.get("packetsInjected"), summary.get("packetsDelivered"));
    final long chunks = 6 * 3 * 5;
    final long packets = 6 * 3 * (4 * 5 + 3);
    assertEquals(2 * packets + 6 * 3 * (4 * 3 + 2) + 2 * chunks, summary.get("packetsInjected"));
  }

  private static double rate(Case model) {
    return (Double) ((Map<?, ?>) model.result().summary().get("flowRate")).get("mean");
  }

  /**
   * Messages are far apart: each takes the time of its size, and the mean is over the drawn sizes.
   */
  @Test
  void shouldTakeTheMeanOfMixedSizes() {
    final List<Integer> sizes = List.of(8, 5_000, 3_000);
    final int messages = 40;
    final Case alone =
        MACHINE
            .set("machine.cards=peach2 machine.shape=2x1x1 workload.transport=card")
            .set("workload.target=5 workload.intervalTicks=200000 run.ticks=20000000")
            .with("workload.messages", messages, "workload.chunkBytes", 1_100)
            .drained();
    final Draws draws = Draws.of(1, 3);
    final double[] ticksOfSize =
        sizes.stream()
            .mapToDouble(size -> latency(alone.with("workload.messageBytes", List.of(size))))
            .toArray();
    double ticks = 0;
    for (int message = 0; message < messages; message++) {
      ticks += ticksOfSize[Draws.pick(draws.draw(0, message, 0), sizes.size())];
    }
    final Case mixed = alone.with("workload.messageBytes", sizes);
    assertEquals(ticks / messages, latency(mixed), 1e-9);
    final double rate = (8 + 5_000 + 3_000) / 3.0 / (ticks / messages) * 12.6;
    assertEquals(rate, (Double) mixed.result().summary().get("messageRate"), 1e-9);
  }

  private static double latency(Case model) {
    return (Double) ((Map<?, ?>) model.result().summary().get("messageLatencyTicks")).get("mean");
  }

  @ParameterizedTest
  @ValueSource(strings = {"push", "pull", "card", "staged"})
  void shouldNotTellAListOfEqualSizesFromOne(String transport) {
    final Case model =
        MACHINE
            .set("machine.cards=infiniband machine.shape=2x1x1 workload.kind=shift")
            .set("workload.distance=4 workload.chunkBytes=1100 run.ticks=400000")
            .with("workload.transport", transport);
    assertEquals(
        model.set("workload.messageBytes=5000").text(),
        model.set("workload.messageBytes=5000,5000").text());
  }

  /** The forecast is also quick for numbers too large to count one by one. */
  @Test
  void shouldTellHowManyPacketsThereWillBe() {
    final Case few =
        MACHINE.set("workload.messages=3 workload.messageBytes=5000 workload.chunkBytes=1100");
    for (final String transport : List.of("push", "pull")) {
      final Case model = few.drained().with("workload.transport", transport);
      assertEquals(
          model.result().summary().get("packetsInjected"), model.network().packetsUntilDrained());
    }
    assertEquals(
        3L * (2 + 6) / 2,
        few.drained().set("workload.messageBytes=300,1200").network().packetsUntilDrained());
    final Case many =
        few.set("workload.messages=1000000 workload.messageBytes=1073741824 workload.chunkBytes=1")
            .set("workload.kind=both");
    assertEquals(6_000_000L << 30, many.network().packetsUntilDrained());
  }

  /** Eight GPUs and a memory have local ports; the root and six switches have none. */
  @Test
  void shouldCountLocalPortsOfEndsOnly() {
    final Map<String, Object> summary = TREE.set("workload.kind=right").result().summary();
    final double perPort = (Double) ((Map<?, ?>) summary.get("packetsPerPort")).get("local");
    assertEquals((Long) summary.get("packetsDelivered") / 9.0, perPort, 1e-9);
  }

  @Test
  void shouldNameElements() {
    final PcieElements elements =
        settings("machine.cards=infiniband machine.shape=2x1x1 workload.transport=push")
            .topology()
            .elements();
    final List<String> names = new ArrayList<>();
    for (int element = 0; element < elements.count(); element++) {
      names.add(elements.name(element));
    }
    assertEquals(
        List.of(
            "root 0",
            "memory 0",
            "switch 0",
            "switch 1",
            "GPU 0",
            "GPU 1",
            "GPU 2",
            "GPU 3",
            "card 0",
            "root 1",
            "memory 1",
            "switch 2",
            "switch 3",
            "GPU 4",
            "GPU 5",
            "GPU 6",
            "GPU 7",
            "card 1",
            "network"),
        names);
  }

  @ParameterizedTest
  @CsvSource({
    "machine.shape, machine.shape=2x1x1",
    "machine.fanout, machine.fanout=8x8x8x8x8",
    "machine.fanout, machine.cards=apenet machine.shape=8x8x8 machine.fanout=2x8x8x8x8",
    "machine.shape, machine.cards=apenet machine.shape=8x8x8 machine.fanout=2x2x2x2",
    "machine.shape, machine.cards=peach2 machine.shape=4x3x1",
    "machine.shape, machine.cards=apenet machine.shape=8x8x8 machine.fanout=8x8",
    "workload.target, workload.target=4",
    "workload.target, workload.target=0",
    "workload.source, workload.source=9",
    "workload.to, workload.kind=right workload.to=memory",
    "workload.kind, workload.kind=right machine.fanout=1",
    "workload.distance, workload.kind=shift workload.distance=4",
    "workload.transport, workload.transport=staged",
    "workload.transport, workload.transport=card",
    "workload.transport, workload.transport=rcuda",
    "workload.transport, workload.transport=through-memory workload.from=memory",
    "workload.transport, machine.cards=infiniband machine.shape=2x1x1 workload.target=4"
        + " workload.transport=through-memory",
    "workload.transport, machine.cards=peach2 machine.shape=2x1x1 workload.transport=pull"
        + " workload.target=4",
    "run.end, run.end=drained",
    "run.warmupTicks, run.warmupTicks=auto workload.messages=3",
  })
  void shouldRefuseWhatDoesNotFitTogether(String key, String text) {
    final SettingsException refused = assertThrows(SettingsException.class, () -> settings(text));
    assertEquals(key, refused.problems().get(0).key());
    assertFalse(refused.problems().get(0).message().isEmpty());
  }
}
