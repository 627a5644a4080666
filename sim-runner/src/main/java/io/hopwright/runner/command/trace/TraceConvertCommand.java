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
        "Write the operations of ranks as GOAL, text or binary: operations of a program"
            + " in sequence, those of a GOAL file as its graphs.")
public final class TraceConvertCommand extends SessionCommand {
  @Mixin private TraceOptions what;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "File to write; an existing file is replaced if it is a GOAL file.")
  private Path out;

  @Option(
      names = "--to",
      paramLabel = "FORM",
      required = true,
      description = "Format to write: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Forms.class)
  private String form;

  @Option(
      names = "--expand-collectives",
      description = "Replace collectives, which GOAL does not have, by their messages.")
  private boolean expandCollectives;

  @Option(
      names = "--reduce",
      paramLabel = "NS",
      description =
          "Time to reduce 1 KiB in collectives, in ns, as software.reduceTicks of a"
              + " machine; ${DEFAULT-VALUE} by default.")
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
