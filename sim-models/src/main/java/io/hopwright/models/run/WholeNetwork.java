package io.hopwright.models.run;

import io.hopwright.core.window.Partition;

/**
 * Network that is simulated in one partition.
 *
 * @param <P> the partition
 */
public interface WholeNetwork<P extends Partition> extends Network<P> {
  @Override
  default int partitions() {
    return 1;
  }

  @Override
  default long nodes(int partition) {
    return nodes();
  }

  @Override
  default int[] neighbours(int partition) {
    return new int[0];
  }

  @Override
  default long[] links(int partition) {
    return new long[0];
  }

  @Override
  default int[] position(int partition) {
    return new int[] {0};
  }
}
