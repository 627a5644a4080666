package io.hopwright.models.messaging.ranks;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.Partition;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.JobForecast;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import java.util.List;

/**
 * Network without routers: only ranks and interfaces are simulated. Immutable; safe for any thread.
 *
 * @param <P> its partition
 */
public abstract class RankNetwork<P extends Partition> implements Network<P>, GivenJobs.Network {
  private final String machine;
  private final Jobs jobs;
  private final int nodes;
  private final RunPlan run;
  private final Messaging.World world;

  /** Creates the network of a run. */
  protected RankNetwork(String machine, Jobs jobs, int nodes, RunPlan run) {
    this.machine = machine;
    this.jobs = jobs;
    this.nodes = nodes;
    this.run = run;
    world = jobs.world(nodes, run);
  }

  @Override
  public final String machine() {
    return machine;
  }

  @Override
  public final List<Long> shape() {
    return List.of((long) nodes);
  }

  @Override
  public final long nodes() {
    return nodes;
  }

  @Override
  public final TickRate tickRate() {
    return jobs.tickRate();
  }

  @Override
  public final RunPlan run() {
    return run;
  }

  @Override
  public final Long packetsUntilDrained() {
    return null;
  }

  /** Returns the forecast; each message makes at least one hop. */
  @Override
  public final Forecast forecast() {
    return new Forecast(
        run.expectedTicks(1, 0),
        (double) jobs().messages(),
        0,
        0,
        IntervalSeries.rowBytes(Totals.FIRST_OWN),
        jobs.tables().bytes(jobs.placed()));
  }

  @Override
  public final JobForecast jobs() {
    return jobs.forecast();
  }

  @Override
  public final Jobs givenJobs() {
    return jobs;
  }

  /** Returns what ranks are made of. */
  protected final Messaging.World world() {
    return world;
  }

  /** Returns what a partition measures. */
  protected final Measures<Totals> measures() {
    return new Measures<>(run.interval(), Totals.FIRST_OWN, Totals::new, Supply.none());
  }
}
