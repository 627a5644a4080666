package io.hopwright.runner.study;

import com.typesafe.config.ConfigFactory;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.stream.Collectors;

/** Repeated judgement of a study's claims, from its directory alone. */
public final class StoredClaims {
  private StoredClaims() {}

  /**
   * Returns the present verdict of the runs on a claim.
   *
   * @param study with all its completed points
   * @param verdict an entry of its {@code verdicts.json}, which has the claim
   * @return entries with the same names
   * @throws io.hopwright.runner.support.InputException if the claim is damaged
   */
  public static Map<String, Object> again(StoredDirectory study, StoredDocument verdict) {
    final List<StoredDocument> points = study.manifest().list(Format.POINTS);
    final Check check = check(points, verdict);
    final Judge judge = new Judge(!study.verdicts().words("modifications").isEmpty());
    final NavigableMap<String, StoredRun> stored = study.runsByPath();
    final List<List<Measurement>> runs = new ArrayList<>();
    for (String run : check.runs()) {
      final List<Measurement> measured = new ArrayList<>();
      for (StoredDocument point : of(run, points)) {
        final StoredRun found = stored.get(point.text("path"));
        if (found == null) {
          return judged(judge.notJudged(check, verdict.textOrEmpty("note")));
        }
        measured.add(
            new Measurement(point.section("values"), found.summary(), found.series()::values));
      }
      runs.add(measured);
    }
    final StoredDocument first = of(check.runs().get(0), points).get(0);
    return judged(judge.judge(check, runs, first.wholes("shape")));
  }

  private static Check check(List<StoredDocument> points, StoredDocument verdict) {
    final Set<String> runs =
        points.stream().map(point -> point.text("run")).collect(Collectors.toSet());
    final Mistakes mistakes = new Mistakes();
    final Section claim =
        new Section(
            Verdict.CLAIM,
            ConfigFactory.parseString(Json.compact(verdict.section(Verdict.CLAIM))).root(),
            mistakes);
    final Check check = new CheckReader(runs).check(verdict.text("id"), claim);
    if (mistakes.any()) {
      throw verdict.damaged(Verdict.CLAIM, "a claim about runs of this study");
    }
    return check;
  }

  private static List<StoredDocument> of(String run, List<StoredDocument> points) {
    return points.stream().filter(point -> point.text("run").equals(run)).toList();
  }

  /** Removes the parts in words, which a study can also write as numbers. */
  private static Map<String, Object> judged(Verdict verdict) {
    final Map<String, Object> entries = new LinkedHashMap<>(verdict.document());
    entries.keySet().removeAll(Set.of("expected", "tolerance", "section", Verdict.CLAIM));
    return entries;
  }
}
