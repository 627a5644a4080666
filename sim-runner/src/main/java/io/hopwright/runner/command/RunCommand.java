package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code run}: simulates a study once. */
@Command(name = "run", description = "Simulate a study once and write the result to a directory.")
final class RunCommand extends OneRunCommand {
  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description =
          "Simulate this run of the study, with the settings of its entry in the section"
              + " runs.")
  private String run;

  @Override
  public Integer call() {
    final Experiment experiment = what.experiment(session, name);
    return run(run == null ? experiment : experiment.only(run));
  }
}
