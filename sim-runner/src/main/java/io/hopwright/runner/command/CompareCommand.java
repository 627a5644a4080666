package io.hopwright.runner.command;

import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Comparison;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.text.ComparisonText;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compare}: shows the differences between two results. */
@Command(
    name = "compare",
    description =
        "Compare two results: configuration, digest, first interval and rows that"
            + " differ, and statistics. Studies are compared point by point; where a point"
            + " has several seeds, differences are marked only if they exceed the variation"
            + " between seeds. Exit code 0 if the results agree, 1 if they differ, 2 if they"
            + " cannot be compared.")
final class CompareCommand extends SessionCommand {
  @Parameters(index = "0", paramLabel = "A", description = "Directory of the first result.")
  private Path first;

  @Parameters(index = "1", paramLabel = "B", description = "Directory of the second result.")
  private Path second;

  @Option(names = "--json", description = "Print JSON instead of tables.")
  private boolean json;

  @Override
  public Integer call() {
    final Comparison comparison = session.hopwright().compare(first, second).comparison();
    session.print(json ? Json.text(comparison.document()) : new ComparisonText(comparison).text());
    return comparison.agree() ? ExitCode.DONE : ExitCode.DIFFERENT;
  }
}
