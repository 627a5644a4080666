package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.MappedNetwork;
import io.hopwright.models.tables.LinkPicture;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every machine with a map of its links also has their picture. */
class LinkPictureTest {
  private static final String UTILIZATION = "utilization";

  private static Stream<MachineCases> drawn() {
    return MachineCases.all().stream()
        .filter(cases -> cases.machine().results().tables().containsKey("heat"));
  }

  private static Case run(MachineCases cases) {
    return cases
        .busy()
        .set("statistics.links=link")
        .set(cases.fewCuts())
        .set("statistics.heat=always");
  }

  /** Returns columns of a table, by row. */
  private static List<List<Object>> rows(RunResult.Table table, String... columns) {
    final List<String> names = table.columns().stream().map(Metric::name).toList();
    final int kind = names.indexOf("kind");
    return table.rows().stream()
        .filter(row -> kind < 0 || !row.get(kind).equals("tile"))
        .map(row -> Stream.of(columns).map(name -> row.get(names.indexOf(name))).toList())
        .toList();
  }

  private static String digits(List<Object> row) {
    return String.format("%s %.5f", row.get(0), (Double) row.get(1));
  }

  private static long links(Topology topology) {
    long links = 0;
    for (int router = 0; router < topology.routers(); router++) {
      for (int port = 0; port < topology.ports(); port++) {
        links += topology.neighbour(router, port) == Topology.NONE ? 0 : 1;
      }
    }
    return links;
  }

  /** The expected loads come from the table of links, which is computed separately. */
  @ParameterizedTest
  @MethodSource("drawn")
  void shouldHaveTheLoadOfEveryLink(MachineCases cases) {
    final Case run = run(cases);
    final Map<String, RunResult.Table> tables = run.result().tables();
    final RunResult.Table links = tables.get(LinkPicture.LINKS);
    final RunResult.Table all = tables.get(LinkGrouping.LINK.table());
    final Topology topology = ((MappedNetwork<?, ?>) run.network()).topology();
    assertEquals(topology.routers(), tables.get(LinkPicture.ROUTERS).rows().size());
    assertEquals(links(topology), links.rows().size());
    assertEquals(
        rows(all, all.columns().get(0).name(), UTILIZATION).stream()
            .map(LinkPictureTest::digits)
            .toList(),
        rows(links, "from", UTILIZATION).stream().map(LinkPictureTest::digits).toList());
    long bytes = 0;
    for (List<Object> row : rows(links, UTILIZATION, "bytes")) {
      assertEquals((Double) row.get(0) > 0, (Long) row.get(1) > 0, row::toString);
      bytes += (Long) row.get(1);
    }
    assertTrue(bytes > 0, "nothing was carried");
  }

  @ParameterizedTest
  @MethodSource("drawn")
  void shouldBeLeftOutWithTheMap(MachineCases cases) {
    final Map<String, RunResult.Table> tables =
        cases.busy().set("statistics.heat=never").with("run.ticks", 300).result().tables();
    assertFalse(tables.containsKey(LinkPicture.ROUTERS));
    assertFalse(tables.containsKey(LinkPicture.LINKS));
  }
}
