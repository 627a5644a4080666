package io.hopwright.runner.command.trace;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.models.program.graph.GraphPart;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.graph.GraphSource;
import io.hopwright.models.program.language.ForeignFormat;
import io.hopwright.models.program.language.Statements;
import io.hopwright.models.program.trace.TraceFormat;
import io.hopwright.models.program.trace.TraceFormats;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.progress.Style;
import io.hopwright.runner.progress.WalkProgress;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.text.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select a program and bind it to ranks and parameters. */
final class TraceOptions {
  private static final long MOST_OPERATIONS = 1_000_000_000;
  private static final String GOAL_FILE = "a GOAL file";
  private static final int RANKS_BY_DEFAULT = 64;
  private static final long ROUNDS_BY_DEFAULT = 2;
  private static final Pattern RANKS =
      Pattern.compile("(\\d{1,12})(?:-(\\d{1,12})(?:/(\\d{1,12}))?)?");

  @Parameters(
      paramLabel = "PROGRAM|FILE",
      description = "A program of hopwright list, or a file.",
      completionCandidates = Programs.class)
  private String name;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description =
          "Number of ranks; 64 by default. Not needed for a GOAL file, which contains it."
              + " For traces and graphs, and trace convert, also a range A-B, or A-B/N of N ranks.")
  private String rankText;

  private int ranks;

  @Option(
      names = "--args",
      paramLabel = "PARAM=VALUE",
      description = "Set a parameter of the program, as in work='250 us'; can be repeated.")
  private List<String> args = List.of();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of random numbers; ${DEFAULT-VALUE} by default.")
  private long seed = 1;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Number of repetitions of blocks of forever; 2 by default, required for trace"
              + " convert.")
  private Long rounds;

  @Mixin private CallOptions calls;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Option(
      names = "--quiet",
      description = "Print the result and errors, but no progress and no hints.")
  private boolean quiet;

  /** Names of the bundled programs. */
  static final class Programs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return new Library().programs().iterator();
    }
  }

  /** Prints a report of the written data. */
  int print(Session session, Map<String, Object> document) {
    session.print(json ? Json.text(document) : Table.of(document).text());
    return ExitCode.DONE;
  }

  String name() {
    return name;
  }

  /** Returns the number of ranks, once the program is known. */
  int ranks() {
    return ranks;
  }

  boolean json() {
    return json;
  }

  /** Option that limits the work on a program. */
  static final class Limit {
    @Option(
        names = "--limit",
        paramLabel = "N",
        description = "Operations to read at most; 1,000,000,000 by default.")
    private Long operations;

    /** Returns the limit that the user gives, or else the default. */
    long operations() {
      Shown.requireAtLeast(1, "--limit", operations);
      return operations == null ? MOST_OPERATIONS : operations;
    }
  }

  /** Returns the first and last of the ranks that are meant; empty for all. */
  Optional<int[]> selection() {
    final Matcher text = rankNumbers();
    return text == null || text.group(2) == null
        ? Optional.empty()
        : Optional.of(new int[] {number(text.group(1)), number(text.group(2))});
  }

  /** Returns what {@code --ranks} says; null without it. */
  private Matcher rankNumbers() {
    if (rankText == null) {
      return null;
    }
    final Matcher text = RANKS.matcher(rankText.strip());
    final boolean some = text.matches() && text.group(2) != null;
    if (!text.matches() || (some && number(text.group(1)) > number(text.group(2)))) {
      throw new InputException(
          String.format(
              "--ranks %s%s: write a number of ranks, as in 64, or a range, as in 0-15 or"
                  + " 0-15/64",
              Excerpt.of(rankText), some ? ": the first rank is above the last" : ""));
    }
    return text;
  }

  private static int number(String digits) {
    final long number = Long.parseLong(digits);
    if (number > Job.MOST_RANKS) {
      throw new InputException(
          "--ranks " + digits + ": a job has at most " + Job.MOST_RANKS + " ranks");
    }
    return (int) number;
  }

  /** Returns the requested number of ranks; empty if it is not set. */
  private Optional<Integer> givenRanks() {
    final Matcher text = rankNumbers();
    return text == null
        ? Optional.empty()
        : Optional.ofNullable(text.group(2) == null ? text.group(1) : text.group(3))
            .map(TraceOptions::number);
  }

  /**
   * Performs {@code work} on a program, shows its progress, and ends it on the user's request.
   *
   * @throws InputException with all errors of the program
   */
  int run(Session session, ToIntBiFunction<BoundProgram, Walk.Watch> work) {
    return watched(session, watch -> work.applyAsInt(selected(bound(session)), watch));
  }

  /** Returns the program of the selected ranks. */
  BoundProgram selected(BoundProgram all) {
    final Optional<int[]> range = selection();
    if (range.isEmpty()) {
      return all;
    }
    final int first = range.get()[0];
    final int last = range.get()[1];
    requireRank(last);
    if (all.graph(first) == null) {
      throw new InputException(
          "--ranks %s: a range is for traces and graphs; write the number of ranks, or convert the"
                  .formatted(Excerpt.of(rankText))
              + " program with trace convert");
    }
    ranks = last - first + 1;
    return GraphProgram.part(all, first, ranks)
        .bind(new Job(ranks, 0, seed, Map.of(), ROUNDS_BY_DEFAULT));
  }

  /**
   * Refuses a program without an end, unless it is said how often its blocks of forever are done.
   */
  void requireEnd(BoundProgram program) {
    if (program.program().isEndless() && rounds == null) {
      throw new InputException(
          Excerpt.ofLine(name)
              + ": the program has an unbounded block of forever; bound it with --rounds N");
    }
  }

  /**
   * Returns the graphs of a trace or of a GOAL text, which are read rank by rank, so that memory
   * does not grow with their number; empty for programs, for what is mapped, and for a part of a
   * trace by its calls, which has to be known as a whole.
   */
  Optional<GraphSource> graphs(Session session, Walk.Watch watch) {
    if (!args.isEmpty() || calls.areGiven()) {
      return Optional.empty();
    }
    try {
      final Optional<Path> text = goalText(session);
      if (text.isPresent()) {
        return Optional.of(to -> GoalFile.passText(name, text.get(), new Watched(to, watch)));
      }
      final Optional<Path> other = goal(session, EnumSet.of(GoalFile.Form.OTHER));
      final Optional<TraceFormat> format =
          other.isPresent() ? TraceFormats.of(other.get()) : Optional.empty();
      return format
          .filter(one -> !one.isMapped())
          .map(one -> to -> one.pass(name, other.orElseThrow(), Map.of(), new Watched(to, watch)));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Returns the graphs of the selected ranks, of those of all. */
  GraphSource selected(GraphSource all) {
    final Optional<int[]> range = selection();
    if (range.isEmpty()) {
      return all;
    }
    final int first = range.get()[0];
    final int last = range.get()[1];
    return to -> all.passTo(new GraphPart(first, last - first + 1, to));
  }

  /** Reads the graphs of a file. */
  void pass(GraphSource graphs, GraphSink to) {
    try {
      graphs.passTo(to);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private void requireRank(int last) {
    if (last >= ranks) {
      throw new InputException(
          "--ranks %s: rank %s does not exist; ranks are 0 to %s"
              .formatted(Excerpt.of(rankText), last, ranks - 1));
    }
  }

  private void requireGiven(int own, String program) {
    final Optional<Integer> given = givenRanks();
    if (given.isPresent() && given.get() != own) {
      throw new InputException(
          "--ranks %s: %s has %s ranks; leave the option out".formatted(given.get(), program, own));
    }
  }

  /** Receiver between a file and a command: notes the number of ranks, and ends on request. */
  private final class Watched implements GraphSink {
    private final GraphSink to;
    private final Walk.Watch watch;

    Watched(GraphSink to, Walk.Watch watch) {
      this.to = to;
      this.watch = watch;
    }

    @Override
    public void ranks(int count) throws IOException {
      requireGiven(count, name);
      ranks = count;
      selection().ifPresent(range -> requireRank(range[1]));
      to.ranks(count);
    }

    @Override
    public void rank(int rank, OperationGraph graph) throws IOException {
      to.rank(rank, graph);
    }

    @Override
    public void progress(long done, long all) {
      if (!watch.share(done, all)) {
        throw new CancellationException("the file was read in part");
      }
    }
  }

  /** Performs work without reading the program before. */
  int watched(Session session, ToIntFunction<Walk.Watch> work) {
    final AtomicBoolean interrupted = new AtomicBoolean();
    session.onInterrupt(() -> interrupted.set(true));
    try (WalkProgress progress =
        new WalkProgress(
            name,
            quiet ? null : session.err(),
            session.interactive() ? Style.REDRAWN : Style.PLAIN)) {
      return work.applyAsInt(
          new Walk.Watch() {
            @Override
            public boolean goOn(int done, long operations) {
              progress.at(done, ranks, operations);
              return !interrupted.get();
            }

            @Override
            public boolean share(long done, long all) {
              progress.share(done, all);
              return !interrupted.get();
            }
          });
    } catch (ProgramException e) {
      throw new InputException(e.messages());
    } catch (CancellationException e) {
      session.say("interrupted; " + e.getMessage());
      return ExitCode.INTERRUPTED;
    }
  }

  /** Returns the program of all ranks, in memory or mapped. */
  BoundProgram bound(Session session) {
    Shown.requireAtLeast(1, "--rounds", rounds);
    final Program program = program(session);
    final int own = program.ranks();
    if (own != Program.ANY_RANKS) {
      requireGiven(own, program.name());
    }
    ranks = own == Program.ANY_RANKS ? givenRanks().orElse(RANKS_BY_DEFAULT) : own;
    return program.bind(
        new Job(ranks, 0, seed, values(), rounds == null ? ROUNDS_BY_DEFAULT : rounds));
  }

  private Program program(Session session) {
    final Optional<Path> goal = goal(session, EnumSet.of(GoalFile.Form.TEXT, GoalFile.Form.BINARY));
    try {
      if (goal.isPresent()) {
        calls.requireNone(name, GOAL_FILE);
        return GoalFile.read(name, goal.get()).orElseThrow();
      }
      final Optional<Path> other = goal(session, EnumSet.of(GoalFile.Form.OTHER));
      if (other.isPresent()) {
        final Optional<TraceFormat> format = TraceFormats.of(other.get());
        if (format.isPresent()) {
          return calls.read(session, name, format.get(), other.get());
        }
        ForeignFormat.check(name, other.get());
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    final Source source = session.library().program(name);
    calls.requireNone(name, "a program");
    return Statements.parse(source.name(), source.text());
  }

  /** Returns the file if it has GOAL in one of some forms. */
  private Optional<Path> goal(Session session, Set<GoalFile.Form> forms) {
    try {
      final Path path = Path.of(name);
      return !session.library().programs().contains(name)
              && Files.isRegularFile(path)
              && forms.contains(GoalFile.form(path))
          ? Optional.of(path)
          : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Returns all files that the program consists of; none if it came with this one. */
  List<Path> files(Session session) throws IOException {
    final Optional<Path> file = goal(session, EnumSet.allOf(GoalFile.Form.class));
    return file.isEmpty() ? List.of() : TraceFormats.files(file.get());
  }

  /** Returns the file if it has GOAL text. */
  Optional<Path> goalText(Session session) {
    final Optional<Path> text = goal(session, EnumSet.of(GoalFile.Form.TEXT));
    if (text.isPresent()) {
      calls.requireNone(name, GOAL_FILE);
    }
    return text;
  }

  private InputException unreadable(IOException e) {
    return new InputException(Excerpt.ofLine(name) + ": cannot be read: " + e.getMessage());
  }

  private Map<String, String> values() {
    final Map<String, String> values = new LinkedHashMap<>();
    for (String arg : args) {
      final int equals = arg.indexOf('=');
      if (equals < 1) {
        throw new InputException(
            "--args " + Excerpt.of(arg) + ": write PARAM=VALUE, as in steps=10");
      }
      final String param = arg.substring(0, equals).strip();
      if (values.put(param, arg.substring(equals + 1).strip()) != null) {
        throw new InputException("--args " + Excerpt.of(param) + ": the option is given twice");
      }
    }
    return values;
  }
}
