package io.hopwright.models.messaging.jobs;

import io.hopwright.core.state.Configuration;
import io.hopwright.core.state.StateImage;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Cache of checked programs, so that equal jobs, and the points of a study, are checked once: a
 * check visits all operations. Recent outcomes stay in memory; a {@link CheckStore} keeps those of
 * long programs for the next process. Safe for any thread.
 */
final class CheckedPrograms {
  private static final long MOST_OPERATIONS = 1_000_000_000;
  private static final int MOST = 64;

  /** Operations of a program that is worth a file: checking them takes a tenth of a second. */
  private static final long MANY_OPERATIONS = 1_000_000;

  private static final CheckStore STORE =
      ServiceLoader.load(CheckStore.class, CheckStore.class.getClassLoader())
          .findFirst()
          .orElse(null);

  private static final Map<Asked, ProgramCheck.Outcome> LATELY =
      new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, ProgramCheck.Outcome> eldest) {
          return size() > MOST;
        }
      };

  /** All inputs of a check. */
  private record Asked(String name, String text, Job job) {
    /** Returns the same in one text: equal texts for equal questions. */
    String words() {
      return "%s %s %s %s %s %s %s%n%s"
          .formatted(
              name,
              job.ranks(),
              job.number(),
              job.seed(),
              new TreeMap<>(job.args()),
              job.rounds(),
              job.algorithms(),
              text);
    }
  }

  /** An outcome that can be stored. */
  static final class Stored {
    /** Nothing in it is the configuration of a run. */
    private static final Configuration ALL = new Configuration(null);

    private ProgramCheck.Outcome outcome;

    static byte[] write(ProgramCheck.Outcome outcome) {
      final Stored stored = new Stored();
      stored.outcome = outcome;
      return StateImage.of(stored, ALL).toBytes();
    }

    /** Returns the written outcome; null if the bytes are something else. */
    static ProgramCheck.Outcome read(byte[] bytes) {
      final Stored stored = new Stored();
      try {
        new StateImage(bytes).restore(stored, ALL);
      } catch (IllegalArgumentException | IllegalStateException e) {
        return null;
      }
      return stored.outcome;
    }
  }

  private CheckedPrograms() {}

  /**
   * Checks a program, or returns the stored outcome of an equal check.
   *
   * @throws io.hopwright.models.program.ProgramException with the errors of the job
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
    final ProgramCheck.Outcome outcome =
        STORE == null ? checked(program, job) : kept(asked, program, job);
    synchronized (LATELY) {
      LATELY.put(asked, outcome);
    }
    return outcome;
  }

  private static ProgramCheck.Outcome kept(Asked asked, Program program, Job job) {
    final String words = asked.words();
    final byte[] stored = STORE.find(words);
    final ProgramCheck.Outcome known = stored == null ? null : Stored.read(stored);
    if (known != null) {
      return known;
    }
    final ProgramCheck.Outcome outcome = checked(program, job);
    if (outcome.operations() >= MANY_OPERATIONS && outcome.mistakes().isEmpty()) {
      STORE.keep(words, Stored.write(outcome));
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
