package io.hopwright.runner.app;

import io.hopwright.models.standstill.Standstill;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.StoredRun;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.PublicApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Ending of a run. Immutable.
 *
 * @param kind reason why it has ended
 * @param loss the lost JVM and the time of its loss; empty if none was lost
 * @param blockage the deadlock or the blocked ranks, if any; a run whose sources continue can
 *     complete in spite of it
 */
@PublicApi
public record Outcome(Kind kind, String loss, Optional<Blockage> blockage) {
  private static final String INTERRUPTED = "interrupted";
  private static final String LOST = "lost";

  /** Reason why a run has ended. */
  @PublicApi
  public enum Kind {
    /** The run completed. */
    COMPLETED,
    /** The run was cancelled. */
    INTERRUPTED,
    /** Packets wait for each other and no event is pending. */
    DEADLOCK,
    /** Ranks or threads wait forever because of their programs. */
    RANKS_BLOCKED,
    /** Another JVM was lost, and its measurements are missing. */
    LOST
  }

  /**
   * Packets or ranks that wait forever.
   *
   * @param headline the reason in one line
   * @param ofRanks whether ranks wait, not packets
   * @param cycle queues or ranks in a cycle, one line each: each waits for the next, the last for
   *     the first; empty if there is no cycle
   * @param lost lost ranks, one line each; empty in a result that was read back
   * @param waiting all waiting queues or ranks, one line each
   */
  @PublicApi
  public record Blockage(
      String headline,
      boolean ofRanks,
      List<String> cycle,
      List<String> lost,
      List<String> waiting) {
    private static final String CYCLE = "cycle: ";

    private static Blockage of(Standstill standstill) {
      return new Blockage(
          standstill.headline(),
          standstill.kind() == Standstill.Kind.RANKS_BLOCKED,
          standstill.cycle(),
          standstill.lost(),
          standstill.waiting());
    }

    /** Reads the text of {@link Standstill#text}, which does not distinguish lost ranks. */
    private static Optional<Blockage> read(Path file) {
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      try {
        final List<String> lines = Files.readAllLines(file);
        final String headline = lines.isEmpty() ? "" : lines.get(0);
        final Map<Boolean, List<String>> rest =
            lines.stream().skip(1).collect(Collectors.partitioningBy(Blockage::isOfCycle));
        return Optional.of(
            new Blockage(
                headline,
                headline.startsWith(Standstill.Kind.RANKS_BLOCKED.toString()),
                rest.get(true).stream().map(line -> line.substring(CYCLE.length())).toList(),
                List.of(),
                rest.get(false)));
      } catch (IOException e) {
        throw new InputException(file + ": cannot be read: " + e.getMessage());
      }
    }

    private static boolean isOfCycle(String line) {
      return line.startsWith(CYCLE);
    }
  }

  static Outcome of(Completion run) {
    return new Outcome(
        kind(run.ending()), run.loss(), Optional.ofNullable(run.standstill()).map(Blockage::of));
  }

  /** Reads the outcome of a stored run. */
  static Outcome of(StoredRun run) {
    final Optional<Blockage> blockage = Blockage.read(run.directory().resolve(Format.WAITING));
    return new Outcome(
        kind(run, blockage), run.manifest().flag(LOST) ? run.ending() : "", blockage);
  }

  private static Kind kind(StoredRun run, Optional<Blockage> blockage) {
    if (run.manifest().flag(INTERRUPTED)) {
      return Kind.INTERRUPTED;
    }
    if (run.manifest().flag(LOST)) {
      return Kind.LOST;
    }
    if (!run.complete()) {
      return blockage.filter(Blockage::ofRanks).isPresent() ? Kind.RANKS_BLOCKED : Kind.DEADLOCK;
    }
    return Kind.COMPLETED;
  }

  static Kind kind(Completion.Ending ending) {
    return switch (ending) {
      case COMPLETED -> Kind.COMPLETED;
      case INTERRUPTED -> Kind.INTERRUPTED;
      case DEADLOCK -> Kind.DEADLOCK;
      case RANKS_BLOCKED -> Kind.RANKS_BLOCKED;
      case LOST -> Kind.LOST;
    };
  }

  /** Returns whether the run completed. */
  public boolean completed() {
    return kind == Kind.COMPLETED;
  }
}
