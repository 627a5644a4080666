package io.hopwright.runner.command.trace;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.recording.OutputFile;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trace convert}: a program in another form. */
@Command(
    name = "convert",
    description =
        "Write what ranks do as GOAL, text or binary: of a program all operations one after the"
            + " other, of a GOAL file its graphs.")
public final class TraceConvertCommand extends SessionCommand {
  @Mixin private TraceOptions what;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "The file to write; a GOAL file that is there is replaced.")
  private Path out;

  @Option(
      names = "--to",
      paramLabel = "FORM",
      required = true,
      description = "What to write: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Forms.class)
  private String form;

  @Option(
      names = "--expand-collectives",
      description = "Write the messages of collectives, which GOAL does not know.")
  private boolean expandCollectives;

  @Option(
      names = "--reduce",
      paramLabel = "NS",
      description =
          "ns that reducing 1 KiB takes in collectives, software.reduceTicks of a machine;"
              + " ${DEFAULT-VALUE} by default.")
  private int reduceNanoseconds = 100;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Operations to write at most; 1,000,000,000 by default.")
  private Long limit;

  /** What can be written. */
  static final class Forms extends java.util.ArrayList<String> {
    private static final long serialVersionUID = 1;
    static final String TEXT = "goal";
    static final String BINARY = "goal-binary";

    Forms() {
      super(java.util.List.of(TEXT, BINARY));
    }
  }

  @Override
  public Integer call() {
    if (!new Forms().contains(form)) {
      throw new InputException("--to " + form + ": write goal or goal-binary");
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
            TraceOptions.limit(limit));
    final Optional<Path> text = what.goalText(session);
    return text.isPresent()
        ? what.watched(
            session,
            watch -> write(file -> GoalFile.writeText(what.name(), text.get(), how, file, watch)))
        : what.runOfAll(session, (program, watch) -> write(program, how, watch));
  }

  private int write(BoundProgram program, GoalFile.Conversion how, Walk.Watch watch) {
    what.requireEnd(program);
    return write(file -> GoalFile.write(program, how, file, watch));
  }

  private int write(ResultWriter.Writing<GoalFile.Written> writing) {
    final GoalFile.Written written =
        new OutputFile("OUT", out)
            .write(file -> GoalFile.form(file) != GoalFile.Form.OTHER, writing);
    return what.print(
        session,
        new JsonObject()
            .with("path", Shown.path(out))
            .with("ranks", written.ranks())
            .with("operations", written.operations())
            .with("roundedTimes", written.rounded()));
  }
}
