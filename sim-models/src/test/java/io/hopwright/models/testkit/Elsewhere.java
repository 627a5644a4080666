package io.hopwright.models.testkit;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/** Outcomes of runs in which other JVMs simulated some partitions. */
public final class Elsewhere {
  private Elsewhere() {}

  /** Returns an outcome in which the chosen partitions exist only as saved words. */
  public static <P extends Partition> RunOutcome<P> of(RunOutcome<P> outcome, IntPredicate which) {
    final List<P> here = new ArrayList<>();
    final SortedMap<Integer, RunOutcome.Saved> elsewhere = new TreeMap<>();
    for (int index = 0; index < outcome.partitions().size(); index++) {
      final P partition = outcome.partitions().get(index);
      if (which.test(index)) {
        elsewhere.put(index, RunOutcome.Saved.of(Words.of(saved(partition))));
      } else {
        here.add(partition);
      }
    }
    return with(outcome, here, elsewhere);
  }

  /** Returns an outcome in which the first partition was lost with its JVM. */
  public static <P extends Partition> RunOutcome<P> withoutFirst(RunOutcome<P> outcome) {
    final SortedMap<Integer, RunOutcome.Saved> elsewhere = new TreeMap<>();
    elsewhere.put(0, RunOutcome.Saved.LOST);
    return with(outcome, outcome.partitions().subList(1, outcome.partitions().size()), elsewhere);
  }

  /** Returns an outcome in which the last partition saved {@code words}. */
  public static <P extends Partition> RunOutcome<P> last(RunOutcome<P> outcome, long[] words) {
    final int last = outcome.partitions().size() - 1;
    final SortedMap<Integer, RunOutcome.Saved> elsewhere = new TreeMap<>();
    elsewhere.put(last, RunOutcome.Saved.of(Words.of(words)));
    return with(outcome, outcome.partitions().subList(0, last), elsewhere);
  }

  private static <P extends Partition> RunOutcome<P> with(
      RunOutcome<P> outcome, List<P> here, SortedMap<Integer, RunOutcome.Saved> elsewhere) {
    return new RunOutcome<>(
        here,
        elsewhere,
        outcome.stopTick(),
        outcome.ending(),
        outcome.windows(),
        outcome.busyNanos(),
        "");
  }

  /** Returns the words that a partition exports. */
  public static long[] saved(Partition partition) {
    final Words words = new Words();
    partition.exportStatistics(words);
    return words.toArray();
  }
}
