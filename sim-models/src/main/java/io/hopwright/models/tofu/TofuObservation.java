package io.hopwright.models.tofu;

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
import io.hopwright.models.topology.Tofu6D;
import java.util.List;

/**
 * What is measured only when asked for.
 *
 * @param heat how busy the links of each node were
 * @param drawn whether there is a picture of them
 * @param links ways in which links are added up
 * @param flows which packets are told apart
 */
record TofuObservation(boolean heat, boolean drawn, List<LinkGrouping> links, Flows.Detail flows) {
  private static final List<Choice<LinkGrouping>> CHOICES =
      List.of(
          LinkGrouping.LINK.meaning("each by itself"),
          LinkGrouping.DIRECTION.meaning("x+, x-, y+, y-, z+, z-, a, b+, b-, c"),
          LinkGrouping.DIMENSION.meaning("x, y, z, a, b, c"),
          LinkGrouping.WHOLE.meaning("all links of the machine"));

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
  static TofuObservation of(Settings settings, Tofu6D machine) {
    final int nodes = machine.routers();
    final boolean heat = nodes <= settings.get(StatisticsKeys.HEAT);
    return new TofuObservation(
        heat,
        LinkPicture.isDrawn(heat, machine),
        settings.get(LINKS),
        FlowTables.wanted(settings, nodes * (nodes - 1L)));
  }

  /** Tells whether each link is counted apart. */
  boolean apart() {
    return drawn || !links.isEmpty();
  }
}
