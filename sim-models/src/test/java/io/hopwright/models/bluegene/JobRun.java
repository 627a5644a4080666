package io.hopwright.models.bluegene;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusObservation;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TimeLines;
import java.util.List;

/**
 * Simulation of a torus with jobs that a test defines.
 *
 * @param outcome of the run
 * @param measures of all partitions
 * @param statistics of all jobs
 */
public record JobRun(
    RunOutcome<TorusPartition> outcome, TorusMeasures measures, JobStatistics statistics) {
  private static final JobTables TABLES = new JobTables(true, true, true, false);

  /** Returns a torus that runs jobs. */
  public static Case torus(int x, int y, int z) {
    return Case.of(new BlueGeneL())
        .with("machine.shape", List.of(x, y, z))
        .set("workload.kind=jobs jobs.a.program=barrier jobs.a.ranks=1 run.end=ticks");
  }

  /** Runs jobs for the ticks of the torus, with the digest of each rank. */
  public static JobRun of(Case torus, Software software, List<PlacedJob> jobs) {
    final BlueGeneSettings settings = BlueGeneSettings.of(torus.settings());
    final BlueGeneNetwork network =
        BlueGeneNetwork.of(
            new BlueGeneSettings(
                settings.torus(),
                settings.map(),
                settings.tickRate(),
                settings.design(),
                settings.traffic(),
                settings.observation(),
                new Jobs(software, jobs, TABLES, settings.tickRate()),
                settings.run()),
            TorusObservation.Observer.NONE);
    final RunOutcome<TorusPartition> outcome =
        new SequentialExecutor().run(network, new RunMonitor());
    final JobStatistics statistics = TABLES.statistics(jobs);
    final TorusMeasures measures = TorusMeasures.nothing(settings.design());
    for (TorusPartition part : outcome.partitions()) {
      statistics.add(part.jobStatistics());
      measures.add(part.measures());
    }
    TimeLines.assertAddUp(statistics, outcome.stopTick());
    return new JobRun(outcome, measures, statistics);
  }
}
