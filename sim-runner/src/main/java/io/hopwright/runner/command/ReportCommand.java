package io.hopwright.runner.command;

import io.hopwright.runner.app.Reports;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.report.Report;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.ResultReader;
import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.study.StoredClaims;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code report}: writes the page of a result again, or one over several results. */
@Command(
    name = "report",
    description =
        "Write report.html anew from a result directory, or one page that shows the"
            + " runs of several results side by side.")
final class ReportCommand extends SessionCommand {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Result directory that run, sweep, reproduce or bench scaling wrote.")
  private List<Path> directories;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "File to write; by default report.html in the directory of a single result."
              + " With FILE.md: verdicts, provenance and digests in Markdown.")
  private Path out;

  @Option(names = "--json", description = "Print JSON: path, size and contents of the page.")
  private boolean json;

  @Override
  public Integer call() {
    if (directories.size() > 1 && out == null) {
      throw new InputException("--out: required for a page over several results");
    }
    final Path file = out != null ? out : directories.get(0).resolve(Format.REPORT);
    final Report report = Report.of(results());
    Reports.write(report, file);
    session.print(json ? Json.text(document(report, file)) : Shown.path(file) + "\n");
    return ExitCode.DONE;
  }

  private List<StoredDirectory> results() {
    final Set<Path> seen = new HashSet<>();
    for (Path directory : directories) {
      if (!seen.add(directory.toAbsolutePath().normalize())) {
        throw new InputException(directory + ": the result is named twice; leave one out");
      }
    }
    return directories.stream()
        .map(directory -> ResultReader.read(directory, StoredClaims::again))
        .toList();
  }

  private static Map<String, Object> document(Report report, Path file) {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("path", Shown.path(file));
    try {
      document.put("bytes", Files.size(file));
    } catch (IOException e) {
      throw new EnvironmentException("cannot read " + file + " again: " + e.getMessage(), e);
    }
    document.putAll(report.overview());
    return document;
  }
}
