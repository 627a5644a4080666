package io.hopwright.runner.command;

import io.hopwright.core.window.Placement;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunResult;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.study.Check;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.RunSpec;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.sweep.Computer;
import io.hopwright.runner.sweep.Estimate;
import io.hopwright.runner.sweep.Layout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A study whose points were looked at before the first is simulated: all fit together, and fit
 * here.
 *
 * @param study the study, not one of parts
 * @param points its points
 */
record PreparedStudy(Study study, List<Prepared> points) {
  /**
   * A point and what it will cost.
   *
   * @param point of the study
   * @param estimate on all threads and JVMs
   * @param alone on one thread
   */
  record Prepared(Point point, Estimate estimate, Estimate alone) {}

  /**
   * Prepares a study.
   *
   * @param judged whether its checks are to be judged
   * @throws InputException naming what does not fit together, or not here
   */
  static PreparedStudy of(Study study, Scale scale, RunOptions how, boolean judged) {
    final List<Point> points = study.points(scale);
    if (points.get(0).path().isEmpty()) {
      throw new InputException(
          study.id()
              + ": has neither a section runs nor a list of values, so that there is a single point;"
              + " use hopwright run");
    }
    final Mistakes mistakes = new Mistakes();
    final List<Prepared> prepared = new ArrayList<>();
    for (Point point : points) {
      final Network<?> network = point.config().network(mistakes);
      if (network != null && !mistakes.any()) {
        prepared.add(prepare(study, point, network, how));
      }
    }
    if (judged) {
      study.runs().forEach(run -> checkClaims(study, run, points, mistakes));
    }
    checkFigures(study, points, mistakes);
    mistakes.throwIfAny();
    return new PreparedStudy(study, prepared);
  }

  private static Prepared prepare(Study study, Point point, Network<?> network, RunOptions how) {
    return new Prepared(
        point,
        how.check(study.id() + "." + point.path(), network),
        Estimate.of(
            network,
            Placement.together(network.partitions()),
            new Layout(1, 1, 1),
            Computer.current()));
  }

  /** Points of a run measure the same: one of each is looked at. */
  private static void checkFigures(Study study, List<Point> points, Mistakes mistakes) {
    final Set<String> seen = new HashSet<>();
    for (Point point : points) {
      final Network<?> network = seen.add(point.run()) ? point.config().network(mistakes) : null;
      if (network != null) {
        study
            .figuresOf(point.run())
            .forEach(figure -> figure.check(point.config(), network, mistakes));
      }
    }
  }

  private static void checkClaims(Study study, RunSpec run, List<Point> points, Mistakes mistakes) {
    final List<Point> own =
        points.stream().filter(point -> point.run().equals(run.name())).toList();
    final Set<String> varied = new LinkedHashSet<>(own.get(0).values().keySet());
    varied.remove(Point.SEED);
    final Network<?> network = own.get(0).config().network(mistakes);
    if (network == null) {
      return;
    }
    final RunResult result = network.unmeasured();
    final Set<String> quantities = new HashSet<>(result.quantities());
    quantities.addAll(Documents.executionQuantities(run.manner().project() > 0));
    if (run.mayStall()) {
      quantities.add(Completion.STALLED);
    }
    for (Check check : study.checksOf(run)) {
      check.checkMeasured(quantities, Set.copyOf(result.columnNames()), mistakes);
      check.checkPoints(run.name(), varied, quantities, mistakes);
    }
  }

  /** Returns the names of the directories of its points. */
  Set<String> paths() {
    final Set<String> paths = new LinkedHashSet<>();
    points.forEach(prepared -> paths.add(prepared.point().path()));
    return paths;
  }
}
