package io.hopwright.models.messaging.jobs;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cache of recently checked programs, so that equal jobs, and the points of a study, are checked
 * once: a check visits all operations. Safe for any thread.
 */
final class CheckedPrograms {
  private static final long MOST_OPERATIONS = 1_000_000_000;
  private static final int MOST = 64;

  private static final Map<Asked, ProgramCheck.Outcome> LATELY =
      new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, ProgramCheck.Outcome> eldest) {
          return size() > MOST;
        }
      };

  /** All inputs of a check. */
  private record Asked(String name, String text, Job job) {}

  private CheckedPrograms() {}

  /**
   * Checks a program, or remembers.
   *
   * @throws io.hopwright.models.program.ProgramException with what is wrong with the job
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  static ProgramCheck.Outcome check(Program program, Job job) {
    if (program.text().isEmpty()) {
      return checked(program, job);
    }
    final Asked asked =
        new Asked(program.name(), program.text().get(), program.isRandom() ? job : first(job));
    synchronized (LATELY) {
      final ProgramCheck.Outcome known = LATELY.get(asked);
      if (known != null) {
        return known;
      }
    }
    final ProgramCheck.Outcome outcome = checked(program, job);
    synchronized (LATELY) {
      LATELY.put(asked, outcome);
    }
    return outcome;
  }

  /** Returns a job that does the same if nothing is random. */
  private static Job first(Job job) {
    return new Job(job.ranks(), 0, 0, job.args(), job.rounds(), job.algorithms());
  }

  private static ProgramCheck.Outcome checked(Program program, Job job) {
    return ProgramCheck.check(
        program.bind(job),
        MOST_OPERATIONS,
        (done, operations) -> !Thread.currentThread().isInterrupted());
  }
}
