package io.hopwright.runner.execution;

import io.hopwright.core.window.Placement;
import io.hopwright.core.window.Simulation;
import io.hopwright.runner.failure.InputException;
import java.util.stream.IntStream;

/** Which JVM simulates which partitions: as many each, neighbours together. */
public final class Placements {
  private Placements() {}

  /**
   * Places the partitions of {@code simulation} on {@code jvms} JVMs. Partitions are numbered along
   * the machine, so that those of consecutive numbers are neighbours.
   *
   * @throws InputException if there are fewer partitions than JVMs
   */
  public static Placement of(Simulation<?> simulation, int jvms) {
    final int partitions = simulation.partitions();
    if (partitions < jvms) {
      throw new InputException(
          "the machine is cut into "
              + partitions
              + (partitions == 1 ? " partition" : " partitions")
              + ", fewer than the "
              + jvms
              + " JVMs; use fewer JVMs or smaller partitions (hopwright explain tells the key)");
    }
    return Placement.of(
        IntStream.range(0, partitions)
            .mapToObj(i -> (int) ((long) i * jvms / partitions))
            .toList());
  }
}
