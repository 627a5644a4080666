package io.hopwright.runner.app;

import io.hopwright.runner.config.Source;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.NeverBegunException;
import io.hopwright.runner.recording.CheckpointPlan;
import io.hopwright.runner.recording.StoredCheckpoint;
import io.hopwright.runner.recording.StudyDirectory;
import io.hopwright.runner.study.RunSpec;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Internal;
import io.hopwright.runner.support.PublicApi;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A study with the settings of its caller, and the resources that simulate it. Immutable: methods
 * that change something return a new experiment, so that several experiments can be derived from
 * one. Safe for any thread.
 *
 * <p>Results do not depend on the number of threads or of points simulated at once.
 */
@PublicApi
public final class Experiment {
  private static final int MOST_AT_ONCE = 1_024;
  private static final int MOST_PORT = 65_535;

  private final Hopwright hopwright;
  private final String name;
  private final Source source;
  private Map<String, String> overrides = Map.of();
  private Long seed;
  private Scale scale;
  private String run;
  private Path place;
  private boolean fresh;
  private Integer atOnce;
  private Integer watchPort;
  private RunListener listener = RunListener.NONE;
  private Display display;
  private Cancellation cancellation = new Cancellation();
  private List<String> commandLine = List.of();
  private CheckpointPlan checkpoints;
  private StoredCheckpoint from;
  private Path branchedFrom;
  private Resources resources = Resources.ofThreads(Runtime.getRuntime().availableProcessors());

  Experiment(Hopwright hopwright, String name, Source source) {
    this.hopwright = hopwright;
    this.name = name;
    this.source = source;
  }

  private Experiment(Experiment other) {
    hopwright = other.hopwright;
    name = other.name;
    source = other.source;
    overrides = other.overrides;
    seed = other.seed;
    scale = other.scale;
    run = other.run;
    place = other.place;
    fresh = other.fresh;
    atOnce = other.atOnce;
    watchPort = other.watchPort;
    listener = other.listener;
    display = other.display;
    cancellation = other.cancellation;
    commandLine = other.commandLine;
    checkpoints = other.checkpoints;
    from = other.from;
    branchedFrom = other.branchedFrom;
    resources = other.resources;
  }

  private Experiment with(Consumer<Experiment> change) {
    final Experiment copy = new Experiment(this);
    change.accept(copy);
    return copy;
  }

  /**
   * Sets a key, even if a run of the study sets it. A list makes one point for each element.
   *
   * @param key such as {@code workload.load}
   * @param value a number, a flag, a text in HOCON such as {@code 64 KiB}, or a collection of them
   * @throws InputException if one of them is null
   */
  public Experiment set(String key, Object value) {
    if (key == null || value == null) {
      throw new InputException("set(" + key + ", " + value + "): name a key and a value");
    }
    final Experiment changed = new Experiment(this);
    changed.overrides = new LinkedHashMap<>(overrides);
    changed.overrides.put(key, text(value));
    return changed;
  }

  private static String text(Object value) {
    return value instanceof Collection<?> values
        ? values.stream().map(Experiment::text).collect(Collectors.joining(", ", "[", "]"))
        : String.valueOf(value);
  }

  /** Sets the seed of all random numbers. */
  public Experiment seed(long number) {
    return with(copy -> copy.seed = number);
  }

  /** Selects the size of the paper instead of the quick one, if the study has both. */
  public Experiment paperScale() {
    return scale(Scale.PAPER);
  }

  /** Chooses a scale; null for the default. */
  @Internal
  public Experiment scale(Scale chosen) {
    return with(copy -> copy.scale = chosen);
  }

  /**
   * Lets {@link #run} simulate one of the study's runs, instead of the settings common to all runs.
   */
  public Experiment only(String nameOfRun) {
    return with(copy -> copy.run = nameOfRun);
  }

  /**
   * Chooses the number of threads; all cores by default.
   *
   * @throws InputException if it is less than 1
   */
  public Experiment threads(int number) {
    if (number < 1) {
      throw new InputException("threads " + number + ": use at least 1");
    }
    return on(Resources.ofThreads(number));
  }

  /** Chooses threads and JVMs. */
  @Internal
  public Experiment on(Resources chosen) {
    return with(copy -> copy.resources = chosen);
  }

  /**
   * Sets the number of points of a sweep to simulate at once. The default is the number of threads,
   * if that is expected to be faster and fits the heap.
   *
   * @throws InputException if it is not from 1 to 1,024
   */
  public Experiment atOnce(int points) {
    if (points < 1 || points > MOST_AT_ONCE) {
      throw new InputException("atOnce " + points + ": use 1 to " + MOST_AT_ONCE);
    }
    return with(copy -> copy.atOnce = points);
  }

  /** Lets a sweep simulate all points again, including those with a result. */
  public Experiment fresh() {
    return with(copy -> copy.fresh = true);
  }

  /** Chooses the directory of the result; {@code runs/STUDY-ID} by default. */
  public Experiment into(Path directory) {
    return with(copy -> copy.place = directory);
  }

  /**
   * Serves a page about {@link #run} on 127.0.0.1 until it ends; the listener receives its address.
   *
   * @param port 0 for any free port
   * @throws InputException if it is not from 0 to 65,535
   */
  public Experiment watched(int port) {
    if (port < 0 || port > MOST_PORT) {
      throw new InputException("watched " + port + ": use a port from 0 to " + MOST_PORT);
    }
    return with(copy -> copy.watchPort = port);
  }

  /** Sets the receiver of notes and progress. */
  public Experiment listener(RunListener receiver) {
    return with(copy -> copy.listener = receiver);
  }

  /** Sets the display of progress, in place of the listener. */
  @Internal
  public Experiment display(Display shown) {
    return with(copy -> copy.display = shown);
  }

  /** Sets the request that can end the work. */
  public Experiment cancelledBy(Cancellation wish) {
    return with(copy -> copy.cancellation = wish);
  }

  /** Sets the command line that manifests record. */
  @Internal
  public Experiment commandLine(List<String> words) {
    return with(copy -> copy.commandLine = List.copyOf(words));
  }

  /**
   * Returns the name of the study, and of its results.
   *
   * @throws InputException that names all errors in the study
   */
  public String id() {
    return read().id();
  }

  /**
   * Returns the names of the study's runs; empty if the study has no section {@code runs}.
   *
   * @throws InputException that names all errors in the study
   */
  public List<String> runs() {
    return read().runs().stream().map(RunSpec::name).toList();
  }

  /**
   * Estimates the cost of all points and computes their theoretical bounds, without a simulation.
   * Also returns a plan that does not fit this computer: see {@link Plan#fits}.
   *
   * @throws InputException that names the errors in the study
   */
  public Plan plan() {
    return Planning.of(this);
  }

  /**
   * Simulates the study once and keeps the result. Also returns a result if the run was cancelled
   * or is blocked: see {@link Result#outcome}.
   *
   * @throws InputException that names the errors in the study, or if it does not fit this computer
   * @throws EnvironmentException if the result cannot be written, or a JVM is lost
   * @throws NeverBegunException if it is cancelled before anything was simulated
   */
  public Result run() {
    return cancellable(interruption -> new SingleRun(this, interruption).run());
  }

  /**
   * Simulates all points of the study that are not in its directory yet, each into its own
   * directory. A cancelled sweep returns the completed points; the same sweep then resumes.
   *
   * @throws InputException that names the errors in the study, or if it does not fit this computer
   * @throws EnvironmentException if a result cannot be written, or a JVM is lost
   * @throws NeverBegunException if it is cancelled before anything was simulated
   */
  public SweepResult sweep() {
    return cancellable(
        interruption -> {
          try (StudySweep sweep = new StudySweep(this, read(), interruption, false)) {
            return sweep.sweep();
          }
        });
  }

  /**
   * Simulates all points of a published study that are not in its directory yet, and judges each of
   * its claims.
   *
   * @throws InputException that names the errors in the study, or if it does not fit this computer
   *     or has no runs
   * @throws EnvironmentException if a result cannot be written, or a JVM is lost
   * @throws NeverBegunException if it is cancelled before anything was simulated
   */
  public Reproduction reproduce() {
    final Study study = read();
    for (Study part : study.partsOrSelf()) {
      if (part.runs().isEmpty()) {
        throw new InputException(
            (study.parts().isEmpty() ? name : part.id())
                + ": the study has no section runs, so there is nothing to reproduce; try"
                + " hopwright run or sweep");
      }
    }
    return cancellable(
        interruption -> {
          try (StudySweep sweep = new StudySweep(this, study, interruption, true)) {
            return sweep.reproduce();
          }
        });
  }

  /** Lets runs take checkpoints; null for none. */
  @Internal
  public Experiment checkpoints(CheckpointPlan plan) {
    return with(copy -> copy.checkpoints = plan);
  }

  /** Lets {@link #run} resume from a checkpoint. */
  Experiment from(StoredCheckpoint checkpoint) {
    return with(copy -> copy.from = checkpoint);
  }

  /** Lets {@link #run} begin a new run at the checkpoint of another one, whose result is there. */
  Experiment branchedFrom(Path run) {
    return with(copy -> copy.branchedFrom = run);
  }

  /** Returns the run that this one is a branch of; null if it is not a branch. */
  Path branchedFrom() {
    return branchedFrom;
  }

  /** Returns where the result of the run goes whose checkpoints this one goes on from. */
  Path checkpointsOf(String id) {
    return branchedFrom == null ? place(id) : branchedFrom;
  }

  /** Returns the times of checkpoints; null for never. */
  CheckpointPlan checkpoints() {
    return checkpoints;
  }

  /** Returns the times of checkpoints, if there are any. */
  CheckpointPlan plannedCheckpoints() {
    return checkpoints == null ? CheckpointPlan.NONE : checkpoints;
  }

  /** Returns the checkpoint from which the run resumes; null if it begins at its first tick. */
  StoredCheckpoint from() {
    return from;
  }

  private <T> T cancellable(Function<Interruption, T> work) {
    final Interruption interruption = new Interruption();
    cancellation.attach(interruption);
    hopwright.closing().attach(interruption);
    try {
      return work.apply(interruption);
    } finally {
      cancellation.detach(interruption);
      hopwright.closing().detach(interruption);
    }
  }

  /** Reads the study with all settings. */
  @Internal
  public Study read() {
    final Map<String, String> all = new LinkedHashMap<>(overrides);
    if (seed != null) {
      all.put("seed", seed.toString());
    }
    final Study study = hopwright.reader().read(source, all);
    if (scale == Scale.PAPER && !study.has(Scale.PAPER)) {
      throw new InputException(
          "--scale paper: " + name + " has no section scale.paper; leave the option out");
    }
    return study;
  }

  /** Returns the scale. */
  @Internal
  public Scale scale() {
    return scale == null ? Scale.QUICK : scale;
  }

  /** Returns the keys that change the study itself, and not only its random numbers. */
  List<String> modifications() {
    return List.copyOf(overrides.keySet());
  }

  /** Returns the directory of the study's result. */
  Path place(String id) {
    return place(place, id);
  }

  /**
   * Returns the directory of a result: {@code place} if that is not null, otherwise the default.
   */
  @Internal
  public static Path place(Path place, String id) {
    if (place != null && place.toString().isEmpty()) {
      throw new InputException("--out '': is empty; name a directory");
    }
    final Path chosen = place != null ? place : Path.of("runs", id);
    StudyDirectory.refuseBelow(chosen);
    return chosen;
  }

  Hopwright hopwright() {
    return hopwright;
  }

  String name() {
    return name;
  }

  /** Returns the run to simulate; null for the settings common to all runs. */
  String chosenRun() {
    return run;
  }

  boolean isFresh() {
    return fresh;
  }

  /** Returns the number of points to simulate at once; null if it is not chosen. */
  Integer chosenAtOnce() {
    return atOnce;
  }

  /** Returns the port of the live page; null if there is none. */
  Integer watchPort() {
    return watchPort;
  }

  RunListener listener() {
    return listener;
  }

  Display display() {
    return display == null ? Display.of(listener) : display;
  }

  List<String> commandLine() {
    return commandLine;
  }

  Resources resources() {
    return resources;
  }
}
