package io.hopwright.runner.command.create;

import io.hopwright.models.run.Machine;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.study.StudyReader;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.ProgramFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code new-study}: writes a new study as a starting point. */
@Command(
    name = "new-study",
    description = "Write a template of a study, NAME.conf, for a machine of hopwright list.")
public final class NewStudyCommand extends SessionCommand {
  private static final String TEMPLATE = "/templates/study.conf";
  private static final String FOLDER = "machines/";
  private static final String LOAD = "workload.load";
  private static final String JOBS = "jobs.";
  private static final String LIST = "# A list stands for one point each.\n";
  private static final String SEEDS = "seed = [1, 2, 3]";

  @Parameters(paramLabel = "NAME", description = "Name of the study, such as my-study.")
  private String name;

  @Option(
      names = "--machine",
      paramLabel = "FILE",
      description =
          "Name of a machine of hopwright list, with or without machines/; the first one"
              + " by default.")
  private String machine;

  @Override
  public Integer call() {
    final Path file = Path.of(NewFiles.requireName(name) + ".conf");
    final String included = FOLDER + requireMachine();
    if (Files.exists(file)) {
      throw new InputException(file + ": already exists; choose another name");
    }
    NewFiles.write(file, text(session.machines(), session.library(), name, included));
    session.print(file + "\n");
    session.say(
        "plan it with hopwright plan " + file + ", simulate it with hopwright sweep " + file);
    return ExitCode.DONE;
  }

  /** Returns a study of the machine that a file to include describes. */
  static String text(List<Machine> machines, Library library, String name, String included) {
    final Source source = new Source(name, "include \"" + included + "\"\n", null);
    final Machine model = new StudyReader(machines, library).read(source, Map.of()).machine();
    final Map<String, String> values =
        Map.of("NAME", name, "INCLUDE", included, "WORKLOAD", workload(model));
    return ProgramFiles.text(TEMPLATE, values::get);
  }

  private String requireMachine() {
    final List<String> known =
        session.library().machineFiles().keySet().stream()
            .map(file -> file.substring(FOLDER.length()))
            .toList();
    if (machine == null) {
      return known.get(0);
    }
    final String wanted = machine.startsWith(FOLDER) ? machine.substring(FOLDER.length()) : machine;
    if (!known.contains(wanted)) {
      throw new InputException(
          "--machine "
              + Excerpt.of(machine)
              + ": there is no such file"
              + Nearest.questionOr(wanted, known, "use one of " + String.join(", ", known)));
    }
    return wanted;
  }

  /** Returns what the study varies: the load where sources are open loops, else jobs or seeds. */
  private static String workload(Machine model) {
    if (hasKey(model, LOAD)) {
      return LIST + LOAD + " = [0.1, 0.3, 0.5]";
    }
    return hasKey(model, JOBS)
        ? "# What ranks do: docs/programs.md.\njobs.main { program = ring, ranks = 8 }\n\n"
            + LIST
            + SEEDS
        : LIST + SEEDS;
  }

  private static boolean hasKey(Machine model, String beginning) {
    return model.parameters().stream().anyMatch(parameter -> parameter.key().startsWith(beginning));
  }
}
