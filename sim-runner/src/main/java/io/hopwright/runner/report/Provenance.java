package io.hopwright.runner.report;

import io.hopwright.runner.report.drawing.Html;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.results.StoredDocument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Provenance of the numbers: manifests and configurations. */
final class Provenance {
  /** The configurations of a large sweep would fill the page; they lie beside it. */
  private static final int MOST_CONFIGURATIONS = 40;

  private Provenance() {}

  /** Returns the section. */
  static String section(List<StoredDirectory> results, List<Entry> entries) {
    final Html html = new Html().section("provenance", "Provenance");
    for (StoredDirectory result : results) {
      if (results.size() > 1) {
        html.element("h3", result.name());
      }
      html.facts(facts(result));
      html.folded("manifest.json", Json.text(result.manifest().content()));
    }
    entries.stream()
        .limit(MOST_CONFIGURATIONS)
        .forEach(entry -> html.folded("resolved.conf of " + entry.label(), entry.run().resolved()));
    if (entries.size() > MOST_CONFIGURATIONS) {
      html.element(
          "p class=\"note\"",
          "The configurations of the other %s runs are in their directories."
              .formatted(entries.size() - MOST_CONFIGURATIONS));
    }
    return html.close("section").toString();
  }

  /** Returns which program a result is from. */
  static String program(StoredDocument manifest) {
    final String commit = manifest.textOrEmpty("gitCommit");
    return "hopwright "
        + manifest.text("version")
        + (commit.isEmpty() ? "" : ", commit " + commit.substring(0, Math.min(12, commit.length())))
        + (manifest.flag("gitModified") ? " with changes" : "");
  }

  /** Returns how it was asked for. */
  static String command(StoredDocument manifest) {
    return "hopwright " + String.join(" ", manifest.words("commandLine"));
  }

  private static Map<String, String> facts(StoredDirectory result) {
    final Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Program", program(result.manifest()));
    facts.put("Command", command(result.manifest()));
    facts.put("Started", result.manifest().text("started"));
    facts.put("Finished", result.manifest().text("finished"));
    facts.put("JDK", result.manifest().text("jdk"));
    facts.put("System", result.manifest().text("system"));
    return facts;
  }
}
