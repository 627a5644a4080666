package io.hopwright.models.pcie;

import io.hopwright.models.contract.MachineCases;
import io.hopwright.models.run.Machine;
import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Cases of PCIe: trees, servers, rings and tori, every transport and kind of flows. */
public final class PcieCases implements MachineCases {
  private static final String RUNS =
      """
      workload.kind=shift workload.transport=card run.warmupTicks=20000
      workload.kind=shift workload.transport=card workload.messages=3 workload.messageBytes=9000 run.end=drained
      workload.kind=both workload.transport=push dma.launchTicks=500 host.launchTicks=500 run.warmupTicks=20000
      machine.cards=apenet workload.kind=far-both workload.transport=pull dma.launchTicks=100 edge.bufferBytes=256 workload.messageBytes=5000
      workload.kind=shift workload.distance=4 workload.transport=staged dma.launchTicks=1000 host.launchTicks=1000 workload.messages=2 workload.messageBytes=3000 run.end=drained
      machine.cards=infiniband machine.shape=4x1x1 workload.kind=shift workload.distance=2 workload.transport=card card.launchTicks=100 workload.messages=4 workload.messageBytes=4000 run.end=drained
      machine.cards=apenet machine.shape=2x2x2 machine.fanout=1 workload.kind=shift workload.distance=3 workload.transport=card card.launchTicks=100 workload.messages=2 workload.messageBytes=4000 run.end=drained
      machine.cards=infiniband machine.shape=4x1x1 workload.from=memory workload.transport=rcuda rcuda.chunkTicks=900 workload.chunkBytes=700 workload.messageBytes=4000 workload.messages=3 workload.target=5 run.end=drained
      workload.kind=pair workload.target=5 workload.transport=push workload.messageBytes=8 workload.messages=20 workload.intervalTicks=4000 run.end=drained
      workload.kind=incast workload.transport=push dma.launchTicks=0 host.launchTicks=0 run.end=packets run.packets=2000
      workload.kind=shift workload.transport=card workload.messageBytes=100,9000,4097 workload.messages=6 run.end=drained
      workload.kind=both workload.transport=push dma.launchTicks=500 host.launchTicks=500 workload.messageBytes=700,3000 workload.chunkBytes=1000
      machine.cards=none machine.shape=1x1x1 machine.fanout=2x1x2x2x2 workload.kind=shift workload.distance=5 workload.transport=pull dma.launchTicks=100 edge.bufferBytes=256
      machine.fanout=1x2x1x2 workload.kind=shift workload.distance=6 workload.transport=card card.launchTicks=100 workload.messages=3 workload.messageBytes=9000 run.end=drained
      machine.cards=none machine.shape=1x1x1 machine.fanout=2x2 workload.kind=both workload.transport=through-memory dma.launchTicks=100 workload.chunkBytes=3000 workload.messageBytes=9000,20000
      machine.fanout=3 workload.kind=pair workload.source=3 workload.target=5 workload.transport=through-memory dma.launchTicks=100 workload.chunkBytes=2000 copy.buffers=3 workload.messages=3 workload.messageBytes=9000 run.end=drained
      """;

  private static final String PICKED =
      """
      machine.cards=none machine.shape=1x1x1 machine.sockets=2 workload.kind=far-both workload.transport=push dma.launchTicks=100 qpi.hopTicks=3000
      machine.cards=none machine.shape=1x1x1 machine.fanout=2x2x2 workload.kind=both workload.transport=push dma.launchTicks=0 root.generation=none gpu.megabytesPerSecond=0
      machine.cards=none machine.shape=1x1x1 machine.fanout=2x2x2 workload.kind=pairs-odd workload.transport=pull dma.launchTicks=0 edge.bufferBytes=256
      machine.cards=none machine.shape=1x1x1 machine.sockets=2 machine.fanout=3 workload.kind=left workload.transport=pull dma.launchTicks=0 dma.reads=2 read.bytes=256
      machine.shape=5x2x1 workload.kind=shift workload.distance=5 workload.transport=card card.launchTicks=0 network.megabytesPerSecond=900 edge.bufferBytes=300
      machine.shape=6x1x1 workload.kind=shift workload.distance=3 workload.from=memory workload.to=memory workload.transport=host host.launchTicks=0 edge.bufferBytes=256
      machine.cards=apenet machine.shape=3x3x3 machine.fanout=1 workload.kind=shift workload.distance=13 workload.transport=card card.launchTicks=0 card.gpuReads=4 edge.bufferBytes=256
      machine.cards=apenet machine.shape=5x1x2 machine.fanout=2 workload.kind=far workload.transport=push dma.launchTicks=0 host.launchTicks=0
      machine.cards=infiniband machine.shape=3x1x1 machine.sockets=2 machine.fanout=1x2 workload.kind=shift workload.distance=5 workload.transport=staged dma.launchTicks=50 host.launchTicks=50 workload.chunkBytes=1000 workload.messageBytes=5000 qpi.hopTicks=700
      workload.kind=incast workload.transport=push dma.launchTicks=0 host.launchTicks=0 edge.bufferBytes=256
      workload.kind=outcast workload.source=1 workload.transport=push dma.launchTicks=0 host.launchTicks=0 edge.bufferBytes=256
      workload.kind=permutation workload.transport=push dma.launchTicks=0 host.launchTicks=0
      workload.kind=pair workload.transport=pull dma.launchTicks=0 workload.messageBytes=5000
      workload.kind=shift workload.transport=card card.launchTicks=100 workload.messageBytes=9000,100,4097,256
      machine.cards=none machine.shape=1x1x1 workload.kind=both workload.transport=pull dma.launchTicks=100 dma.reads=2 workload.messageBytes=700,3000,1 workload.chunkBytes=700
      machine.cards=infiniband machine.shape=3x1x1 workload.kind=shift workload.distance=4 workload.transport=staged dma.launchTicks=50 host.launchTicks=50 workload.chunkBytes=1000 workload.messageBytes=5000,800
      machine.cards=none machine.shape=1x1x1 machine.sockets=2 machine.fanout=2x1x2x1x1x2 workload.kind=far-both workload.transport=push dma.launchTicks=0 qpi.hopTicks=3000 edge.bufferBytes=256
      machine.cards=none machine.shape=1x1x1 machine.fanout=1x1x1x1x1x1x1x1x1x1x3 workload.kind=both workload.transport=pull dma.launchTicks=0 root.generation=none
      machine.cards=none machine.shape=1x1x1 machine.sockets=2 machine.fanout=2x2 workload.kind=shift workload.distance=3 workload.transport=through-memory dma.launchTicks=50 qpi.hopTicks=700 copy.memory=target copy.buffers=1 workload.chunkBytes=1500 workload.messageBytes=5000,800
      machine.cards=none machine.shape=1x1x1 machine.fanout=1x4 workload.kind=incast workload.transport=through-memory dma.launchTicks=0 copy.chunkTicks=300 workload.chunkBytes=700 workload.messageBytes=3000 edge.bufferBytes=256
      machine.cards=none machine.shape=1x1x1 machine.sockets=2 machine.fanout=2x2 workload.kind=shift workload.distance=5 workload.transport=through-memory dma.launchTicks=500 qpi.hopTicks=5000 workload.messages=3 workload.messageBytes=9000 workload.chunkBytes=2000 run.end=drained
      machine.cards=apenet machine.shape=3x1x2 machine.fanout=1x1x2x1x2 workload.kind=shift workload.distance=4 workload.transport=card card.launchTicks=0 card.gpuReads=4 edge.bufferBytes=256
      """;

  private final Case machine =
      Case.of(new Pcie())
          .set(
              "machine.cards=peach2 machine.shape=4x1x1 machine.fanout=2 partition.nodes=5"
                  + " card.launchTicks=200 workload.distance=2 run.ticks=100000"
                  + " run.gridTicks=10000");

  @Override
  public Machine machine() {
    return machine.machine();
  }

  @Override
  public Stream<Case> runs() {
    return Stream.concat(machine.each(RUNS), Stream.of(idle()));
  }

  @Override
  public List<String> cuts() {
    return List.of("partition.nodes=64", "partition.nodes=10", "partition.nodes=7");
  }

  @Override
  public String fewCuts() {
    return "partition.nodes=10";
  }

  @Override
  public String allTables() {
    return "statistics.links=link,kind,whole statistics.heat=always";
  }

  @Override
  public Case busy() {
    return machine.set("workload.kind=shift workload.transport=card statistics.heat=never");
  }

  @Override
  public Case idle() {
    return machine.set(
        "workload.kind=pair workload.target=2 workload.transport=card workload.messageBytes=300"
            + " workload.intervalTicks=30000 run.ticks=300000");
  }

  @Override
  public Map<String, Case> goldens() {
    return Map.of(
        "2e14b061e67d8ae6",
        machine.set("workload.kind=shift workload.transport=card"),
        "7ba470e826f7bb89",
        machine.set(
            "machine.cards=none machine.shape=1x1x1 machine.sockets=2 machine.fanout=2x2"
                + " workload.distance=5 workload.kind=shift workload.transport=pull"
                + " dma.launchTicks=50 qpi.hopTicks=5000"),
        "1f9bc4850ab4f4da",
        machine.set(
            "machine.cards=infiniband workload.kind=shift workload.transport=staged"
                + " dma.launchTicks=500 host.launchTicks=500 workload.messages=2"
                + " workload.messageBytes=9000 run.end=drained"));
  }

  @Override
  public Stream<Case> picked(boolean large) {
    return machine.ticks(large ? 300_000 : 60_000).each(PICKED);
  }

  @Override
  public Case random(long seed) {
    return RandomPcie.of(machine.set("workload.distance=1"), seed);
  }

  @Override
  public Map<String, Case> asking() {
    return Map.of("statistics.links", machine.set("statistics.links=link"));
  }

  @Override
  public Stream<Forecasted> forecasted() {
    return machine
        .set("run.ticks=500000")
        .each(
            """
            workload.kind=shift workload.transport=card
            workload.kind=far workload.transport=push dma.launchTicks=0 host.launchTicks=0
            workload.kind=pair workload.target=5 workload.transport=card workload.messages=3 workload.messageBytes=200000 run.end=drained
            workload.kind=shift workload.transport=card workload.messageBytes=9000,50000,200000
            machine.cards=none machine.shape=1x1x1 machine.fanout=2x2 workload.kind=shift workload.distance=1 workload.transport=through-memory workload.messages=3 workload.messageBytes=200000 run.end=drained dma.launchTicks=5000
            machine.cards=none machine.shape=1x1x1 machine.fanout=2x2 workload.kind=pair workload.transport=through-memory copy.buffers=1 workload.chunkBytes=5000 dma.launchTicks=0
            machine.cards=none machine.shape=1x1x1 machine.fanout=2x2x2x2x2x2x2x2 workload.kind=pair workload.target=128 workload.transport=pull root.generation=none dma.launchTicks=0
            machine.cards=none machine.shape=1x1x1 machine.fanout=2x2x2x2x2x2x2x2 workload.kind=pair workload.target=128 workload.transport=push dma.launchTicks=0 workload.messages=1 workload.messageBytes=256 run.end=drained
            """)
        .map(model -> new Forecasted(0.6, 1.6, model));
  }
}
