package io.hopwright.models.cascade;

import io.hopwright.models.cascade.aries.AriesDesign;
import io.hopwright.models.cascade.faults.Faults;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.CascadePaper;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.SoftwareKeys;
import io.hopwright.models.messaging.jobs.SoftwareKeys.Default;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.topology.Dragonfly;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reader of the jobs of a Cascade. */
final class CascadeJobs {
  private static final Set<Collective> BY_HARDWARE =
      Set.of(Collective.BARRIER, Collective.ALLREDUCE);

  static final Component COLLECTIVES = JobKeys.collectives(BY_HARDWARE);

  private static final String CORE = "FIT: 7.5 M/s of a core; " + CascadePaper.SECTION + "VIII";
  private static final String FIT =
      "FIT: 1.3 us for 8 B between nodes; " + CascadePaper.SECTION + "VIII";

  static final SoftwareKeys SOFTWARE =
      SoftwareKeys.of(
          new SoftwareKeys.Defaults(
              new Default(10_937, FIT),
              new Default(10_938, FIT),
              new Default(0, "the NIC reads and writes memory itself"),
              new Default(4_480, Key.ASSUMED + ": 10 GB/s"),
              new Default(13_125, Key.ASSUMED + ": 0.3 us"),
              new Default(4_480, Key.ASSUMED + ": 10 GB/s"),
              new Default(4_480, Key.ASSUMED),
              new Default(8_192, "default of Cray's MPI"),
              new Default(16, Key.ASSUMED),
              1,
              List.of(ProgressKind.CALLS, ProgressKind.HOST, ProgressKind.OFFLOAD),
              Key.ASSUMED,
              true,
              Key.ASSUMED + ": the NIC answers a Get",
              Optional.of(new Default(5_833, CORE))));

  private static final Capabilities OFFERED = Capabilities.of("nic.model = rate", Primitive.PUT);
  private static final Capabilities OFFERED_BY_ARIES =
      Capabilities.of("nic.model = aries", Primitive.PUT, Primitive.GET, Primitive.AMO)
          .and(BY_HARDWARE);

  private CascadeJobs() {}

  /**
   * Reads, checks and places the jobs, if it is programs that send; groups are the units.
   *
   * @param design of NICs, null with {@code nic.model = rate}
   * @param faults of blades, null without
   * @throws SettingsException with all errors of all jobs
   */
  static Jobs of(Settings settings, Dragonfly dragonfly, AriesDesign design, Faults faults) {
    final int[] groups =
        IntStream.range(0, dragonfly.nodes())
            .map(node -> dragonfly.groupOf(dragonfly.ariesOf(node)))
            .toArray();
    final BitSet failed = new BitSet();
    IntStream.range(0, faults == null ? 0 : dragonfly.nodes())
        .filter(node -> faults.hasFailed(dragonfly.ariesOf(node), 0))
        .forEach(failed::set);
    final boolean aries = design != null;
    return Jobs.of(
        settings,
        SOFTWARE.read(settings).withMailboxes(aries ? CascadePackets.MAX_DATA : 0),
        new Placement.Nodes(groups, failed),
        aries ? design.keys().slots() : MessageWords.SLOTS,
        CascadeNetwork.TICKS,
        aries ? OFFERED_BY_ARIES : OFFERED);
  }
}
