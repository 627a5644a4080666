package io.hopwright.runner.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Charts that a sweep over loads has by default. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoadChartsTest {
  /**
   * The study has twelve curves; with static routing on one VC, two of three loads are too high.
   */
  private static final String STUDY =
      """
      include "machines/bluegene-l"
      study { id = curves, title = "Twelve curves" }
      machine.shape = [4, 3, 2]
      partition.shape = [4, 3, 2]
      workload { kind = uniform, load = [0.1, 1, 1.5], packetBytes = [[64 B], [256 B]] }
      router { routing = [dynamic, static], vcBytes = [512 B, 1 KiB, 2 KiB] }
      run { warmupTicks = 1000, ticks = 4000, followTicks = 4000 }
      """;

  private JsonNode charts;

  @BeforeAll
  void sweep(@TempDir Path directory) throws IOException {
    final Path study = Files.writeString(directory.resolve("curves.conf"), STUDY);
    final Path out = directory.resolve("out");
    SmallResults.execute(0, "sweep", study.toString(), "--quiet", "--out", out.toString());
    final String page = Files.readString(out.resolve("report.html"));
    final String mark = "id=\"data\">";
    final int from = page.indexOf(mark) + mark.length();
    charts =
        new ObjectMapper()
            .readTree(page.substring(from, page.indexOf("</script>", from)))
            .get("pictures");
  }

  private JsonNode chart(String id) {
    return StreamSupport.stream(charts.spliterator(), false)
        .filter(chart -> chart.get("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> names(JsonNode view) {
    final Set<String> names = new HashSet<>();
    view.get("curves").forEach(curve -> names.add(curve.get("name").asText()));
    return names;
  }

  @Test
  void shouldPartMoreCurvesThanAreToldApart() {
    final JsonNode views = chart("accepted").get("views");
    assertEquals(2, views.size());
    assertEquals("router.routing=dynamic", views.get(0).get("name").asText());
    assertEquals("router.routing=static", views.get(1).get("name").asText());
    final Set<String> curves = names(views.get(0));
    assertEquals(7, curves.size(), curves::toString);
    assertTrue(
        curves.contains("router.vcBytes=512 B, workload.packetBytes=64 B"), curves::toString);
    final List<String> load =
        StreamSupport.stream(chart("load").get("views").spliterator(), false)
            .map(view -> view.get("name").asText())
            .toList();
    assertTrue(load.contains("Offered, router.routing=static"), load::toString);
  }

  @Test
  void shouldAcceptWhatIsOfferedAtALowLoadAndLessAtAHighOne() {
    for (JsonNode view : chart("accepted").get("views")) {
      for (JsonNode curve : view.get("curves")) {
        final JsonNode points = curve.get("points");
        final JsonNode last = points.get(points.size() - 1);
        if (curve.get("name").asText().equals("accepted = offered")) {
          assertEquals(last.get(0), last.get(1));
        } else {
          assertEquals(3, points.size());
          final double low = points.get(0).get(0).asDouble();
          assertEquals(low, points.get(0).get(1).asDouble(), 0.1 * low);
          assertTrue(last.get(1).asDouble() < 0.95 * last.get(0).asDouble(), curve::toString);
        }
      }
    }
  }

  /** The highest throughput is that of one of the points. */
  @Test
  void shouldShowSaturationOverEachKey() {
    final Set<Double> accepted = new HashSet<>();
    for (JsonNode view : chart("accepted").get("views")) {
      for (JsonNode curve : view.get("curves")) {
        curve.get("points").forEach(point -> accepted.add(point.get(1).asDouble()));
      }
    }
    final JsonNode views = chart("saturation").get("views");
    assertEquals(3, views.size());
    final JsonNode buffers = views.get(1);
    assertEquals("router.vcBytes", buffers.get("name").asText());
    assertEquals("B", buffers.get("x").get("unit").asText());
    assertEquals(4, names(buffers).size());
    for (JsonNode curve : buffers.get("curves")) {
      assertEquals(3, curve.get("points").size(), curve::toString);
      curve.get("points").forEach(point -> assertTrue(accepted.contains(point.get(1).asDouble())));
    }
    assertEquals(List.of("dynamic", "static"), texts(views.get(0).get("x").get("names")));
  }

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }
}
