package io.hopwright.runner.progress;

import io.hopwright.runner.results.JsonObject;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * State of a run in one line.
 *
 * @param fraction completed fraction, NaN if unknown
 * @param simulatedSeconds simulated time
 * @param simulatedPerSecond recent simulated seconds per second
 * @param hopsPerSecond recent packet-hops per second
 * @param packetsPerTick recent delivered packets per tick
 * @param packetsAwaited packets whose arrival is all that the run still waits for; 0 before that
 * @param operationsDone completed operations of jobs for which the run waits
 * @param operations total operations of these jobs; 0 if there are none
 * @param secondsLeft time to the end at the recent pace, NaN if unknown
 * @param barrierShare share of the threads' time spent waiting for each other
 * @param slowestPartition partition that took the most time, −1 if there is only one
 */
public record ProgressLine(
    double fraction,
    double simulatedSeconds,
    double simulatedPerSecond,
    double hopsPerSecond,
    double packetsPerTick,
    long packetsAwaited,
    long operationsDone,
    long operations,
    double secondsLeft,
    double barrierShare,
    int slowestPartition) {
  private static final String[] SMALL = {"", "m", "u", "n", "p", "f"};
  private static final String[] LARGE = {"", "k", "M", "G", "T"};
  private static final double WITHOUT_UNIT = 1e-18;

  /** Beyond a thousand hours it is a guess. */
  private static final double LONGEST_SECONDS = 3.6e6;

  /** Returns the line, at most 79 characters for all but the longest runs. */
  String text() {
    final String line = text(secondsLeft);
    return slowestPartition < 0 ? line : line + "  slowest p" + slowestPartition;
  }

  /** Returns the line for one of many runs: with the time that all take, in less space. */
  String text(double secondsLeftForAll) {
    return pace(secondsLeftForAll) + "  barrier " + percent(barrierShare);
  }

  /** Returns a line about {@code what}, a part of the work; as short. */
  String text(String what) {
    return what + "  " + pace(secondsLeft);
  }

  /** Returns the parts of the line with their names. */
  public Map<String, String> facts() {
    final Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Done", Double.isNaN(fraction) ? "?" : percent(fraction));
    facts.put("Time left", eta(secondsLeft));
    facts.put("Simulated", seconds(simulatedSeconds));
    facts.put("Simulated per second", seconds(simulatedPerSecond));
    facts.put("Packet-hops per second", large(hopsPerSecond));
    if (packetsAwaited > 0) {
      facts.put("Packets awaited", large((double) packetsAwaited).strip());
    }
    if (operations > 0) {
      facts.put("Operations", ofAll());
    }
    facts.put("Time in barriers", percent(barrierShare));
    if (slowestPartition >= 0) {
      facts.put("Slowest partition", Integer.toString(slowestPartition));
    }
    return facts;
  }

  /**
   * Returns its numbers for programs; unknown ones are null.
   *
   * @param what name of a part of the work, empty for all of it
   */
  Map<String, Object> document(String what) {
    return new JsonObject()
        .withIf(!what.isEmpty(), "part", what)
        .with("fraction", fraction)
        .with("secondsLeft", secondsLeft)
        .with("simulatedSeconds", simulatedSeconds)
        .with("simulatedSecondsPerSecond", simulatedPerSecond)
        .with("packetHopsPerSecond", hopsPerSecond)
        .with("packetsAwaited", packetsAwaited)
        .withIf(operations > 0, "operationsDone", operationsDone)
        .withIf(operations > 0, "operations", operations)
        .with("barrierShare", barrierShare);
  }

  private String pace(double left) {
    return (Double.isNaN(fraction) ? "? %" : percent(fraction))
        + "  "
        + seconds(simulatedSeconds)
        + "  "
        + (operations > 0
            ? "operations " + ofAll()
            : seconds(simulatedPerSecond) + "/s  " + large(hopsPerSecond) + "hop/s")
        + "  ETA "
        + eta(left)
        + (packetsAwaited == 0 ? "" : "  awaits " + large((double) packetsAwaited).strip());
  }

  /** Returns how many of all operations are done. */
  private String ofAll() {
    return large((double) operationsDone).strip() + " of " + large((double) operations).strip();
  }

  /** Returns a time to the end for people. */
  static String eta(double secondsLeft) {
    if (!(secondsLeft <= LONGEST_SECONDS)) {
      return "?";
    }
    final long left = Math.round(secondsLeft);
    if (left >= 36_000) {
      return left / 3600 + " h";
    }
    return left < 3600
        ? String.format(Locale.ROOT, "%d:%02d", left / 60, left % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", left / 3600, left / 60 % 60, left % 60);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * Math.min(1, share));
  }

  private static String seconds(double value) {
    if (value < WITHOUT_UNIT) {
      return "0 s";
    }
    double scaled = value;
    int prefix = 0;
    while (scaled < 0.9995 && prefix < SMALL.length - 1) {
      scaled *= 1e3;
      prefix++;
    }
    return digits(scaled) + " " + SMALL[prefix] + "s";
  }

  private static String large(double value) {
    double scaled = value;
    int prefix = 0;
    while (scaled >= 999.5 && prefix < LARGE.length - 1) {
      scaled /= 1e3;
      prefix++;
    }
    return digits(scaled) + " " + LARGE[prefix];
  }

  private static String digits(double value) {
    final int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
