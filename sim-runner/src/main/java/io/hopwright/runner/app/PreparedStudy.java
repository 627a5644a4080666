package io.hopwright.runner.app;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.run.Network;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.results.Repetitions;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.sweep.Computer;
import io.hopwright.runner.sweep.Estimate;
import io.hopwright.runner.sweep.KeptNetwork;
import io.hopwright.runner.sweep.Layout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Study whose points were all checked before the first is simulated: their settings are consistent,
 * and they fit on this computer.
 *
 * @param study the study, not one of parts
 * @param points its points
 */
record PreparedStudy(Study study, List<Prepared> points) {
  /**
   * Point of a prepared study.
   *
   * @param point point of the study
   * @param network network of the point
   * @param shape shape of its machine
   * @param remarks remarks for the user before the simulation
   * @param estimate its cost on all threads and JVMs
   * @param alone its cost on one thread
   */
  record Prepared(
      Point point,
      KeptNetwork network,
      List<Long> shape,
      List<String> remarks,
      Estimate estimate,
      Estimate alone) {}

  /**
   * Prepares a study.
   *
   * @param judged whether its checks will be judged
   * @throws InputException naming settings that are inconsistent, or impossible here
   */
  static PreparedStudy of(Study study, Scale scale, Resources resources, boolean judged) {
    final List<Point> points = study.points(scale);
    if (points.get(0).path().isEmpty()) {
      throw new InputException(
          study.id()
              + ": the study has one point, as it has neither a section runs nor a list of"
              + " values; use hopwright run");
    }
    final Set<String> read = study.keysRead(scale);
    final Mistakes mistakes = new Mistakes();
    final List<Prepared> prepared = new ArrayList<>();
    final Set<String> seen = new HashSet<>();
    for (Point point : points) {
      final Network<?> network = point.config().network(mistakes);
      // Points of a run measure the same: one of each is looked at.
      if (network != null && seen.add(point.run())) {
        checkFigures(study, point, network, mistakes);
        if (judged) {
          checkClaims(study, point, network, mistakes);
          checkPlaces(study, point, network, mistakes);
        }
      }
      if (!mistakes.any()) {
        prepared.add(prepare(study, point, network, read, resources));
      }
    }
    mistakes.throwIfAny();
    return new PreparedStudy(study, prepared);
  }

  private static Prepared prepare(
      Study study, Point point, Network<?> network, Set<String> read, Resources resources) {
    return new Prepared(
        point,
        new KeptNetwork(point.config(), network),
        network.shape(),
        point.config().remarks(network, read),
        resources.check(study.id() + "." + point.path(), network),
        Estimate.of(
            network,
            PartitionPlacement.together(network.partitions()),
            new Layout(1, 1, 1),
            Computer.current()));
  }

  /** Notes as errors what figures show and a run of a study does not measure. */
  static void checkFigures(Study study, Point point, Network<?> network, Mistakes mistakes) {
    study.figuresOf(point.run()).forEach(figure -> figure.check(point.config(), network, mistakes));
  }

  /** Notes as errors what claims are about and a run of a study does not measure. */
  static void checkClaims(Study study, Point one, Network<?> network, Mistakes mistakes) {
    final Set<String> quantities = quantities(one, network);
    final Set<String> columns = Set.copyOf(network.unmeasured().columnNames());
    study.checksOf(one.run()).forEach(check -> check.checkMeasured(quantities, columns, mistakes));
  }

  private static void checkPlaces(Study study, Point one, Network<?> network, Mistakes mistakes) {
    final Set<String> varied = new LinkedHashSet<>(one.values().keySet());
    varied.remove(Repetitions.SEED);
    final Set<String> quantities = quantities(one, network);
    study
        .checksOf(one.run())
        .forEach(
            check ->
                check.checkPoints(
                    one.run(), varied, quantities, study.machine().formerKeys(), mistakes));
  }

  private static Set<String> quantities(Point one, Network<?> network) {
    final Set<String> quantities = new HashSet<>(network.unmeasured().quantities());
    quantities.addAll(Documents.executionQuantities(one.mode().project() > 0));
    if (one.mayStall()) {
      quantities.add(Completion.STALLED);
    }
    return quantities;
  }

  /** Returns the names of the directories of its points. */
  Set<String> paths() {
    final Set<String> paths = new LinkedHashSet<>();
    points.forEach(prepared -> paths.add(prepared.point().path()));
    return paths;
  }
}
