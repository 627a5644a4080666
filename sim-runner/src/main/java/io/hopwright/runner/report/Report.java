package io.hopwright.runner.report;

import io.hopwright.runner.result.Json;
import io.hopwright.runner.stored.StoredDirectory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A report over one result or several, made from what lies in their directories alone. */
public final class Report {
  private final List<StoredDirectory> results;
  private final List<StoredDirectory> studies;
  private final List<Entry> entries;
  private final List<Picture> pictures;
  private final Head head;

  private Report(List<StoredDirectory> results) {
    this.results = results;
    studies = results.stream().flatMap(result -> result.studies().stream()).toList();
    entries = Entry.of(studies);
    head = new Head(results, entries);
    pictures = pictures();
  }

  /**
   * Makes the report over results.
   *
   * @throws io.hopwright.runner.failure.InputException if a file of them is damaged
   */
  public static Report of(List<StoredDirectory> results) {
    return new Report(List.copyOf(results));
  }

  private List<Picture> pictures() {
    final SeedGroups groups = new SeedGroups(entries);
    final Subject subject = new Subject(entries);
    return Stream.of(
            new Figures(studies, entries).pictures(),
            new LoadChart(groups, subject).pictures(),
            new SeriesChart(groups, subject).pictures(),
            new HeatMaps(entries, subject).pictures(),
            new LatencyChart(entries, subject).pictures(),
            new ShareChart(entries, subject).pictures(),
            new ScalingChart(results).pictures())
        .flatMap(pictures -> pictures)
        .toList();
  }

  /** Returns its charts, as data of a page. */
  public List<Map<String, Object>> charts() {
    return pictures.stream().map(Picture::document).toList();
  }

  /** Returns the page. */
  public String html() {
    final StringBuilder body = new StringBuilder(head.html());
    for (StoredDirectory result : results) {
      if (result.verdicts() != null) {
        body.append(new VerdictTable(result.verdicts()).section());
      }
    }
    if (!pictures.isEmpty()) {
      body.append(new Html().section("charts", "Charts").open("div id=\"pictures\""));
      body.append(new Html().close("div").close("section"));
    }
    if (entries.size() > 1) {
      body.append(new RunTable(entries).section());
    }
    body.append(new Provenance(results, entries).section());
    final Map<String, Object> data = new LinkedHashMap<>();
    data.put("pictures", charts());
    return Page.of(head.title(), body.toString(), Json.compact(data));
  }

  /** Returns verdicts, where they come from, and digests, as Markdown. */
  public String markdown() {
    return new Markdown(results, head.title()).text();
  }

  /** Returns what is on the page. */
  public Map<String, Object> overview() {
    final Map<String, Object> overview = new LinkedHashMap<>();
    overview.put("title", head.title());
    overview.put("runs", entries.stream().map(Entry::label).toList());
    final List<Object> verdicts = new ArrayList<>();
    for (StoredDirectory result : results) {
      if (result.verdicts() != null) {
        verdicts.add(result.name() + ": " + new VerdictTable(result.verdicts()).counts());
      }
    }
    overview.put("verdicts", verdicts);
    overview.put("charts", pictures.stream().map(Report::overview).toList());
    return overview;
  }

  private static Map<String, Object> overview(Picture picture) {
    final Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("id", picture.id());
    entry.put("title", picture.title());
    entry.put("values", picture.points());
    return entry;
  }
}
