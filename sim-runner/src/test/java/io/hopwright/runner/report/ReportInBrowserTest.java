package io.hopwright.runner.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.bench.ScalingReport;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.recording.Signature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** Reports of real results in a real browser, used like a user. */
class ReportInBrowserTest {
  /** Script that returns the elements of each chart's series, and their points. */
  private static final String DRAWN =
      """
      [...document.querySelectorAll('.plot')].map((plot) => {
        const chart = echarts.getInstanceByDom(plot);
        let points = 0, elements = 0;
        chart.getModel().getSeries().forEach((series) => {
          if (['cursor', 'tiles'].includes(series.get('id'))) return;
          points += series.getData().count();
          chart.getViewOfSeriesModel(series).group.traverse((element) => {
            const box = element.isGroup ? null : element.getBoundingRect();
            if (box && (box.width > 0 || box.height > 0)) elements++;
          });
        });
        return { id: plot.closest('figure').id, points, elements };
      })
      """;

  @TempDir private static Path directory;
  private static Browser browser;

  @BeforeAll
  static void makeReports() throws IOException {
    assumeTrue(Browser.program().isPresent(), Browser.MISSING);
    SmallResults.torus(directory.resolve("torus"), "0.5");
    SmallResults.torus(directory.resolve("more"), "0.8");
    overshooting(directory.resolve("over"));
    SmallResults.cascade(directory.resolve("cascade"));
    SmallResults.jobs(directory.resolve("jobs.conf"), directory.resolve("jobs"), "contiguous");
    SmallResults.jobs(directory.resolve("jobs.conf"), directory.resolve("random"), "random");
    SmallResults.reproduction(directory.resolve("tiny.conf"), directory.resolve("study"));
    scaling(Files.createDirectories(directory.resolve("scaling")));
    SmallResults.overload(directory.resolve("marked.conf"), directory.resolve("marked"));
    for (String result : List.of("cascade", "scaling")) {
      SmallResults.execute(0, "report", directory.resolve(result).toString());
    }
    SmallResults.execute(
        0,
        "report",
        directory.resolve("torus").toString(),
        directory.resolve("more").toString(),
        "--out",
        directory.resolve("several/report.html").toString().replace("several/", "several-"));
    Files.createDirectories(directory.resolve("several"));
    Files.move(directory.resolve("several-report.html"), directory.resolve("several/report.html"));
    SmallResults.execute(
        0,
        "report",
        directory.resolve("jobs").toString(),
        directory.resolve("random").toString(),
        "--out",
        Files.createDirectories(directory.resolve("places")).resolve("report.html").toString());
    browser = Browser.start(Files.createDirectories(directory.resolve("profile")));
  }

  /** Writes a run whose first link has a utilization above 1, in both tables that have it. */
  private static void overshooting(Path result) throws IOException {
    SmallResults.torus(result, "0.5");
    for (String table : List.of("links.csv", "heat.csv")) {
      final Path file = result.resolve(table);
      final String[] lines = Files.readString(file).split("\n", 3);
      final String first = lines[1].replaceFirst("0\\.\\d+", "1.0018");
      assertNotEquals(lines[1], first);
      Files.writeString(file, lines[0] + "\n" + first + "\n" + lines[2]);
    }
    Signature.renew(result);
    SmallResults.execute(0, "report", result.toString());
  }

  private static Map<String, Object> row(int threads, double rate) {
    return Map.of(
        "shape",
        "8x8x8",
        "nodes",
        512,
        "run",
        "strong",
        "threads",
        threads,
        "jvms",
        1,
        "packetHopsPerSecond",
        rate,
        "barrierShare",
        0.01 * threads);
  }

  private static void scaling(Path out) {
    final ScalingReport report = new ScalingReport("bench", "bluegene-l");
    report.addMeasured(row(1, 1e6), true);
    report.addMeasured(row(2, 1.9e6), true);
    report.addProjection(
        Map.of(
            "costs",
            Map.of(),
            "rows",
            List.of(
                Map.of("processors", 4, "speedUp", 3.5),
                Map.of("processors", 1024, "speedUp", 40.5))));
    report.write(new ResultWriter(out), List.of("bench", "scaling"), Instant.now());
  }

  @AfterAll
  static void stop() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  private static Browser.Tab open(String result) {
    return browser.open(directory.resolve(result + "/report.html"), directory, false);
  }

  private static void assertAllDrawn(Browser.Tab tab, String what) {
    for (JsonNode chart : tab.evaluate(DRAWN)) {
      assertTrue(chart.get("points").asInt() > 0, what + " has no points: " + chart);
      assertTrue(chart.get("elements").asInt() > 0, what + " draws nothing: " + chart);
    }
  }

  private static List<String> ids(Browser.Tab tab) {
    final List<String> ids = new ArrayList<>();
    tab.evaluate(DRAWN).forEach(chart -> ids.add(chart.get("id").asText()));
    return ids;
  }

  /** Asserts that headings are in order, and that every focusable element has a name. */
  private static void assertAccessible(Browser.Tab tab) {
    int last = 0;
    for (JsonNode level :
        tab.evaluate("[...document.querySelectorAll('h1,h2,h3')].map((h) => +h.tagName[1])")) {
      assertTrue(level.asInt() <= last + 1, "h" + level + " after h" + last);
      last = level.asInt();
    }
    assertEquals(
        0,
        tab.evaluate(
                "[...document.querySelectorAll('button, select, [tabindex], a')].filter((e) =>"
                    + " !(e.getAttribute('aria-label') || e.textContent ||"
                    + " e.closest('label'))).length")
            .asInt());
    assertEquals(
        0,
        tab.evaluate(
                "[...document.querySelectorAll('figure')].filter((f) => {"
                    + " f.querySelector('details').open = true;"
                    + " f.querySelector('details').dispatchEvent(new Event('toggle'));"
                    + " return f.querySelectorAll('details tbody tr').length < 2; }).length")
            .asInt(),
        "a chart without its data as a table");
  }

  @ParameterizedTest
  @CsvSource({
    "places, time timeline ranks matrix heat links latency by-dimension by-virtual-channel by-job",
    "study, figure-1 figure-2 time heat links latency by-dimension by-virtual-channel",
    "several, figure-1 load accepted time heat links latency by-dimension by-virtual-channel"
  })
  void shouldDrawEveryViewOfEveryChartAccessiblyAndLoadNothing(String result, String charts) {
    try (Browser.Tab tab = open(result)) {
      assertEquals(
          List.of(charts.split(" ")).stream().map(id -> "picture-" + id).toList(), ids(tab));
      assertAllDrawn(tab, result);
      final int selects = tab.evaluate("document.querySelectorAll('select').length").asInt();
      for (int select = 0; select < selects; select++) {
        final String element = "document.querySelectorAll('select')[" + select + "]";
        final int options = tab.evaluate(element + ".options.length").asInt();
        for (int option = 0; option < options; option++) {
          tab.evaluate(
              "(() => { const select = "
                  + element
                  + "; select.value = '"
                  + option
                  + "';"
                  + "select.dispatchEvent(new Event('change')); })()");
          assertAllDrawn(tab, result + ", choice " + option + " of list " + select);
        }
      }
      assertAccessible(tab);
      assertEquals(List.of(), tab.problems());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "torus, time heat links latency by-dimension by-virtual-channel",
    "cascade, time heat links latency by-kind-of-port by-colour",
    "jobs, time timeline ranks matrix heat links latency by-dimension by-virtual-channel by-job",
    "scaling, scaling",
    "marked, load accepted time heat links latency by-dimension by-virtual-channel"
  })
  @Tag("slow")
  void shouldDrawEveryViewOfOtherResults(String result, String charts) {
    shouldDrawEveryViewOfEveryChartAccessiblyAndLoadNothing(result, charts);
  }

  @Test
  void shouldShowTextsAsTheyAreAndVerdictsInWords() {
    try (Browser.Tab tab = open("study")) {
      final String title = "A <small> torus & its \"claims\" </script>";
      assertEquals(title, tab.evaluate("document.querySelector('h1').textContent").asText());
      assertEquals(title, tab.evaluate("document.title").asText());
      assertEquals(
          "✓ PASS,✗ FAIL",
          tab.evaluate(
                  "[...document.querySelectorAll('.verdict')].map((v) => v.textContent).join()")
              .asText());
      assertTrue(
          tab.evaluate("document.querySelector('#verdicts').textContent")
              .asText()
              .contains("1 passed, 1 failed"));
      assertEquals(List.of(), tab.problems());
    }
  }

  /**
   * Points that were not steady are rings; points without a value are triangles at the upper edge.
   */
  @Test
  void shouldMarkPointsThatSayLittle() {
    try (Browser.Tab tab = open("marked")) {
      final String chart =
          "echarts.getInstanceByDom(document.querySelector('#picture-load .plot'))";
      final JsonNode series =
          tab.evaluate(
              chart
                  + ".getModel().getSeries().map((one) => ({ id: one.get('id') || '', type:"
                  + " one.subType, count: one.getData().count() }))");
      int rings = 0;
      int triangles = 0;
      for (JsonNode one : series) {
        final boolean cursor = one.get("id").asText().equals("cursor");
        rings +=
            one.get("type").asText().equals("scatter") && !cursor ? one.get("count").asInt() : 0;
        triangles += one.get("id").asText().startsWith("edge-") ? one.get("count").asInt() : 0;
      }
      assertTrue(rings > 0, series::toString);
      assertEquals(1, triangles, series::toString);
      final String figure = "document.querySelector('#picture-load')";
      tab.evaluate(figure + ".querySelector('.plot').focus()");
      tab.press("ArrowRight");
      tab.press("End");
      final String said = tab.evaluate(figure + ".querySelector('.readout').textContent").asText();
      assertTrue(said.contains("no value, fewer than 95 % of the packets arrived"), said);
      assertEquals(List.of(), tab.problems());
    }
  }

  @Test
  void shouldBeUsedWithKeys() {
    try (Browser.Tab tab = open("torus")) {
      final String figure = "document.querySelector('#picture-time')";
      final String plot = figure + ".querySelector('.plot')";
      tab.evaluate(plot + ".focus()");
      assertTrue(
          tab.evaluate("getComputedStyle(" + plot + ").outlineStyle").asText().equals("solid"),
          "the focus cannot be seen");
      tab.press("ArrowRight");
      tab.press("ArrowRight");
      final String readout = figure + ".querySelector('.readout').textContent";
      final String said = tab.evaluate(readout).asText();
      assertTrue(said.contains("(point 2 of "), said);
      assertTrue(said.contains("bytes/tick/node"), said);
      final String zoom =
          "(() => { const z = echarts.getInstanceByDom("
              + plot
              + ").getOption().dataZoom[0];"
              + " return z.end - z.start; })()";
      tab.press("+");
      assertTrue(tab.evaluate(zoom).asDouble() < 70);
      tab.press("0");
      assertEquals(100, tab.evaluate(zoom).asDouble());
      final String map = "document.querySelector('#picture-heat .plot')";
      tab.evaluate(map + ".focus()");
      tab.press("ArrowRight");
      tab.press("ArrowUp");
      assertEquals(
          "x = 0, y = 1, z = 0: ",
          tab.evaluate("document.querySelector('#picture-heat .readout').textContent")
              .asText()
              .replaceFirst("[0-9.]+$", ""));
      assertEquals(List.of(), tab.problems());
    }
  }

  @Test
  void shouldTellWhoSendsOverWhichLink() {
    try (Browser.Tab tab = open("torus")) {
      final String plot = "document.querySelector('#picture-links .plot')";
      tab.evaluate(plot + ".focus()");
      tab.press("ArrowRight");
      final String said =
          tab.evaluate("document.querySelector('#picture-links .readout').textContent").asText();
      assertTrue(
          said.matches("node \\d+ to node \\d+, port [xyz][+-]: utilization 0\\.\\d+, [\\d,]+ B"),
          said);
      final String tip =
          tab.evaluate(
                  "(() => { const chart = echarts.getInstanceByDom("
                      + plot
                      + "); const links = chart.getOption().series.find((s) => s.id === 'links');"
                      + " return chart.getOption().tooltip[0].formatter({ seriesId: 'links',"
                      + " data: links.data.at(-1) }); })()")
              .asText();
      final String busiest = said.replaceFirst(".*utilization ([.0-9]+), (.*)", "$1</b>, $2");
      assertTrue(tip.startsWith("<b>utilization " + busiest + "<br>from node "), tip);
      assertTrue(tip.contains(" (x = "), tip);
      tab.press("+");
      assertEquals(
          "Shown: 67 % of width and height.",
          tab.evaluate("document.querySelector('#picture-links .readout').textContent").asText());
      assertEquals(List.of(), tab.problems());
    }
  }

  @Test
  void shouldEndTheScaleOfSharesAtOne() {
    try (Browser.Tab tab = open("over")) {
      for (String picture : List.of("links", "heat")) {
        final String figure = "document.querySelector('#picture-" + picture + "')";
        final String chart = "echarts.getInstanceByDom(" + figure + ".querySelector('.plot'))";
        assertEquals(1, tab.evaluate(chart + ".getOption().visualMap[0].max").asDouble(), picture);
        final String caption =
            tab.evaluate(figure + ".querySelector('figcaption').textContent").asText();
        assertTrue(caption.contains("it is drawn as 1."), caption);
        tab.evaluate(figure + ".querySelector('.plot').focus()");
        tab.press("ArrowRight");
      }
      assertTrue(
          tab.evaluate("document.querySelector('#picture-links .readout').textContent")
              .asText()
              .contains("utilization 1.002, "));
      assertEquals(List.of(), tab.problems());
    }
    try (Browser.Tab tab = open("torus")) {
      assertEquals(
          0,
          tab.evaluate(
                  "[...document.querySelectorAll('figcaption')]"
                      + ".filter((c) => c.textContent.includes('drawn as 1')).length")
              .asInt());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void shouldTellCurvesAndBarsApartInLegends(String theme) {
    try (Browser.Tab tab = open("torus")) {
      final String swatches =
          "[...Array(49).keys()].map((n) => Options.swatch(n, '%s', '" + theme + "')%s)";
      final String distinct = "new Set(" + swatches + ").size";
      final String withoutDashes = ".replace(/ stroke-dasharray=\"[^\"]*\"/, '')";
      assertEquals(49, tab.evaluate(distinct.formatted("bars", "")).asInt());
      assertEquals(49, tab.evaluate(distinct.formatted("lines", withoutDashes)).asInt());
      assertEquals(
          28,
          tab.evaluate(
                  "new Set([...Array(28).keys()].map((n) => Options.swatch(n, 'lines', '"
                      + theme
                      + "').replace(/<svg[^>]*>(<path[^>]*>).*/, '$1'))).size")
              .asInt(),
          "colour and dashes of dense curves, which have no symbols");
    }
  }

  @Test
  void shouldTellWhatRanksDoWithKeysAndPointer() {
    try (Browser.Tab tab = open("jobs")) {
      for (String picture : List.of("timeline", "ranks", "matrix")) {
        tab.evaluate("document.querySelector('#picture-" + picture + " .plot').focus()");
        tab.press("ArrowRight");
        final String said =
            tab.evaluate("document.querySelector('#picture-" + picture + " .readout').textContent")
                .asText();
        final String expected =
            switch (picture) {
              case "timeline" -> "halo, rank 0, ticks 0 to 1,024: computing 100 %";
              case "ranks" -> "halo, rank 0: ";
              default -> "Receiver = 0, Sender = 0";
            };
        assertTrue(said.startsWith(expected), said);
      }
      final String plot =
          "echarts.getInstanceByDom(document.querySelector('#picture-timeline .plot'))";
      assertEquals(
          "<b>computing 100 %</b><br>halo, rank 0, ticks 0 to 1,024",
          tab.evaluate(
                  "(() => { const chart = "
                      + plot
                      + "; const [x, y] = chart.convertToPixel({ gridIndex: 0 }, [700, 0.5]);"
                      + " chart.getZr().handler.dispatch('mousemove', { zrX: x, zrY: y });"
                      + " return chart.getOption().tooltip[0].formatter(); })()")
              .asText());
      assertEquals(List.of(), tab.problems());
    }
  }

  @Test
  void shouldFollowTheSystemsColoursAndSwitchThem() {
    final String back = "getComputedStyle(document.body).backgroundColor";
    final String theme = "document.documentElement.dataset.theme";
    try (Browser.Tab tab = open("torus")) {
      assertEquals("light", tab.evaluate(theme).asText());
      final String light = tab.evaluate(back).asText();
      tab.evaluate("document.querySelector('#theme').click()");
      assertEquals("dark", tab.evaluate(theme).asText());
      assertNotEquals(light, tab.evaluate(back).asText());
      assertAllDrawn(tab, "dark");
      assertEquals(List.of(), tab.problems());
    }
    try (Browser.Tab tab = browser.open(directory.resolve("torus/report.html"), directory, true)) {
      assertEquals("dark", tab.evaluate(theme).asText());
    }
  }

  @Test
  void shouldFitAPhone() {
    try (Browser.Tab tab = open("study")) {
      tab.resize(360, 740);
      Browser.waitUntil("the window to follow", () -> tab.evaluate("innerWidth").asInt() == 360);
      Browser.waitUntil(
          "the charts to follow",
          () -> tab.evaluate("document.documentElement.scrollWidth").asInt() <= 360);
      assertAllDrawn(tab, "narrow");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "torus | time: Throughput over time, heat: Link utilization,"
            + " links: Utilization of each link",
        "places | timeline: Timeline of ranks, ranks: Time of ranks by activity,"
            + " matrix: Traffic matrix"
      })
  void shouldSaveChartsAsSvg(String result, String titlesOfCharts) throws Exception {
    try (Browser.Tab tab = open(result)) {
      for (String titleOfChart : titlesOfCharts.split(", ", -1)) {
        final String chart = titleOfChart.split(": ", 2)[0];
        final Path file = directory.resolve(chart + ".svg");
        tab.evaluate(
            "[...document.querySelectorAll('#picture-"
                + chart
                + " button')].find((b) => b.textContent === 'Save SVG').click()");
        Browser.waitUntil("the download", () -> Files.exists(file) || !tab.problems().isEmpty());
        assertEquals(List.of(), tab.problems());
        assertIsPicture(file, titleOfChart.split(": ", 2)[1]);
      }
    }
  }

  private static void assertIsPicture(Path file, String title) throws Exception {
    final Document svg =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    assertEquals("svg", svg.getDocumentElement().getTagName());
    assertTrue(svg.getElementsByTagName("path").getLength() > 10);
    assertTrue(Files.readString(file).contains(title), "the picture does not say what it is");
  }

  @Test
  void shouldSayWhatIsOnThePage() throws IOException {
    final JsonNode said =
        new ObjectMapper()
            .readTree(
                SmallResults.execute(0, "report", directory.resolve("study").toString(), "--json"));
    assertEquals(Files.size(directory.resolve("study/report.html")), said.get("bytes").asLong());
    assertEquals("[\"dynamic\",\"static\"]", said.get("runs").toString());
    try (Browser.Tab tab = open("study")) {
      final List<String> charts = new ArrayList<>();
      said.get("charts").forEach(chart -> charts.add("picture-" + chart.get("id").asText()));
      assertEquals(charts, ids(tab));
    }
  }
}
