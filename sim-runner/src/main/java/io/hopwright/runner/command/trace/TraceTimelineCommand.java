package io.hopwright.runner.command.trace;

import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.recording.OutputFile;
import io.hopwright.runner.results.ResultReader;
import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.results.StoredRun;
import io.hopwright.runner.study.StoredClaims;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trace timeline}: what ranks of a run did, for ui.perfetto.dev. */
@Command(
    name = "timeline",
    description =
        "Write the work of ranks, their messages and the critical path of a run as Chrome JSON,"
            + " which https://ui.perfetto.dev and chrome://tracing show. The run must have"
            + " events.csv (statistics.eventsFromTick, statistics.eventsToTick).")
public final class TraceTimelineCommand extends SessionCommand {
  @Parameters(paramLabel = "RUN", description = "Result directory of one run.")
  private Path directory;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "File to write; an existing file is replaced if it is such a file.")
  private Path out;

  @Option(
      names = "--from",
      paramLabel = "TICK",
      description = "First tick to write; ${DEFAULT-VALUE} by default.")
  private long from;

  @Option(
      names = "--to",
      paramLabel = "TICK",
      description = "Tick before which to stop; by default the end of the run.")
  private long to = Long.MAX_VALUE;

  @Override
  public Integer call() {
    Shown.requireAtLeast(0, "--from", from);
    if (to <= from) {
      throw new InputException("--to " + to + ": not after --from " + from + "; use a later tick");
    }
    final StoredDirectory result = ResultReader.read(directory, StoredClaims::again);
    if (result.runs().size() != 1) {
      throw new InputException(
          "%s: has %s runs; name the directory of one of them"
              .formatted(Shown.path(directory), result.runsByPath().size()));
    }
    final StoredRun run = result.runs().get(0);
    if (run.table(ChromeTrace.EVENTS).isEmpty()) {
      throw new InputException(
          Shown.path(directory)
              + ": has no events.csv; run it with --set statistics.eventsFromTick=0, and"
              + " statistics.eventsToTick for a part of the time");
    }
    final ChromeTrace trace = new ChromeTrace(run, from, to);
    new OutputFile("--out", out).writeText(ChromeTrace.BEGINNING, trace::write);
    session.print(Shown.path(out) + "\n");
    return ExitCode.DONE;
  }
}
