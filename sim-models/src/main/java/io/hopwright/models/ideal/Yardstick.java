package io.hopwright.models.ideal;

import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.messaging.JobTables;
import io.hopwright.models.messaging.Jobs;

/**
 * The ideal machine as other machines are held against it: {@code docs/models/messaging.md},
 * "Against the ideal machine".
 */
public final class Yardstick {
  private static final int KIB = 1_024;

  private Yardstick() {}

  /**
   * Returns an ideal machine on which the same jobs run, in ticks of the machine that they are
   * compared with, all of it in one partition; null if they do not ask for it.
   *
   * @param nodes of the machine
   * @param latencyTicks of its smallest packet between the nearest nodes of an empty network
   * @param packetTicks in which {@code packets} full packets leave a node, if nothing holds it back
   * @param payloadBytes of a full packet
   * @param run that is compared
   */
  public static Network<?> of(
      Jobs jobs,
      int nodes,
      long latencyTicks,
      long packetTicks,
      int packets,
      int payloadBytes,
      RunPlan run) {
    if (!jobs.onIdealMachine()) {
      return null;
    }
    final IdealDesign design =
        new IdealDesign(
            nodes, latencyTicks, 0, KIB * packetTicks / ((long) packets * payloadBytes), nodes);
    return new IdealNetwork(
        new IdealSettings(
            design,
            new Jobs(jobs.software(), jobs.placed(), JobTables.NONE, jobs.tickRate()),
            run(run, latencyTicks)));
  }

  private static RunPlan run(RunPlan same, long windowTicks) {
    return new RunPlan(
        same.seed(),
        same.warmupTicks(),
        same.ticks(),
        same.end(),
        same.packets(),
        same.followTicks(),
        same.gridTicks(),
        windowTicks);
  }
}
