package io.hopwright.runner.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A picture of speed-up over processors, both on scales of powers of two, as SVG. Written by hand:
 * libraries that draw need the fonts of a desktop, which servers and containers do not have.
 */
final class SpeedUpPlot {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 480;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int TOP = 50;
  private static final int BOTTOM = 60;
  private static final List<String> COLOURS = List.of("#0072b2", "#009e73", "#d55e00");

  /**
   * A point of a line.
   *
   * @param processors 1 or more
   * @param speedUp above 0
   */
  record Point(double processors, double speedUp) {}

  private record Line(String name, List<Point> points) {}

  private final String title;
  private final List<Line> lines = new ArrayList<>();

  SpeedUpPlot(String title) {
    this.title = title;
  }

  /** Adds a line; none if it has no points. */
  void add(String name, List<Point> points) {
    if (!points.isEmpty()) {
      lines.add(new Line(name, points));
    }
  }

  String svg() {
    final int most = powers();
    final StringBuilder svg = new StringBuilder();
    append(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"13\">%n<rect width=\"100%%\""
            + " height=\"100%%\" fill=\"white\"/>%n",
        WIDTH,
        HEIGHT);
    append(svg, "<text x=\"%d\" y=\"24\" font-size=\"16\">%s</text>%n", LEFT, title);
    for (int power = 0; power <= most; power++) {
      grid(svg, power, most);
    }
    append(
        svg,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">processors (threads × JVMs)</text>%n",
        (LEFT + WIDTH - RIGHT) / 2,
        HEIGHT - 18);
    append(
        svg,
        "<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\">speed-up over one"
            + " thread</text>%n",
        (TOP + HEIGHT - BOTTOM) / 2);
    append(
        svg,
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#999999\""
            + " stroke-dasharray=\"4 4\"/>%n",
        x(1, most),
        y(1, most),
        x(1 << most, most),
        y(1 << most, most));
    legend(svg, 0, "#999999", "linear");
    for (int i = 0; i < lines.size(); i++) {
      final String colour = COLOURS.get(i % COLOURS.size());
      draw(svg, lines.get(i), colour, most);
      legend(svg, i + 1, colour, lines.get(i).name());
    }
    return svg.append("</svg>\n").toString();
  }

  /** The power of two that holds all processors. */
  private int powers() {
    final double processors =
        lines.stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(Point::processors)
            .max()
            .orElse(1);
    return Math.max(1, (int) Math.ceil(log(processors)));
  }

  private static void grid(StringBuilder svg, int power, int most) {
    final double x = x(1 << power, most);
    final double y = y(1 << power, most);
    append(
        svg,
        "<path d=\"M%.1f %dV%dM%d %.1fH%d\" stroke=\"#e5e5e5\"/>%n",
        x,
        TOP,
        HEIGHT - BOTTOM,
        LEFT,
        y,
        WIDTH - RIGHT);
    append(
        svg,
        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>%n",
        x,
        HEIGHT - BOTTOM + 18,
        1 << power);
    append(
        svg,
        "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>%n",
        LEFT - 8,
        y + 4,
        1 << power);
  }

  private static void draw(StringBuilder svg, Line line, String colour, int most) {
    final StringBuilder path = new StringBuilder();
    for (Point point : line.points()) {
      final double x = x(point.processors(), most);
      final double y = y(Math.max(1, point.speedUp()), most);
      append(path, "%s%.1f %.1f", path.length() == 0 ? "M" : "L", x, y);
      append(
          svg,
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"><title>%s: %.2f on"
              + " %.0f</title></circle>%n",
          x,
          y,
          colour,
          line.name(),
          point.speedUp(),
          point.processors());
    }
    append(svg, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n", path, colour);
  }

  private static void legend(StringBuilder svg, int row, String colour, String name) {
    final int y = TOP + 16 + 20 * row;
    append(
        svg,
        "<path d=\"M%d %dH%d\" stroke=\"%s\" stroke-width=\"2\"/><text x=\"%d\""
            + " y=\"%d\">%s</text>%n",
        LEFT + 14,
        y,
        LEFT + 44,
        colour,
        LEFT + 52,
        y + 4,
        name);
  }

  private static double x(double processors, int most) {
    return LEFT + log(processors) / most * (WIDTH - LEFT - RIGHT);
  }

  private static double y(double speedUp, int most) {
    return HEIGHT - BOTTOM - log(speedUp) / most * (HEIGHT - TOP - BOTTOM);
  }

  private static double log(double value) {
    return Math.log(value) / Math.log(2);
  }

  private static void append(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }
}
