package io.hopwright.models.ideal;

import io.hopwright.models.contract.MachineCases;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.Machine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** The ideal machine with jobs of all kinds. */
public final class IdealCases implements MachineCases {
  private static final int NODES = 24;
  private static final long PICOSECONDS = 1_000;

  private static final String HALO =
      "jobs.halo.program=halo-3d jobs.halo.ranks=48 jobs.halo.ranksPerNode=3"
          + " jobs.halo.args.steps=3 jobs.halo.args.work=20us jobs.halo.compute.noise=0.3 ";

  private static final String NOISE =
      "jobs.noise.program=random jobs.noise.ranks=8 jobs.noise.background=true"
          + " jobs.noise.start=3000000 ";

  private static final String RUNS =
      """
      HALO NOISE run.warmupTicks=7000
      HALO software.progress=calls software.rendezvous=get software.headerBytes=16 software.byteTicks=300 software.matchTicks=20
      jobs.a.program=alltoall jobs.a.ranks=20 jobs.a.args.steps=2 jobs.a.place=random jobs.b.program=incast jobs.b.ranks=4 jobs.b.args.steps=5 jobs.b.repeat=3
      jobs.a.program=master-worker jobs.a.ranks=24 jobs.a.args.work=9us nic.gapTicks=700 nic.byteGapTicks=3000 run.end=ticks run.ticks=180000
      jobs.a.program=sweep-3d jobs.a.ranks=24 jobs.a.args.blocks=2 jobs.a.compute.scale=0.1 network.latencyTicks=33
      HALO NOISE machine.ticksPerNanosecond=7 nic.byteGapTicks=143
      """
          .replace("HALO", HALO)
          .replace("NOISE", NOISE);

  private static final String PICKED =
      """
      jobs.a.program=ring jobs.a.ranks=24 jobs.a.args.steps=20
      jobs.a.program=ring jobs.a.ranks=24 jobs.a.args.steps=20 software.rendezvous=get software.headerBytes=100
      jobs.a.program=ping-pong jobs.a.ranks=24 run.end=ticks run.ticks=100000
      jobs.a.program=barrier jobs.a.ranks=23 network.latencyTicks=1
      jobs.a.program=allreduce jobs.a.ranks=24 collectives.allreduce=ring jobs.a.args.bytes=100KiB jobs.a.args.steps=2
      jobs.a.program=fft-3d jobs.a.ranks=24 jobs.a.args.steps=1 jobs.a.args.work=30us
      jobs.a.program=halo-2d jobs.a.ranks=96 jobs.a.ranksPerNode=4 jobs.a.args.steps=4 jobs.a.args.work=7us
      jobs.a.program=master-worker jobs.a.ranks=12 jobs.a.args.tasks=5 jobs.a.args.work=5us software.progress=calls software.matchTicks=13
      jobs.a.program=random jobs.a.ranks=24 jobs.a.background=true run.end=ticks run.ticks=90000 run.warmupTicks=20000
      jobs.a.program=incast jobs.a.ranks=24 jobs.a.args.steps=3 jobs.b.program=scan jobs.b.ranks=1 machine.nodes=25
      jobs.a.program=bcast jobs.a.ranks=10 jobs.a.place=blocks jobs.b.program=scatter jobs.b.ranks=14 jobs.b.place=round-robin jobs.b.start=5000000
      HALO NOISE run.warmupTicks=30000
      HALO NOISE machine.ticksPerNanosecond=1000 run.gridTicks=10000000 run.warmupTicks=30000000
      HALO NOISE run.end=ticks run.ticks=130000 run.warmupTicks=30000
      """
          .replace("HALO", HALO)
          .replace("NOISE", NOISE);

  private final Case machine =
      Case.of(new Ideal())
          .with("machine.nodes", NODES, "partition.nodes", 7, "run.gridTicks", 10_000);

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
    return List.of(
        "partition.nodes=64", "partition.nodes=12", "partition.nodes=7", "partition.nodes=1");
  }

  @Override
  public String fewCuts() {
    return "partition.nodes=7";
  }

  @Override
  public String allTables() {
    return "statistics.ranks=true statistics.matrix=true statistics.timeline=true"
        + " statistics.criticalPath=true";
  }

  @Override
  public String tableOfParts() {
    return "ranks";
  }

  @Override
  public Case busy() {
    return machine.set(HALO + NOISE + "jobs.halo.args.steps=20 run.end=ticks run.ticks=60000");
  }

  @Override
  public Case idle() {
    return machine.set(
        "jobs.a.program=ring jobs.a.ranks=24 jobs.a.args.bytes=8 run.end=ticks run.ticks=100000");
  }

  @Override
  public Map<String, Case> goldens() {
    return Map.of(
        "fed3123fc1c77912",
        machine.set(HALO + NOISE),
        "58ef8406f881861c",
        machine.set("jobs.a.program=alltoall jobs.a.ranks=96 jobs.a.ranksPerNode=4"),
        "976e741c6f150a7d",
        machine.set(
            "jobs.a.program=master-worker jobs.a.ranks=24 software.progress=calls"
                + " software.rendezvous=get software.eagerBytes=1000 software.headerBytes=32"));
  }

  @Override
  public Stream<Case> picked(boolean large) {
    return large
        ? machine.set("machine.nodes=200 partition.nodes=40").each(PICKED)
        : machine.each(PICKED);
  }

  /** Random programs that wait forever are refused if this can be detected. */
  @Override
  public Case random(long seed) {
    Case model = drawn(seed);
    for (long next = seed + 1; !isTaken(model); next++) {
      model = drawn(next);
    }
    return model;
  }

  private static boolean isTaken(Case model) {
    try {
      model.network();
      return true;
    } catch (SettingsException e) {
      return false;
    }
  }

  private Case drawn(long seed) {
    final RandomPrograms drawn = RandomPrograms.of(seed, Host.ideal(NODES));
    final Random random = new Random(seed);
    final Case model =
        drawn
            .on(machine, PICOSECONDS)
            .with("network.latencyTicks", drawn.latency())
            .with("nic.gapTicks", drawn.gap(), "nic.byteGapTicks", drawn.byteGap())
            .with("machine.ticksPerNanosecond", seed % 3 == 0 ? 1 + Math.floorMod(seed, 1_000) : 1)
            .with("partition.nodes", random.nextInt(1, NODES + 1))
            .with("run.gridTicks", random.nextInt(1, 5_000));
    return random.nextInt(3) == 0
        ? model
            .set("run.end=ticks")
            .with("run.ticks", random.nextInt(1, 60_000))
            .with("run.warmupTicks", random.nextInt(30_000))
        : model;
  }

  @Override
  public Map<String, Case> asking() {
    final Case any = machine.set(HALO);
    return MachineCases.withTables(any, Map.of());
  }

  /** Operations of ranks are forecast, their times are not. */
  @Override
  public Stream<Forecasted> forecasted() {
    return machine
        .each(
            """
            HALO NOISE
            jobs.a.program=alltoall jobs.a.ranks=24
            jobs.a.program=barrier jobs.a.ranks=24 jobs.a.repeat=5
            """
                .replace("HALO", HALO)
                .replace("NOISE", NOISE))
        .map(model -> new Forecasted(1, 4, model));
  }
}
