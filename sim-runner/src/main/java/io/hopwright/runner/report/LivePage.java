package io.hopwright.runner.report;

import io.hopwright.runner.report.Chart.Axis;
import io.hopwright.runner.report.Chart.Curve;
import io.hopwright.runner.report.Chart.Point;
import io.hopwright.runner.report.Chart.View;
import io.hopwright.runner.report.drawing.Html;
import io.hopwright.runner.report.drawing.Page;
import io.hopwright.runner.report.drawing.Picture;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Page about a run in progress, and its additional contents. */
public final class LivePage {
  /** Content policy of the page, sent by its server; other pages cannot embed it. */
  public static final String POLICY = Page.policy("'self'") + "; frame-ancestors 'none'";

  private static final int MOST_BARS = 64;
  private static final String LATE = "Recent: mean over the last five seconds.";

  private LivePage() {}

  /**
   * State of a run at a moment.
   *
   * @param tick tick up to which everything had been simulated
   * @param hopsPerSecond recent simulated packet-hops per second
   * @param deliveredPerTick recent delivered packets per tick
   * @param barrierShare share of the threads' time not spent simulating, so far
   */
  public record Moment(
      double tick, double hopsPerSecond, double deliveredPerTick, double barrierShare) {}

  /** Returns the page. */
  public static String html(String title) {
    final Html html = new Html().open("header").element("p class=\"kicker\"", "Hopwright, live");
    html.element("h1", title);
    html.open("progress id=\"fraction\" max=\"1\" aria-label=\"Share done\"").close("progress");
    html.open("div class=\"highlights\"").open("dl class=\"facts\" id=\"facts\"");
    html.close("dl").close("div");
    html.element("p class=\"warning\" id=\"over\" role=\"status\" hidden", "");
    html.close("header").section("charts", "Charts").open("div id=\"pictures\"");
    return Page.live(title, html.close("div").close("section").toString());
  }

  /**
   * Returns the charts of the run's pace and of its partitions, as data of the page.
   *
   * @param moments in their order
   * @param busy share of the time that each partition has spent simulating
   */
  public static List<Map<String, Object>> charts(List<Moment> moments, List<Double> busy) {
    final Picture pace =
        Chart.of(
            "pace",
            "Pace of the simulation",
            LATE,
            Chart.Kind.LINES,
            List.of(
                over(moments, "Packet-hops per second", "1/s", Moment::hopsPerSecond),
                over(moments, "Packets delivered", "1/tick", Moment::deliveredPerTick),
                over(moments, "Time in barriers", "", Moment::barrierShare)));
    final boolean bars = busy.size() <= MOST_BARS;
    final List<String> names = IntStream.range(0, busy.size()).mapToObj(Integer::toString).toList();
    final View shares =
        new View(
            "",
            bars ? Axis.ofNames("Partition", names) : Axis.of("Partition", ""),
            Axis.of("Fraction of time spent simulating", ""),
            List.of(
                new Curve(
                    "busy",
                    "",
                    IntStream.range(0, busy.size())
                        .mapToObj(i -> Point.of(i, busy.get(i)))
                        .toList())),
            List.of(),
            !bars);
    final Picture partitions =
        Chart.of(
            "partitions",
            "Work of the partitions",
            "Since the first window. The partition with the most work determines how long a"
                + " window takes.",
            bars ? Chart.Kind.BARS : Chart.Kind.LINES,
            List.of(shares));
    return List.of(pace.document(), partitions.document());
  }

  private static View over(
      List<Moment> moments, String name, String unit, ToDoubleFunction<Moment> value) {
    final List<Point> points =
        moments.stream()
            .map(moment -> Point.of(moment.tick(), value.applyAsDouble(moment)))
            .toList();
    return new View(
        name,
        Axis.of("Time", "ticks"),
        Axis.of(name, unit),
        List.of(new Curve("this run", "", points)),
        List.of(),
        true);
  }
}
