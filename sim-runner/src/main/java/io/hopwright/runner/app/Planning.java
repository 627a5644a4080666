package io.hopwright.runner.app;

import io.hopwright.models.run.Network;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.study.Mixtures;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.sweep.Computer;
import io.hopwright.runner.sweep.Layout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Planner of all points of a study. Confined to one thread. */
final class Planning {
  private final Layout layout;
  private final Computer computer = Computer.current();
  private final List<PlannedPoint> points = new ArrayList<>();

  private Planning(Layout layout) {
    this.layout = layout;
  }

  static Plan of(Experiment experiment) {
    final Study study = experiment.read();
    final Planning planning = new Planning(experiment.resources().layout());
    planning.add(experiment, study);
    new Mixtures(experiment.hopwright().library(), experiment.listener()::note)
        .tell(study, experiment.scale());
    return new Plan(study.id(), planning.layout, planning.computer, planning.points);
  }

  private void add(Experiment experiment, Study study) {
    final Mistakes mistakes = new Mistakes();
    for (Study part : study.partsOrSelf()) {
      final String prefix = study.parts().isEmpty() ? "" : part.id() + "/";
      final Set<String> seen = new HashSet<>();
      final Set<String> read = part.keysRead(experiment.scale());
      for (Point point : part.points(experiment.scale())) {
        final Network<?> network = point.config().network(mistakes);
        if (network != null && seen.add(point.run())) {
          PreparedStudy.checkFigures(part, point, network, mistakes);
          PreparedStudy.checkClaims(part, point, network, mistakes);
        }
        if (!mistakes.any()) {
          add(
              point.run().isEmpty() ? part.id() : prefix + point.run(),
              point.path().isEmpty() ? part.id() : prefix + point.path(),
              point,
              network,
              read);
        }
      }
    }
    mistakes.throwIfAny();
  }

  private void add(String run, String name, Point point, Network<?> network, Set<String> read) {
    final List<String> remarks = point.config().remarks(network, read);
    if (Pilot.wanted(point.config())) {
      final String pilot = ", longest pilot";
      points.add(
          new PlannedPoint(
              run + pilot,
              name + pilot,
              Pilot.longest(point.config(), network),
              remarks,
              layout,
              computer));
    }
    points.add(new PlannedPoint(run, name, network, remarks, layout, computer));
  }
}
