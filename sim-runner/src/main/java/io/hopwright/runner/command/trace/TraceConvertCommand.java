package io.hopwright.runner.command.trace;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.graph.GraphSource;
import io.hopwright.models.program.hwt.HwtFormat;
import io.hopwright.models.program.hwt.HwtWriter;
import io.hopwright.models.program.trace.FileBeginning;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.recording.OutputFile;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.Build;
import io.hopwright.runner.support.Hashes;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trace convert}: writes a program in another format. */
@Command(
    name = "convert",
    description =
        "Write the operations of ranks as GOAL, text or binary, or as a trace container (.hwt):"
            + " operations of a program in sequence, those of other files as their graphs.")
public final class TraceConvertCommand extends SessionCommand {
  @Mixin private TraceOptions what;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "File to write; an existing file is replaced if it has one of these forms.")
  private Path out;

  @Option(
      names = "--to",
      paramLabel = "FORM",
      description =
          "Format to write: ${COMPLETION-CANDIDATES}; by default the ending of OUT decides, .goal"
              + " or .hwt.",
      completionCandidates = Forms.class)
  private String form;

  @Option(
      names = "--expand-collectives",
      description = "Replace collectives, which graphs do not have, by their messages.")
  private boolean expandCollectives;

  @Option(
      names = "--reduce",
      paramLabel = "NS",
      description =
          "Time to reduce 1 KiB in collectives, in ns, as software.reduceTicks of a"
              + " machine; ${DEFAULT-VALUE} by default.")
  private int reduceNanoseconds = 100;

  @Mixin private TraceOptions.Limit limit;

  /** Output formats. */
  static final class Forms extends java.util.ArrayList<String> {
    private static final long serialVersionUID = 1;
    static final String TEXT = "goal";
    static final String BINARY = "goal-binary";
    static final String CONTAINER = "hwt";

    Forms() {
      super(java.util.List.of(TEXT, BINARY, CONTAINER));
    }
  }

  @Override
  public Integer call() {
    if (form == null) {
      form = ofName();
    }
    if (!new Forms().contains(form)) {
      throw new InputException("--to " + form + ": write goal, goal-binary or hwt");
    }
    Shown.requireAtLeast(0, "--reduce", reduceNanoseconds);
    final Optional<int[]> ranks = what.selection();
    final int first = ranks.map(some -> some[0]).orElse(0);
    final int last = ranks.map(some -> some[1]).orElse(Job.MOST_RANKS - 1);
    final GoalFile.Conversion how =
        new GoalFile.Conversion(
            form.equals(Forms.BINARY),
            first,
            last - first + 1,
            expandCollectives,
            reduceNanoseconds,
            limit.operations());
    return what.watched(session, watch -> write(how, watch));
  }

  private int write(GoalFile.Conversion how, Walk.Watch watch) {
    final Optional<Path> text = what.goalText(session);
    if (text.isPresent()) {
      return write(to -> GoalFile.writeText(what.name(), text.get(), how, to, watch));
    }
    final Optional<GraphSource> graphs = what.graphs(session, watch);
    if (graphs.isPresent()) {
      return write(to -> GoalFile.writeGraphs(graphs.get(), how, to, watch));
    }
    final BoundProgram program = what.bound(session);
    what.requireEnd(program);
    return write(to -> GoalFile.write(program, how, to, watch));
  }

  /** Writes GOAL, or a container of the graphs that a conversion passes on. */
  private int write(Converting conversion) {
    final GoalFile.Written written =
        new OutputFile("OUT", out)
            .write(
                file ->
                    GoalFile.form(file) != GoalFile.Form.OTHER
                        || FileBeginning.of(file).text().startsWith(HwtFormat.MAGIC),
                file ->
                    form.equals(Forms.CONTAINER)
                        ? contain(file, conversion)
                        : conversion.to(GoalFile.Target.of(file)));
    return what.print(
        session,
        new JsonObject()
            .with("path", Shown.path(out))
            .with("ranks", written.ranks())
            .with("operations", written.operations())
            .with("roundedTimes", written.rounded()));
  }

  /** Returns the form that the name of the file says. */
  private String ofName() {
    final String name = String.valueOf(out.getFileName());
    if (name.endsWith(".hwt")) {
      return Forms.CONTAINER;
    }
    if (name.endsWith(".goal")) {
      return Forms.TEXT;
    }
    throw new InputException(
        Shown.path(out) + ": ends in neither .goal nor .hwt; say with --to what to write");
  }

  /** Conversion to a target. */
  private interface Converting {
    GoalFile.Written to(GoalFile.Target target) throws IOException;
  }

  private GoalFile.Written contain(Path file, Converting conversion) throws IOException {
    final String description = description();
    try (ContainedGraphs container = new ContainedGraphs(file, description)) {
      final GoalFile.Written written = conversion.to(GoalFile.Target.of(container));
      container.finish();
      return written;
    }
  }

  /** Returns where the graphs come from. */
  private String description() throws IOException {
    final List<Object> sources = new ArrayList<>();
    for (Path file : what.files(session)) {
      sources.add(
          new JsonObject()
              .with("name", String.valueOf(file.getFileName()))
              .with("bytes", Files.size(file))
              .with("sha256", Hashes.of(file)));
    }
    return Json.compact(
        new JsonObject()
            .with(
                "origin",
                new JsonObject()
                    .with("command", "trace convert " + what.name())
                    .with("version", Build.current().version()))
            .with("sources", sources)
            .with("notes", List.of("collectives are their messages, by the default algorithms")));
  }

  /** Writer of graphs to a container. */
  private static final class ContainedGraphs implements GraphSink, AutoCloseable {
    private final Path file;
    private final String description;
    private HwtWriter writer;

    ContainedGraphs(Path file, String description) {
      this.file = file;
      this.description = description;
    }

    @Override
    public void ranks(int count) throws IOException {
      writer = new HwtWriter(file, count, description);
    }

    @Override
    public void rank(int rank, OperationGraph graph) throws IOException {
      writer.rank(rank, graph);
    }

    void finish() throws IOException {
      writer.finish();
    }

    @Override
    public void close() throws IOException {
      if (writer != null) {
        writer.close();
      }
    }
  }
}
