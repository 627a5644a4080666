package io.hopwright.runner.command;

import io.hopwright.runner.command.create.NewMachineCommand;
import io.hopwright.runner.command.create.NewStudyCommand;
import io.hopwright.runner.command.serve.ServeCommand;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.command.topology.TopologyCommand;
import io.hopwright.runner.command.topology.TopologyConvertCommand;
import io.hopwright.runner.command.topology.TopologyInfoCommand;
import io.hopwright.runner.command.topology.TopologyMakeCommand;
import io.hopwright.runner.command.trace.TraceCheckCommand;
import io.hopwright.runner.command.trace.TraceCommand;
import io.hopwright.runner.command.trace.TraceConvertCommand;
import io.hopwright.runner.command.trace.TraceInfoCommand;
import io.hopwright.runner.command.trace.TraceMatrixCommand;
import io.hopwright.runner.command.trace.TraceShowCommand;
import io.hopwright.runner.command.trace.TraceTimelineCommand;
import java.util.List;
import picocli.CommandLine;

/** All commands of the program. */
public final class Commands {
  private Commands() {}

  /** Adds all commands, which work with {@code session}, to {@code program}. */
  public static CommandLine addTo(CommandLine program, Session session) {
    return program
        .addSubcommand(new ListCommand().in(session))
        .addSubcommand(new ExplainCommand().in(session))
        .addSubcommand(new PlanCommand().in(session))
        .addSubcommand(new RunCommand().in(session))
        .addSubcommand(new ResumeCommand().in(session))
        .addSubcommand(new BranchCommand().in(session))
        .addSubcommand(new SweepCommand().in(session))
        .addSubcommand(new ReproduceCommand().in(session))
        .addSubcommand(new CompareCommand().in(session))
        .addSubcommand(new ReportCommand().in(session))
        .addSubcommand(
            new CommandLine(new BenchCommand().in(session))
                .addSubcommand(new ScalingCommand().in(session)))
        .addSubcommand(
            new CommandLine(new TraceCommand())
                .addSubcommand(new TraceInfoCommand().in(session))
                .addSubcommand(new TraceCheckCommand().in(session))
                .addSubcommand(new TraceShowCommand().in(session))
                .addSubcommand(new TraceMatrixCommand().in(session))
                .addSubcommand(new TraceTimelineCommand().in(session))
                .addSubcommand(new TraceConvertCommand().in(session)))
        .addSubcommand(
            new CommandLine(new TopologyCommand())
                .addSubcommand(new TopologyInfoCommand().in(session))
                .addSubcommand(new TopologyConvertCommand().in(session))
                .addSubcommand(new TopologyMakeCommand().in(session)))
        .addSubcommand(new NewStudyCommand().in(session))
        .addSubcommand(new NewMachineCommand().in(session))
        .addSubcommand(new ServeCommand(System.in, Commands::answer).in(session))
        .addSubcommand(new WorkerCommand().in(session))
        .addSubcommand(new SlurmCommand().in(session))
        .addSubcommand(new CompletionCommand().in(session))
        .addSubcommand(new ManCommand().in(session));
  }

  /** Executes {@code list} or {@code explain} in a session; failures are exceptions. */
  private static void answer(Session session, List<String> words) {
    final String[] rest = words.subList(1, words.size()).toArray(String[]::new);
    if (words.get(0).equals("list")) {
      final ListCommand command = new ListCommand();
      new CommandLine(command.in(session)).parseArgs(rest);
      command.call();
    } else {
      final ExplainCommand command = new ExplainCommand();
      new CommandLine(command.in(session)).parseArgs(rest);
      command.call();
    }
  }
}
