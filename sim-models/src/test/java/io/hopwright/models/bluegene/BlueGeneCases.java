package io.hopwright.models.bluegene;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.contract.MachineCases;
import io.hopwright.models.run.Machine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.testkit.RandomPatterns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** BlueGene/L: every policy, escape architecture, workload and switch. */
public final class BlueGeneCases implements MachineCases {
  private static final String MIXED = "workload.packetBytes=32,64,96,128,160,192,224,256 ";
  private static final String BY_DIRECTION = "router.escapeOrder=x+,y+,z+,x-,y-,z- ";
  private static final List<String> SMALL = List.of("5x3x2", "8x2x2");
  private static final List<String> LARGE = List.of("4x4x4", "8x8x1");

  private static final String OPEN_LOOPS =
      """
      machine.shape=6x5x3 workload.load=0.85 router.jsq=true router.slqFraction=0.75 run.ticks=4000 run.followTicks=50000
      machine.shape=4x4x4 workload.load=saturated workload.highPriorityLoad=0.05 workload.packetBytes=32,128,256 run.ticks=4000
      machine.shape=4x4x4 workload.load=0.003 run.ticks=3000 run.followTicks=100000
      machine.shape=5x4x2 workload.kind=probe run.end=drained
      machine.shape=4x3x3 workload.load=0.4 run.end=packets run.packets=500
      machine.shape=4x4x3 workload.load=0.8 router.escape=dateline router.escapeOrder=x+,y+,z+,x-,y-,z- router.vcBytes=512 workload.highPriorityLoad=0.05 run.ticks=1500
      machine.shape=4x4x3 workload.load=saturated router.escape=dateline router.routing=static router.dynamicVcs=0 run.ticks=1500
      machine.shape=5x3x2 workload.kind=broadcast workload.load=0.6 workload.packetBytes=32,256 run.end=drained run.ticks=1500
      machine.shape=4x3x2 workload.kind=broadcast workload.load=saturated workload.highPriorityLoad=0.1 run.ticks=1500
      machine.shape=4x4x3 workload.load=0.9 machine.virtualNodeMode=true injection.bytes=512 injection.choice=random reception.bytes=256 reception.drainBytesPerTick=0.4 workload.packetBytes=32,96,256 run.ticks=1500 run.followTicks=100000
      machine.shape=4x4x3 workload.kind=hot-region workload.hotBox=2x2x1 workload.load=0.6 injection.bytes=1024 injection.choice=direction run.ticks=1500
      machine.shape=4x4x2 workload.kind=hot-region workload.hotBox=2x2x1 workload.load=saturated router.escape=dateline router.vcBytes=256 statistics.unblocking=true run.ticks=1500
      machine.shape=4x4x2 workload.kind=neighbours workload.load=saturated router.tokenAckBytes=0 run.ticks=1500
      machine.shape=4x3x3 workload.load=0.8 router.tokenAckBytes=3 router.tokenAckMerging=true workload.packetBytes=32,64 run.ticks=1500
      machine.shape=4x4x2 workload.load=0.7 run.ticks=1200 packetLog.entries=500
      machine.shape=4x5x3 workload.kind=tornado workload.load=0.3 run.end=drained run.ticks=1500
      machine.shape=4x4x4 workload.kind=transpose workload.load=0.4 machine.virtualNodeMode=true run.ticks=1500
      machine.shape=4x4x2 workload.kind=bit-reverse workload.load=saturated run.ticks=1500
      machine.shape=4x3x2 workload.kind=hot-spot workload.hotNodes=5,9 workload.hotWeights=3,1 workload.load=0.3 workload.highPriorityLoad=0.05 run.end=drained run.ticks=1500
      machine.shape=4x3x2 workload.kind=outcast workload.source=7 workload.load=0.02 run.ticks=1500
      machine.shape=5x3x2 workload.kind=permutation workload.load=0.3 machine.deadLinks=3 run.end=drained run.ticks=1500
      machine.shape=4x4x2 workload.load=0.8 link.hopTicks=9 router.tokenAckBytes=0 machine.virtualNodeMode=true run.ticks=1500
      machine.shape=4x4x2 workload.load=0.8 link.hopTicks=60 router.escape=dateline router.tokenAckMerging=true workload.highPriorityLoad=0.1 run.ticks=1500
      """;

  private static final String ALL_TO_ALLS =
      """
      machine.shape=4x4x2 router.routing=static router.arbitrationTicks=4 run.end=drained
      machine.shape=4x3x2 machine.virtualNodeMode=true workload.dimensions=z,x injection.bytes=256 injection.choice=shortest run.end=drained
      machine.shape=4x3x2 injection.pace=0.9 run.ticks=2000 run.followTicks=50000
      machine.shape=4x3x2 workload.order=rotating machine.virtualNodeMode=true run.end=drained
      machine.shape=5x4x3 injection.phases=two workload.packetBytes=32,64 run.end=drained
      machine.shape=3x4x4 injection.phases=two injection.pace=1.2 injection.bytes=256 injection.forwardTicks=25 reception.bytes=512 workload.highPriorityLoad=0.05 run.ticks=4000 run.end=drained
      """;

  private static final String JOBS =
      """
      machine.shape=4x2x1 jobs.a.program=alltoall jobs.a.ranks=8 jobs.a.args.steps=1 jobs.a.args.bytes=700
      machine.shape=5x3x1 machine.virtualNodeMode=true router.routing=static jobs.a.program=halo-3d jobs.a.ranks=16 jobs.a.ranksPerNode=2 jobs.a.compute.scale=0.001 jobs.a.args.steps=1 jobs.a.args.bytes=300 jobs.b.program=random jobs.b.ranks=4 jobs.b.place=random jobs.b.background=true jobs.b.args.steps=3 jobs.b.args.bytes=1500 jobs.b.args.gap=1us
      machine.shape=5x2x1 router.escape=dateline software.progress=offload software.matchTicks=9 run.end=ticks run.ticks=5000 jobs.a.program=incast jobs.a.ranks=9 jobs.a.place=random
      machine.shape=4x2x1 link.hopTicks=9 router.tokenAckBytes=0 software.eagerBytes=64 software.headerBytes=20 jobs.a.program=fft-3d jobs.a.ranks=8 jobs.a.compute.scale=0.001 jobs.a.compute.noise=0.5 jobs.a.args.steps=1 jobs.a.args.points=8
      """;

  private static final String ERRORS =
      """
      machine.shape=4x3x2 workload.load=0.5 link.bitErrorRate=1e-5
      machine.shape=4x3x2 workload.load=0.3 link.bitErrorRate=1e-4 workload.packetBytes=32,96,256 router.jsq=true router.slqFraction=0.75
      machine.shape=5x2x1 workload.load=0.02 link.bitErrorRate=5e-4
      machine.shape=4x3x2 workload.load=0.6 link.bitErrorRate=3e-5 router.routing=static injection.choice=direction router.hintBits=registers
      machine.shape=4x3x2 workload.load=0.5 link.bitErrorRate=5e-5 router.escape=dateline router.vcBytes=256 workload.highPriorityLoad=0.1 MIXED
      machine.shape=4x3x2 workload.load=0.4 link.bitErrorRate=1e-4 router.arbitrationTicks=32 router.vcEntryTicks=7 MIXED
      machine.shape=4x3x2 workload.load=0.4 link.bitErrorRate=1e-4 router.vcEntryTicks=32 router.bypass=false router.regrantTicks=5 link.timeoutTicks=1100 MIXED
      machine.shape=4x2x2 workload.kind=broadcast workload.load=0.4 link.bitErrorRate=5e-5 workload.packetBytes=32,256
      machine.shape=4x3x2 workload.load=0.6 link.bitErrorRate=1e-4 machine.virtualNodeMode=true reception.bytes=256 reception.drainBytesPerTick=0.5 injection.bytes=512 injection.choice=shortest MIXED
      machine.shape=4x3x2 workload.kind=all-to-all link.bitErrorRate=1e-4
      machine.shape=4x3x2 workload.kind=all-to-all injection.phases=two link.bitErrorRate=5e-5
      machine.shape=4x3x1 workload.kind=neighbours workload.load=0.7 link.bitErrorRate=2e-4 link.retransmissionBytes=264 link.ackDelayTicks=0 link.timeoutTicks=800
      machine.shape=4x3x1 workload.load=0.5 link.bitErrorRate=1e-4 link.hopTicks=9 router.tokenAckBytes=1 link.retransmissionBytes=2048 link.ackDelayTicks=33
      machine.shape=4x3x1 workload.load=0.3 link.bitErrorRate=1e-4 link.hopTicks=500 link.timeoutTicks=2100 router.tokenAckBytes=64 workload.packetBytes=32,64
      machine.shape=3x2x1 workload.kind=neighbours workload.load=0.3 link.bitErrorRate=1e-3 workload.packetBytes=32
      """
          .replace("MIXED", MIXED);

  private static final String ERRORS_OF_JOBS =
      """
      machine.shape=4x2x1 link.bitErrorRate=1e-4 jobs.a.program=alltoall jobs.a.ranks=8 jobs.a.args.steps=1 jobs.a.args.bytes=700
      """;

  private static final String DEAD =
      """
      machine.shape=5x3x2 machine.deadNodes=7 machine.unreachable=leave-out workload.load=0.5 run.end=drained
      machine.shape=4x4x2 machine.deadNodes=9,22,31 machine.deadLinks=3,64 machine.unreachable=leave-out workload.load=saturated
      machine.shape=4x3x3 machine.deadLinks=0,45,100 workload.load=0.6 workload.packetBytes=32,256 run.end=drained
      machine.shape=4x3x2 machine.deadNodes=5 machine.unreachable=leave-out workload.load=0.4 router.routing=static router.escapeOrder=z,x,y
      machine.shape=7x1x1 machine.deadNodes=3 workload.load=0.4 run.end=drained
      machine.shape=4x3x2 machine.deadNodes=0,10 machine.unreachable=leave-out workload.load=0.3 router.escape=dateline link.bitErrorRate=1e-4 run.end=drained
      machine.shape=4x3x2 machine.deadNodes=3 machine.deadLinks=120 machine.unreachable=leave-out workload.load=0.4 machine.virtualNodeMode=true injection.bytes=512 injection.choice=direction router.hintBits=registers
      machine.shape=4x2x2 machine.deadNodes=6 machine.deadLinks=54 workload.kind=neighbours workload.load=0.5 run.end=drained
      machine.shape=4x2x2 machine.deadNodes=1 workload.kind=neighbours workload.load=saturated
      machine.shape=5x3x2 machine.deadLinks=3 workload.kind=tornado workload.load=0.4
      machine.shape=4x4x2 machine.deadNodes=9 workload.kind=shift workload.load=0.4 run.end=drained
      """;

  private static final String DEAD_WITH_JOBS =
      """
      machine.shape=7x2x1 machine.deadNodes=13 machine.deadLinks=6 jobs.a.program=alltoall jobs.a.ranks=6 jobs.a.args.steps=1 jobs.a.args.bytes=700
      """;

  private static final String VARIANTS =
      """
      router.jsq=false router.slqFraction=0
      router.slqFraction=0
      router.jsq=false

      router.inNetworkPriority=0
      router.routing=static
      router.routing=static router.dynamicVcs=0 router.totalVcBytes=3072
      router.dynamicVcs=1 router.paths=1
      router.dynamicVcs=4 router.paths=4
      router.dynamicVcs=1 router.totalVcBytes=3072
      router.escapeOrder=x+,y+,z+,x-,y-,z-
      router.escapeOrder=z,y,x
      router.escape=dateline
      router.escape=dateline router.escapeOrder=x+,y+,z+,x-,y-,z- router.vcBytes=512
      router.escape=dateline router.routing=static router.dynamicVcs=0
      router.bubbleRule=original MIXED
      MIXED
      router.hintBits=registers
      router.bypass=false router.vcEntryTicks=4
      router.vcEntryTicks=5 router.arbitrationTicks=3
      router.tokenAckBytes=0
      router.tokenAckBytes=5
      router.tokenAckMerging=true MIXED
      reception.bytes=512 reception.drainBytesPerTick=0.3
      machine.virtualNodeMode=true
      workload.kind=hot-region workload.hotBox=2x2x1
      workload.kind=neighbours
      workload.kind=broadcast
      workload.kind=tornado MIXED
      workload.kind=shift workload.shiftX=3 workload.shiftY=1 machine.virtualNodeMode=true
      workload.kind=permutation
      workload.kind=hot-spot workload.hotNodes=7,3,12 workload.hotWeights=1,5,2
      workload.kind=hot-spot workload.hotNodes=5 machine.virtualNodeMode=true
      workload.kind=incast workload.target=3 workload.load=0.01
      workload.kind=outcast workload.source=9 workload.load=0.005 MIXED
      workload.kind=rotations workload.streams=3 workload.load=0.5
      workload.kind=rotations workload.streams=2 workload.load=0.5 machine.virtualNodeMode=true
      workload.kind=ring MIXED
      workload.kind=ring workload.hops=2 machine.virtualNodeMode=true
      """
          .replace("MIXED", MIXED);

  private static final String SQUARES =
      """
      workload.kind=transpose
      workload.kind=bit-complement workload.load=saturated
      workload.kind=bit-reverse machine.virtualNodeMode=true
      workload.kind=shuffle
      """;

  private static final String HOPS =
      """
      link.hopTicks=9
      link.hopTicks=9 router.tokenAckBytes=0
      link.hopTicks=9 machine.virtualNodeMode=true router.bypass=false router.vcEntryTicks=4
      link.hopTicks=10 router.tokenAckBytes=0 router.arbitrationTicks=3
      link.hopTicks=10 router.escape=dateline router.tokenAckMerging=true MIXED
      link.hopTicks=17 router.regrantTicks=2 workload.highPriorityLoad=0.1
      link.hopTicks=100 router.tokenAckMerging=true
      link.hopTicks=100 router.escape=dateline router.escapeOrder=x+,y+,z+,x-,y-,z- router.dynamicVcs=1 workload.highPriorityLoad=0.1
      link.hopTicks=100 workload.kind=broadcast
      link.hopTicks=100 workload.kind=hot-region workload.hotBox=2x2x1 router.slqFraction=1 reception.bytes=512
      link.hopTicks=5000 run.ticks=30000
      link.hopTicks=5000 run.ticks=30000 router.escape=dateline router.tokenAckMerging=true
      """
          .replace("MIXED", MIXED);

  /** Settings for each shape of matrix. */
  private static final String MATRIX_VARIANTS =
      """
      workload.load=0.5
      workload.load=1.2 MIXED
      workload.load=saturated
      workload.load=saturated machine.virtualNodeMode=true
      """
          .replace("MIXED", MIXED);

  private static final String ONE_MATRIX_VARIANTS =
      """
      workload.load=0.4 run.end=drained
      workload.load=0.8 run.end=drained run.ticks=1500 machine.virtualNodeMode=true
      workload.load=0.6 workload.highPriorityLoad=0.1 run.end=drained MIXED
      workload.load=saturated workload.highPriorityLoad=0.1
      workload.load=0.8 workload.highPriorityLoad=0.05 machine.virtualNodeMode=true injection.bytes=512 injection.choice=shortest
      workload.load=0.7 injection.choice=random machine.virtualNodeMode=true
      workload.load=0.9 injection.bytes=256 injection.choice=direction MIXED
      workload.load=0.3 run.warmupTicks=777 run.ticks=1500 run.followTicks=10000
      workload.load=0.5 run.end=packets run.packets=300 run.gridTicks=130
      workload.load=0.8 router.escape=dateline router.routing=static router.dynamicVcs=0 link.hopTicks=50
      workload.load=saturated router.hintBits=registers reception.bytes=512 reception.drainBytesPerTick=0.3
      """
          .replace("MIXED", MIXED);

  private static final String LOADED_VARIANTS =
      """
      injection.bytes=512
      injection.bytes=1024 injection.choice=shortest
      injection.choice=direction
      injection.choice=random
      workload.highPriorityLoad=0.1
      run.warmupTicks=777 run.ticks=1500 run.followTicks=10000 workload.load=0.4
      run.end=drained run.ticks=1234 reception.bytes=512
      run.end=packets run.packets=300 run.gridTicks=130
      """;

  private static final String ALL_TO_ALL_VARIANTS =
      """

      run.end=drained
      workload.order=rotating
      workload.order=rotating machine.virtualNodeMode=true workload.dimensions=x,z
      workload.order=rotating injection.phases=two
      workload.dimensions=x,z
      workload.dimensions=x
      machine.virtualNodeMode=true
      injection.bytes=256
      injection.pace=0.9
      injection.pace=0.6 workload.dimensions=z,y
      injection.pace=1.5 machine.virtualNodeMode=true
      injection.phases=two
      injection.phases=two injection.pace=0.9 injection.forwardTicks=30
      injection.phases=two injection.bytes=256 MIXED
      injection.phases=two workload.dimensions=x,z reception.bytes=512 reception.drainBytesPerTick=0.3
      injection.phases=two router.escape=dateline router.routing=static router.dynamicVcs=0
      injection.pace=0.8 router.hintBits=registers injection.bytes=512 MIXED
      link.hopTicks=9 injection.phases=two run.end=drained
      link.hopTicks=700 injection.phases=two injection.forwardTicks=9 workload.dimensions=x,z
      link.hopTicks=10 router.tokenAckBytes=0 injection.bytes=256
      """
          .replace("MIXED", MIXED);

  private final Case machine = Case.of(new BlueGeneL());

  @Override
  public Machine machine() {
    return machine.machine();
  }

  @Override
  public Stream<Case> runs() {
    return Stream.of(
            machine.each(OPEN_LOOPS),
            machine.set("workload.kind=all-to-all").each(ALL_TO_ALLS),
            machine.set("workload.kind=jobs").each(JOBS),
            machine.set("workload.kind=jobs").each(ERRORS_OF_JOBS),
            errors().limit(2).map(Case::drained),
            dead().limit(2),
            matrices())
        .flatMap(cases -> cases);
  }

  /** Returns cases of links with errors: every setting that has to do with them. */
  static Stream<Case> errors() {
    return Case.of(new BlueGeneL()).set("run.ticks=2500 seed=5").each(ERRORS);
  }

  /** Returns machines with failed nodes or links. */
  public static Stream<Case> dead() {
    final Case machine = Case.of(new BlueGeneL()).set("run.ticks=2500 seed=5");
    return Stream.concat(
        machine.each(DEAD), machine.set("workload.kind=jobs").each(DEAD_WITH_JOBS));
  }

  private Stream<Case> matrices() {
    final Case torus = machine.set("machine.shape=4x3x3 run.ticks=1500");
    return Stream.of(
        matrix(
            torus.set("workload.load=0.5 link.hopTicks=40 run.end=drained"),
            Matrices.Shape.ZERO_ROWS),
        matrix(
            torus.set("workload.load=saturated machine.virtualNodeMode=true link.hopTicks=11"),
            Matrices.Shape.SPARSE),
        matrix(
            torus.set("workload.load=0.2 workload.highPriorityLoad=0.1 router.tokenAckBytes=0"),
            Matrices.Shape.SKEWED));
  }

  private static Case matrix(Case torus, Matrices.Shape shape) {
    final long nodes =
        torus.settings().integers("machine.shape").stream().reduce(1L, Math::multiplyExact);
    return torus
        .set("workload.kind=matrix")
        .with("workload.matrix", Matrices.of(shape, (int) nodes, new Random(nodes)));
  }

  @Override
  public List<String> cuts() {
    return List.of(
        "partition.shape=64x64x64",
        "partition.shape=3x64x64",
        "partition.shape=2x2x2",
        "partition.shape=4x1x2",
        "partition.shape=1x1x1");
  }

  @Override
  public String fewCuts() {
    return "partition.shape=3x3x64";
  }

  @Override
  public String allTables() {
    return "statistics.box=2x2x1 statistics.links=link,direction,dimension,region,whole"
        + " statistics.pairs=true statistics.ranks=true statistics.matrix=true"
        + " statistics.timeline=true statistics.criticalPath=true packetLog.fromTick=200 packetLog.toTick=600";
  }

  @Override
  public Case busy() {
    return machine.set(
        "machine.shape=4x4x2 partition.shape=2x2x2 workload.load=0.7 run.ticks=1200");
  }

  @Override
  public Case idle() {
    return machine
        .set("machine.shape=4x4x4 workload.load=0.003 run.ticks=3000")
        .set("run.followTicks=100000");
  }

  @Override
  public List<Long> windows(long lookaheadTicks, boolean all) {
    return all
        ? LongStream.range(1, lookaheadTicks).boxed().toList()
        : LongStream.of(1, lookaheadTicks / 2, lookaheadTicks - 1)
            .filter(ticks -> ticks > 0)
            .distinct()
            .boxed()
            .toList();
  }

  @Override
  public Map<String, Case> goldens() {
    return Map.of(
        "153d9e43c3d8fdda",
        machine.set("machine.shape=8x8x8 workload.load=0.9 run.ticks=5000"),
        "a168c81507295fce",
        machine
            .set("machine.shape=6x5x3 workload.kind=all-to-all run.end=drained")
            .set("router.jsq=true router.slqFraction=0.75"),
        "e1e68b07473fb156",
        machine
            .set("machine.shape=4x4x4 workload.load=saturated workload.packetBytes=32,96,256")
            .set("workload.highPriorityLoad=0.05 router.routing=static run.ticks=5000"),
        "deaeeeaf094ad1d1",
        machine
            .set("machine.shape=6x5x3 machine.virtualNodeMode=true workload.kind=jobs")
            .set("jobs.a.program=halo-3d jobs.a.ranks=140 jobs.a.ranksPerNode=2")
            .set("jobs.a.place=random jobs.a.compute.scale=0.1 jobs.a.args.steps=2")
            .set("jobs.a.args.every=1 jobs.a.args.bytes=4000"),
        "405230f2154fffe8",
        machine
            .set("machine.shape=6x5x3 workload.load=0.6 router.jsq=true router.slqFraction=0.75")
            .set("link.bitErrorRate=2e-5 workload.highPriorityLoad=0.05 run.ticks=5000"),
        "9ea12bbb2f006fd3",
        machine
            .set(
                "machine.shape=6x5x3 workload.load=saturated link.bitErrorRate=1e-5"
                    + " router.escape=dateline")
            .set("machine.deadNodes=17 machine.deadLinks=301 machine.unreachable=leave-out")
            .set("run.ticks=4000"),
        "d5ad8fb33edcdebf",
        machine
            .set("machine.shape=6x5x3 workload.kind=matrix workload.load=0.5 link.hopTicks=45")
            .set("workload.highPriorityLoad=0.05 run.ticks=5000")
            .with("workload.matrix", Matrices.of(90, BlueGeneCases::sparse)));
  }

  /** Returns a weight for one pair in three; every seventh node sends nothing. */
  private static int sparse(int source, int destination) {
    return source % 7 == 3 ? 0 : Math.max(0, (source * 5 + destination * 11) % 30 - 20);
  }

  private Case compared(String shape) {
    return machine.set(
        "partition.shape=2x2x2 seed=11 statistics.unblocking=true machine.shape=" + shape);
  }

  @Override
  public Stream<Case> picked(boolean large) {
    return Stream.concat(
        (large ? LARGE : SMALL).stream().flatMap(shape -> picked(compared(shape))),
        large ? Stream.empty() : pickedSmall());
  }

  private Stream<Case> pickedSmall() {
    final Stream<Case> jobs = compared("1x1x1").set("workload.kind=jobs").each(JOBS);
    return Stream.of(jobs, errors(), dead()).flatMap(cases -> cases);
  }

  private static Stream<Case> picked(Case any) {
    final Case router = any.set("router.jsq=true router.slqFraction=0.75");
    final Case loaded = router.set("workload.load=0.8 run.ticks=5000");
    final Case saturated = router.set("workload.load=saturated run.ticks=4000");
    return Stream.of(
            loaded.each(VARIANTS),
            saturated.each(VARIANTS),
            loaded.each(LOADED_VARIANTS),
            loaded.each(HOPS),
            saturated.each(HOPS),
            Stream.of(loaded.set("machine.shape=2x2x1 run.gridTicks=1 run.ticks=36001")),
            loaded.set("machine.shape=4x4x4").each(SQUARES),
            Stream.of(Matrices.Shape.values())
                .map(shape -> matrix(router.set("run.ticks=3000"), shape))
                .flatMap(model -> model.each(MATRIX_VARIANTS)),
            matrix(router.set("run.ticks=3000"), Matrices.Shape.SPARSE).each(ONE_MATRIX_VARIANTS),
            router
                .set("workload.kind=all-to-all workload.packetsPerDestination=2 run.ticks=10000")
                .each(ALL_TO_ALL_VARIANTS))
        .flatMap(cases -> cases);
  }

  @Override
  public Case random(long seed) {
    final Case intact = withoutErrors(seed);
    final Random random = new Random(seed + 1);
    final Case some = random.nextBoolean() ? withDeadParts(intact, random) : intact;
    return random.nextBoolean() ? some : withErrors(some, random);
  }

  /**
   * Adds so few failures that every node keeps a link, and one node of each pair that may
   * communicate has a path.
   */
  private static Case withDeadParts(Case intact, Random random) {
    final String kind = intact.settings().word("workload.kind");
    if (!List.of("uniform", "neighbours", "matrix", "permutation", "shift", "tornado", "incast")
        .contains(kind)) {
      return intact;
    }
    final List<Long> shape = intact.settings().integers("machine.shape");
    final long nodes = shape.stream().reduce(1L, Math::multiplyExact);
    final Case byDimension =
        intact
            .with(
                "router.escapeOrder", oneOf(random, List.of("x", "y", "z"), List.of("z", "x", "y")))
            .with("workload.highPriorityLoad", 0.0);
    final long link = 6 * random.nextLong(nodes) + random.nextLong(2);
    if (!kind.equals("uniform") || shape.get(0) < 3 || shape.get(1) < 3) {
      return byDimension.with("machine.deadLinks", List.of(link));
    }
    return byDimension
        .set("machine.unreachable=leave-out")
        .with("machine.deadNodes", List.of(random.nextLong(nodes)))
        .with("machine.deadLinks", List.of(link, 6 * random.nextLong(nodes) + random.nextLong(4)));
  }

  /** Adds errors: the rate ranges from one packet in many to one in two. */
  private static Case withErrors(Case intact, Random random) {
    final long hopTicks = intact.settings().integer("link.hopTicks");
    final long regrantTicks = intact.settings().integer("router.regrantTicks");
    final long ackDelayTicks = oneOf(random, 480L, 0L, random.nextLong(300), 2_000L);
    final long least = 2 * (hopTicks + 252) + Math.max(ackDelayTicks, 260 + regrantTicks);
    final boolean soon = random.nextBoolean();
    return intact
        .set("statistics.unblocking=false router.tokenAckMerging=false")
        .with("router.tokenAckBytes", oneOf(random, 12, 12, 8, 1, 64))
        .with("link.bitErrorRate", oneOf(random, 1e-7, 1e-6, 5e-6, 2e-5, 1e-4, 3e-4))
        .with("link.ackDelayTicks", ackDelayTicks)
        .with("link.retransmissionBytes", oneOf(random, 1024, 1024, 264, 512, 776, 2048))
        .with("link.timeoutTicks", soon ? least + random.nextLong(40) : Math.max(least, 2_400));
  }

  private Case withoutErrors(long seed) {
    final Random random = new Random(seed);
    final long kx = 2L + random.nextInt(6);
    final long ky = 1L + random.nextInt(4);
    final long kz = 1L + random.nextInt(3);
    final Case shaped = compared(kx + "x" + ky + "x" + kz).with("seed", random.nextLong());
    final Case switched = withSwitches(withRouter(shaped, random), random);
    final double highLoad = random.nextInt(3) == 0 ? 0.1 : 0;
    final Case any = switched.with("run.ticks", 4_000, "workload.highPriorityLoad", highLoad);
    final String kind =
        oneOf(
            random,
            "uniform",
            "all-to-all",
            "hot-region",
            "neighbours",
            "broadcast",
            "ring",
            "permutation",
            "tornado",
            "hot-spot",
            "matrix");
    if (kind.equals("all-to-all")) {
      return withAllToAll(any, random);
    }
    final Case traffic =
        kind.equals("matrix")
            ? matrix(any, oneOf(random, Matrices.Shape.values()))
            : any.with("workload.kind", kind)
                .with("workload.hotNodes", List.of(random.nextLong(kx * ky * kz)))
                .with(
                    "workload.hotBox",
                    List.of(1 + random.nextLong(kx), 1, 1 + random.nextLong(kz)));
    final Case loaded = withLoad(traffic, random);
    return random.nextBoolean()
        ? loaded
        : RandomPatterns.of(loaded, kx * ky * kz, List.of(kx, ky, kz), random);
  }

  private static Case withLoad(Case traffic, Random random) {
    if (random.nextBoolean()) {
      return traffic.with("workload.load", "saturated");
    }
    final Case open = traffic.with("workload.load", 0.7);
    return random.nextBoolean()
        ? open
        : open.with("injection.bytes", 256 + 32 * random.nextInt(30))
            .with("injection.choice", oneOf(random, "sequence", "direction", "random", "shortest"));
  }

  private static Case withAllToAll(Case any, Random random) {
    final Case allToAll =
        any.set("workload.kind=all-to-all workload.packetsPerDestination=5")
            .with("workload.dimensions", List.of("x", "y", "z").subList(0, 2 + random.nextInt(2)))
            .with("injection.bytes", random.nextBoolean() ? 256 : null);
    final Case paced =
        random.nextBoolean()
            ? allToAll
            : allToAll.with("injection.pace", 0.3 + 1.5 * random.nextDouble());
    final boolean oneCore = !(Boolean) paced.values().get("machine.virtualNodeMode");
    return oneCore && random.nextBoolean()
        ? paced
            .set("injection.phases=two")
            .with("injection.forwardTicks", random.nextInt(3) == 0 ? random.nextLong(400) : 0)
        : paced;
  }

  private static Case withRouter(Case machine, Random random) {
    final Double[] fractions = {0.0, 0.25, 0.75, 1.0};
    return machine
        .with("router.dynamicVcs", random.nextLong(5), "router.paths", 1 + random.nextLong(4))
        .with("router.vcBytes", 256 + 32 * random.nextInt(40))
        .with("router.escapeVcBytes", 512 + 32 * random.nextInt(40))
        .with("router.jsq", random.nextBoolean(), "router.slqFraction", oneOf(random, fractions))
        .with("router.inNetworkPriority", oneOf(random, fractions))
        .with("router.routing", random.nextInt(4) == 0 ? "static" : "dynamic")
        .with("router.bypass", random.nextBoolean())
        .with("router.arbitrationTicks", random.nextInt(3) == 0 ? random.nextLong(9) : 0)
        .with("router.vcEntryTicks", random.nextInt(3) == 0 ? random.nextLong(7) : 0)
        .with("router.regrantTicks", random.nextInt(3) == 0 ? random.nextLong(4) : 0)
        .with("link.hopTicks", random.nextInt(3) == 0 ? hopTicks(random) : 18)
        .set(
            oneOf(
                random,
                "workload.packetBytes=256",
                MIXED,
                "workload.packetBytes=32",
                "workload.packetBytes=64,256"));
  }

  private static long hopTicks(Random random) {
    return oneOf(random, 9L, 10L, random.nextLong(11, 40), random.nextLong(40, 1_500));
  }

  private static Case withSwitches(Case machine, Random random) {
    final boolean byDimension = random.nextBoolean();
    final Case ordered = machine.set(byDimension ? "router.escapeOrder=x,y,z" : BY_DIRECTION);
    final List<String> order = new ArrayList<>(ordered.settings().words("router.escapeOrder"));
    Collections.shuffle(order, random);
    final Case switched =
        machine
            .with("router.escape", random.nextBoolean() ? "bubble" : "dateline")
            .with("router.escapeOrder", order)
            .with("router.bubbleRule", random.nextInt(5) == 0 ? "original" : "full")
            .with("router.hintBits", random.nextInt(4) == 0 ? "registers" : "software")
            .with("router.tokenAckBytes", random.nextInt(3) == 0 ? random.nextLong(20) : 12)
            .with("router.tokenAckMerging", random.nextInt(3) == 0)
            .with("machine.virtualNodeMode", random.nextInt(3) == 0);
    final Case drained =
        random.nextInt(3) != 0
            ? switched
            : switched
                .with("reception.bytes", 256 + 32 * random.nextInt(30))
                .with("reception.drainBytesPerTick", 0.1 + random.nextDouble());
    return random.nextInt(4) != 0
        ? drained
        : drained.with("router.totalVcBytes", 32 * (96 + random.nextInt(30)));
  }

  @Override
  public List<String> unknown() {
    return List.of(
        "linkUtilizationByKind",
        "vcUnavailable",
        "vcFull",
        "mostTransfersOfAReceiver",
        "region",
        "throughputSeries",
        "jobs",
        "response",
        "region.enteringLinkUtilization",
        "deliveredFromOutside",
        "deliveredFromInside");
  }

  @Override
  public Map<String, Case> asking() {
    final Case jobs =
        machine.set("machine.shape=4x1x1 workload.kind=jobs jobs.a.program=ring jobs.a.ranks=4");
    return MachineCases.withTables(
        jobs,
        Map.of(
            "statistics.links", machine.set("statistics.links=link"),
            "statistics.box", machine.set("statistics.box=2x2x2"),
            "statistics.sources", machine.set("statistics.sources=true"),
            "packetLog.source", machine.set("packetLog.source=3"),
            "workload.kind", machine.set("workload.kind=probe"),
            "workload.loadFromTick",
                machine.set(
                    "workload.load=0.2 workload.earlierLoad=0.1 workload.loadFromTick=1 run.warmupTicks=9")));
  }

  @Override
  public Stream<Forecasted> forecasted() {
    final Case torus =
        machine
            .set("machine.shape=6x4x4 workload.hotBox=2x2x2")
            .set("run.warmupTicks=10000 run.ticks=40000 run.followTicks=1000000");
    final Case paced = torus.set("machine.shape=8x8x4 workload.kind=all-to-all");
    final Stream<Forecasted> saturated =
        torus
            .set("workload.load=saturated")
            .each(
                """
                workload.kind=uniform
                workload.kind=hot-region
                workload.kind=neighbours
                workload.kind=broadcast
                """)
            .map(model -> new Forecasted(0.7, 1.3, model));
    final Stream<Forecasted> open =
        torus
            .each(
                """
                workload.kind=uniform workload.load=0.3
                workload.kind=uniform workload.load=0.5
                workload.kind=hot-region workload.load=0.2
                workload.kind=neighbours workload.load=0.5
                workload.kind=broadcast workload.load=0.4
                workload.kind=broadcast workload.load=0.4 machine.shape=4x4x12
                workload.kind=probe run.end=drained
                workload.load=0.5 run.end=packets run.packets=20000
                workload.load=0.2 workload.highPriorityLoad=0.2
                workload.kind=tornado workload.load=0.2
                workload.kind=shift workload.shiftY=1 workload.load=0.2
                workload.kind=outcast workload.load=0.004
                workload.kind=incast workload.load=0.02
                workload.kind=hot-spot workload.hotNodes=3,40 workload.load=0.1
                workload.kind=rotations workload.streams=4 machine.shape=4x4x4
                workload.kind=transpose workload.load=0.2 machine.shape=4x4x4
                """)
            .map(model -> new Forecasted(0.9, 1.1, model));
    final Stream<Forecasted> allToAll =
        paced
            .each(
                """
                injection.pace=0.5
                injection.pace=0.8
                injection.pace=0.8 run.end=drained
                injection.pace=0.8 run.end=drained injection.phases=two
                """)
            .map(model -> new Forecasted(0.9, 1.1, model));
    final Case burst = torus.set("workload.kind=all-to-all");
    return Stream.of(
            saturated,
            open,
            allToAll,
            Stream.of(
                new Forecasted(0.9, 1.5, burst.set("run.end=drained")),
                new Forecasted(0.999, 1.001, burst.set("run.ticks=1000000"))),
            MachineCases.jobs(0.5, 2, torus))
        .flatMap(cases -> cases);
  }
}
