package io.hopwright.runner.report;

import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.results.ResultReader;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file of a report. */
public final class ReportFile {
  /** Its name in the directory of a result. */
  public static final String NAME = "report.html";

  private static final String MARKDOWN = ".md";

  private ReportFile() {}

  /**
   * Makes the report of one result in its directory.
   *
   * @throws InputException if a file of it is damaged
   * @throws EnvironmentException if it cannot be written
   */
  public static Report make(Path result) {
    final Report report = Report.of(List.of(ResultReader.read(result)));
    write(report, result.resolve(NAME));
    return report;
  }

  /**
   * Writes a report, as Markdown if the file's name says so; a reader sees the old one or the new
   * one, and never half of it.
   */
  public static void write(Report report, Path file) {
    final Path directory = file.toAbsolutePath().normalize().getParent();
    if (Files.isDirectory(file)) {
      throw new InputException("--out " + file + ": is a directory; name a file");
    }
    if (!Files.isDirectory(directory)) {
      throw new InputException(
          "--out " + file + ": there is no directory " + directory + "; make it, or name another");
    }
    if (Files.exists(file)
        && Files.exists(directory.resolve(ResultWriter.MANIFEST))
        && !file.endsWith(NAME)) {
      throw new InputException(
          "--out " + file + ": would replace a file of a result; name another place");
    }
    try {
      ResultWriter.replace(
          file, file.toString().endsWith(MARKDOWN) ? report.markdown() : report.html(file));
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write " + file + ": " + e.getMessage() + "; name another place with --out", e);
    }
  }
}
