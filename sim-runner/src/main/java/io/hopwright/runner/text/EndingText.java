package io.hopwright.runner.text;

import io.hopwright.models.standstill.RankWait;
import io.hopwright.runner.app.Outcome;
import io.hopwright.runner.app.SweepResult;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.support.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Sentences about the endings of runs and studies. */
public final class EndingText {
  private static final String SENDS =
      "issend, and any send of more than software.eagerBytes, blocks until it is"
          + " received: let some ranks receive first, use sendrecv, or wait after receiving";

  private static final int MOST_QUEUES = 20;
  private static final int MOST_RANKS = 50;

  private EndingText() {}

  /**
   * Line of text.
   *
   * @param detail whether it belongs to the line before
   */
  public record Line(String text, boolean detail) {
    private static Line of(String text) {
      return new Line(text, false);
    }
  }

  /**
   * Returns the reason why the run with the result in {@code place} is not complete, if it is not.
   */
  public static List<Line> of(Outcome outcome, Path place) {
    final List<Line> lines = new ArrayList<>();
    switch (outcome.kind()) {
      case COMPLETED ->
          outcome
              .blockage()
              .ifPresent(why -> tell(why, "the sources continued to the end", place, lines));
      case INTERRUPTED -> {
        if (!outcome.loss().isEmpty()) {
          lines.add(Line.of(outcome.loss()));
        }
        outcome.blockage().ifPresent(why -> tell(why, "the sources continued", place, lines));
        lines.add(Line.of(interrupted(place)));
      }
      case DEADLOCK, RANKS_BLOCKED ->
          outcome
              .blockage()
              .ifPresent(
                  why ->
                      tell(
                          why,
                          "the result is in " + Shown.path(place) + ", marked as stalled",
                          place,
                          lines));
      case LOST ->
          lines.add(
              Line.of(
                  "%s; the results of the other JVMs are in %s, marked as partial"
                      .formatted(outcome.loss(), Shown.path(place))));
    }
    return lines;
  }

  /**
   * Adds the reason why nothing can move, then the cycle and lost ranks, or all waits if there is
   * no cycle.
   */
  private static void tell(Outcome.Blockage why, String result, Path place, List<Line> said) {
    said.add(Line.of(why.headline() + "; " + result));
    final int most = why.ofRanks() ? MOST_RANKS : MOST_QUEUES;
    final List<String> lines =
        why.cycle().isEmpty()
            ? why.waiting()
            : Stream.concat(why.cycle().stream(), why.lost().stream()).toList();
    lines.stream().limit(most).forEach(line -> said.add(new Line("  " + line, true)));
    if (why.waiting().size() > Math.min(most, lines.size())) {
      said.add(
          Line.of(
              "all blocked packets and ranks are listed in %2$s (%1$s lines)"
                  .formatted(why.waiting().size(), Shown.path(place.resolve(Format.WAITING)))));
    }
    if (why.cycle().stream().anyMatch(line -> line.contains(": " + RankWait.SEND))) {
      said.add(Line.of(SENDS));
    }
  }

  /**
   * Returns the place of an interrupted study.
   *
   * @param fresh whether the command ignores existing points
   */
  public static String interruptedStudy(Path place, boolean fresh) {
    return "interrupted; completed points are in "
        + Shown.path(place)
        + ", and "
        + SweepResult.goesOn(fresh);
  }

  /** Returns the place of an interrupted result. */
  public static String interrupted(Path place) {
    return "interrupted; partial results are in " + Shown.path(place) + ", marked as such";
  }
}
