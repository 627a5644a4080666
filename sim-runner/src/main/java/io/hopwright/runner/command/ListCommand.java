package io.hopwright.runner.command;

import io.hopwright.models.program.language.Programs;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.text.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code list}: lists the bundled machines and studies. */
@Command(
    name = "list",
    description = "List the machines, studies and programs of ranks that come with Hopwright.")
final class ListCommand extends SessionCommand {
  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() {
    final List<Study> studies = session.reader().bundled();
    session.print(json ? Json.text(document(studies)) : tables(studies));
    return ExitCode.DONE;
  }

  private String tables(List<Study> studies) {
    final Table machineTable = new Table().row("machine", "what it is");
    session.machines().forEach(machine -> machineTable.row(machine.name(), machine.title()));
    final Table fileTable = new Table().row("to include", "what it is");
    session.library().machineFiles().forEach(fileTable::row);
    final Table studyTable = new Table().row("study", "machine", "runs", "claims", "what it is");
    for (Study study : studies) {
      studyTable.row(
          study.id(),
          String.join(", ", machines(study)),
          study.partsOrSelf().stream().mapToInt(part -> Math.max(1, part.runs().size())).sum(),
          study.partsOrSelf().stream().mapToInt(part -> part.checks().size()).sum(),
          study.title());
    }
    final Table programTable = new Table().row("program", "what its ranks do");
    programs().forEach(programTable::row);
    return String.join(
        "\n", machineTable.text(), fileTable.text(), studyTable.text(), programTable.text());
  }

  /** Returns the first comment of each program by its name. */
  private Map<String, Object> programs() {
    final Map<String, Object> titles = new LinkedHashMap<>();
    Programs.NAMES.forEach(name -> titles.put(name, Programs.title(name)));
    return titles;
  }

  private static List<String> machines(Study study) {
    return study.partsOrSelf().stream().map(part -> part.machine().name()).distinct().toList();
  }

  private Map<String, Object> document(List<Study> studies) {
    return new JsonObject()
        .with("machines", session.machines().stream().map(ListCommand::entry).toList())
        .with("machineFiles", session.library().machineFiles())
        .with("studies", studies.stream().map(ListCommand::entry).toList())
        .with("programs", programs());
  }

  private static Map<String, Object> entry(Machine machine) {
    return new JsonObject()
        .with("name", machine.name())
        .with("title", machine.title())
        .with("source", machine.source());
  }

  private static Map<String, Object> entry(Study study) {
    return new JsonObject()
        .with("name", study.id())
        .with("title", study.title())
        .with("machine", String.join(", ", machines(study)))
        .with("paper", study.paper())
        .with("description", study.description())
        .with("runs", study.runs().stream().map(run -> run.name()).toList())
        .with("checks", study.checks().stream().map(check -> check.id()).toList())
        .withIf(!study.parts().isEmpty(), "parts", study.parts().stream().map(Study::id).toList());
  }
}
