package io.hopwright.models.pcie;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.host.PcieLink;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.pcie.engines.EdgeDesign;
import io.hopwright.models.pcie.engines.EdgeTimes;
import io.hopwright.models.pcie.engines.FlowStage;
import io.hopwright.models.pcie.engines.MessageFlow;
import io.hopwright.models.pcie.engines.PcieEngines;
import io.hopwright.models.pcie.engines.PcieStatistics;
import io.hopwright.models.pcie.engines.PcieWorkload;
import io.hopwright.models.pcie.tree.PcieElements;
import io.hopwright.models.pcie.tree.TreeDrawing;
import io.hopwright.models.pcie.tree.TreeRouting;
import io.hopwright.models.run.Costs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.standstill.Channels;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarNetwork;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import io.hopwright.models.switching.crossbar.OutputTimes;
import io.hopwright.models.switching.crossbar.PortSpan;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.switching.crossbar.PortsInUse;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.switching.crossbar.SwitchState;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.topology.Graph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** PCIe trees and their interconnect, with all parameters resolved. */
final class PcieNetwork extends CrossbarNetwork<Graph, PcieEngines, PcieStatistics> {
  /** Rate of the clock: 63 ticks are 5 ns. */
  static final TickRate TICKS = new TickRate(12_600_000_000L, 1);

  /** Longer than any usual delay of an edge; launches take longer. */
  private static final int REACH = 8_000;

  /** Costs of a tree of 512 GPUs, and of 512 hosts in a torus of cards, whose memory is larger. */
  private static final Costs COSTS =
      new Costs(
          true,
          List.of(new Costs.Speed(512, 1.5e6)),
          0.2e-6,
          8e-6,
          new Costs.NodeBytes(8_000, 20_000),
          new Costs.NodeBytes(3_000, 6_000),
          100,
          200_000,
          3);

  private final PcieSettings settings;

  /** Builds the network of settings that fit together. */
  PcieNetwork(PcieSettings settings) {
    super(
        Pcie.NAME,
        settings.graph(),
        settings.map(),
        TICKS,
        settings.run(),
        settings.design(),
        PortStatistics.totals(settings.design()),
        settings.observation(),
        settings.graph().routers(),
        null,
        PcieEngines::statistics,
        PcieStatistics::load);
    this.settings = settings;
  }

  /**
   * Returns the keys with their first effect. The table of flows has no effect on partitions, as it
   * consists of counts that all runs have.
   */
  @Override
  public Map<String, Long> effectiveFrom() {
    final Map<String, Long> keys = new TreeMap<>(super.effectiveFrom());
    keys.put(PcieSettings.FLOWS.name(), Long.MAX_VALUE);
    return keys;
  }

  @Override
  public Long packetsUntilDrained() {
    final PcieWorkload workload = settings.workload();
    if (workload.isEndless()) {
      return null;
    }
    final double ofMessages =
        workload.flows().stream()
            .mapToDouble(flow -> workload.sizes().mean(bytes -> packetsOfMessage(flow, bytes)))
            .sum();
    return Math.round(ofMessages * workload.messages());
  }

  private double packetsOfMessage(MessageFlow flow, int bytes) {
    return flow.stages().stream().mapToDouble(stage -> packetsOfMessage(stage, bytes)).sum()
        + (double) flow.signals() * settings.workload().chunks(bytes);
  }

  private double packetsOfMessage(FlowStage stage, int bytes) {
    final int chunk = settings.workload().chunkBytes();
    final int full = settings.workload().chunks(bytes) - 1;
    return (double) full * packets(stage, chunk) + packets(stage, bytes - full * chunk);
  }

  /**
   * Returns the packets of a chunk at a stage: writes, or completions and the requests for them.
   */
  private long packets(FlowStage stage, int bytes) {
    final int data = pieces(bytes, PcieLink.MOST_DATA);
    return stage.pull() ? (long) data + pieces(bytes, settings.engine().dma().readBytes()) : data;
  }

  private static int pieces(int bytes, int most) {
    return (bytes - 1) / most + 1;
  }

  @Override
  public Channels channels() {
    return channels("words", EdgeDesign.WORD_BYTES);
  }

  @Override
  public Costs costs() {
    return COSTS;
  }

  @Override
  public Forecast forecast() {
    return new PcieForecast(settings, columns()).forecast();
  }

  @Override
  public CrossbarPartition<PcieEngines> build(int partition) {
    final int[] nodes = map().routersOf(partition);
    final Measures<Totals> measures = measures(Supply.none());
    return build(
        partition,
        new CrossbarPartition.Parts<PcieEngines>() {
          @Override
          public Routing routing(SwitchState switches, PacketPool pool) {
            return new TreeRouting(settings.topology().elements(), nodes, new Vc(design()), pool);
          }

          @Override
          public OutputTimes times(PacketPool pool) {
            return edgeTimes(nodes, pool);
          }

          @Override
          public PcieEngines endpoints(Site site) {
            return new PcieEngines(
                settings.workload(),
                settings.engine(),
                settings.topology(),
                edgeTimes(nodes, site.pool()),
                site);
          }
        },
        measures,
        REACH);
  }

  private EdgeTimes edgeTimes(int[] nodes, PacketPool pool) {
    return new EdgeTimes(settings.edges(), settings.engine(), settings.topology(), nodes, pool);
  }

  @Override
  protected RunResult result(Sum<PcieStatistics> sum) {
    final PcieElements elements = settings.topology().elements();
    final PortsInUse ports =
        PortsInUse.of(topology(), design(), element -> elements.kind(element).isEnd());
    final MeasuredRun<PortSpan> measured = measured(sum, ports, PortSpan.Timing.OF_SOME_RUNS);
    final PcieSummary summary =
        new PcieSummary(measured, sum.endpoints(), settings, new PcieBounds(settings));
    return RunResult.of(
        PcieMetrics.ofRun(),
        summary,
        PcieMetrics.ofInterval(),
        measured.intervals(),
        tables(summary, sum));
  }

  private Map<String, RunResult.Table> tables(PcieSummary summary, Sum<PcieStatistics> sum) {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    if (sum.isEmpty()) {
      return tables;
    }
    final long ticks = summary.run().measured().ticks();
    if (settings.flows()) {
      tables.put(FlowTable.NAME, FlowTable.of(summary));
    }
    addLinks(tables, sum, ticks);
    addPicture(
        tables,
        () -> new TreeDrawing(settings.topology().elements(), topology()).drawing(),
        sum,
        ticks,
        EdgeDesign.WORD_BYTES);
    if (settings.observation().heat()) {
      ElementLoads.table().addTo(tables, new ElementLoads(settings, sum.ports(), ticks).rows());
    }
    return tables;
  }
}
