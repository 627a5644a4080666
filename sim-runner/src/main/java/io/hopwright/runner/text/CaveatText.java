package io.hopwright.runner.text;

import io.hopwright.runner.app.Result;
import io.hopwright.runner.app.SweepPoint;
import io.hopwright.runner.results.Caveats;
import io.hopwright.runner.results.StoredDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Caveats about the numbers of runs, as sentences. */
public final class CaveatText {
  /** Largest number of points whose caveats are listed. */
  private static final int FEW = 3;

  private final List<String> lines = new ArrayList<>();

  private CaveatText() {}

  /** Returns the caveats about a run. */
  public static List<String> of(Result result) {
    final CaveatText text = new CaveatText();
    if (result.outcome().blockage().isEmpty()) {
      text.add(result.caveats());
    }
    if (result.endsAtATick()) {
      text.addFollowed(result.summary());
    }
    return text.lines;
  }

  /** Returns the caveats about the completed points of a study. */
  public static List<String> of(List<SweepPoint> points) {
    final Map<String, Caveats> all = new LinkedHashMap<>();
    points.forEach(
        point -> point.result().ifPresent(result -> all.put(point.path(), result.caveats())));
    final CaveatText text = new CaveatText();
    text.addAll(all);
    return text.lines;
  }

  private void add(Caveats caveats) {
    if (caveats.saturated()) {
      lines.add(
          "saturated: the offered load exceeds the capacity; latencies grow with the"
              + " simulated time and mean nothing");
    }
    if (caveats.unsteady()) {
      lines.add(
          "not steady over the measured interval: "
              + caveats.change()
              + ". Use a longer run.warmupTicks, or run.warmupTicks = auto");
    }
    if (!caveats.arrivals().isEmpty()) {
      lines.add(
          caveats.arrivals()
              + (caveats.missing() == 0
                  ? ": measure for longer"
                  : ": the others did not arrive within run.followTicks, and are the slowest"));
    }
  }

  /** Adds a remark if a run continued for much longer than it measured. */
  private void addFollowed(StoredDocument summary) {
    final double from = summary.number("measuredFromTick").orElse(0);
    final double to = summary.number("measuredToTick").orElse(Double.MAX_VALUE);
    final double followed = summary.number("ticks").orElse(0) - to;
    if (followed > to - from) {
      lines.add(
          String.format(
              Locale.ROOT,
              "followed packets for %,.0f ticks after a measured interval of %,.0f ticks, until all"
                  + " of them had arrived or run.followTicks had passed",
              followed,
              to - from));
    }
  }

  private void addAll(Map<String, Caveats> all) {
    tell(
        all,
        Caveats::saturated,
        "saturated: the offered load exceeds the capacity; latencies grow with the"
            + " simulated time and mean nothing; tables and report mark these points");
    tell(
        all,
        Caveats::unsteady,
        "not steady over the measured interval; use a longer run.warmupTicks; tables and report"
            + " mark these points",
        Caveats::change);
    tell(
        all,
        Caveats::withheld,
        "without latencies, as fewer than 95 % of the packets arrived; increase run.followTicks, or"
            + " with saturated sources run.ticks");
    tell(
        all,
        caveats -> !caveats.pilot().isEmpty(),
        "measured after the longest warm-up, as a pilot found no steady state",
        Caveats::pilot);
  }

  private void tell(Map<String, Caveats> all, Predicate<Caveats> which, String what) {
    tell(all, which, what, caveats -> "");
  }

  /** Adds the number of points with a caveat, and the reasons for the first ones. */
  private void tell(
      Map<String, Caveats> all,
      Predicate<Caveats> which,
      String what,
      Function<Caveats, String> why) {
    final List<String> names =
        all.entrySet().stream()
            .filter(point -> which.test(point.getValue()))
            .map(point -> point.getKey() + ": " + why.apply(point.getValue()))
            .toList();
    if (names.isEmpty()) {
      return;
    }
    lines.add(
        "%s of %s points %s %s"
            .formatted(names.size(), all.size(), names.size() == 1 ? "is" : "are", what));
    names.stream()
        .filter(name -> !name.endsWith(": "))
        .limit(FEW)
        .forEach(name -> lines.add("  " + name));
  }
}
