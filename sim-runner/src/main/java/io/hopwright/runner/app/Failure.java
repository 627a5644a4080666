package io.hopwright.runner.app;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.partition.StartFailedException;
import io.hopwright.partition.cluster.MemberFailedException;
import io.hopwright.partition.cluster.MemberLostException;
import io.hopwright.partition.cluster.RefusedException;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.runner.execution.NeverBegunException;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.PublicApi;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Classification of an exception of this program, including those of internal packages.
 *
 * @param kind kind of failure
 * @param messages messages for the user, one per line
 */
@PublicApi
public record Failure(Kind kind, List<String> messages) {
  private static final String CUT_SHORT =
      "a GOAL binary became shorter while it was read; do not change program files"
          + " until the command has ended";

  /** Kind of a failure. */
  @PublicApi
  public enum Kind {
    /** The study, its settings or its programs are wrong: change them. */
    INPUT,
    /** The work was cancelled before there was a result. */
    CANCELLED,
    /** The heap is too small: give more, or simulate less. */
    MEMORY,
    /** A disk, a process or another computer failed: the same work can be repeated. */
    ENVIRONMENT,
    /** Another JVM of the run failed: it has reported why. */
    MEMBER,
    /** This program has an error: please report it. */
    INTERNAL
  }

  /**
   * Classifies an exception or an error.
   *
   * <p>Some invalid settings are found only while a machine is built or runs. Some errors of a rank
   * depend on which message arrives first, and are found only in the run. So {@link Kind#INPUT}
   * covers more than {@link InputException}.
   */
  public static Failure of(Throwable failure) {
    if (failure instanceof InputException input) {
      return new Failure(Kind.INPUT, input.messages());
    }
    if (GoalFile.wasCutShort(failure)) {
      return new Failure(Kind.INPUT, List.of(CUT_SHORT));
    }
    final Kind kind = kind(failure);
    return new Failure(
        kind,
        List.of(
            kind == Kind.INTERNAL || failure.getMessage() == null
                ? failure.toString()
                : failure.getMessage()));
  }

  private static Kind kind(Throwable failure) {
    if (failure instanceof SettingsException || failure instanceof ProgramException) {
      return Kind.INPUT;
    }
    if (failure instanceof NeverBegunException || failure instanceof CancellationException) {
      return Kind.CANCELLED;
    }
    if (failure instanceof MemberFailedException) {
      return Kind.MEMBER;
    }
    if (failure instanceof EnvironmentException
        || failure instanceof StartFailedException
        || failure instanceof RefusedException
        || failure instanceof MemberLostException
        || failure instanceof MalformedMessageException) {
      return Kind.ENVIRONMENT;
    }
    return failure instanceof OutOfMemoryError ? Kind.MEMORY : Kind.INTERNAL;
  }
}
