package io.hopwright.runner.report;

import io.hopwright.runner.report.drawing.Html;
import io.hopwright.runner.report.drawing.Page;
import io.hopwright.runner.report.drawing.Picture;
import io.hopwright.runner.report.drawing.VerdictTable;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.results.StoredDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Report about one or several results, built from their directories alone. */
public final class Report {
  /** Longer than what stands before the marks of a page, style sheet and title. */
  private static final int BEGINNING = 1 << 17;

  private final List<StoredDirectory> results;
  private final List<StoredDirectory> studies;
  private final List<Entry> entries;
  private final List<Picture> pictures;
  private final PageHead head;

  private Report(List<StoredDirectory> results) {
    this.results = results;
    studies = results.stream().flatMap(result -> result.studies().stream()).toList();
    entries = Entry.of(studies);
    head = new PageHead(results, entries);
    pictures = pictures();
  }

  /**
   * Builds the report about results.
   *
   * @throws io.hopwright.runner.support.InputException if one of their files is damaged
   */
  public static Report of(List<StoredDirectory> results) {
    return new Report(List.copyOf(results));
  }

  /**
   * Returns the pictures. For runs that differ only in their seed, maps and distributions show the
   * first. A page over the parts of a study has their figures; each part has a page of its own for
   * the rest.
   */
  private List<Picture> pictures() {
    final Stream<Picture> figures = Figures.pictures(studies, entries);
    if (results.stream().anyMatch(result -> !result.parts().isEmpty())) {
      return figures.toList();
    }
    final SeedGroups groups = new SeedGroups(entries);
    final Subject subject = new Subject(entries);
    final List<Entry> shown = groups.all().stream().map(Repetitions::first).toList();
    final Subject one = new Subject(shown);
    return Stream.of(
            figures,
            LoadChart.pictures(groups, subject),
            ThroughputCharts.pictures(groups, subject),
            SeriesChart.pictures(groups, subject),
            TimeLines.pictures(shown, one),
            RankBars.pictures(shown, one),
            CollectiveChart.pictures(shown, one),
            FlowChart.pictures(shown, one),
            Matrices.pictures(shown, one),
            HeatMaps.pictures(shown, one),
            LinkPictures.pictures(shown, one),
            LatencyChart.pictures(shown, one),
            FairnessChart.pictures(shown, one),
            ShareChart.pictures(shown, one),
            ScalingChart.pictures(results))
        .flatMap(pictures -> pictures)
        .toList();
  }

  /** Returns whether a file begins like a report, in HTML or Markdown. */
  public static boolean isOne(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      final String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8);
      return Stream.of("kicker\">" + PageHead.MARK + "<", Markdown.MARK)
          .anyMatch(beginning::contains);
    }
  }

  /** Returns the charts, as data of a page. */
  public List<Map<String, Object>> charts() {
    return pictures.stream().map(Picture::document).toList();
  }

  /**
   * Returns the page.
   *
   * @param place future place of the page
   */
  public String html(Path place) {
    final StringBuilder body = new StringBuilder(head.html());
    if (!pictures.isEmpty()) {
      body.append(new Html().section("charts", "Charts").open("div id=\"pictures\""));
      body.append(new Html().close("div").close("section"));
    }
    for (StoredDirectory result : results) {
      if (result.verdicts() != null) {
        body.append(new VerdictTable(result.verdicts()).section());
      }
    }
    results.stream()
        .filter(result -> !result.parts().isEmpty())
        .forEach(result -> body.append(parts(result, place)));
    if (entries.size() > 1) {
      body.append(new RunTable(entries).section());
    }
    body.append(Provenance.section(results, entries));
    final Map<String, Object> data = Map.of("pictures", charts());
    return Page.of(head.title(), body.toString(), Json.compact(data));
  }

  private static String parts(StoredDirectory study, Path place) {
    final URI here = place.toAbsolutePath().normalize().toUri().resolve(".");
    final Html html = new Html().section("parts-of-" + study.name(), "Parts");
    html.open("ul");
    for (StoredDirectory part : study.parts()) {
      final Path page = part.directory().resolve(Format.REPORT).toAbsolutePath().normalize();
      final String way = here.relativize(page.toUri()).toString();
      html.open("li").element("a href=\"" + Html.escape(way) + "\"", part.name()).close("li");
    }
    return html.close("ul").close("section").toString();
  }

  /** Returns verdicts, their sources, and digests, as Markdown. */
  public String markdown() {
    return new Markdown(results, head.title()).text();
  }

  /** Returns the contents of the page. */
  public Map<String, Object> overview() {
    final List<String> verdicts =
        results.stream()
            .filter(result -> result.verdicts() != null)
            .map(result -> result.name() + ": " + new VerdictTable(result.verdicts()).counts())
            .toList();
    return new JsonObject()
        .with("title", head.title())
        .with("runs", entries.stream().map(Entry::label).toList())
        .with(
            "notes",
            entries.stream()
                .filter(entry -> !entry.run().caveats().note().isEmpty())
                .map(entry -> entry.label() + ": " + entry.run().caveats().note())
                .toList())
        .with("verdicts", verdicts)
        .with("charts", pictures.stream().map(Report::overview).toList());
  }

  private static Map<String, Object> overview(Picture picture) {
    return new JsonObject()
        .with("id", picture.id())
        .with("title", picture.title())
        .with("values", picture.points());
  }
}
