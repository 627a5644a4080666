package io.hopwright.models.extoll;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.extoll.units.HostPaths;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.SoftwareKeys;
import io.hopwright.models.messaging.jobs.SoftwareKeys.Default;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.placement.Placement;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reader of the jobs of a machine ({@code docs/models/extoll.md}, "Programs"). */
final class ExtollJobs {
  private static final String FIT = "FIT, as the times of threads";

  static final SoftwareKeys SOFTWARE =
      SoftwareKeys.offeringGet(
          new SoftwareKeys.Defaults(
              new Default(865, FIT),
              new Default(1_260, FIT),
              new Default(0, "lines and descriptors have their own pace"),
              new Default(1_260, Key.ASSUMED + ": 10 GB/s"),
              new Default(3_780, Key.ASSUMED + ": 0.3 us"),
              new Default(1_260, Key.ASSUMED + ": 10 GB/s"),
              new Default(1_260, Key.ASSUMED),
              new Default(1_024, Key.ASSUMED),
              new Default(16, Key.ASSUMED),
              1,
              List.of(ProgressKind.CALLS, ProgressKind.HOST, ProgressKind.OFFLOAD),
              Key.ASSUMED,
              false,
              "data are written by a put of RMA, or read by a get",
              Optional.of(new Default(865, FIT))));

  private ExtollJobs() {}

  /**
   * Reads, checks and places the jobs, if it is programs that send; a node is a unit.
   *
   * @throws SettingsException with all errors of all jobs
   */
  static Jobs of(Settings settings, int nodes, HostPaths paths) {
    final Jobs jobs =
        Jobs.of(
            settings,
            SOFTWARE.read(settings),
            Placement.Nodes.of(IntStream.range(0, nodes).toArray()),
            MessageWords.SLOTS,
            ExtollNetwork.TICKS,
            capabilities(settings, paths));
    if (jobs.software().get() && jobs.any() && paths.staging() != null) {
      throw new SettingsException(
          SOFTWARE.rendezvous(),
          "is get, but with " + paths.setting(settings) + " RMA reaches no data of ranks; use put");
    }
    return jobs;
  }

  /**
   * Returns the services of units for ranks: RMA accesses the memory of its node, but not memory
   * that is reached by copies.
   */
  private static Capabilities capabilities(Settings settings, HostPaths paths) {
    if (paths.staging() == null) {
      return Capabilities.of("machine.model = extoll", Primitive.PUT, Primitive.GET);
    }
    return Capabilities.of(paths.setting(settings));
  }
}
