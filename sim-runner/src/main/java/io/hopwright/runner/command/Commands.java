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
import picocli.CommandLine.Command;

/** All commands of the program. */
public final class Commands {
  private Commands() {}

  /**
   * Command of the program.
   *
   * @param command command as an object
   * @param below subcommands
   */
  private record Entry(Object command, List<Object> below) {
    static Entry of(Object command, Object... below) {
      return new Entry(command, List.of(below));
    }

    String name() {
      return command.getClass().getAnnotation(Command.class).name();
    }

    /** Returns whether its output depends on the other commands. */
    boolean describesOthers() {
      return command instanceof ManCommand || command instanceof CompletionCommand;
    }

    CommandLine line() {
      final CommandLine line = new CommandLine(command);
      below.forEach(line::addSubcommand);
      return line;
    }
  }

  /**
   * Adds to {@code program} the commands that the command line of {@code session} needs: the
   * command that its first word names, or all. Reading the options of all commands by reflection
   * takes longer than many commands do.
   */
  public static CommandLine addTo(CommandLine program, Session session) {
    final List<Entry> all = all(session);
    final String first = session.commandLine().isEmpty() ? "" : session.commandLine().get(0);
    all.stream()
        .filter(entry -> entry.name().equals(first) && !entry.describesOthers())
        .findFirst()
        .map(List::of)
        .orElse(all)
        .forEach(entry -> program.addSubcommand(entry.line()));
    return program;
  }

  private static List<Entry> all(Session session) {
    return List.of(
        Entry.of(new ListCommand().in(session)),
        Entry.of(new ExplainCommand().in(session)),
        Entry.of(new PlanCommand().in(session)),
        Entry.of(new RunCommand().in(session)),
        Entry.of(new ResumeCommand().in(session)),
        Entry.of(new BranchCommand().in(session)),
        Entry.of(new SweepCommand().in(session)),
        Entry.of(new ReproduceCommand().in(session)),
        Entry.of(new CompareCommand().in(session)),
        Entry.of(new ReportCommand().in(session)),
        Entry.of(new BenchCommand().in(session), new ScalingCommand().in(session)),
        Entry.of(
            new TraceCommand(),
            new TraceInfoCommand().in(session),
            new TraceCheckCommand().in(session),
            new TraceShowCommand().in(session),
            new TraceMatrixCommand().in(session),
            new TraceTimelineCommand().in(session),
            new TraceConvertCommand().in(session)),
        Entry.of(
            new TopologyCommand(),
            new TopologyInfoCommand().in(session),
            new TopologyConvertCommand().in(session),
            new TopologyMakeCommand().in(session)),
        Entry.of(new NewStudyCommand().in(session)),
        Entry.of(new NewMachineCommand().in(session)),
        Entry.of(new ServeCommand(System.in, Commands::answer).in(session)),
        Entry.of(new WorkerCommand().in(session)),
        Entry.of(new SlurmCommand().in(session)),
        Entry.of(new CompletionCommand().in(session)),
        Entry.of(new ManCommand().in(session)));
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
