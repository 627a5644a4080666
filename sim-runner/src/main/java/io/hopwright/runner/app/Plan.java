package io.hopwright.runner.app;

import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.Internal;
import io.hopwright.runner.support.PublicApi;
import io.hopwright.runner.sweep.Accuracy;
import io.hopwright.runner.sweep.Computer;
import io.hopwright.runner.sweep.Estimate;
import io.hopwright.runner.sweep.Layout;
import java.util.List;
import java.util.Map;

/** Estimated costs and theoretical bounds of all points of a study. Immutable. */
@PublicApi
public final class Plan {
  private final String study;
  private final Layout layout;
  private final Computer computer;
  private final List<PlannedPoint> points;

  Plan(String study, Layout layout, Computer computer, List<PlannedPoint> points) {
    this.study = study;
    this.layout = layout;
    this.computer = computer;
    this.points = List.copyOf(points);
  }

  /** Returns the points in the order of the study; a pilot precedes its point. */
  public List<PlannedPoint> points() {
    return points;
  }

  /** Returns the estimated time of all points, one after the other, in seconds. */
  public double seconds() {
    return points.stream().mapToDouble(PlannedPoint::seconds).sum() + Estimate.startSeconds(layout);
  }

  /** Returns the largest memory of a point on this computer, in bytes. */
  public double memoryBytes() {
    return points.stream().mapToDouble(point -> point.estimate().memoryBytes()).max().orElse(0);
  }

  /** Returns whether all points whose costs are known fit this computer. */
  public boolean fits() {
    return objections().isEmpty();
  }

  /** Returns the reasons why points do not fit this computer, with remedies, a line each. */
  public List<String> objections() {
    return points.stream()
        .filter(point -> !point.estimate().fits())
        .map(point -> point.estimate().objection(point.name()))
        .toList();
  }

  /** Returns JVMs and threads. */
  @Internal
  public Layout layout() {
    return layout;
  }

  /** Returns the computer of the plan. */
  @Internal
  public Computer computer() {
    return computer;
  }

  /** Returns the plan as a document for programs. */
  @Internal
  public Map<String, Object> document() {
    return new JsonObject()
        .with("study", study)
        .with("jvms", layout.jvms())
        .with("threads", layout.threads())
        .with("cores", computer.cores())
        .with("physicalMemoryBytes", computer.memoryBytes())
        .with("runs", points.stream().map(PlannedPoint::document).toList())
        .with("seconds", seconds())
        .with("memoryBytes", Math.round(memoryBytes()))
        .with("fits", fits())
        .with("accuracy", Accuracy.document());
  }
}
