package io.hopwright.models.testkit;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.standstill.BlockedRanks;
import io.hopwright.models.standstill.Waiting;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Ranks that wait when a run stops, as reported by either model. */
public final class NamedRanks {
  private static final Pattern LINE = Pattern.compile("^(?:job )?(\\S+) rank (\\d+)\\b.*");

  private NamedRanks() {}

  /** Returns job and number of each rank that a reference model names, in the order of names. */
  public static List<String> of(Consumer<StringBuilder> describing) {
    final StringBuilder report = new StringBuilder();
    describing.accept(report);
    return ofLines(report.toString().lines()).sorted().toList();
  }

  private static Stream<String> ofLines(Stream<String> lines) {
    return lines
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1) + "." + line.group(2));
  }

  /** Returns job and number of each waiting rank of a stopped run, in the order of names. */
  public static List<String> of(RunOutcome<?> outcome) {
    return of(Waiting.load(outcome.waits()));
  }

  /** Returns job and number of each waiting rank of a partition, in the order of names. */
  public static List<String> of(Partition partition) {
    final Words words = new Words();
    partition.saveWaits(true, words);
    return of(Waiting.load(List.of(words)));
  }

  /**
   * Returns a line for each waiting rank of a stopped run, then one for each step of their cycle.
   */
  public static List<String> lines(RunOutcome<?> outcome) {
    final BlockedRanks ranks = new BlockedRanks(Waiting.load(outcome.waits()).ranks());
    return Stream.concat(ranks.lines().stream(), ranks.cycleLines().stream()).toList();
  }

  private static List<String> of(Waiting waiting) {
    return Stream.concat(
            waiting.ranks().stream().map(rank -> rank.jobName() + "." + rank.number()),
            ofLines(waiting.lines().stream()))
        .sorted()
        .toList();
  }
}
