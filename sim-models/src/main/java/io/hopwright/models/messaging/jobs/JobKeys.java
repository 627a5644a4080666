package io.hopwright.models.messaging.jobs;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Parameter.Word;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.language.Programs;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Keys of the jobs of a study, on all machines. */
public final class JobKeys {
  /** Name of the section, and of what jobs are in messages. */
  public static final String SECTION = "jobs";

  /** Numbers of jobs fit a byte. */
  public static final int MOST_JOBS = 120;

  /** Compute times have a factor of up to so many millionths. */
  private static final double MOST_SCALE = 2_000;

  private static final double MILLIONTH = 1e-6;

  /** The longest time that is read exactly. */
  private static final long MOST_PICOSECONDS = 9_000_000_000_000_000L;

  private static final int MOST_REPETITIONS = 65_535;
  private static final String ARGS = "args";

  /** Program of the job. */
  static final Key<ProgramText> PROGRAM =
      Key.fileOr(
              Programs.NAMES.stream().map(name -> new Word(name, Programs.title(name))).toList(),
              free("program"),
              ProgramText::bundled,
              ProgramText::of)
          .ofRun(
              "program of the ranks of the job: a name of hopwright list, or a file (.prog,"
                  + " GOAL text or binary, .cm of htsim, .et of Chakra, .meta of DUMPI, text of liballprof or SimGrid)");

  /** Number of ranks. */
  static final Key<Integer> RANKS =
      Key.integer(free("ranks"), null, 1, io.hopwright.models.program.Job.MOST_RANKS)
          .ofRun("number of ranks; not needed for a GOAL file, which contains it");

  /** Number of ranks per node. */
  static final Key<Integer> RANKS_PER_NODE =
      Key.integer(free("ranksPerNode"), 1, 1, 1 << 10)
          .ofRun("number of ranks on one node, with consecutive numbers");

  /** Order of nodes; empty for the nodes of a file. */
  static final Key<Optional<Placement.Order>> PLACE =
      Key.choice(free("place"), Optional.of(Placement.Order.CONTIGUOUS), places())
          .ofRun(
              "placement of the job on nodes that no earlier job has taken and that have not"
                  + " failed");

  /** The file. */
  static final Key<InputFile> PLACE_FILE =
      Key.file(free("placeFile"))
          .ofRun("for place = file: file with a line RANK NODE for each rank");

  /** Number of the machine's units to use; all if not set. */
  static final Key<Integer> UNITS =
      Key.integer(free("units"), null, 1, 1 << 24)
          .ofRun(
              "number of the machine's units (midplanes, groups) available to the job,"
                  + " starting at firstUnit and wrapping around; all if not set");

  /** The first of them. */
  static final Key<Integer> FIRST_UNIT =
      Key.integer(free("firstUnit"), 0, 0, (1 << 24) - 1)
          .ofRun("with units: first unit available to the job");

  /** When. */
  static final Key<Long> START =
      Key.time(free("start"), 0L, MOST_PICOSECONDS).ofRun("tick at which its ranks begin");

  /** Whether the run does not wait for the job. */
  static final Key<Boolean> BACKGROUND =
      Key.flag(free("background"), false)
          .ofRun("whether run.end = jobs ignores this job; required for programs with forever");

  /** Number of repetitions. */
  static final Key<Integer> REPEAT =
      Key.integer(free("repeat"), 1, 1, MOST_REPETITIONS)
          .ofRun("number of consecutive executions of the program");

  /** Factor of compute times. */
  static final Key<Double> SCALE =
      Key.number(free("compute.scale"), 1, MILLIONTH, MOST_SCALE)
          .ofRun("factor of all compute times, in millionths");

  /** Random share of compute times. */
  static final Key<Double> NOISE =
      Key.number(free("compute.noise"), 0, 0, 1)
          .ofRun("largest random change of each compute time, longer or shorter, in millionths");

  /** Values of the program's params. */
  static final Key<String> ARG =
      Key.quantity(free(ARGS + ".*"))
          .ofRun(
              "value of a parameter of the program, of the same kind as its default; the"
                  + " default if not set");

  /** The part of a machine that runs jobs, as a study sees it. */
  public static final Component COMPONENT =
      Component.of(
          SECTION,
          PROGRAM,
          RANKS,
          RANKS_PER_NODE,
          PLACE,
          PLACE_FILE,
          UNITS,
          FIRST_UNIT,
          START,
          BACKGROUND,
          REPEAT,
          SCALE,
          NOISE,
          ARG);

  /** Algorithms of collectives whose statements name none. */
  public static final Component COLLECTIVES = collectives(Set.of());

  private JobKeys() {}

  /**
   * Returns the keys of {@link #COLLECTIVES} for a machine with a unit for some of them, its {@code
   * Transport.Joining}.
   */
  public static Component collectives(Set<Collective> byHardware) {
    return CollectiveKeys.component(byHardware);
  }

  private static String free(String key) {
    return SECTION + ".*." + key;
  }

  private static List<Choice<Optional<Placement.Order>>> places() {
    return Stream.concat(
            Stream.of(Placement.Order.values())
                .map(
                    order ->
                        new Choice<>(
                            Optional.of(order),
                            order.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                            order.meaning())),
            Stream.of(
                new Choice<>(
                    Optional.<Placement.Order>empty(), "file", "the nodes given by placeFile")))
        .toList();
  }

  /** Adds problems of settings that are inconsistent with a run with jobs, or without. */
  public static void check(Settings settings, SettingsException.Collector problems) {
    final boolean wanted = WorkloadKeys.jobs(settings);
    final List<String> jobs = settings.members(SECTION);
    final RunPlan.End end = RunPlan.end(settings);
    final boolean others = settings.declares(WorkloadKeys.KIND);
    problems.when(
        wanted && jobs.isEmpty(),
        others ? WorkloadKeys.KIND : SECTION,
        "has no job; define one, as in jobs.a { program = ring, ranks = 8 }");
    problems.when(
        !wanted && !jobs.isEmpty(),
        jobs.isEmpty() ? SECTION : PROGRAM.of(jobs.get(0)).name(),
        "is set, but the workload is not jobs; set %s = jobs, or leave jobs out"
            .formatted(WorkloadKeys.KIND));
    problems.when(
        !wanted && end == RunPlan.End.JOBS,
        RunPlan.END,
        "is jobs, but the workload is not; set "
            + WorkloadKeys.KIND
            + " = jobs, or let ticks, packets or drained end the run");
    problems.when(
        wanted && end != RunPlan.End.JOBS && end != RunPlan.End.TICKS,
        RunPlan.END,
        "cannot end jobs; use jobs (when they complete) or ticks (cut off)");
    problems.when(
        wanted
            && end == RunPlan.End.JOBS
            && !jobs.isEmpty()
            && jobs.stream().allMatch(job -> settings.get(BACKGROUND.of(job))),
        RunPlan.END,
        "is jobs, but all jobs are in the background and are not waited for; use ticks,"
            + " or set background = false for one of them");
    problems.when(
        wanted && !others && RunPlan.warmup(settings).isEmpty(),
        RunPlan.WARMUP,
        "`auto` works for open-loop traffic only; with workload.kind = jobs give a"
            + " number of ticks");
  }

  /** Returns the section of a job's args. */
  static String args(String job) {
    return SECTION + "." + job + "." + ARGS;
  }

  /**
   * Reads and checks all jobs, and places them one after the other in the order of the study.
   * Memory: 4 B per rank.
   *
   * @param nodes of the machine
   * @param mostRanksPerNode largest number of ranks on a node of the machine
   * @param tickRate of the machine
   * @param offered operations of its interfaces for ranks beside messages
   * @throws io.hopwright.models.declare.SettingsException with all errors of all jobs
   * @throws java.util.concurrent.CancellationException if the thread is interrupted meanwhile
   */
  public static List<PlacedJob> read(
      Settings settings,
      Placement.Nodes nodes,
      int mostRanksPerNode,
      TickRate tickRate,
      Capabilities offered) {
    return new JobReader(settings, nodes, mostRanksPerNode, tickRate, offered).read();
  }
}
