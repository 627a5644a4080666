package io.hopwright.core.window;

import io.hopwright.core.statistics.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Outcome of a run, returned by an executor.
 *
 * @param <P> the model's partition
 * @param partitions those simulated in this JVM, in ascending order of their index, their
 *     statistics closed
 * @param elsewhere data saved by the partitions of other JVMs, by index; empty in a run in one JVM
 * @param stopTick tick up to which everything was simulated, exclusive
 * @param ending why the run ended
 * @param windows number of windows
 * @param busyNanos time spent simulating, per partition
 * @param loss lost members and when; empty if no member was lost
 */
public record RunOutcome<P extends Partition>(
    List<P> partitions,
    SortedMap<Integer, Saved> elsewhere,
    long stopTick,
    WindowController.Ending ending,
    long windows,
    List<Long> busyNanos,
    String loss) {

  /**
   * Data that a partition of another JVM has sent.
   *
   * @param words saved measurements; null if they were lost
   * @param progress counts at the end
   * @param busyNanos time spent simulating
   * @param waits waiting operations as {@link Partition#saveWaits} wrote them; null if they were
   *     not requested
   */
  public record Saved(Words words, Progress progress, long busyNanos, Words waits) {
    /** Nothing has come. */
    public static final Saved LOST = new Saved(null, new Progress(), 0, null);

    /** Returns the saved words of a partition whose other accounts do not matter. */
    public static Saved of(Words words) {
      return new Saved(words, new Progress(), 0, null);
    }
  }

  /**
   * Checks that every partition is either here or elsewhere.
   *
   * @throws IllegalArgumentException if an index is negative, or not below the number of partitions
   */
  public RunOutcome {
    elsewhere = Collections.unmodifiableSortedMap(new TreeMap<>(elsewhere));
    final int all = partitions.size() + elsewhere.size();
    for (int index : elsewhere.keySet()) {
      if (index < 0 || index >= all) {
        throw new IllegalArgumentException("statistics of partition " + index + ", one of " + all);
      }
    }
  }

  /**
   * Returns the outcome of the whole run, from this outcome of one JVM and the others' saved words.
   */
  public RunOutcome<P> with(SortedMap<Integer, Saved> others) {
    final List<Long> busy = new ArrayList<>(busyNanos);
    others.forEach((index, saved) -> busy.set(index, saved.busyNanos()));
    return new RunOutcome<>(partitions, others, stopTick, ending, windows, busy, loss);
  }

  /**
   * Returns this outcome as that of a run that has lost a member.
   *
   * @param reason {@link WindowController.Ending#LOST}, or {@link
   *     WindowController.Ending#INTERRUPTED} if the run was about to end anyway
   * @param who lost member and time of the loss
   */
  public RunOutcome<P> lost(WindowController.Ending reason, String who) {
    return new RunOutcome<>(partitions, elsewhere, stopTick, reason, windows, busyNanos, who);
  }

  /**
   * Returns the measurements of every partition, in ascending order of partition index; lost
   * partitions are omitted. Can be called repeatedly.
   *
   * @param here returns the measurements of a partition of this JVM
   * @param load reads the saved measurements of a partition of another JVM, to the last word
   * @throws IllegalArgumentException if the saved words cannot be read
   */
  public <M> List<M> statistics(Function<P, M> here, Function<Words, M> load) {
    final List<M> statistics = new ArrayList<>();
    final Iterator<P> local = partitions.iterator();
    for (int index = 0; index < partitions.size() + elsewhere.size(); index++) {
      final Saved saved = elsewhere.get(index);
      if (saved == null) {
        statistics.add(here.apply(local.next()));
      } else if (saved.words() != null) {
        statistics.add(read(index, saved.words().again(), load));
      }
    }
    return statistics;
  }

  private static <M> M read(int index, Words words, Function<Words, M> load) {
    try {
      final M statistics = load.apply(words);
      words.checkEnd();
      return statistics;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "statistics of partition " + index + ": " + e.getMessage(), e);
    }
  }

  /** Returns the counts of all partitions at the end. */
  public Progress total() {
    final Progress total = new Progress();
    partitions.forEach(partition -> partition.addProgress(total));
    elsewhere.values().forEach(saved -> total.add(saved.progress()));
    return total;
  }

  /**
   * Returns the waits of each partition, in ascending order of partition index, as {@link
   * Partition#saveWaits} writes them: all waits if no event is pending, otherwise those that may
   * last forever. Lost partitions have none.
   */
  public List<Words> waits() {
    final List<Words> waits = new ArrayList<>();
    final Iterator<P> local = partitions.iterator();
    for (int index = 0; index < partitions.size() + elsewhere.size(); index++) {
      final Saved saved = elsewhere.get(index);
      if (saved == null) {
        final Words words = new Words();
        local.next().saveWaits(ending == WindowController.Ending.STALLED, words);
        waits.add(words);
      } else if (saved.waits() != null) {
        waits.add(saved.waits().again());
      }
    }
    return waits;
  }
}
