package io.hopwright.models.toy;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.contract.MachineCases;
import io.hopwright.models.run.Machine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomPatterns;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Rings of all kinds. */
public final class RingCases implements MachineCases {
  private static final String RUNS =
      """
      run.ticks=4000 run.warmupTicks=700 run.gridTicks=300 run.followTicks=5000
      workload.load=saturated run.ticks=4000 router.vcBytes=64
      machine.nodes=4 workload.load=0.9 run.ticks=3000 run.end=drained link.hopTicks=7 link.creditTicks=31
      machine.nodes=12 workload.load=0.3 run.end=packets run.packets=500
      workload.kind=tornado workload.load=0.3 run.ticks=3000
      machine.nodes=9 workload.kind=transpose workload.load=saturated run.ticks=3000
      workload.kind=hot-spot workload.hotNodes=3,7 workload.hotWeights=1,4 run.ticks=3000
      workload.kind=incast workload.target=4 workload.load=0.05 run.end=drained run.ticks=3000
      workload.kind=all-to-all workload.order=random run.end=drained run.ticks=1
      """;

  private static final String PICKED =
      """
      workload.load=0.05
      workload.load=1.0
      workload.load=saturated
      machine.nodes=2 workload.load=saturated
      machine.nodes=3 workload.load=saturated
      machine.nodes=9 router.vcBytes=64 workload.load=saturated
      machine.nodes=64 workload.load=0.1
      link.hopTicks=1 link.creditTicks=1 workload.load=saturated
      link.hopTicks=300 link.creditTicks=1000 router.vcBytes=72 workload.load=saturated
      workload.load=0.4 run.warmupTicks=1000 run.followTicks=10000
      workload.load=0.9 run.warmupTicks=1000 run.followTicks=100
      workload.load=0.7 run.end=drained
      workload.load=0.3 run.end=packets run.packets=500
      workload.kind=tornado workload.load=0.4
      workload.kind=shift workload.shiftX=4 workload.load=saturated
      workload.kind=permutation workload.load=0.3
      workload.kind=neighbours workload.load=saturated
      workload.kind=hot-spot workload.hotNodes=3,7,0 workload.hotWeights=2,1,9 workload.load=0.2
      workload.kind=hot-region workload.hotBox=3 workload.load=0.2
      workload.kind=incast workload.target=4 workload.load=0.05
      workload.kind=outcast workload.source=2 workload.load=0.8
      workload.kind=all-to-all run.end=drained
      workload.kind=all-to-all workload.order=random run.end=drained
      workload.kind=rotations workload.streams=3 run.end=drained
      machine.nodes=16 workload.kind=transpose workload.load=0.3
      machine.nodes=16 workload.kind=bit-complement workload.load=0.1
      machine.nodes=16 workload.kind=bit-reverse workload.load=0.2
      machine.nodes=32 workload.kind=shuffle workload.load=saturated
      """;

  private final Case ring = Case.of(new Ring()).set("run.gridTicks=500 partition.shape=5");

  @Override
  public Machine machine() {
    return ring.machine();
  }

  @Override
  public Stream<Case> runs() {
    return Stream.concat(ring.each(RUNS), Stream.of(idle()));
  }

  @Override
  public List<String> cuts() {
    return List.of(
        "partition.shape=64", "partition.shape=5", "partition.shape=3", "partition.shape=1");
  }

  @Override
  public String fewCuts() {
    return "partition.shape=3";
  }

  @Override
  public String allTables() {
    return "statistics.links=link";
  }

  @Override
  public Case busy() {
    return ring.set("partition.shape=3 run.ticks=6000");
  }

  @Override
  public Case idle() {
    return ring.set("workload.load=0.001 run.ticks=20000 run.followTicks=100000");
  }

  @Override
  public Map<String, Case> goldens() {
    return Map.of("681b549dab3eea06", ring.set("workload.load=saturated run.ticks=5000"));
  }

  @Override
  public Stream<Case> picked(boolean large) {
    return ring.with("run.ticks", large ? 20_000 : 4_000).each(PICKED);
  }

  @Override
  public Case random(long seed) {
    final Random random = new Random(seed);
    final Case any =
        ring.with("seed", random.nextLong())
            .with("machine.nodes", oneOf(random, 4L, 9L, 16L, 32L, random.nextLong(2, 65)))
            .with("router.vcBytes", 8 * random.nextLong(8, 100))
            .with("link.hopTicks", random.nextLong(1, 100))
            .with("link.creditTicks", random.nextLong(1, 100))
            .with("run.ticks", random.nextLong(1_000, 4_000));
    final Case loaded =
        switch (random.nextInt(3)) {
          case 0 -> any.set("workload.load=saturated");
          case 1 -> any.with("workload.load", random.nextDouble(0.01, 1));
          default -> any.with("workload.load", random.nextDouble(0.01, 1)).drained();
        };
    final long nodes = any.settings().integer("machine.nodes");
    return RandomPatterns.of(loaded, nodes, List.of(nodes), random);
  }

  @Override
  public Map<String, Case> asking() {
    return Map.of("statistics.links", ring.set("statistics.links=link"));
  }

  @Override
  public Stream<Forecasted> forecasted() {
    final Case any = ring.set("run.ticks=50000");
    final Stream<Forecasted> carried =
        any.each(
                """
                workload.load=0.2
                workload.load=0.2 run.end=drained
                workload.load=0.2 run.end=packets run.packets=5000
                workload.load=0.2 workload.kind=tornado
                workload.load=0.2 workload.kind=neighbours run.end=drained
                workload.load=0.1 workload.kind=hot-spot workload.hotNodes=2,3
                workload.load=0.1 workload.kind=outcast workload.source=4
                workload.load=0.2 machine.nodes=16 workload.kind=shuffle
                workload.load=0.2 machine.nodes=16 workload.kind=transpose
                workload.load=0.05 workload.kind=incast
                """)
            .map(model -> new Forecasted(0.95, 1.05, model));
    // A link is shared by the packets that wait for it and not by their sources.
    final Stream<Forecasted> tooMuch =
        any.each("workload.load=saturated\nworkload.load=1.0 run.end=drained")
            .map(model -> new Forecasted(0.7, 1.6, model));
    return Stream.concat(carried, tooMuch);
  }
}
