package io.hopwright.models.messaging;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.machine.Settings;
import java.util.List;

/** The jobs of a study, on all machines. */
public final class JobKeys {
  private JobKeys() {}

  /**
   * Reads all jobs, checks them and gives them nodes, one after the other in the order of the
   * study. Memory: 4 B per rank.
   *
   * @param nodes of the machine
   * @param unitOfNode which of the machine's units (midplanes, groups) each node is in, from 0
   * @param mostRanksPerNode that a node of the machine has room for
   * @param tickRate of the machine
   * @throws io.hopwright.models.machine.SettingsException with all mistakes of all jobs
   * @throws java.util.concurrent.CancellationException if the thread is interrupted meanwhile
   */
  public static List<PlacedJob> read(
      Settings settings, int nodes, int[] unitOfNode, int mostRanksPerNode, TickRate tickRate) {
    throw new UnsupportedOperationException("jobs of " + nodes + " nodes");
  }
}
