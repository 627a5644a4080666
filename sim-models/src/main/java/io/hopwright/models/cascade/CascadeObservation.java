package io.hopwright.models.cascade;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.FlowTables;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Key.Choice;
import io.hopwright.models.machine.LinkPicture;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.StatisticsKeys;
import io.hopwright.models.machine.StatisticsKeys.LinkGrouping;
import io.hopwright.models.measure.Flows;
import io.hopwright.models.messaging.JobTables;
import io.hopwright.models.topology.Dragonfly;
import java.util.List;

/**
 * What is measured of a Cascade only when asked for.
 *
 * @param heat how busy the links of each Aries were
 * @param drawn whether there is a picture of them
 * @param links ways in which links are added up
 * @param flows which requests are told apart
 */
record CascadeObservation(
    boolean heat, boolean drawn, List<LinkGrouping> links, Flows.Detail flows) {
  private static final List<Choice<LinkGrouping>> CHOICES =
      List.of(
          LinkGrouping.LINK.meaning("each by itself, processor tiles too"),
          LinkGrouping.KIND.meaning("green, black, blue and tile"),
          LinkGrouping.WHOLE.meaning("all links of the machine, without processor tiles"));

  /** Ways to add links up. */
  static final List<LinkGrouping> GROUPINGS = CHOICES.stream().map(Choice::value).toList();

  private static final Key<List<LinkGrouping>> LINKS =
      StatisticsKeys.links("how busy links were", CHOICES);

  static final Component COMPONENT =
      Component.of(
              "statistics",
              StatisticsKeys.HEAT,
              LINKS,
              FlowTables.SOURCES_KEY,
              FlowTables.PAIRS_KEY)
          .and(JobTables.KEYS);

  /** Reads the settings of a machine. */
  static CascadeObservation of(Settings settings, Dragonfly topology) {
    final int nodes = topology.nodes();
    final boolean heat = nodes <= settings.get(StatisticsKeys.HEAT);
    return new CascadeObservation(
        heat,
        LinkPicture.isDrawn(heat, topology),
        settings.get(LINKS),
        FlowTables.wanted(settings, nodes * (nodes - 1L)));
  }

  /** Tells whether each link is counted apart. */
  boolean apart() {
    return drawn || !links.isEmpty();
  }
}
