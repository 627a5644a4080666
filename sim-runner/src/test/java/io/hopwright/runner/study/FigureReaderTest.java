package io.hopwright.runner.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.support.InputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureReaderTest {
  private static final String STUDY =
      """
      machine.model = bluegene-l
      machine.shape = [2, 2, 2]
      router.vcBytes = 1 KiB
      runs { a {}, b {} }
      """;

  private static Study read(String figures) {
    return new StudyReader(Machines.all(), new Library())
        .read(new Source("a.conf", STUDY + figures, null), Map.of());
  }

  /** Reads a study and checks its figures, as commands do before they simulate. */
  private static void check(String figures) {
    final Study study = read(figures);
    final Mistakes mistakes = new Mistakes();
    for (RunSpec run : study.runs()) {
      final ResolvedConfig config =
          study.points(Scale.QUICK).stream()
              .filter(point -> point.run().equals(run.name()))
              .findFirst()
              .orElseThrow()
              .config();
      study
          .figuresOf(run.name())
          .forEach(figure -> figure.check(config, config.network(mistakes), mistakes));
    }
    mistakes.throwIfAny();
  }

  @Test
  void shouldReadPointsAndSeriesWithTheLinesOfTheory() {
    final List<Figure> figures =
        read("figures {\n"
                + " f { title = F, kind = points, x = workload.load, y = responseTicks.mean,"
                + " runs = [b], lines { \"98 %\" { x = 0.98 }, peak { y = bounds.meanHops } } }\n"
                + " g { title = G, kind = series, y = throughput } }\n")
            .figures();
    assertEquals(
        Map.of(
            "name",
            "f",
            "title",
            "F",
            "kind",
            "points",
            "x",
            "workload.load",
            "y",
            List.of("responseTicks.mean"),
            "relative",
            false,
            "runs",
            List.of("b"),
            "lines",
            List.of(
                Map.of("label", "98 %", "axis", "x", "at", 0.98),
                Map.of("label", "peak", "axis", "y", "at", "bounds.meanHops"))),
        figures.get(0).document());
    assertEquals("G", figures.get(1).title());
    assertTrue(figures.get(1).shows("a") && !figures.get(0).shows("a"));
    check("figures.g { title = G, kind = series, y = throughput }\n");
    check("figures.g { title = G, kind = series, y = [throughput, linkUtilization] }\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "title = F, kind = series, y = throughput, z = 1 | figures.f.z = 1: unknown key",
        "kind = series, y = throughput | figures.f.title: is missing",
        "'title = F, kind = series, y = throughput, relative = true, lines { a { y = 1 } }' | figures.f.lines = {…}: cannot be drawn where each curve is relative",
        "'title = F, kind = points, x = meanHops, y = meanHops, relative = true' | figures.f.relative = true: only for kind = series",
        "title = F, y = throughput | figures.f.kind: is missing",
        "title = F, kind = bars, y = throughput | figures.f.kind = \"bars\": must be points or series",
        "title = F, kind = points, y = meanHops | figures.f.x: is missing",
        "title = F, kind = series, x = meanHops, y = throughput | figures.f.x = \"meanHops\": always time in a series",
        "title = F, kind = series, y = throughput, runs = [other] | unknown run; runs: a, b",
        "title = F, kind = series, y = throughput, runs = [a, a] | names a run twice",
        "title = F, kind = series, y = throughput, lines.l {} | must have either x or y",
        "'title = F, kind = series, y = throughput, lines.l { x = 1, y = 1 }' | must have either x or y",
        "'title = F, kind = series, y = throughput, lines.l { y = [1] }' | must be a text",
        "title = F, kind = series, y = througput | 'figures.f.y = througput: is not a"
            + " column of series.csv; did you mean throughput?'",
        "title = F, kind = points, x = load, y = meanHops | figures.f.x = load: is neither measured nor a key",
        "title = F, kind = points, x = workload.load, y = workload.load | figures.f.y = workload.load: is not measured",
        "title = F, kind = series, y = throughput, lines.l { y = bounds.hops } | figures.f.lines.l.y = bounds.hops: is not measured",
      })
  void shouldRefuseWhatCannotBeDrawn(String figure, String reason) {
    final List<String> messages =
        assertThrows(InputException.class, () -> check("figures.f { " + figure + " }\n"))
            .messages();
    assertTrue(messages.get(0).startsWith("a.conf:5: "), messages.toString());
    assertTrue(messages.get(0).contains(reason), messages.toString());
  }
}
