package io.hopwright.models.messaging.jobs;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.run.RunPlan;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reader of the jobs of one study; collects errors, so that all are reported at once. */
final class JobReader {
  private static final BigInteger PICOSECONDS = BigInteger.valueOf(1_000_000_000_000L);
  private static final int MILLIONTHS = 6;
  private static final int NAMED = 5;

  private final Settings settings;
  private final int mostRanksPerNode;
  private final TickRate tickRate;
  private final Capabilities offered;
  private final Placement placement;
  private final Map<Collective, Algorithm> algorithms;
  private final SettingsException.Collector problems = new SettingsException.Collector();
  private final List<PlacedJob> jobs = new ArrayList<>();

  /** Nodes of each job that has some. */
  private final Map<String, Long> taken = new LinkedHashMap<>();

  JobReader(
      Settings settings,
      Placement.Nodes nodes,
      int mostRanksPerNode,
      TickRate tickRate,
      Capabilities offered) {
    this.settings = settings;
    this.mostRanksPerNode = mostRanksPerNode;
    this.tickRate = tickRate;
    this.offered = offered;
    placement = new Placement(nodes, settings.get(RunPlan.SEED));
    algorithms = CollectiveKeys.read(settings);
  }

  List<PlacedJob> read() {
    final List<String> names = settings.members(JobKeys.SECTION);
    problems.when(
        names.size() > JobKeys.MOST_JOBS,
        JobKeys.SECTION,
        "has "
            + names.size()
            + " jobs, above the limit of "
            + JobKeys.MOST_JOBS
            + "; define fewer");
    problems.throwIfAny();
    for (int number = 0; number < names.size(); number++) {
      new One(names.get(number), number).read();
    }
    problems.throwIfAny();
    return List.copyOf(jobs);
  }

  /** Reader of one job. */
  private final class One {
    private final String name;
    private final int number;
    private boolean wrong;

    One(String name, int number) {
      this.name = name;
      this.number = number;
    }

    private <T> T get(Key<T> key) {
      return settings.get(key.of(name));
    }

    private void wrong(String key, String message) {
      wrong = true;
      problems.when(true, key, message);
    }

    private void wrong(Key<?> key, String message) {
      wrong(key.of(name).name(), message);
    }

    void read() {
      final Optional<ProgramText> text = settings.find(JobKeys.PROGRAM.of(name));
      if (text.isEmpty()) {
        wrong(
            JobKeys.PROGRAM, "is missing; name a program of hopwright list, or a file" + others());
      }
      final Program program = text.map(this::parse).orElse(null);
      final Optional<Integer> ranks = ranks(program, text.isPresent() && text.get().hasOwnRanks());
      final long start = start();
      final int scale = millionths(JobKeys.SCALE);
      final int noise = millionths(JobKeys.NOISE);
      final ProgramCheck.Outcome checked =
          program == null || ranks.isEmpty() ? null : check(program, ranks.get());
      final int[] nodes = ranks.isEmpty() ? null : place(ranks.get());
      if (!wrong) {
        final int repeat = get(JobKeys.REPEAT);
        jobs.add(
            new PlacedJob(
                name,
                number,
                bind(program, ranks.get(), get(JobKeys.BACKGROUND) ? Job.ENDLESS : 0),
                nodes,
                get(JobKeys.RANKS_PER_NODE),
                start,
                get(JobKeys.BACKGROUND),
                repeat,
                scale,
                noise,
                checked.operations() * repeat,
                checked.traffic(),
                checked.mostOpen(),
                checked.communicators(),
                checked.algorithms()));
      }
    }

    /** Returns the number of ranks; empty, with an error noted, if it is given nowhere. */
    private Optional<Integer> ranks(Program program, boolean hasOwn) {
      final Optional<Integer> given = settings.find(JobKeys.RANKS.of(name));
      final int own = program == null ? Program.ANY_RANKS : program.ranks();
      if (own != Program.ANY_RANKS && given.isPresent() && given.get() != own) {
        wrong(
            JobKeys.RANKS,
            "is not %s, the number of ranks of %s; leave it out".formatted(own, program.name()));
        return Optional.empty();
      }
      if (!hasOwn && given.isEmpty()) {
        wrong(JobKeys.RANKS, "is missing; give the number of ranks of the program");
      }
      return own == Program.ANY_RANKS ? given : Optional.of(own);
    }

    /** A job without a program may be another one whose name is misspelt. */
    private String others() {
      final List<String> others =
          settings.members(JobKeys.SECTION).stream()
              .filter(job -> settings.find(JobKeys.PROGRAM.of(job)).isPresent())
              .limit(NAMED)
              .toList();
      return others.isEmpty()
          ? ""
          : ", or correct the name of the job to one such as " + String.join(", ", others);
    }

    /** Returns the tick that has begun by then. */
    private long start() {
      final BigInteger tick =
          BigInteger.valueOf(get(JobKeys.START))
              .multiply(BigInteger.valueOf(tickRate.ticks()))
              .divide(BigInteger.valueOf(tickRate.seconds()).multiply(PICOSECONDS));
      if (tick.compareTo(BigInteger.valueOf(RunPlan.MAX_TICKS)) >= 0) {
        wrong(
            JobKeys.START,
            "is tick %s, above the limit of %s of the clock; start earlier"
                .formatted(tick, RunPlan.MAX_TICKS - 1));
        return 0;
      }
      return tick.longValueExact();
    }

    private int millionths(Key<Double> key) {
      final BigDecimal value = BigDecimal.valueOf(get(key)).movePointRight(MILLIONTHS);
      try {
        return value.intValueExact();
      } catch (ArithmeticException e) {
        wrong(key, "is not an integer number of millionths; use up to " + MILLIONTHS + " decimals");
        return 0;
      }
    }

    private Program parse(ProgramText text) {
      try {
        final Program program = text.parse(algorithms);
        program.refusals(offered).forEach(message -> wrong(JobKeys.PROGRAM, message));
        return program;
      } catch (ProgramException e) {
        e.messages().forEach(message -> wrong(JobKeys.PROGRAM, message));
        return null;
      }
    }

    private BoundProgram bind(Program program, int ranks, long rounds) {
      return program.bind(job(ranks, rounds));
    }

    private Job job(int ranks, long rounds) {
      return new Job(ranks, number, settings.get(RunPlan.SEED), args(), rounds, algorithms);
    }

    private Map<String, String> args() {
      final Map<String, String> args = new LinkedHashMap<>();
      for (String arg : settings.members(JobKeys.args(name))) {
        settings.find(JobKeys.ARG.of(name, arg)).ifPresent(value -> args.put(arg, value));
      }
      return args;
    }

    /**
     * Returns the outcome of the check; null, with an error noted, if the program could not be
     * checked.
     */
    private ProgramCheck.Outcome check(Program program, int ranks) {
      final boolean background = get(JobKeys.BACKGROUND);
      if (program.isEndless() && !background) {
        wrong(
            JobKeys.BACKGROUND,
            "is false, but %s has an unbounded block of forever; set it to true"
                .formatted(program.name()));
        return null;
      }
      try {
        final ProgramCheck.Outcome outcome =
            CheckedPrograms.check(program, job(ranks, background ? PlacedJob.CHECKED_ROUNDS : 0));
        outcome.mistakes().forEach(message -> wrong(JobKeys.PROGRAM, message));
        outcome.byHardware().forEach((one, line) -> checkHardware(program, one, line));
        return outcome;
      } catch (ProgramException e) {
        e.messages().forEach(message -> wrong(keyOf(program, message), message));
        return null;
      }
    }

    private void checkHardware(Program program, Collective collective, int line) {
      final String what = program.at(line) + ": " + collective.word() + " by hardware, ";
      if (!offered.byHardware().contains(collective)) {
        wrong(
            JobKeys.PROGRAM,
            what
                + ("but %s has no hardware unit for it; use auto, or another algorithm (hopwright"
                        + " explain collectives.%s)")
                    .formatted(offered.machine(), collective.word()));
      }
    }

    /**
     * Returns the key of an error: an error in an arg begins with its name, all others with a line
     * of the program.
     */
    private String keyOf(Program program, String message) {
      return args().keySet().stream()
          .filter(
              arg ->
                  message.startsWith(program.name() + ": has no param " + arg)
                      || message.startsWith(program.name() + ": " + arg + " = "))
          .findFirst()
          .map(arg -> JobKeys.ARG.of(name, arg))
          .map(Key::name)
          .orElse(JobKeys.PROGRAM.of(name).name());
    }

    /** Returns the node of each rank; null, with an error noted, if there is none. */
    private int[] place(int ranks) {
      final int ranksPerNode = get(JobKeys.RANKS_PER_NODE);
      final Optional<Placement.Order> order = get(JobKeys.PLACE);
      final Optional<InputFile> file = settings.find(JobKeys.PLACE_FILE.of(name));
      if (ranksPerNode > mostRanksPerNode) {
        wrong(
            JobKeys.RANKS_PER_NODE,
            "is above %s, the limit of a node of this machine; use fewer, on more nodes"
                .formatted(mostRanksPerNode));
      } else if (order.isEmpty() && file.isEmpty()) {
        wrong(
            JobKeys.PLACE_FILE,
            "is missing, but %s = file; name a file with a line RANK NODE for each rank"
                .formatted(JobKeys.PLACE.of(name)));
      } else if (order.isPresent() && file.isPresent()) {
        wrong(
            JobKeys.PLACE_FILE,
            "is set, but " + JobKeys.PLACE.of(name) + " is not file; set that, or leave it out");
      } else if (units().isEmpty() && get(JobKeys.FIRST_UNIT) > 0) {
        wrong(
            JobKeys.FIRST_UNIT,
            "is set, but " + JobKeys.UNITS.of(name) + " is not; set both, or leave it out");
      } else if (units().isPresent() && file.isPresent()) {
        wrong(
            JobKeys.UNITS,
            "is set, but " + JobKeys.PLACE.of(name) + " = file names the nodes; leave it out");
      } else if (get(JobKeys.FIRST_UNIT) >= placement.units()) {
        wrong(
            JobKeys.FIRST_UNIT,
            "is not below the number of the machine's units, %s; they are numbered from 0"
                .formatted(placement.units()));
      } else {
        return order.isPresent()
            ? free(ranks, ranksPerNode, order.get())
            : named(ranks, ranksPerNode, file.get());
      }
      return null;
    }

    private Optional<Integer> units() {
      return settings.find(JobKeys.UNITS.of(name));
    }

    private int[] free(int ranks, int ranksPerNode, Placement.Order order) {
      try {
        final Placement.Units within =
            units()
                .map(count -> new Placement.Units(get(JobKeys.FIRST_UNIT), count))
                .orElse(Placement.Units.ALL);
        return note(placement.place(number, ranks, ranksPerNode, order, within));
      } catch (ProgramException e) {
        wrong(JobKeys.RANKS, e.getMessage() + whoHasNodes());
        return null;
      }
    }

    private int[] named(int ranks, int ranksPerNode, InputFile file) {
      try {
        final String text = ProgramText.read(file);
        return note(
            placement.place(file.path().getFileName().toString(), text, ranks, ranksPerNode));
      } catch (ProgramException e) {
        e.messages().forEach(message -> wrong(JobKeys.PLACE_FILE, message));
        return null;
      }
    }

    private int[] note(int[] nodes) {
      taken.put(name, java.util.Arrays.stream(nodes).distinct().count());
      return nodes;
    }

    private String whoHasNodes() {
      if (taken.isEmpty()) {
        return "; use fewer ranks, more per node, or a larger machine";
      }
      final String some =
          taken.entrySet().stream()
              .limit(NAMED)
              .map(job -> job.getKey() + " has " + job.getValue())
              .collect(Collectors.joining(", "));
      return "; "
          + some
          + (taken.size() > NAMED ? ", " + (taken.size() - NAMED) + " more jobs have others" : "");
    }
  }
}
