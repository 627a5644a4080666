package io.hopwright.models.testkit;

import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Placement;
import io.hopwright.models.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A job for a test. Immutable.
 *
 * @param text of the program; may have a block of {@code forever} if in the background
 */
public record TestJob(
    String text,
    int ranks,
    int ranksPerNode,
    Placement.Order order,
    long startTick,
    boolean background,
    int repeat,
    int scaleMillionths,
    int noiseMillionths) {
  private static final int MILLION = 1_000_000;

  /** Returns a job done once from tick 0 on, with one rank on each of the lowest nodes. */
  public static TestJob of(String text, int ranks) {
    return new TestJob(text, ranks, 1, Placement.Order.CONTIGUOUS, 0, false, 1, MILLION, 0);
  }

  /** Returns the same job with more ranks on a node. */
  public TestJob perNode(int most) {
    return new TestJob(
        text, ranks, most, order, startTick, background, repeat, scaleMillionths, noiseMillionths);
  }

  /** Returns the same job from a tick on, several times. */
  public TestJob times(long start, int rounds) {
    return new TestJob(
        text,
        ranks,
        ranksPerNode,
        order,
        start,
        background,
        rounds,
        scaleMillionths,
        noiseMillionths);
  }

  /** Returns the same job with other compute times, in millionths. */
  public TestJob computing(int scale, int noise) {
    return new TestJob(
        text, ranks, ranksPerNode, order, startTick, background, repeat, scale, noise);
  }

  /** Returns the program of the job with a number. */
  public BoundProgram bound(int number, long seed) {
    final long rounds = background ? Job.ENDLESS : 0;
    return Program.parse("job" + number, text).bind(new Job(ranks, number, seed, Map.of(), rounds));
  }

  /**
   * Places jobs, one after the other.
   *
   * @param unitOfNode which of the machine's units each node is in
   */
  public static List<PlacedJob> place(List<TestJob> jobs, int[] unitOfNode, long seed) {
    final Placement placement = new Placement(unitOfNode, seed);
    final List<PlacedJob> placed = new ArrayList<>();
    for (TestJob job : jobs) {
      final int number = placed.size();
      final String name = "job" + number;
      placed.add(
          new PlacedJob(
              name,
              number,
              job.bound(number, seed),
              placement.place(number, job.ranks, job.ranksPerNode, job.order),
              job.ranksPerNode,
              job.startTick,
              job.background,
              job.repeat,
              job.scaleMillionths,
              job.noiseMillionths));
    }
    return placed;
  }
}
