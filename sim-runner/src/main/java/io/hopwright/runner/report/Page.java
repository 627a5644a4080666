package io.hopwright.runner.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The page around a report: one file that needs no other, and may load none. */
final class Page {
  private static final String FOLDER = "/report/";
  private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  private Page() {}

  /**
   * Returns a page.
   *
   * @param title as text
   * @param body as HTML
   * @param data as JSON
   */
  static String of(String title, String body, String data) {
    final StringBuilder page = new StringBuilder();
    final String frame = resource(FOLDER + "page.html");
    int from = 0;
    for (int at = frame.indexOf("{{"); at >= 0; at = frame.indexOf("{{", from)) {
      final int end = frame.indexOf("}}", at);
      page.append(frame, from, at);
      page.append(
          switch (frame.substring(at + 2, end)) {
            case "title" -> Html.escape(title);
            case "style" -> resource(FOLDER + "report.css");
            case "body" -> body;
            case "data" -> inScript(data);
            case "charts" -> resource(CHARTS);
            case "script" ->
                resource(FOLDER + "options.js")
                    + resource(FOLDER + "heat.js")
                    + resource(FOLDER + "report.js");
            default -> throw new IllegalStateException("unknown mark in page.html");
          });
      from = end + 2;
    }
    return page.append(frame, from, frame.length()).toString();
  }

  /** No text in the data may end its element. */
  static String inScript(String json) {
    return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
  }

  private static String resource(String name) {
    try (InputStream stream = Page.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
