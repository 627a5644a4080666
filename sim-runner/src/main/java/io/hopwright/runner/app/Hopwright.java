package io.hopwright.runner.app;

import io.hopwright.models.Machines;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.recording.CheckpointStore;
import io.hopwright.runner.recording.StoredCheckpoint;
import io.hopwright.runner.results.Comparison;
import io.hopwright.runner.results.ResultReader;
import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.study.StudyReader;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Internal;
import io.hopwright.runner.support.PublicApi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Entry point of the library: finds studies, reads and compares results.
 *
 * <pre>{@code
 * try (Hopwright hopwright = Hopwright.open()) {
 *   Result result = hopwright.study("mine.conf").set("workload.load", 0.5).run();
 *   double latency = result.number("responseTicks.mean");
 * }
 * }</pre>
 *
 * <p>Thread-safe. Runs on several threads at once share the cores of the computer.
 */
@PublicApi
public final class Hopwright implements AutoCloseable {
  private final List<Machine> machines;
  private final Library library;
  private final Cancellation closing = new Cancellation();

  private Hopwright(List<Machine> machines, Library library) {
    this.machines = List.copyOf(machines);
    this.library = library;
  }

  /** Opens the simulator with all bundled machines and studies. */
  public static Hopwright open() {
    return of(Machines.all(), new Library());
  }

  /** Opens a simulator of other machines. */
  @Internal
  public static Hopwright of(List<Machine> machines, Library library) {
    return new Hopwright(machines, library);
  }

  /** Returns the names of the bundled studies, benchmarks last. */
  public List<String> studies() {
    return library.studies();
  }

  /**
   * Returns a bundled study, or one in a file, such as the {@code resolved.conf} of a result.
   *
   * @param name name in {@code hopwright list}, or path of a file
   * @throws InputException if neither exists
   */
  public Experiment study(String name) {
    return new Experiment(this, name, library.study(name));
  }

  /**
   * Returns the study in a file.
   *
   * @throws InputException if there is no such file
   */
  public Experiment study(Path file) {
    return new Experiment(this, file.toString(), library.file(file.toString()));
  }

  /**
   * Returns the study that a text in HOCON describes. It can include bundled files only.
   *
   * @param name name in messages, and of its results unless it has a {@code study.id}
   */
  public Experiment studyFromText(String name, String text) {
    return new Experiment(this, name, new Source(name, text, null));
  }

  /**
   * Returns the unfinished run of a directory, to resume from its newest undamaged checkpoint.
   *
   * @param warnings receives the damage of newer checkpoints
   * @throws InputException if there is none
   */
  @Internal
  public Experiment resume(Path place, Consumer<String> warnings) {
    return fromNewest(place, warnings).into(place);
  }

  /**
   * Returns a new run that branches off at the newest checkpoint of another run. The result of the
   * new run goes to its own directory.
   *
   * @param place directory of the result of the other run
   * @param warnings receives the damage of newer checkpoints
   * @param branch directory of the new run
   * @throws InputException if there is no checkpoint, or both are the same directory
   */
  @Internal
  public Experiment branch(Path place, Path branch, Consumer<String> warnings) {
    if (CheckpointStore.beside(place).equals(CheckpointStore.beside(branch))) {
      throw new InputException(
          ("--out %s: this directory has the run from which the branch begins. Name"
                  + " another directory.")
              .formatted(branch));
    }
    return fromNewest(place, warnings).branchedFrom(place).into(branch);
  }

  private Experiment fromNewest(Path place, Consumer<String> warnings) {
    final Path checkpoints = CheckpointStore.beside(place);
    if (!Files.isDirectory(checkpoints)) {
      throw new InputException(
          ("%s: there are no checkpoints of this run (%s). Name the directory of a run that was"
                  + " started with --checkpoint-every or --stop-after and has not come to its end.")
              .formatted(place, checkpoints));
    }
    try (CheckpointStore store = CheckpointStore.open(place)) {
      final StoredCheckpoint newest = store.newest(warnings);
      return studyFromText(place.toString(), newest.configuration()).from(newest);
    }
  }

  /**
   * Opens the result of a run.
   *
   * @throws InputException if the directory has no result, has a study of several points, or is
   *     damaged
   */
  public Result result(Path directory) {
    final StoredDirectory stored = ResultReader.read(directory);
    if (!stored.single()) {
      throw new InputException(
          directory + ": is not the result of a single run; use results, which returns all points");
    }
    return new Result(stored.runs().get(0));
  }

  /**
   * Opens the results of all completed points of a study, in the order of their names; for a run
   * its single result.
   *
   * @throws InputException if the directory holds no result, or is damaged
   */
  public List<Result> results(Path directory) {
    return ResultReader.read(directory).runsByPath().entrySet().stream()
        .map(point -> new Result(point.getKey(), point.getValue()))
        .toList();
  }

  /**
   * Compares two results: two runs, or two studies point by point.
   *
   * @throws InputException if one of them is not a result, or is of another kind than the other
   */
  public Differences compare(Path first, Path second) {
    return new Differences(Comparison.of(first, second));
  }

  /** Returns the reader of studies. */
  StudyReader reader() {
    return new StudyReader(machines, library);
  }

  Library library() {
    return library;
  }

  /** Returns the request that {@link #close} makes. */
  Cancellation closing() {
    return closing;
  }

  /** Cancels the runs in progress on other threads, and all later ones. */
  @Override
  public void close() {
    closing.cancel();
  }
}
