package io.hopwright.runner.app;

import io.hopwright.models.declare.Parameter;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.KeyRole;
import io.hopwright.models.run.Network;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.support.Internal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Notes about runs that are about to start.
 *
 * @param listener receiver of the notes
 */
@Internal
public record Advice(RunListener listener) {
  private static final int MOST_REMARKS = 5;

  /** A load of this many times the bound or more may be meant as per cent. */
  private static final double LIKE_PERCENT = 10;

  /** A run that takes less time is not made faster by more partitions. */
  private static final double SHORT_SECONDS = 10;

  /** Returns the offered load divided by the capacity if that is above 1; empty otherwise. */
  public static String offersTooMuch(Forecast forecast) {
    final double overload = forecast.overload();
    return overload > 1
        ? String.format(Locale.ROOT, "offers %.2f times the theoretical limit", overload)
            + (overload >= LIKE_PERCENT
                ? " (a load is a fraction of the link capacity: 0.5, not 50, is 50 %)"
                : "")
        : "";
  }

  /** Prints notes about the points of studies, each sentence once. */
  void tellRemarks(List<PreparedStudy> studies) {
    final Map<String, List<String>> points = new LinkedHashMap<>();
    for (PreparedStudy study : studies) {
      for (PreparedStudy.Prepared point : study.points()) {
        for (String remark : point.remarks()) {
          points.computeIfAbsent(remark, unseen -> new ArrayList<>()).add(point.point().path());
        }
      }
    }
    points.entrySet().stream()
        .limit(MOST_REMARKS)
        .forEach(
            entry -> {
              final int others = entry.getValue().size() - 1;
              listener.note(
                  entry.getValue().get(0)
                      + (others == 0
                          ? ""
                          : " and " + others + (others == 1 ? " more point" : " more points"))
                      + ": "
                      + entry.getKey());
            });
  }

  /**
   * Prints notes about a run.
   *
   * @param readElsewhere keys that other points of the study read
   * @param seconds estimated time of the run
   */
  void tell(
      ResolvedConfig config,
      Network<?> network,
      Set<String> readElsewhere,
      ExecutionPlan plan,
      double seconds) {
    final String tooMuch = offersTooMuch(network.forecast());
    if (!tooMuch.isEmpty()) {
      listener.note(
          ("the workload %s: the machine will saturate, and latencies will grow with the"
                  + " simulated time")
              .formatted(tooMuch));
    }
    config.remarks(network, readElsewhere).forEach(listener::note);
    final int used = plan.threadsFor(network.partitions());
    if (seconds >= SHORT_SECONDS
        && network.partitions() < plan.threads()
        && used < plan.threads()) {
      final String keys =
          config.machine().parameters().stream()
              .map(Parameter::key)
              .filter(key -> KeyRole.of(key) == KeyRole.PARTITION)
              .collect(Collectors.joining(" or "));
      listener.note(
          ("%s consists of %s%s and so uses %s of %s threads; a smaller %s gives more"
                  + " partitions")
              .formatted(
                  network.machine(),
                  network.partitions(),
                  network.partitions() == 1 ? " partition" : " partitions",
                  used,
                  plan.threads(),
                  keys));
    }
  }
}
