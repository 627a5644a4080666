package io.hopwright.runner.command;

import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunResult;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.NeverBegunException;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.failure.EnvironmentException;
import io.hopwright.runner.failure.InputException;
import io.hopwright.runner.result.Documents;
import io.hopwright.runner.result.Json;
import io.hopwright.runner.result.ResultDirectory;
import io.hopwright.runner.result.ResultWriter;
import io.hopwright.runner.study.Check;
import io.hopwright.runner.study.Judge;
import io.hopwright.runner.study.Measurement;
import io.hopwright.runner.study.RunSpec;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.study.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code reproduce}: runs a published study and judges each of its claims. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Run a published study and judge each of its claims.")
public final class ReproduceCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;
  @Mixin private RunOptions how;

  /** Creates the command. */
  public ReproduceCommand(Session session) {
    this.session = session;
  }

  /** A run of the study, ready to go. */
  private record Prepared(RunSpec spec, ResolvedConfig config, Network<?> network) {}

  @Override
  public Integer call() {
    final Study study = what.study(session, name);
    if (study.runs().isEmpty()) {
      throw new InputException(
          name + ": has no section runs, so there is nothing to reproduce; try hopwright run");
    }
    final List<Prepared> runs = prepare(study);
    final long heapMib =
        runs.stream()
            .mapToLong(run -> how.check(run.config().id(), run.network()).suggestedHeapMib())
            .max()
            .orElseThrow();
    final Interruption interruption = new Interruption();
    session.onInterrupt(interruption::request);
    try (ResultDirectory directory = ResultDirectory.prepare(how.out(study.id()));
        Runs simulating = how.open(session, interruption, heapMib)) {
      final Reproduction reproduction = new Reproduction(study, directory.growing(), simulating);
      try {
        simulate(runs, reproduction, interruption);
        return reproduction.finish(directory, runs);
      } catch (RuntimeException | Error e) {
        if (reproduction.anyWritten()) {
          session.say("the runs that came to their end are in " + directory.leave());
        }
        throw e;
      }
    }
  }

  private static void simulate(
      List<Prepared> runs, Reproduction reproduction, Interruption interruption) {
    try {
      for (int i = 0; i < runs.size() && !interruption.requested() && !reproduction.lost(); i++) {
        reproduction.simulate(runs.get(i), i + 1 + "/" + runs.size());
      }
    } catch (NeverBegunException e) {
      if (!reproduction.anyWritten()) {
        throw e;
      }
    }
  }

  private List<Prepared> prepare(Study study) {
    final Mistakes mistakes = new Mistakes();
    final List<Prepared> runs = new ArrayList<>();
    for (RunSpec spec : study.runs()) {
      final ResolvedConfig config = study.resolve(spec, what.scale());
      final Network<?> network = config.network(mistakes);
      if (network != null) {
        final RunResult result = network.unmeasured();
        final Set<String> quantities = new HashSet<>(result.quantities());
        quantities.addAll(Documents.executionQuantities(spec.project() > 0));
        final Set<String> columns = result.columnNames();
        study.checksOf(spec).forEach(check -> check.checkMeasured(quantities, columns, mistakes));
      }
      runs.add(new Prepared(spec, config, network));
    }
    mistakes.throwIfAny();
    return runs;
  }

  /** What a run measured that came to its end. */
  private record Completed(Measurement measurement, List<Long> shape) {}

  /** The runs so far. */
  private final class Reproduction {
    private final Instant started = Instant.now();
    private final Study study;
    private final Path directory;
    private final Runs simulating;
    private final Judge judge = new Judge(!what.modifications().isEmpty());
    private final Map<String, Object> digests = new LinkedHashMap<>();
    private final Map<String, Completed> completed = new LinkedHashMap<>();
    private final Map<String, Completion> unfinished = new LinkedHashMap<>();
    private Completion.Ending ending = Completion.Ending.COMPLETED;

    Reproduction(Study study, Path directory, Runs simulating) {
      this.study = study;
      this.directory = directory;
      this.simulating = simulating;
    }

    /** Tells whether there are too few JVMs for the runs that follow. */
    boolean lost() {
      return ending == Completion.Ending.LOST;
    }

    boolean anyWritten() {
      return !digests.isEmpty();
    }

    void simulate(Prepared asked, String position) {
      if (!how.quiet()) {
        session.say(position + " " + Shown.titled(asked.spec().name(), asked.config().title()));
      }
      final Instant runStarted = Instant.now();
      final Pilot.Settled settled =
          simulating.settle(asked.config(), asked.network(), session, how.quiet());
      final Prepared run = new Prepared(asked.spec(), settled.config(), settled.network());
      final Runs.Projected projected =
          run.spec().project() > 0
              ? simulating.project(run.network(), run.spec().project())
              : new Runs.Projected(simulating.run(run.config(), run.network()), Map.of());
      final Completion completion = settled.noted(projected.completion());
      final Map<String, Object> summary =
          Documents.summary(run.config(), completion, projected.projection());
      try {
        new ResultWriter(directory.resolve(run.spec().name()))
            .write(
                run.config(),
                completion,
                run.network().tickRate(),
                summary,
                Documents.manifest(run.config(), completion, session.commandLine(), runStarted));
      } catch (EnvironmentException e) {
        session.print(how.json() ? Json.text(summary) : Table.of(summary).text());
        throw e;
      }
      digests.put(run.spec().name(), summary.get("digest"));
      if (completion.ending() != Completion.Ending.COMPLETED) {
        ending = completion.ending();
        unfinished.put(run.spec().name(), completion);
      } else {
        completed.put(
            run.spec().name(),
            new Completed(
                new Measurement(Map.of(), summary, completion.result()::column),
                run.network().shape()));
      }
    }

    private Verdict judge(Check check) {
      if (!digests.keySet().containsAll(check.runs())) {
        return judge.notJudged(check, "a run was not begun");
      }
      if (!completed.keySet().containsAll(check.runs())) {
        return judge.notJudged(check, "a run did not come to its end");
      }
      final List<Completed> runs = check.runs().stream().map(completed::get).toList();
      return judge.judge(
          check,
          runs.stream().map(run -> List.of(run.measurement())).toList(),
          runs.get(0).shape());
    }

    int finish(ResultDirectory place, List<Prepared> runs) {
      boolean notBegun = false;
      for (Prepared run : runs) {
        if (!digests.containsKey(run.spec().name())) {
          notBegun = true;
          ending = lost() ? ending : Completion.Ending.INTERRUPTED;
        }
      }
      final List<Verdict> verdicts = study.checks().stream().map(this::judge).toList();
      final Map<String, Object> document =
          VerdictReport.document(study.id(), what.scale(), what.modifications(), verdicts);
      Documents.putEnding(document, ending);
      final String text =
          how.json() ? Json.text(document) : VerdictReport.table(what.modifications(), verdicts);
      final Path result = publish(place, document, text);
      session.print(how.json() ? text : text + "result  " + Shown.path(result) + "\n", result);
      int exitCode = ExitCode.DONE;
      for (Map.Entry<String, Completion> run : unfinished.entrySet()) {
        final Path part = result.resolve(run.getKey());
        exitCode = Math.max(exitCode, Endings.tell(session, run.getValue(), part));
      }
      if (notBegun && !lost() && exitCode != ExitCode.INTERRUPTED) {
        Endings.interrupted(session, result);
        exitCode = ExitCode.INTERRUPTED;
      }
      return exitCode == ExitCode.DONE && VerdictReport.anyFailed(verdicts)
          ? ExitCode.VERDICT_FAILED
          : exitCode;
    }

    private Path publish(ResultDirectory place, Map<String, Object> document, String text) {
      try {
        final ResultWriter writer = new ResultWriter(directory);
        writer.json("verdicts.json", document);
        writer.manifest(manifest());
        return place.publish(ending == Completion.Ending.COMPLETED);
      } catch (EnvironmentException e) {
        session.print(text);
        throw e;
      }
    }

    private Map<String, Object> manifest() {
      final Map<String, Object> manifest =
          Documents.head(study.id(), session.commandLine(), started);
      manifest.put("title", study.title());
      manifest.put("paper", study.paper());
      manifest.put("scale", what.scale().word());
      manifest.put("modifications", what.modifications());
      Documents.putEnding(manifest, ending);
      manifest.put("digests", digests);
      return manifest;
    }
  }
}
