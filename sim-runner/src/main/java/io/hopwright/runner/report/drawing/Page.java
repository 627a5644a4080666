package io.hopwright.runner.report.drawing;

import io.hopwright.runner.support.ProgramFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Page around a report: a single file that loads no others. The page around a run in progress
 * requests updates only from its own server.
 */
public final class Page {
  private static final String FOLDER = "/report/";
  private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  private static final List<String> SCRIPTS =
      List.of("options.js", "heat.js", "graph.js", "jobs.js", "report.js");

  private Page() {}

  /**
   * Returns the page of a report.
   *
   * @param title as text
   * @param body as HTML
   * @param data as JSON
   */
  public static String of(String title, String body, String data) {
    return page(
        title,
        body,
        data,
        "'none'",
        "One self-contained file: this page can be stored and shared, and opens" + " offline.",
        SCRIPTS);
  }

  /** Returns the page of a running simulation, which has no data yet. */
  public static String live(String title, String body) {
    final List<String> scripts = new ArrayList<>(SCRIPTS);
    scripts.add("watch.js");
    return page(
        title,
        body,
        "{\"pictures\":[]}",
        "'self'",
        "This page is served while the run lasts; the report of the run shows the same.",
        scripts);
  }

  /**
   * Returns the policy for what a page may load and do: it may only request data from {@code
   * reach}.
   */
  public static String policy(String reach) {
    return "default-src 'none'; script-src 'unsafe-inline'; connect-src "
        + reach
        + "; style-src 'unsafe-inline'; img-src data:";
  }

  private static String page(
      String title, String body, String data, String reach, String footer, List<String> scripts) {
    return ProgramFiles.text(
        FOLDER + "page.html",
        mark ->
            switch (mark) {
              case "title" -> Html.escape(title);
              case "style" -> ProgramFiles.text(FOLDER + "report.css");
              case "body" -> body;
              case "data" -> inScript(data);
              case "charts" -> ProgramFiles.text(CHARTS);
              case "policy" -> policy(reach);
              case "footer" -> footer;
              case "script" ->
                  scripts.stream()
                      .map(script -> ProgramFiles.text(FOLDER + script))
                      .collect(Collectors.joining());
              default -> throw new IllegalStateException("unknown mark in page.html");
            });
  }

  /** No text in the data may end its element. */
  static String inScript(String json) {
    return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
  }
}
