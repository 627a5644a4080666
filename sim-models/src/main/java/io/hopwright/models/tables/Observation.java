package io.hopwright.models.tables;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.measure.Flows;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Topology;
import java.util.List;

/**
 * Optional measurements of links and packets.
 *
 * @param heat whether a map of the links is written
 * @param drawn whether there is a picture of the links
 * @param apart whether each link is counted separately
 * @param links groupings by which links are summed
 * @param flows packets to count separately
 */
public record Observation(
    boolean heat, boolean drawn, boolean apart, List<LinkGrouping> links, Flows.Detail flows) {
  /** Copies the list. */
  public Observation {
    links = List.copyOf(links);
  }

  /**
   * Reads the settings of a machine.
   *
   * @param links groupings that the machine offers
   * @param nodes of the machine
   * @param pairs of nodes that may exchange packets
   * @throws SettingsException if there are too many pairs
   */
  public static Observation of(
      Settings settings, StatisticsKeys.Links links, Topology topology, long nodes, long pairs) {
    return of(settings, links, topology, nodes, FlowTables.wanted(settings, pairs));
  }

  /**
   * Reads the settings of a machine.
   *
   * @param links groupings of the machine
   * @param nodes nodes of the machine
   * @param flows packets to count separately
   */
  public static Observation of(
      Settings settings,
      StatisticsKeys.Links links,
      Topology topology,
      long nodes,
      Flows.Detail flows) {
    final boolean heat = nodes <= settings.get(StatisticsKeys.HEAT);
    final boolean drawn = LinkPicture.isDrawn(heat, topology);
    final List<LinkGrouping> ways = settings.get(links.key());
    return new Observation(heat, drawn, drawn || !ways.isEmpty(), ways, flows);
  }

  /** Returns the same observation for a machine whose map needs each link separately. */
  public Observation withMapOfEachLink() {
    return new Observation(heat, drawn, apart || heat, links, flows);
  }
}
