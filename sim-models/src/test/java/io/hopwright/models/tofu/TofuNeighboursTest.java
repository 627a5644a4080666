package io.hopwright.models.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.SettingsException.Problem;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.topology.Tofu6D;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages to neighbours, where several network interfaces of a node share a link. */
class TofuNeighboursTest {
  private static final double FRAME_TICKS = 257;
  private static final double LINK = 1920 / FRAME_TICKS * 0.85;

  private static final Case BOARD =
      Case.of(new Tofu())
          .set("machine.shape=1x1x1 workload.kind=neighbours workload.messageBytes=1920")
          .set("run.warmupTicks=5000 run.ticks=100000 run.gridTicks=5000");

  /**
   * Messages go out to all ports evenly: the link that most of them share saturates first.
   * Saturated streams do not wait for each other, so that each link of the list saturates.
   *
   * @param share of a link that each stream has when the first link is full
   */
  @ParameterizedTest
  @CsvSource({
    "'c', 1, 1",
    "'c,c', 0.5, 1",
    "'c,c,c', 0.3333333333333333, 1",
    "'c,b+', 1, 2",
    "'c,b+,c', 0.5, 2",
    "'a,b-,b-,a', 0.5, 2",
    "'a,a,a,a,a,b-', 0.2, 2",
  })
  void shouldShareLinks(String ports, double share, int links) {
    final Case model = BOARD.with("workload.ports", List.of(ports.split(",")));
    final int streams = ports.split(",").length;
    final TofuBounds bounds = new TofuBounds(TofuSettings.of(model.settings()));
    assertEquals(1, bounds.meanHops(), 1e-9);
    assertEquals(streams * share / FRAME_TICKS, bounds.linkRate(), 1e-9);
    assertEquals(streams / FRAME_TICKS, bounds.interfaceRate(), 1e-9);
    assertEquals(streams * share / FRAME_TICKS, bounds.rate(), 1e-9);
    assertEquals(links / FRAME_TICKS, bounds.eachRate(), 1e-9);
    final Map<String, Object> summary = model.set("workload.load=saturated").result().summary();
    assertEquals(links * LINK, (Double) summary.get("throughput"), 0.005 * links * LINK);
    assertEquals(
        streams * share * LINK,
        (Double) ((Map<?, ?>) summary.get("bounds")).get("throughput"),
        1e-6);
  }

  /**
   * A load of 0.1 is 4.08 GB/s per node, 0.64 of a link, independent of the interfaces that send
   * it.
   */
  @ParameterizedTest
  @CsvSource({"'c', 1, 0", "'c,c', 1, 0", "'c,b+,c', 0.6666667, 0.3333333"})
  void shouldOfferTheSameAndLoadEachLinkOnce(String ports, double onC, double onB) {
    final Case model =
        BOARD
            .set("workload.load=0.1 statistics.links=link run.ticks=200000")
            .with("workload.ports", List.of(ports.split(",")));
    final double share = 0.1 * 6 * 8 / (1920 / FRAME_TICKS);
    assertEquals(
        share * Math.max(onC, onB), model.network().forecast().overload(), 1e-6, "of the link");
    final RunResult result = model.result();
    // 6,000 messages: deviation of 1.3 %.
    assertEquals(4.08, (Double) result.summary().get("offered"), 0.1);
    assertEquals(4.08, (Double) result.summary().get("throughput"), 0.1);
    final List<List<Object>> rows = result.tables().get("links-by-link").rows();
    final double[] busy = new double[Tofu6D.PORTS];
    for (List<Object> row : rows) {
      busy[Tofu6D.PORT_NAMES.indexOf(row.get(7))] += (Double) row.get(8) / 12;
    }
    final double[] expected = new double[Tofu6D.PORTS];
    expected[Tofu6D.C] = share * onC;
    expected[Tofu6D.B_PLUS] = share * onB;
    for (int port = 0; port < Tofu6D.PORTS; port++) {
      assertEquals(expected[port], busy[port], 0.03, Tofu6D.PORT_NAMES.get(port));
    }
  }

  /** From a load of 0.31 on, two streams over one link offer more than it carries. */
  @Test
  void shouldSayWhatOverloadsALink() {
    final Case two = BOARD.set("workload.ports=c,c workload.load=0.2");
    assertEquals(0.2 * 48 / (1920 / FRAME_TICKS), two.network().forecast().overload(), 1e-6);
    final Map<String, Object> summary = two.result().summary();
    assertEquals(true, summary.get("saturated"));
    assertEquals(LINK, (Double) summary.get("throughput"), 0.01 * LINK);
    final Map<String, Object> apart = two.set("workload.ports=c,b+").result().summary();
    assertEquals(false, apart.get("saturated"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c,c,c,c,c,c,c | has 7 ports, but nodes of tofud have 6 network interfaces; name 1 to 6 ports",
        "x+,c,x+,x+    | has x+, where some nodes have no link",
      })
  void shouldRefuse(String ports, String words) {
    final Case model = BOARD.with("workload.ports", List.of(ports.split(",")));
    final SettingsException failure = assertThrows(SettingsException.class, model::network);
    assertEquals(List.of("workload.ports"), failure.problems().stream().map(Problem::key).toList());
    assertEquals(true, failure.getMessage().contains(words), failure::getMessage);
  }

  static LongStream seeds() {
    return LongStream.range(0, 9);
  }

  /**
   * The ports exist at every node. Each is drawn from few, so that most lists contain one several
   * times.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void shouldBeTheSameInBothModels(long seed) {
    final Random random = new Random(seed);
    final Case drawn = new TofuCases().random(random.nextLong());
    final boolean tofud = drawn.settings().word("machine.generation").equals("tofud");
    final List<String> some = List.of("a", "b+", "c").subList(0, 1 + random.nextInt(3));
    final Case model =
        drawn
            .with("workload.kind", "neighbours", "workload.load", 0.3 * random.nextDouble() + 0.01)
            .with(
                "workload.ports",
                IntStream.range(0, 2 + random.nextInt(tofud ? 5 : 3))
                    .mapToObj(i -> some.get(random.nextInt(some.size())))
                    .toList())
            .with("run.end", "ticks", "run.ticks", 4_000L, "run.warmupTicks", 500L);
    final RunResult fast = model.result();
    final RunResult reference = model.set("machine.implementation=reference").result();
    for (final String name :
        List.of("digest", "offered", "throughput", "packetsInjected", "linkUtilizationByKind")) {
      assertEquals(
          reference.summary().get(name), fast.summary().get(name), () -> name + " of " + model);
    }
  }
}
