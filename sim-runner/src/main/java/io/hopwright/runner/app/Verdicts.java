package io.hopwright.runner.app;

import io.hopwright.runner.recording.StoredPoint;
import io.hopwright.runner.study.Check;
import io.hopwright.runner.study.Judge;
import io.hopwright.runner.study.Measurement;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Judge of the claims of studies, from the directories of their points.
 *
 * @param sweep sweep that simulated them
 * @param judge judge of each claim
 */
record Verdicts(StudySweep sweep, Judge judge) {
  /** Returns the verdict on each claim of a study. */
  List<Verdict> of(StudyPart part) {
    return part.prepared().study().checks().stream().map(check -> of(check, part)).toList();
  }

  private Verdict of(Check check, StudyPart part) {
    boolean complete = true;
    boolean begun = true;
    final List<List<Measurement>> runs = new ArrayList<>();
    for (String run : check.runs()) {
      final List<StoredPoint> stored =
          part.stored().stream().filter(point -> point.point().run().equals(run)).toList();
      for (PreparedStudy.Prepared prepared : points(part, run)) {
        final Point point = prepared.point();
        final boolean there =
            stored.stream().anyMatch(one -> one.point().path().equals(point.path()));
        complete &= there;
        begun &= there || sweep.isUnfinished(part.place(point));
      }
      if (complete) {
        runs.add(stored.stream().map(StoredPoint::measurement).toList());
      }
    }
    if (!complete) {
      return judge.notJudged(check, begun ? "a run did not complete" : "a run did not start");
    }
    return judge.judge(check, runs, points(part, check.runs().get(0)).get(0).shape());
  }

  private static List<PreparedStudy.Prepared> points(StudyPart part, String run) {
    return part.prepared().points().stream()
        .filter(prepared -> prepared.point().run().equals(run))
        .toList();
  }
}
