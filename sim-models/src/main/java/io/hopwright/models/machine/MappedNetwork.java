package io.hopwright.models.machine;

import io.hopwright.core.window.Partition;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.List;

/**
 * A network whose routers a map cuts into partitions: where these lie, and who neighbours whom over
 * how many links, follows from topology and map. Every router has one node unless the machine says
 * otherwise. Immutable; safe for any thread.
 *
 * @param <P> its partition
 */
public interface MappedNetwork<P extends Partition> extends Network<P> {
  /** Returns the routers and their links. */
  Topology topology();

  /** Returns which router is in which partition. */
  PartitionMap map();

  @Override
  default List<Long> shape() {
    return topology().shape();
  }

  @Override
  default long nodes() {
    return topology().routers();
  }

  @Override
  default long nodes(int partition) {
    return map().routers(partition);
  }

  @Override
  default int partitions() {
    return map().partitions();
  }

  @Override
  default int[] neighbours(int partition) {
    return map().neighbours(partition);
  }

  @Override
  default long[] links(int partition) {
    return map().links(partition);
  }

  @Override
  default int[] position(int partition) {
    return map().position(partition);
  }
}
