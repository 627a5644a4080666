package io.hopwright.models.baseline;

import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.Partition;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.Transport;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.run.JobForecast;
import io.hopwright.models.run.MappedNetwork;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * Network of routers whose nodes can run jobs, with their contention-free baseline. Immutable; safe
 * for any thread.
 *
 * @param <T> its topology
 * @param <P> its partition
 */
public abstract class JobNetwork<T extends Topology, P extends Partition>
    extends MappedNetwork<T, P> implements GivenJobs.Network {
  private final int nodes;

  /** Null on a machine that never runs any. */
  private final Jobs jobs;

  /** Environment of ranks; null without jobs. */
  private final Messaging.World world;

  /**
   * Creates the network of a run.
   *
   * @param lookaheadTicks length of the largest window that loses no event
   * @param nodes number of nodes
   * @param jobs jobs of the machine; null if it never runs any
   */
  protected JobNetwork(
      String machine,
      T topology,
      PartitionMap map,
      TickRate tickRate,
      long lookaheadTicks,
      RunPlan run,
      int nodes,
      Jobs jobs) {
    super(machine, topology, map, tickRate, lookaheadTicks, run);
    this.nodes = nodes;
    this.jobs = jobs;
    world = jobs != null && jobs.any() ? jobs.world(nodes, run) : null;
  }

  @Override
  public final long nodes() {
    return nodes;
  }

  @Override
  public final JobForecast jobs() {
    return jobs == null ? JobForecast.NONE : jobs.forecast();
  }

  @Override
  public final Jobs givenJobs() {
    return jobs;
  }

  /** Returns the environment of ranks; null without jobs. */
  protected final Messaging.World world() {
    return world;
  }

  /**
   * Returns which nodes send: with jobs the nodes that have ranks.
   *
   * @param ofTraffic senders without jobs
   */
  protected final IntPredicate senders(IntPredicate ofTraffic) {
    return world == null ? ofTraffic : jobs.nodes()::get;
  }

  /** Returns the times of messages at zero load, on a machine that runs jobs. */
  protected ZeroLoad zeroLoad() {
    throw new IllegalStateException(machine() + " has no jobs");
  }

  @Override
  public final Network<?> baseline() {
    return jobs == null ? null : BaselineNetwork.of(jobs, nodes, this::zeroLoad, run());
  }

  /**
   * Creates the ranks of a partition; returns the transport below them.
   *
   * @param nodes of the partition, negative for none
   * @param made makes the transport
   */
  protected final <R extends Transport> R ranks(
      Class<R> type, int[] nodes, Function<Messaging, R> made, Measures<?> measures) {
    return new Messaging(world, nodes, made, jobs.statistics(), measures).transport(type);
  }

  /** Returns the results of jobs, from the statistics of partitions; null if it never runs any. */
  protected final JobMetrics.Measured ofJobs(Stream<JobStatistics> parts) {
    return jobs == null
        ? null
        : jobs.measured(parts, () -> new ZeroLoadTimes(zeroLoad(), jobs.software()));
  }
}
