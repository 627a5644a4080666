package io.hopwright.models.ideal;

import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.CollectiveTimes;
import io.hopwright.models.messaging.statistics.FlowTimes;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.ProgramTraffic;
import io.hopwright.models.program.language.Statements;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.run.RunPlan;
import java.util.List;
import java.util.Map;

/** Ideal machine and its jobs; a test can change the parts one by one. */
record IdealRun(IdealDesign design, Software software, List<PlacedJob> jobs, long windowTicks) {
  static final long L = 1_000;
  static final long G = 41;
  static final long OVERHEAD = 500;

  private static final JobTables TABLES =
      new JobTables(
          new JobTables.Keys(true, true, true, false, true, true, true, JobTables.Events.NONE),
          false);

  /** Clock with ticks of 1 ns. */
  static final TickRate TICKS = ticks(1);

  /** Returns one job on a machine with one node for each rank. */
  static IdealRun of(String text, int ranks, Map<String, String> args) {
    final Job job = new Job(ranks, 0, 1, args, 0);
    final int[] nodes =
        new Placement(Placement.Nodes.of(new int[ranks]), 1)
            .place(0, ranks, 1, Placement.Order.CONTIGUOUS, Placement.Units.ALL);
    return new IdealRun(
        new IdealDesign(ranks, L, 100, G, ranks),
        usual(),
        List.of(
            new PlacedJob(
                "p",
                0,
                Statements.parse("p", text).bind(job),
                nodes,
                1,
                0,
                false,
                1,
                1_000_000,
                0,
                0,
                ProgramTraffic.UNKNOWN,
                0,
                List.of(),
                List.of())),
        L);
  }

  /** Returns a clock with the given number of ticks per nanosecond. */
  static TickRate ticks(int ofNanosecond) {
    return new TickRate(ofNanosecond * 1_000_000_000L, 1);
  }

  static Software usual() {
    return new Software(
        OVERHEAD, OVERHEAD, 0, 0, 500, 41, 100, 8_192, 0, 0, ProgressKind.HOST, false, 0, 0);
  }

  IdealRun with(IdealDesign other) {
    return new IdealRun(other, software, jobs, other.latencyTicks());
  }

  IdealRun with(Software other) {
    return new IdealRun(design, other, jobs, windowTicks);
  }

  IdealRun partitions(int nodes) {
    return with(
        new IdealDesign(
            design.nodes(),
            design.latencyTicks(),
            design.gapTicks(),
            design.byteGapTicks(),
            nodes));
  }

  IdealNetwork network() {
    return network(true);
  }

  private IdealNetwork network(boolean tables) {
    return new IdealNetwork(
        new IdealSettings(
            design,
            new Jobs(software, jobs, tables ? TABLES : JobTables.NONE, TICKS),
            new RunPlan(1, 0, 1, RunPlan.End.JOBS, 0, 0, 1_000_000, windowTicks)));
  }

  RunOutcome<IdealPartition> outcome() {
    return new SequentialExecutor().run(network(), new RunMonitor());
  }

  /** Returns the statistics of jobs without those per rank and per pair. */
  JobStatistics lean() {
    final JobStatistics sum = new JobStatistics(jobs.size(), false, false, false, null);
    new SequentialExecutor()
        .run(network(false), new RunMonitor())
        .partitions()
        .forEach(part -> sum.add(part.jobStatistics()));
    return sum;
  }

  /** Returns the statistics of jobs. */
  JobStatistics statistics() {
    final JobStatistics sum =
        new JobStatistics(
            jobs.size(), true, true, false, null, new CollectiveTimes(), new FlowTimes());
    outcome().partitions().forEach(part -> sum.add(part.jobStatistics()));
    return sum;
  }

  /** Returns the tick at which the last rank of the only job ended. */
  long makespan() {
    return statistics().get(0, JobStatistics.Largest.END);
  }
}
