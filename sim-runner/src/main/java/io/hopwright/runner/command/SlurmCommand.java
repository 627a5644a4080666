package io.hopwright.runner.command;

import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.Build;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.ProgramFiles;
import io.hopwright.runner.support.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code slurm}: prints a batch script that simulates a study on several nodes of a cluster. */
@Command(
    name = "slurm",
    description =
        "Print a Slurm batch script for one run of a study over several nodes; submit"
            + " it with sbatch.")
final class SlurmCommand extends SessionCommand {
  private static final String TEMPLATE = "/templates/slurm.sh";
  private static final int MAX_TASKS = 1024;
  private static final Pattern TIME = Pattern.compile("\\d+(:\\d+){0,2}|\\d+-\\d+(:\\d+){0,2}");

  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;

  @Option(names = "--nodes", required = true, paramLabel = "N", description = "Number of nodes.")
  private int nodes;

  @Option(
      names = "--tasks-per-node",
      paramLabel = "N",
      description = "Number of JVMs on each node; ${DEFAULT-VALUE} by default.")
  private int tasksPerNode = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads of a JVM; by default its share of the node's cores.")
  private Integer threads;

  @Option(
      names = "--time",
      paramLabel = "LIMIT",
      description =
          "Slurm's time limit, such as 4:00:00. A longer run takes a checkpoint two minutes before"
              + " it and is requeued; a sweep ends a minute before it and keeps partial results.")
  private String time;

  @Option(
      names = "--reproduce",
      description = "Use reproduce, not run: check each claim of the study.")
  private boolean reproduce;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Directory of the result, on a file system that all nodes share;"
              + " runs/STUDY-ID-JOB-ID by default.")
  private Path out;

  @Option(
      names = "--tls",
      paramLabel = "DIR",
      description =
          "Folder with tls.key, tls.crt and ca.crt (PEM), on a file system that all nodes"
              + " share.")
  private Path tls;

  @Override
  public Integer call() {
    check();
    final Study study = what.study(session, name);
    for (ResolvedConfig config : configs(study)) {
      Placements.check(config.id(), config.network(), tasks());
    }
    session.print(script(command(study), study.id().replaceAll("[^\\w.-]", "-")));
    return ExitCode.DONE;
  }

  private int tasks() {
    return nodes * tasksPerNode;
  }

  private void check() {
    if (nodes < 1 || tasksPerNode < 1 || (long) nodes * tasksPerNode > MAX_TASKS) {
      throw new InputException(
          "--nodes %d --tasks-per-node %d: use at least 1 of each, and %d JVMs at most"
              .formatted(nodes, tasksPerNode, MAX_TASKS));
    }
    Shown.requireAtLeast(1, "--threads", threads);
    if (time != null && !TIME.matcher(time).matches()) {
      throw new InputException(
          "--time " + time + ": not a time limit of Slurm; write 30 (minutes), 4:00:00 or 1-12");
    }
  }

  private List<ResolvedConfig> configs(Study study) {
    if (command(study).equals("run")) {
      return List.of(study.resolve(what.scale()));
    }
    if (reproduce && study.parts().isEmpty() && study.runs().isEmpty()) {
      throw new InputException(
          name
              + ": the study has no section runs, so there is nothing to reproduce; leave"
              + " --reproduce out");
    }
    return study.partsOrSelf().stream()
        .flatMap(part -> part.points(what.scale()).stream())
        .map(Point::config)
        .toList();
  }

  /** Returns what simulates all of the study: more than a single point is a sweep. */
  private String command(Study study) {
    if (reproduce) {
      return "reproduce";
    }
    return study.parts().isEmpty()
            && study.runs().isEmpty()
            && study.runSettings(what.scale()).combinations() == 1
        ? "run"
        : "sweep";
  }

  private String script(String command, String id) {
    final List<String> directives = new ArrayList<>();
    if (time != null) {
      directives.add("#SBATCH --time=" + time + "\n");
    }
    if (threads != null) {
      directives.add("#SBATCH --cpus-per-task=" + threads + "\n");
    }
    final List<String> words = new ArrayList<>(List.of(name));
    words.addAll(what.arguments());
    return ProgramFiles.text(
        TEMPLATE,
        mark ->
            switch (mark) {
              case "name" -> id;
              case "version" -> Build.current().toString();
              case "nodes" -> Integer.toString(nodes);
              case "tasks" -> Integer.toString(tasks());
              case "tasksPerNode" -> Integer.toString(tasksPerNode);
              case "signal" ->
                  command.equals("run")
                      ? "#SBATCH --signal=USR1@120 --requeue --open-mode=append\n"
                      : "#SBATCH --signal=INT@60\n";
              case "checkpoints" -> command.equals("run") ? " --checkpoint-every 10min" : "";
              case "directives" -> String.join("", directives);
              case "directory" -> quoted(Path.of("").toAbsolutePath().toString());
              case "command" -> command;
              case "study" ->
                  words.stream().map(SlurmCommand::quoted).collect(Collectors.joining(" "));
              case "out" ->
                  out == null ? "\"runs/" + id + "-$SLURM_JOB_ID\"" : quoted(out.toString());
              case "tls" -> tls == null ? "" : " --tls " + quoted(tls.toString());
              case "launcher" -> quoted(System.getProperty("hopwright.launcher", "hopwright"));
              case "threads" ->
                  threads == null
                      ? "$((SLURM_CPUS_ON_NODE / " + tasksPerNode + "))"
                      : threads.toString();
              default -> throw new IllegalStateException("unknown mark in " + TEMPLATE);
            });
  }

  /** Returns {@code word} as a shell reads it unchanged. */
  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
