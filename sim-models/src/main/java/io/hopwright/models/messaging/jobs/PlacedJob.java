package io.hopwright.models.messaging.jobs;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Communicator;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.ProgramTraffic;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.run.JobForecast;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;

/**
 * Job of a study, checked and placed.
 *
 * @param name name in the study
 * @param number number in the order of the study, from 0
 * @param program program of its ranks
 * @param nodeOfRank node of each rank; must not be changed
 * @param ranksPerNode largest number of its ranks on one node, 1 or more
 * @param startTick tick at which its ranks begin, 0 or later
 * @param background whether runs do not wait for its end
 * @param repeat total number of repetitions, one after the other, 1 or more
 * @param scaleMillionths factor of its compute times, in millionths, 1 or more
 * @param noiseMillionths random share of each compute time, in millionths, 0 … 1,000,000
 * @param operations operations of all its ranks in all repetitions; 0 if they were not counted
 * @param traffic traffic of its ranks in each repetition
 * @param mostOpen sum over ranks of the largest number of open requests; 0 if they were not counted
 * @param communicators communicators of collectives by hardware, in order of their numbers
 * @param algorithms algorithms of its collectives, each once
 */
@SuppressWarnings("ArrayRecordComponent") // 4 B for each of a million ranks
public record PlacedJob(
    String name,
    int number,
    BoundProgram program,
    int[] nodeOfRank,
    int ranksPerNode,
    long startTick,
    boolean background,
    int repeat,
    int scaleMillionths,
    int noiseMillionths,
    long operations,
    ProgramTraffic traffic,
    long mostOpen,
    List<Communicator> communicators,
    List<Algorithm> algorithms) {
  /** Copies the lists. */
  public PlacedJob {
    algorithms = List.copyOf(algorithms);
    communicators = List.copyOf(communicators);
  }

  /** Repetitions of blocks of {@code forever} in the check before a run. */
  static final int CHECKED_ROUNDS = 2;

  /** Bytes of a rank in arrays and tables, besides those of its program. */
  private static final long RANK_BYTES = 150;

  /** Bytes of an open request, with its share of transfers, arrivals, events and pairs of ranks. */
  private static final long OPEN_BYTES = 120;

  /** Returns the forecast of all operations of some jobs. */
  public static JobForecast forecast(List<PlacedJob> jobs) {
    long ranks = 0;
    long background = 0;
    long operations = 0;
    long messages = 0;
    long bytes = 0;
    for (PlacedJob job : jobs) {
      ranks += job.ranks();
      background += job.background ? job.ranks() : 0;
      bytes += job.ranks() * RANK_BYTES + job.program.bytes() + job.mostOpen * OPEN_BYTES;
      operations += job.background ? 0 : job.operations;
      messages += job.background ? 0 : job.traffic.messages() * job.repeat;
    }
    return new JobForecast(ranks, background, operations, messages, bytes);
  }

  /**
   * Returns the sum of links over the job's packets; 0 in the background, where there is no end.
   */
  public double packetHops(DoubleUnaryOperator ofMessage, IntBinaryOperator links) {
    if (background) {
      return 0;
    }
    final double mean =
        traffic.mean(
            (sender, receiver) -> links.applyAsInt(nodeOfRank[sender], nodeOfRank[receiver]));
    return repeat * traffic.packets(ofMessage) * mean;
  }

  /**
   * Passes all operations that the check before a run covers to a visitor, rank by rank.
   *
   * @throws java.util.concurrent.CancellationException if the thread is interrupted meanwhile
   */
  public void showOperations(Walk.Visitor visitor) {
    final Job job = program.job();
    final Job checked =
        new Job(
            job.ranks(),
            job.number(),
            job.seed(),
            job.args(),
            Math.min(job.rounds(), CHECKED_ROUNDS),
            job.algorithms());
    new Walk(
            program.program().bind(checked),
            Long.MAX_VALUE,
            (done, operations) -> !Thread.currentThread().isInterrupted())
        .rankByRank(visitor);
  }

  /** Returns the number of the job's ranks. */
  public int ranks() {
    return nodeOfRank.length;
  }

  /** Returns the names of {@link #algorithms} in one text; null without any. */
  public String algorithmNames() {
    return algorithms.isEmpty()
        ? null
        : algorithms.stream().map(Algorithm::fullName).collect(Collectors.joining(", "));
  }
}
