package io.hopwright.models.testkit;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.ProgramTraffic;
import io.hopwright.models.program.language.Statements;
import io.hopwright.models.program.placement.Placement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  /** Returns a job that runs once from tick 0 on, with one rank on each of the lowest nodes. */
  public static TestJob of(String text, int ranks) {
    return new TestJob(text, ranks, 1, Placement.Order.CONTIGUOUS, 0, false, 1, MILLION, 0);
  }

  /** Returns the same job with more ranks on a node. */
  public TestJob perNode(int most) {
    return new TestJob(
        text, ranks, most, order, startTick, background, repeat, scaleMillionths, noiseMillionths);
  }

  /** Returns the same job with several rounds that start at a tick. */
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

  /** Returns the same job with other compute times: scale and noise in millionths. */
  public TestJob computing(int scale, int noise) {
    return new TestJob(
        text, ranks, ranksPerNode, order, startTick, background, repeat, scale, noise);
  }

  /** Returns the same job in the background. */
  public TestJob inBackground() {
    return new TestJob(
        text,
        ranks,
        ranksPerNode,
        order,
        startTick,
        true,
        repeat,
        scaleMillionths,
        noiseMillionths);
  }

  /** Returns a machine that runs this job beside all others; a tick has the given ps. */
  public Case on(Case machine, String name, long picosecondsPerTick) {
    final String job = "jobs." + name + ".";
    return machine.with(
        job + "program",
        file(text),
        job + "ranks",
        ranks,
        job + "ranksPerNode",
        ranksPerNode,
        job + "place",
        order.name().toLowerCase(Locale.ROOT).replace('_', '-'),
        job + "start",
        startTick * picosecondsPerTick,
        job + "background",
        background,
        job + "repeat",
        repeat,
        job + "compute.scale",
        scaleMillionths / (double) MILLION,
        job + "compute.noise",
        noiseMillionths / (double) MILLION);
  }

  /** Returns a program as a file that exists until the tests end. */
  public static InputFile file(String text) {
    try {
      final Path file = Files.createTempFile("program", ".prog");
      file.toFile().deleteOnExit();
      Files.writeString(file, text);
      return InputFile.of(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the program of the job with a number. */
  public BoundProgram bound(int number, long seed) {
    final long rounds = background ? Job.ENDLESS : 0;
    return Statements.parse("job" + number, text)
        .bind(new Job(ranks, number, seed, Map.of(), rounds));
  }

  /**
   * Places jobs, one after the other.
   *
   * @param unitOfNode unit of the machine to which each node belongs
   */
  public static List<PlacedJob> place(List<TestJob> jobs, int[] unitOfNode, long seed) {
    final Placement placement = new Placement(Placement.Nodes.of(unitOfNode), seed);
    final List<PlacedJob> placed = new ArrayList<>();
    for (TestJob job : jobs) {
      final int number = placed.size();
      final String name = "job" + number;
      placed.add(
          new PlacedJob(
              name,
              number,
              job.bound(number, seed),
              placement.place(number, job.ranks, job.ranksPerNode, job.order, Placement.Units.ALL),
              job.ranksPerNode,
              job.startTick,
              job.background,
              job.repeat,
              job.scaleMillionths,
              job.noiseMillionths,
              0,
              ProgramTraffic.UNKNOWN,
              0,
              List.of(),
              List.of()));
    }
    return placed;
  }
}
