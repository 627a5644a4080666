package io.hopwright.runner.app;

import io.hopwright.runner.recording.OutputFile;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.report.Report;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.ResultReader;
import io.hopwright.runner.study.StoredClaims;
import io.hopwright.runner.support.Internal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Writer of reports to files. */
@Internal
public final class Reports {
  private static final String MARKDOWN = ".md";

  private Reports() {}

  /**
   * Adds the page to a result that has just been written. If that fails, the result stays complete,
   * and {@code warning} receives the reason.
   */
  public static void add(Path result, Consumer<String> warning) {
    try {
      write(
          Report.of(List.of(ResultReader.read(result, StoredClaims::again))),
          result.resolve(Format.REPORT));
    } catch (RuntimeException | OutOfMemoryError e) {
      warning.accept(
          ("no %s was written (%s); the rest of the result is complete. hopwright report"
                  + " tries again")
              .formatted(Format.REPORT, e.getMessage()));
    }
  }

  /** Writes a report, as Markdown if the file's name ends so. */
  public static void write(Report report, Path file) {
    new OutputFile("--out", file)
        .write(
            Report::isOne,
            growing -> {
              final boolean markdown = file.toString().endsWith(MARKDOWN);
              final String text = markdown ? report.markdown() : report.html(file);
              ResultWriter.write(growing, text.getBytes(StandardCharsets.UTF_8));
              return growing;
            });
  }
}
