package io.hopwright.runner.command;

import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.study.Judge;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.study.Verdict;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code reproduce}: runs a published study and judges each of its claims. */
@Command(
    name = "reproduce",
    description =
        "Run a published study and judge each of its claims. Goes on where it was stopped.")
final class ReproduceCommand extends SessionCommand {

  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;
  @Mixin private RunOptions how;
  @Mixin private SweepOptions options;

  @Override
  public Integer call() {
    final Study study = what.study(session, name);
    for (Study part : study.partsOrSelf()) {
      if (part.runs().isEmpty()) {
        throw new InputException(
            (study.parts().isEmpty() ? name : part.id())
                + ": has no section runs, so there is nothing to reproduce; try hopwright run or"
                + " sweep");
      }
    }
    try (StudySweep sweep = new StudySweep(session, study, what, how, options, true)) {
      sweep.simulate();
      return judge(study, sweep);
    }
  }

  private int judge(Study study, StudySweep sweep) {
    final Verdicts judge = new Verdicts(sweep, new Judge(!what.modifications().isEmpty()));
    final Map<StudyPart, List<Verdict>> verdicts = new LinkedHashMap<>();
    sweep.parts().forEach(part -> verdicts.put(part, judge.of(part)));
    final List<VerdictReport.Judged> judged = new ArrayList<>();
    verdicts.forEach(
        (part, list) ->
            judged.addAll(
                VerdictReport.Judged.of(
                    study.parts().isEmpty() ? "" : part.prepared().study().id(), list)));
    final VerdictReport report = report(study, judged);
    final Map<String, Object> document = report.document();
    Documents.putEnding(document, sweep.ending());
    final String text = how.json() ? Json.text(document) : report.table();
    try {
      write(study, sweep, verdicts, document);
    } catch (EnvironmentException e) {
      session.print(text);
      throw e;
    }
    session.print(
        how.json() ? text : text + "result  " + Shown.path(sweep.place()) + "\n", sweep.place());
    final int exitCode = sweep.tellEnding();
    return exitCode == ExitCode.DONE && report.anyFailed() ? ExitCode.VERDICT_FAILED : exitCode;
  }

  private VerdictReport report(Study study, List<VerdictReport.Judged> judged) {
    return new VerdictReport(study.id(), what.scale(), what.modifications(), judged);
  }

  private void write(
      Study study,
      StudySweep sweep,
      Map<StudyPart, List<Verdict>> verdicts,
      Map<String, Object> document) {
    sweep.writeTables();
    if (!study.parts().isEmpty()) {
      verdicts.forEach(
          (part, list) -> {
            final Map<String, Object> own =
                report(part.prepared().study(), VerdictReport.Judged.of("", list)).document();
            Documents.putEnding(own, sweep.ending(part));
            part.directory().json(Format.VERDICTS, own);
          });
    }
    sweep.write(Format.VERDICTS, document);
    sweep.writeManifests();
    sweep.addReports();
  }
}
