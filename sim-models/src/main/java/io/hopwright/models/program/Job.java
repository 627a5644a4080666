package io.hopwright.models.program;

import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Job that runs a program.
 *
 * @param ranks number of ranks, 1 … {@link #MOST_RANKS}
 * @param number number of the job, from 0; random numbers depend on it
 * @param seed seed of random numbers
 * @param args values of params by name, in the syntax of programs: {@code 12 KiB}
 * @param rounds repetitions of a block of {@code forever}; {@link #ENDLESS} in background jobs; 0
 *     refuses programs that have one
 * @param algorithms algorithms of collectives whose statements name none; those not listed use
 *     MPICH's
 */
public record Job(
    int ranks,
    int number,
    long seed,
    Map<String, String> args,
    long rounds,
    Map<Collective, Algorithm> algorithms) {
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
      throw new ProgramException("the job has " + ranks + " ranks; use 1 to " + MOST_RANKS);
    }
    if (number < 0 || rounds < 0) {
      throw new IllegalArgumentException("number=" + number + ", rounds=" + rounds);
    }
    for (Map.Entry<Collective, Algorithm> one : algorithms.entrySet()) {
      if (!one.getKey().algorithms().contains(one.getValue())) {
        throw new IllegalArgumentException(one.getKey() + " by " + one.getValue());
      }
    }
    args = Map.copyOf(args);
    final Map<Collective, Algorithm> copy = new EnumMap<>(Collective.class);
    copy.putAll(algorithms);
    algorithms = Collections.unmodifiableMap(copy);
  }

  /** Creates a job with the collective algorithms of MPICH. */
  public Job(int ranks, int number, long seed, Map<String, String> args, long rounds) {
    this(ranks, number, seed, args, rounds, Map.of());
  }
}
