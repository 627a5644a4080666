package io.hopwright.runner.command;

import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.KeyRole;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Parameter;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.results.Caveats;
import io.hopwright.runner.results.StoredDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Says what a user may not expect of a run, and may not make of its numbers. */
final class Hints {
  private static final int MOST_REMARKS = 5;

  /** A load so far above 1 may be meant as per cent. */
  private static final double LIKE_PERCENT = 10;

  /** A run that takes less time is not made faster by more partitions. */
  private static final double SHORT_SECONDS = 10;

  private Hints() {}

  /** Says what is to be kept in mind of the numbers of a run. */
  static void sayCaveats(Session session, Caveats caveats) {
    if (caveats.saturated()) {
      session.say(
          "saturated: the offered load exceeds the capacity, so that latencies grow with the"
              + " simulated time");
    }
    if (caveats.unsteady()) {
      session.say(
          "not steady: "
              + caveats.change()
              + " over the measured interval; a longer run.warmupTicks settles it,"
              + " run.warmupTicks = auto looks for one");
    }
    if (!caveats.arrivals().isEmpty()) {
      session.say(
          caveats.arrivals()
              + (caveats.missing() == 0
                  ? ": measure for longer"
                  : ": the others did not arrive within run.followTicks, and are the slowest"));
    }
  }

  /** Says that a run went on for much longer than it measured. */
  static void sayFollowed(Session session, StoredDocument summary) {
    final double from = summary.number("measuredFromTick").orElse(0);
    final double to = summary.number("measuredToTick").orElse(Double.MAX_VALUE);
    final double followed = summary.number("ticks").orElse(0) - to;
    if (followed > to - from) {
      session.say(
          String.format(
              Locale.ROOT,
              "followed its packets for %,.0f ticks after measuring for %,.0f, until the last that"
                  + " was born then had arrived, or run.followTicks had passed",
              followed,
              to - from));
    }
  }

  /** Returns by how much sources offer too much; empty if they do not. */
  static String offersTooMuch(Forecast forecast) {
    final double overload = forecast.overload();
    return overload > 1
        ? String.format(Locale.ROOT, "offers %.2f times what theory allows", overload)
            + (overload >= LIKE_PERCENT
                ? " (a load is a share of what links carry: 0.5, not 50, is 50 %)"
                : "")
        : "";
  }

  /** Says what is to be known about the points of studies, each sentence once. */
  static void sayRemarks(Session session, List<PreparedStudy> studies) {
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
              session.say(
                  entry.getValue().get(0)
                      + (others == 0
                          ? ""
                          : " and " + others + (others == 1 ? " more point" : " more points"))
                      + ": "
                      + entry.getKey());
            });
  }

  /**
   * Says what is to be known about a run.
   *
   * @param seconds that it will take, about
   */
  static void say(
      Session session, RunOptions how, ResolvedConfig config, Network<?> network, double seconds) {
    final String tooMuch = offersTooMuch(network.forecast());
    if (!how.quiet() && !tooMuch.isEmpty()) {
      session.say(
          "the workload %s: the machine will be saturated, and its times say how long is simulated"
              .formatted(tooMuch));
    }
    if (!how.quiet()) {
      network.remarks().forEach(session::say);
    }
    final int threads = how.plan().threads();
    final int used = how.plan().threadsFor(network.partitions());
    if (!how.quiet()
        && seconds >= SHORT_SECONDS
        && network.partitions() < threads
        && used < threads) {
      final String keys =
          config.machine().parameters().stream()
              .map(Parameter::key)
              .filter(key -> KeyRole.of(key) == KeyRole.PARTITION)
              .collect(Collectors.joining(" or "));
      session.say(
          "%s is cut into %s%s and so uses %s of %s threads; a smaller %s makes more"
              .formatted(
                  network.machine(),
                  network.partitions(),
                  network.partitions() == 1 ? " partition" : " partitions",
                  used,
                  threads,
                  keys));
    }
  }
}
