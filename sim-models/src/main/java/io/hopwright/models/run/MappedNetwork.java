package io.hopwright.models.run;

import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.Partition;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.List;

/**
 * Network whose routers are divided among partitions by a map. The positions of partitions, and the
 * number of links between neighbours, follow from topology and map. Every router has one node by
 * default. Immutable; safe for any thread.
 *
 * @param <T> its topology
 * @param <P> its partition
 */
public abstract class MappedNetwork<T extends Topology, P extends Partition> implements Network<P> {
  private final String machine;
  private final T topology;
  private final PartitionMap map;
  private final TickRate tickRate;
  private final long lookaheadTicks;
  private final RunPlan run;

  /**
   * Creates the network of a run.
   *
   * @param machine its name
   * @param topology the routers and their links
   * @param map which router is in which partition
   * @param tickRate how long a tick is
   * @param lookaheadTicks the largest window that loses no event
   * @param run when it is measured, and when it ends
   */
  protected MappedNetwork(
      String machine,
      T topology,
      PartitionMap map,
      TickRate tickRate,
      long lookaheadTicks,
      RunPlan run) {
    this.machine = machine;
    this.topology = topology;
    this.map = map;
    this.tickRate = tickRate;
    this.lookaheadTicks = lookaheadTicks;
    this.run = run;
  }

  @Override
  public final String machine() {
    return machine;
  }

  /** Returns the routers and their links. */
  public final T topology() {
    return topology;
  }

  /** Returns the assignment of routers to partitions. */
  public final PartitionMap map() {
    return map;
  }

  @Override
  public final TickRate tickRate() {
    return tickRate;
  }

  @Override
  public final long lookaheadTicks() {
    return lookaheadTicks;
  }

  @Override
  public final RunPlan run() {
    return run;
  }

  @Override
  public final List<Long> shape() {
    return topology.shape();
  }

  @Override
  public long nodes() {
    return topology.routers();
  }

  @Override
  public long nodes(int partition) {
    return map.routers(partition);
  }

  @Override
  public final int partitions() {
    return map.partitions();
  }

  @Override
  public final int[] neighbours(int partition) {
    return map.neighbours(partition);
  }

  @Override
  public final long[] links(int partition) {
    return map.links(partition);
  }

  @Override
  public final int[] position(int partition) {
    return map.position(partition);
  }
}
