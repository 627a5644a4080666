package io.hopwright.runner.command;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Walk;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.InputException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trace show}: what one rank does. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Show the operations of one rank: number, line of the program, what is done. With --json a"
            + " JSON object a line.")
public final class TraceShowCommand implements Callable<Integer> {
  private static final int TOGETHER = 1 << 12;

  private final Session session;

  @Mixin private TraceOptions what;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = "The rank, ${DEFAULT-VALUE} by default.")
  private int rank;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Operations to show at most; ${DEFAULT-VALUE} by default.")
  private long limit = 100;

  /** Creates the command. */
  public TraceShowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    TraceOptions.limit(limit);
    if (rank < 0 || rank >= what.ranks()) {
      throw new InputException("--rank " + rank + ": there are ranks 0 to " + (what.ranks() - 1));
    }
    return what.run(session, this::show);
  }

  private int show(BoundProgram program, Walk.Watch watch) {
    final long[] state = new long[program.stride()];
    program.start(state, 0, rank);
    final Operation operation = new Operation();
    final StringBuilder text = new StringBuilder();
    boolean ended = false;
    for (long shown = 0; shown < limit && !ended; shown++) {
      program.next(state, 0, operation);
      ended = operation.kind() == Operation.Kind.END;
      text.append(line(operation));
      if (shown % TOGETHER == TOGETHER - 1) {
        session.print(text.toString());
        text.setLength(0);
        if (!watch.goOn(0, shown)) {
          throw new CancellationException("shown were " + shown + " operations");
        }
      }
    }
    session.print(text.toString());
    if (!ended) {
      session.say("the rank goes on; --limit shows more than " + limit + " operations");
    }
    return ExitCode.DONE;
  }

  private String line(Operation operation) {
    if (!what.json()) {
      return String.format("%6d  line %4d  %s\n", operation.number(), operation.line(), operation);
    }
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("number", operation.number());
    document.put("line", operation.line());
    document.put("what", operation.toString());
    return Json.compact(document) + "\n";
  }
}
