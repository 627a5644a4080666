package io.hopwright.models.pcie;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.PartitionKeys;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.measure.Flows;
import io.hopwright.models.pcie.engines.EdgeDesign;
import io.hopwright.models.pcie.engines.EngineDesign;
import io.hopwright.models.pcie.engines.PcieWorkload;
import io.hopwright.models.pcie.tree.PcieTopology;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.tables.Observation;
import io.hopwright.models.tables.StatisticsKeys;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Graph;
import io.hopwright.models.topology.PartitionMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Components and settings of a machine.
 *
 * @param topology hosts and their elements
 * @param graph links between elements
 * @param map partitions
 * @param edges rates of edges
 * @param engine devices behind local ports
 * @param design design of the switch in every element
 * @param workload traffic
 * @param observation optional measurements
 * @param flows whether results contain each flow
 * @param run duration and phases of the run
 */
record PcieSettings(
    PcieTopology topology,
    Graph graph,
    PartitionMap map,
    EdgeDesign edges,
    EngineDesign engine,
    CrossbarDesign design,
    PcieWorkload workload,
    Observation observation,
    boolean flows,
    RunPlan run) {
  private static final int DEFAULT_PARTITION = 1_024;

  private static final Key<Integer> PARTITION =
      PartitionKeys.nodes(PcieTopology.MOST_ELEMENTS, "1,024 elements", Key.ASSUMED);

  /** Ways to add links up. */
  static final StatisticsKeys.Links LINKS =
      StatisticsKeys.links(
          "utilization of links",
          List.of(
              LinkGrouping.LINK.meaning("each link separately"),
              LinkGrouping.KIND.meaning(
                  "up, down, device, memory, card, qpi, network: by the element at the other end"),
              LinkGrouping.WHOLE.meaning("all links of the machine")));

  static final Key<Boolean> FLOWS =
      Key.flag("statistics.flows", true)
          .ofRun("writes the data and rate of each flow, with source and target");

  static final List<Component> COMPONENTS =
      List.of(
          PcieTopology.COMPONENT,
          Component.of("partition", PARTITION),
          PcieWorkload.COMPONENT,
          EdgeDesign.Edge.KEYS.component("edge"),
          EdgeDesign.Root.KEYS.component("root"),
          EdgeDesign.Network.KEYS.component("network"),
          EngineDesign.Devices.KEYS.component("device"),
          EngineDesign.Dma.KEYS.component("dma"),
          EngineDesign.Card.KEYS.component("card"),
          Component.of("statistics", LINKS.key(), StatisticsKeys.HEAT, FLOWS),
          RunPlan.COMPONENT,
          Implementation.COMPONENT);

  static final List<KeyScope> SCOPES =
      Stream.concat(
              PcieWorkload.SCOPES.stream(),
              Stream.of(
                  KeyScope.with(
                      "workload.transport",
                      "through-memory",
                      "copy.memory",
                      "copy.buffers",
                      "copy.chunkTicks"),
                  KeyScope.with("workload.transport", "rcuda", "rcuda.chunkTicks"),
                  KeyScope.withoutAny(
                      "machine.sockets", Set.of(1L), "qpi.hopTicks", "qpi.peerMegabytesPerSecond"),
                  KeyScope.withoutAny(
                      "machine.cards",
                      Set.of("none"),
                      Stream.concat(
                              EdgeDesign.Network.KEYS.keys().stream(),
                              EngineDesign.Card.KEYS.keys().stream())
                          .map(Key::name)
                          .toArray(String[]::new))))
          .toList();

  /**
   * Reads all settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static PcieSettings of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final PcieTopology topology = PcieTopology.of(settings);
    final EdgeDesign edges = EdgeDesign.of(settings, topology.cards());
    final EngineDesign engine = EngineDesign.of(settings, topology.cards(), edges);
    final CrossbarDesign design = edges.design(topology.cards(), topology.elements().mostHops());
    final PcieWorkload workload = problems.get(() -> PcieWorkload.of(settings, topology, engine));
    final Graph graph = topology.elements().graph();
    final PartitionMap map =
        PartitionMap.ranges(graph, settings.find(PARTITION).orElse(DEFAULT_PARTITION));
    final RunPlan run = problems.get(() -> RunPlan.of(settings, design.lookaheadTicks(graph, map)));
    problems.throwIfAny();
    problems.when(
        !workload.isEndless() && RunPlan.warmup(settings).isEmpty(),
        RunPlan.WARMUP,
        "is auto, but with workload.messages flows end, and never become steady; set a number of"
            + " ticks");
    problems.throwIfAny();
    return new PcieSettings(
        topology,
        graph,
        map,
        edges,
        engine,
        design,
        workload,
        Observation.of(settings, LINKS, graph, graph.routers(), Flows.Detail.NONE)
            .withMapOfEachLink(),
        settings.get(FLOWS),
        run);
  }
}
