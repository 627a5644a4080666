package io.hopwright.runner.command.session;

/** Exit codes of the program. */
public final class ExitCode {
  /** Everything was done. */
  public static final int DONE = 0;

  /** A verdict failed. */
  public static final int VERDICT_FAILED = 1;

  /** Two compared results differ. */
  public static final int DIFFERENT = 1;

  /** The user's input is wrong. */
  public static final int WRONG_INPUT = 2;

  /** A broken invariant of ours, or a deadlock of the simulated network. */
  public static final int BROKEN = 70;

  /** The environment failed. */
  public static final int ENVIRONMENT_FAILED = 75;

  /** The user ended it. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
