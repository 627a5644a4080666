package io.hopwright.runner.command.session;

import io.hopwright.runner.app.Display;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.progress.ProgressDisplay;
import io.hopwright.runner.progress.Style;
import io.hopwright.runner.progress.SweepProgress;
import io.hopwright.runner.sweep.SweepObserver;

/**
 * Display of progress on a session's standard error.
 *
 * @param session the session
 * @param quiet whether nothing is shown
 * @param style style of the progress
 */
public record SessionDisplay(Session session, boolean quiet, Style style) implements Display {
  @Override
  public RunObserver run() {
    return quiet ? RunObserver.NONE : new ProgressDisplay(session.err(), style, "", session::say);
  }

  @Override
  public SweepObserver sweep(int points, int there, double work) {
    return new SweepProgress(
        points, there, work, session::say, quiet ? null : session.err(), style);
  }
}
