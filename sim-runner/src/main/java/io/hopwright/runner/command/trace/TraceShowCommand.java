package io.hopwright.runner.command.trace;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Walk;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trace show}: prints the operations of one rank. */
@Command(
    name = "show",
    description =
        "Show the operations of one rank. A row has the number, the line of the"
            + " program (for a GOAL binary the number again), the operation, and in a"
            + " graph its dependencies. With --json, a line is a JSON object of one"
            + " operation.")
public final class TraceShowCommand extends SessionCommand {
  private static final int TOGETHER = 1 << 12;
  private static final Pattern REQUEST = Pattern.compile(", request \\d+$");

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

  @Override
  public Integer call() {
    Shown.requireAtLeast(1, "--limit", limit);
    return what.run(session, this::show);
  }

  private int show(BoundProgram program, Walk.Watch watch) {
    if (rank < 0 || rank >= what.ranks()) {
      throw new InputException(
          "--rank " + rank + ": this rank does not exist; use 0 to " + (what.ranks() - 1));
    }
    final Dependencies dependencies = new Dependencies(program.graph(rank), limit);
    final long[] state = new long[program.stride()];
    program.start(state, 0, rank);
    final Operation operation = new Operation();
    final StringBuilder text = new StringBuilder();
    boolean ended = false;
    for (long shown = 0; shown < limit && !ended; shown++) {
      program.next(state, 0, operation);
      ended = operation.kind() == Operation.Kind.END;
      text.append(line(operation, dependencies));
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

  private String line(Operation operation, Dependencies dependencies) {
    final long number = operation.number();
    final String does =
        dependencies.areThere()
            ? REQUEST.matcher(operation.toString()).replaceFirst("")
            : operation.toString();
    if (!what.json()) {
      return "%6d  line %4d  %s%s%s\n"
          .formatted(
              number,
              operation.line(),
              does,
              list(", requires ", dependencies.of(number, false)),
              list(", irequires ", dependencies.of(number, true)));
    }
    return Json.compact(
            new JsonObject()
                .with("number", number)
                .with("line", operation.line())
                .with("what", does)
                .withIf(dependencies.areThere(), "requires", dependencies.of(number, false))
                .withIf(dependencies.areThere(), "irequires", dependencies.of(number, true)))
        + "\n";
  }

  private static String list(String word, List<Integer> numbers) {
    return numbers.isEmpty()
        ? ""
        : word + numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** Dependencies of the first operations of a graph. */
  private static final class Dependencies {
    private final boolean there;
    private final Map<Long, List<Integer>> completions = new HashMap<>();
    private final Map<Long, List<Integer>> beginnings = new HashMap<>();

    /** Examines a graph, null for none, as far as its operations are shown. */
    Dependencies(OperationGraph graph, long limit) {
      there = graph != null;
      final int operations = there ? graph.operations() : 0;
      for (int operation = 0; operation < operations; operation++) {
        add(completions, graph, operation, false, limit);
        add(beginnings, graph, operation, true, limit);
      }
    }

    private static void add(
        Map<Long, List<Integer>> to,
        OperationGraph graph,
        int operation,
        boolean beginning,
        long limit) {
      for (int k = 0; k < graph.successors(operation, beginning); k++) {
        final long waiting = graph.successor(operation, beginning, k);
        if (waiting < limit) {
          to.computeIfAbsent(waiting, unseen -> new ArrayList<>()).add(operation);
        }
      }
    }

    boolean areThere() {
      return there;
    }

    List<Integer> of(long number, boolean beginning) {
      return (beginning ? beginnings : completions).getOrDefault(number, List.of());
    }
  }
}
