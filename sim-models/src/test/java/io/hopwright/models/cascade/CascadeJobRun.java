package io.hopwright.models.cascade;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.cascade.network.CascadeCounter;
import io.hopwright.models.cascade.nic.CascadeNics;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.switching.crossbar.SwitchPartition;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.NamedRanks;
import io.hopwright.models.testkit.TimeLines;
import java.util.List;

/** Jobs that tests define, on a Cascade whose settings contain another job. */
public final class CascadeJobRun {
  private static final long ANSWER_TICKS = 1_000_000;

  private final CascadeNetwork network;
  private final CascadeSettings settings;
  private RunOutcome<SwitchPartition<CascadeNics>> outcome;
  private JobStatistics statistics;

  private CascadeJobRun(CascadeNetwork network, CascadeSettings settings) {
    this.network = network;
    this.settings = settings;
  }

  /** Returns settings of a machine that runs jobs. */
  public static Case machine(int groups, int chassis, int blades) {
    return Case.of(new Cascade())
        .with("machine.groups", groups)
        .with("machine.chassisPerGroup", chassis)
        .with("machine.bladesPerChassis", blades)
        .set("workload.kind=jobs jobs.a.program=ring jobs.a.ranks=2 jobs.a.args.steps=1");
  }

  /**
   * Returns the payload of the packets that fill the mailboxes of a machine, or 0 without
   * mailboxes.
   */
  public static int mailboxBytes(Case machine) {
    return CascadeSettings.of(machine.settings()).jobs().software().mailboxBytes();
  }

  /** Builds a run of other jobs with other software on a machine. */
  public static CascadeJobRun of(Case machine, Software software, List<PlacedJob> jobs) {
    final CascadeSettings read = CascadeSettings.of(machine.settings());
    final CascadeSettings settings =
        new CascadeSettings(
            read.topology(),
            read.map(),
            read.workload(),
            read.router(),
            read.errors(),
            read.faults(),
            read.faultsFrom(),
            read.routing(),
            read.nics(),
            read.aries(),
            read.observation(),
            new Jobs(software, jobs, new JobTables(true, true, true, false), CascadeNetwork.TICKS),
            null,
            read.run());
    return new CascadeJobRun(new CascadeNetwork(settings), settings);
  }

  /** Runs it. */
  public CascadeJobRun run() {
    outcome = new SequentialExecutor().run(network, new RunMonitor());
    statistics = settings.jobs().statistics();
    outcome.partitions().forEach(part -> statistics.add(part.jobStatistics()));
    TimeLines.assertAddUp(statistics, outcome.stopTick());
    return this;
  }

  /** Returns the first tick that was not simulated. */
  public long stopTick() {
    return outcome.stopTick();
  }

  /** Returns whether required ranks wait forever, even if jobs in the background continue. */
  public boolean ranksBlocked() {
    return outcome.ending() == Ending.STALLED && outcome.total().foregroundAtWork == 0;
  }

  /** Returns job and number of each waiting rank. */
  public List<String> namedRanks() {
    return NamedRanks.of(outcome);
  }

  /** Returns the statistics of jobs. */
  public JobStatistics statistics() {
    return statistics;
  }

  /** Returns whether all ranks ended long enough ago for the last packet to be answered. */
  public boolean hasEndedLongAgo() {
    return statistics.rows().stream()
        .allMatch(row -> row.end() >= 0 && row.end() < outcome.stopTick() - ANSWER_TICKS);
  }

  /** Returns the digest of all deliveries. */
  public String digest() {
    final Measures<Totals> sum = Measures.nothing(CascadeCounter.SIZE, Totals::new);
    outcome.partitions().forEach(part -> sum.add(part.measures()));
    return sum.packets().digest();
  }

  /**
   * Returns the number of outstanding requests; there are no time-outs, so that lost ones stay
   * outstanding.
   */
  public long requestsOutstanding() {
    return outcome.partitions().stream()
        .mapToLong(part -> part.endpoints().outstanding.sum())
        .sum();
  }

  /**
   * Returns whether no event is pending and no resource is left in use. The network is not checked
   * if a request was lost, as that request is outstanding forever.
   */
  public boolean isAtRest() {
    final boolean lost = requestsOutstanding() > 0;
    return outcome.partitions().stream()
        .allMatch(part -> (lost || part.atRest()) && part.endpoints().ranks().atRest());
  }
}
