package io.hopwright.runner.command;

import io.hopwright.runner.recording.Reason;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.report.Report;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.ResultReader;
import io.hopwright.runner.study.StoredClaims;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes reports to their files. */
final class Reports {
  private static final String MARKDOWN = ".md";

  private Reports() {}

  /**
   * Adds the page to a result that has just been written; if that fails the result is whole all the
   * same, and this says so.
   */
  static void add(Session session, Path result) {
    try {
      write(
          Report.of(List.of(ResultReader.read(result, StoredClaims::again))),
          result.resolve(Format.REPORT));
    } catch (RuntimeException | OutOfMemoryError e) {
      session.say(
          String.format(
              "no %s (%s); the rest of the result is whole, and hopwright report tries again",
              Format.REPORT, e.getMessage()));
    }
  }

  /**
   * Writes a report, as Markdown if the file's name says so; a reader sees the old one or the new
   * one, and never half of it.
   */
  static void write(Report report, Path file) {
    final Path directory = file.toAbsolutePath().normalize().getParent();
    if (Files.isDirectory(file)) {
      throw new InputException("--out " + file + ": is a directory; name a file");
    }
    if (!Files.isDirectory(directory)) {
      throw new InputException(
          "--out " + file + ": there is no directory " + directory + "; make it, or name another");
    }
    if (Files.exists(file)
        && Files.exists(directory.resolve(Format.MANIFEST))
        && !file.endsWith(Format.REPORT)) {
      throw new InputException(
          "--out " + file + ": would replace a file of a result; name another place");
    }
    try {
      ResultWriter.replace(
          file, file.toString().endsWith(MARKDOWN) ? report.markdown() : report.html(file));
    } catch (IOException e) {
      throw Reason.unwritten(file, e);
    }
  }
}
