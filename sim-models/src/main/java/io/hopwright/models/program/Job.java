package io.hopwright.models.program;

import java.util.Map;

/**
 * What runs a program.
 *
 * @param ranks 1 … {@link #MOST_RANKS}
 * @param number of the job, from 0; random numbers depend on it
 * @param seed of random numbers
 * @param args values of params by name, as a program writes them: {@code 12 KiB}
 * @param rounds how often a block of {@code forever} is done, {@link #ENDLESS} in background jobs;
 *     0 refuses programs that have one
 */
public record Job(int ranks, int number, long seed, Map<String, String> args, long rounds) {
  /** The most ranks. */
  public static final int MOST_RANKS = 1 << 30;

  /** Rounds that no run sees the end of. */
  public static final long ENDLESS = Long.MAX_VALUE;

  /**
   * Checks the numbers.
   *
   * @throws ProgramException if there are too few or too many ranks
   */
  public Job {
    if (ranks < 1 || ranks > MOST_RANKS) {
      throw new ProgramException(ranks + " ranks; a job has 1 to " + MOST_RANKS);
    }
    if (number < 0 || rounds < 0) {
      throw new IllegalArgumentException("number=" + number + ", rounds=" + rounds);
    }
    args = Map.copyOf(args);
  }
}
