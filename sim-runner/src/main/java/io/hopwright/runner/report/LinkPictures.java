package io.hopwright.runner.report;

import io.hopwright.runner.report.drawing.Digits;
import io.hopwright.runner.report.drawing.LinkPictureChart;
import io.hopwright.runner.report.drawing.LinkPictureChart.Layout;
import io.hopwright.runner.report.drawing.LinkPictureChart.Link;
import io.hopwright.runner.report.drawing.LinkPictureChart.Router;
import io.hopwright.runner.report.drawing.LinkPictureChart.Set;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Pictures of all links of machines of moderate size, coloured by load. */
final class LinkPictures {
  private static final String ROUTERS = "routers";
  private static final String LINKS = "links";

  /** Values of all runs together; a value takes three to eight bytes. */
  private static final int MOST_VALUES = 300_000;

  private LinkPictures() {}

  /** Returns one picture of all runs that know their links, or of as many as a page can hold. */
  static Stream<Picture> pictures(List<Entry> all, Subject subject) {
    final List<Entry> entries =
        all.stream()
            .filter(entry -> entry.run().table(LINKS).isPresent())
            .filter(entry -> entry.run().table(ROUTERS).isPresent())
            .toList();
    final List<Layout> layouts = new ArrayList<>();
    final List<Set> sets = new ArrayList<>();
    final List<Entry> shown = new ArrayList<>();
    long values = 0;
    for (Entry entry : entries) {
      final Set set = set(entry, layouts);
      values += 2L * set.utilization().length;
      if (values > MOST_VALUES && !sets.isEmpty()) {
        break;
      }
      if (set.utilization().length > 0) {
        sets.add(set);
        shown.add(entry);
      }
    }
    if (sets.isEmpty()) {
      return Stream.empty();
    }
    final String left =
        sets.size() < entries.size()
            ? "To keep this page small, only the first " + sets.size() + " runs are shown. "
            : "";
    return Stream.of(
        LinkPictureChart.of(
            LINKS,
            "Utilization of each link",
            "An arrow is one direction of a link, from the sending router to the middle,"
                + " where it meets the arrow of the reverse direction. A short arrow is a link"
                + " that cannot be drawn in full (wrap-around or to another plane). Colour and"
                + " width: fraction of the measured interval in which the link was busy. Zoom in"
                + " for labels. "
                + busiest(sets)
                + HeatMaps.overshoot(sets.stream().map(Set::utilization))
                + left
                + subject.text(shown),
            List.copyOf(layouts),
            List.copyOf(sets)));
  }

  /** Returns the busiest links; if all links are alike, drawing each of them shows nothing else. */
  private static String busiest(List<Set> sets) {
    final int most = sets.stream().mapToInt(set -> set.utilization().length).max().orElse(0);
    return most > LinkPictureChart.MOST_DRAWN
        ? "Of %s links the busiest %s are drawn. "
            .formatted(Digits.text(most), Digits.text(LinkPictureChart.MOST_DRAWN))
        : "";
  }

  private static Set set(Entry entry, List<Layout> layouts) {
    final Map<String, Integer> numbers = new LinkedHashMap<>();
    final List<Router> routers = routers(entry, numbers);
    final List<Link> links = new ArrayList<>();
    final List<Double> utilization = new ArrayList<>();
    final List<Double> bytes = new ArrayList<>();
    final StoredTable table = entry.run().table(LINKS).orElseThrow();
    table.rows(
        row -> {
          links.add(
              new Link(
                  router(numbers, row, "from"),
                  row.text("port"),
                  router(numbers, row, "to"),
                  position(row, "endX"),
                  position(row, "endY")));
          utilization.add(row.number("utilization"));
          bytes.add(row.number("bytes"));
        });
    return new Set(
        entry.label(),
        Picture.number(layouts, new Layout(routers, List.copyOf(links))),
        utilization.stream().mapToDouble(Double::doubleValue).toArray(),
        bytes.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static List<Router> routers(Entry entry, Map<String, Integer> numbers) {
    final StoredTable table = entry.run().table(ROUTERS).orElseThrow();
    final List<Router> routers = new ArrayList<>();
    table.rows(
        row -> {
          numbers.put(row.text("router"), routers.size());
          routers.add(
              new Router(
                  row.text("name"),
                  row.text("kind"),
                  row.text("place"),
                  row.text("block"),
                  position(row, "x"),
                  position(row, "y")));
        });
    return List.copyOf(routers);
  }

  private static int router(Map<String, Integer> numbers, StoredTable.Row row, String column) {
    final String name = row.text(column);
    final Integer number = numbers.get(name);
    if (number == null) {
      throw row.damaged("names router " + name + ", which " + ROUTERS + ".csv lacks");
    }
    return number;
  }

  /** Returns a number that must be there. */
  private static double position(StoredTable.Row row, String column) {
    final double position = row.number(column);
    if (Double.isNaN(position)) {
      throw row.damaged("does not give a position for the picture");
    }
    return position;
  }
}
