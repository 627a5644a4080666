package io.hopwright.runner.command;

import io.hopwright.runner.report.ReportFile;
import java.nio.file.Path;

/** Adds the page to a result that has just been written. */
final class Reports {
  private Reports() {}

  /** Makes the page; if that fails the result is whole all the same, and this says so. */
  static void add(Session session, Path result) {
    try {
      ReportFile.make(result);
    } catch (RuntimeException | OutOfMemoryError e) {
      session.say(
          "no "
              + ReportFile.NAME
              + " ("
              + e.getMessage()
              + "); the rest of the result is whole, and hopwright report tries again");
    }
  }
}
