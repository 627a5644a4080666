package io.hopwright.models.bluegene;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.measure.Flows;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.torusrouter.PacketLog;
import io.hopwright.models.switching.torusrouter.TorusObservation;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.tables.FlowTables;
import io.hopwright.models.tables.StatisticsKeys;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.Torus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Optional measurements.
 *
 * @param links groupings by which link counters are summed
 * @param extras counters of partitions for these groupings and for other options
 */
record BlueGeneObservation(List<LinkGrouping> links, TorusObservation.Extras extras) {
  private static final int ANY = -1;

  /** Ways to add links up. */
  static final StatisticsKeys.Links LINKS =
      StatisticsKeys.links(
          "load and stalls of links, and occupancy of the buffers behind them",
          List.of(
              LinkGrouping.LINK.meaning("each link separately"),
              LinkGrouping.DIRECTION.meaning("x+, x-, y+, y-, z+, z-"),
              LinkGrouping.DIMENSION.meaning("x, y, z"),
              LinkGrouping.REGION.meaning(
                  "links that enter the box, leave it, are inside and are outside"),
              LinkGrouping.WHOLE.meaning("all links of the machine")));

  private static final Key<int[]> BOX =
      Key.shape(
              "statistics.box",
              Torus.DIMENSIONS,
              Torus.DIMENSIONS,
              null,
              TorusPacketWords.MAX_NODES)
          .ofRun(
              "box of nodes at the origin whose links and sources are counted separately;"
                  + " workload.hotBox for a hot region if not set");
  private static final Key<Boolean> UNBLOCKING =
      Key.flag("statistics.unblocking", false)
          .meaning(
              "also counts the credits that returned to a sender, and how many of them"
                  + " released a waiting packet")
          .source(BlueGeneL.PAPER + "4, Figure 9");

  private static final Key<Long> LOG_FROM =
      Key.ticks("packetLog.fromTick", null, 0, RunPlan.MAX_TICKS)
          .ofRun("writes the packet log (a trace of packets), from this tick on");
  private static final Key<Long> LOG_TO =
      Key.ticks("packetLog.toTick", null, 0, RunPlan.MAX_TICKS)
          .ofRun("writes the packet log, up to this tick");
  private static final Key<Integer> LOG_SOURCE =
      Key.integer("packetLog.source", null, 0, TorusPacketWords.MAX_NODES - 1)
          .ofRun("writes the packet log, for packets from this node");
  private static final Key<Integer> LOG_DESTINATION =
      Key.integer("packetLog.destination", null, 0, TorusPacketWords.MAX_NODES - 1)
          .ofRun("writes the packet log, for packets to this node");
  private static final Key<Integer> LOG_ENTRIES =
      Key.integer("packetLog.entries", 1_000_000, 1, 100_000_000)
          .ofRun("boundaries of the packet log, at the end of a tick");

  static final Component COMPONENT =
      Component.of(
              "statistics",
              LINKS.key(),
              StatisticsKeys.HEAT,
              FlowTables.SOURCES_KEY,
              FlowTables.PAIRS_KEY,
              BOX,
              UNBLOCKING,
              LOG_FROM,
              LOG_TO,
              LOG_SOURCE,
              LOG_DESTINATION,
              LOG_ENTRIES)
          .and(JobTables.KEYS.keys());

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static BlueGeneObservation of(Settings settings, Torus torus) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final List<LinkGrouping> links = settings.get(LINKS.key());
    final Optional<int[]> own = settings.find(BOX);
    final Optional<int[]> box = own.or(() -> BlueGeneWorkload.hotBox(settings));
    problems.when(
        own.isPresent() && !BlueGeneWorkload.fits(own.orElseThrow(), torus),
        BOX,
        "is " + settings.value(BOX) + " on a machine of " + torus + "; use a box that fits");
    problems.when(
        settings.get(UNBLOCKING) && BlueGeneRouter.Link.KEYS.read(settings).bitErrorRate() > 0,
        UNBLOCKING,
        "reports which packets wait for tokens, but with "
            + BlueGeneRouter.BIT_ERROR_RATE
            + " above 0 packets also wait for acknowledgements; use false, or no errors");
    problems.when(
        links.contains(LinkGrouping.REGION) && box.isEmpty(),
        LINKS.key(),
        "needs a region; set statistics.box");
    problems.when(
        settings.find(LOG_TO).orElse(Long.MAX_VALUE) <= settings.find(LOG_FROM).orElse(0L),
        LOG_TO,
        "is not after packetLog.fromTick; use a later tick");
    for (Key<Integer> key : List.of(LOG_SOURCE, LOG_DESTINATION)) {
      problems.when(
          settings.find(key).orElse(0) >= torus.nodes(),
          key,
          "is not a node; they are numbered 0 to " + (torus.nodes() - 1));
    }
    final Flows.Detail flows =
        problems.get(() -> FlowTables.wanted(settings, torus.nodes() * (torus.nodes() - 1L)));
    problems.throwIfAny();
    return new BlueGeneObservation(
        links,
        new TorusObservation.Extras(
            torus.nodes() <= settings.get(StatisticsKeys.HEAT),
            !links.isEmpty(),
            log(settings),
            box.map(extents -> new HotBox(torus, extents)).orElse(null),
            settings.get(UNBLOCKING),
            flows));
  }

  private static PacketLog.Filter log(Settings settings) {
    final boolean wanted =
        Stream.of(LOG_FROM, LOG_TO, LOG_SOURCE, LOG_DESTINATION)
            .anyMatch(key -> settings.find(key).isPresent());
    return wanted
        ? new PacketLog.Filter(
            settings.find(LOG_FROM).orElse(0L),
            settings.find(LOG_TO).orElse(Long.MAX_VALUE),
            settings.find(LOG_SOURCE).orElse(ANY),
            settings.find(LOG_DESTINATION).orElse(ANY),
            settings.get(LOG_ENTRIES))
        : null;
  }
}
