package io.hopwright.models.cascade;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.contract.MachineCases;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.Machine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.testkit.RandomPatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Cases of Cascade: small dragonflies of all kinds, every routing, workload and size of buffer. */
public final class CascadeCases implements MachineCases {
  private static final List<String> ROUTINGS =
      List.of("minimal", "valiant", "adaptive", "tuned", "deterministic", "deterministic-valiant");

  private static final String RUNS =
      """
      machine.chassisPerGroup=2 machine.bladesPerChassis=2 workload.load=0.5 run.warmupTicks=20000 run.ticks=100000 run.gridTicks=7000 run.followTicks=300000
      workload.load=saturated workload.kind=group-shift workload.shiftGroups=3 machine.cablesPerPair=1 router.bias=0 router.electricalVcBytes=300 router.opticalVcBytes=400 nic.bufferBytes=200 run.ticks=120000
      machine.groups=5 machine.chassisPerGroup=3 machine.bladesPerChassis=2 machine.lastGroupChassis=2 machine.ioBladesPerGroup=1 workload.kind=all-to-all workload.order=random workload.messageBytes=100 router.routing=valiant router.gateways=near run.end=drained
      machine.chassisPerGroup=2 machine.bladesPerChassis=2 workload.kind=incast workload.target=70 workload.load=0.02 workload.messageBytes=1000 router.routing=deterministic-valiant nic.outstanding=20 run.ticks=50000 run.end=drained
      machine.chassisPerGroup=2 machine.bladesPerChassis=2 workload.load=0.4 workload.messageBytes=10,64,500,1000 run.warmupTicks=20000 run.ticks=60000 run.followTicks=300000
      machine.chassisPerGroup=2 machine.bladesPerChassis=2 workload.kind=permutation workload.load=0.4 run.end=packets run.packets=9000
      machine.groups=5 machine.chassisPerGroup=2 machine.bladesPerChassis=2 workload.kind=rotations workload.streams=3 workload.messageBytes=100 router.electricalVcBytes=500 router.opticalVcBytes=700 nic.bufferBytes=400 run.end=drained
      workload.load=saturated router.routing=minimal link.hopTicks=1001 link.creditTicks=37 nic.injectionTicks=3 nic.ejectionTicks=5 run.ticks=40000
      workload.load=1.0 run.ticks=30000 run.end=drained
      machine.groups=4 machine.bladesPerChassis=2 workload.load=0.5 workload.routing=adaptive-0,in-order,tuned link.bitErrorRate=0.0001 link.retryTicks=777 nic.timeoutTicks=200000 fault.reactionTicks=30000 fault.quiesceTicks=9000 fault.blades.x.aries=3 fault.blades.x.atTick=50000 fault.links.x.aries=0 fault.links.x.port=0 fault.links.x.atTick=30000 fault.links.y.aries=5 fault.links.y.port=30 fault.links.y.atTick=20000 run.ticks=90000 run.end=drained
      machine.groups=5 machine.chassisPerGroup=2 machine.bladesPerChassis=2 machine.lastGroupChassis=1 workload.kind=group-shift workload.load=0.8 workload.messageBytes=500 router.bias=0 router.electricalVcBytes=128 router.opticalVcBytes=128 nic.bufferBytes=128 run.ticks=30000 run.end=drained
      """;

  /** Settings of the first of two jobs and of its machine. */
  private static final String JOBS =
      """
      jobs.a.program=halo-3d jobs.a.ranks=27 jobs.a.ranksPerNode=2 jobs.a.place=random jobs.a.args.steps=1 jobs.a.args.every=1 jobs.a.args.bytes=9000
      jobs.a.program=alltoall jobs.a.ranks=9 jobs.a.place=round-robin jobs.a.args.steps=2 jobs.a.args.bytes=300 software.progress=host router.routing=deterministic jobs.a.compute.noise=0.5
      jobs.a.program=fft-3d jobs.a.ranks=4 jobs.a.place=blocks jobs.a.args.points=8 jobs.a.start=3000000 software.rendezvous=put software.eagerBytes=16 router.routing=valiant jobs.a.repeat=2
      jobs.a.program=incast jobs.a.ranks=12 jobs.a.args.steps=1 jobs.a.args.bytes=3000 software.progress=offload software.rendezvous=put software.headerBytes=64 router.routing=tuned router.bias=0 nic.outstanding=2
      jobs.a.program=ring jobs.a.ranks=6 jobs.a.args.steps=9 jobs.a.args.bytes=10000 jobs.a.place=round-robin software.progress=offload run.end=ticks run.ticks=150000
      """;

  /** Settings with the Aries NIC, for every operation. */
  private static final String ARIES =
      """
      workload.load=0.4 workload.messageBytes=100 workload.ranks=3 run.warmupTicks=20000 run.ticks=40000 run.followTicks=300000
      workload.load=0.5 workload.operation=get workload.ranks=2 nic.timeoutTicks=250000 fault.reactionTicks=30000 fault.blades.x.aries=3 fault.blades.x.atTick=20000 fault.quiesceTicks=9000 run.end=drained
      workload.kind=all-to-all workload.messageBytes=64 workload.operation=get workload.ranks=2 mmu.model=on mmu.entries=5 mmu.walks=2 mmu.pageBytes=4096 workload.arrayBytes=1000000 nic.readsPending=2 nic.bufferBytes=200 run.end=drained
      run.ticks=90000 workload.load=saturated workload.messageBytes=8 workload.operation=fetch-amo workload.launch=true workload.blocking=true workload.ranks=4 workload.arrayBytes=200 amo.cacheWords=4 amo.misses=3 host.cores=2
      """;

  private static final String THREE = "machine.groups=3 machine.chassisPerGroup=2 ";
  private static final String FOUR = "machine.groups=4 machine.bladesPerChassis=4 ";
  private static final String FIVE = "machine.groups=5 ";
  private static final String MIXED = "1,64,150,700,64";
  private static final String TWO = "machine.groups=2 machine.chassisPerGroup=3 ";

  /** Settings of everything but routings and workloads, which are combined. */
  private static final String PICKED =
      """
      machine.groups=1 machine.chassisPerGroup=3 machine.bladesPerChassis=4 workload.load=0.6
      machine.groups=1 machine.bladesPerChassis=4 workload.load=saturated
      machine.groups=9 machine.bladesPerChassis=4 workload.load=0.05 run.ticks=400000
      TWO machine.lastGroupChassis=1 workload.load=0.6
      machine.groups=3 machine.chassisPerGroup=3 machine.lastGroupChassis=2 workload.kind=group-shift workload.shiftGroups=2 workload.load=saturated
      THREE machine.plannedGroups=6 workload.load=0.6
      FOUR machine.cablesPerPair=2 workload.load=0.6
      FOUR machine.ioBladesPerGroup=3 workload.load=saturated
      FIVE machine.blueLinks=electrical workload.load=saturated
      machine.groups=1 machine.chassisPerGroup=6 machine.bladesPerChassis=16 workload.load=0.6 run.ticks=40000
      THREE workload.kind=group-shift router.bias=-200 workload.load=saturated
      THREE workload.kind=group-shift router.bias=0 workload.load=saturated
      THREE workload.kind=group-shift router.bias=150 workload.load=saturated
      FOUR workload.kind=group-shift machine.cablesPerPair=1 router.nonMinimalWeight=1 workload.load=saturated
      FOUR workload.kind=group-shift machine.cablesPerPair=1 router.nonMinimalWeight=5 workload.load=saturated
      THREE router.bias=0 router.electricalVcBytes=128 router.opticalVcBytes=128 nic.bufferBytes=128 workload.load=saturated
      FOUR router.bias=0 router.opticalVcBytes=150 workload.load=saturated
      THREE nic.bufferBytes=170 nic.outstanding=3 workload.load=saturated
      TWO nic.outstanding=1 workload.load=saturated
      THREE link.hopTicks=840 link.creditTicks=1 nic.injectionTicks=1 nic.ejectionTicks=1 workload.load=0.6
      FOUR link.hopTicks=7001 link.creditTicks=9999 nic.injectionTicks=40000 nic.ejectionTicks=3 router.electricalVcBytes=1000 workload.load=saturated
      TWO workload.load=0.3 workload.messageBytes=1
      TWO workload.load=0.3 workload.messageBytes=63
      TWO workload.load=0.3 workload.messageBytes=65
      TWO workload.load=0.3 workload.messageBytes=4097
      FIVE workload.load=3.0 workload.messageBytes=5
      THREE workload.load=0.5 run.warmupTicks=20000 run.ticks=30000 run.followTicks=1000000
      THREE workload.load=1.2 run.warmupTicks=30000 run.ticks=100000 run.followTicks=50000
      THREE workload.kind=permutation workload.load=0.4 run.end=packets run.packets=3000
      FIVE workload.kind=all-to-all run.end=drained
      THREE workload.kind=shift workload.distance=7 workload.load=0.3
      THREE workload.kind=hot-spot workload.hotNodes=3,40 workload.hotWeights=1,2 workload.load=0.1
      THREE workload.kind=outcast workload.source=5 workload.load=0.8
      machine.groups=2 machine.bladesPerChassis=8 workload.kind=transpose workload.load=0.3
      machine.groups=2 machine.bladesPerChassis=8 workload.kind=bit-reverse workload.load=saturated
      FIVE workload.kind=all-to-all workload.order=random run.end=drained
      TWO workload.kind=all-to-all workload.messageBytes=100 run.end=drained
      TWO workload.kind=all-to-all workload.order=random workload.messageBytes=100 run.end=drained
      TWO workload.kind=all-to-all workload.messageBytes=MIXED run.end=drained
      TWO workload.kind=all-to-all workload.order=random workload.messageBytes=MIXED run.end=drained
      FIVE workload.load=0.5 workload.messageBytes=MIXED
      THREE workload.load=0.5 workload.messageBytes=MIXED run.warmupTicks=30000 run.ticks=100000 run.followTicks=1000000
      THREE machine.bladesPerChassis=4 machine.ioBladesPerGroup=3 workload.kind=incast workload.target=11 workload.load=0.1 workload.messageBytes=77 router.routing=valiant nic.outstanding=2 run.ticks=50000 run.end=drained
      THREE machine.bladesPerChassis=4 workload.kind=permutation workload.load=0.7 router.routing=deterministic-valiant machine.blueLinks=electrical link.creditTicks=20000 run.ticks=30000 run.end=drained
      machine.groups=3 machine.bladesPerChassis=4 workload.kind=all-to-all workload.messageBytes=130,5,1000 router.gateways=near run.end=drained
      """
          .replace("THREE", THREE)
          .replace("FOUR", FOUR)
          .replace("FIVE", FIVE)
          .replace("TWO", TWO)
          .replace("MIXED", MIXED);

  /**
   * Settings of slow and fast links, hosts and tiles; odd primes, at which every quotient is
   * rounded.
   */
  private static final String RATES =
      """
      link.electricalMegabitsPerSecond=7000 link.opticalMegabitsPerSecond=5000
      link.electricalMegabitsPerSecond=10007 link.opticalMegabitsPerSecond=9973 nic.megabytesPerSecond=7919 router.tileFlitTicks=23
      link.electricalMegabitsPerSecond=53003 link.opticalMegabitsPerSecond=25013 nic.megabytesPerSecond=63997 router.tileFlitTicks=5 workload.messageBytes=MIXED
      link.electricalMegabitsPerSecond=5003 link.opticalMegabitsPerSecond=101009 machine.cablesPerPair=1
      nic.megabytesPerSecond=2003 router.tileFlitTicks=1
      nic.megabytesPerSecond=100003 router.tileFlitTicks=149 workload.messageBytes=MIXED
      router.tileFlitTicks=101 router.routing=deterministic router.electricalVcBytes=300
      link.electricalMegabitsPerSecond=100003 link.opticalMegabitsPerSecond=100003 link.hopTicks=107 link.creditTicks=11 workload.messageBytes=1
      link.opticalMegabitsPerSecond=3001 link.hopTicks=7001 router.bias=0 router.opticalVcBytes=150
      machine.blueLinks=electrical link.electricalMegabitsPerSecond=20011 link.opticalMegabitsPerSecond=4001 router.gateways=near
      """
          .replace("MIXED", MIXED);

  private static final String ROTATIONS =
      """
      TWO workload.streams=1 workload.messageBytes=1 run.end=drained
      TWO workload.streams=3 workload.messageBytes=64 machine.lastGroupChassis=1 run.end=drained
      THREE workload.streams=16 workload.messageBytes=64 run.end=drained
      THREE workload.streams=3 workload.messageBytes=100 run.end=drained
      THREE workload.streams=1 workload.messageBytes=1000 router.gateways=near run.end=drained
      THREE workload.streams=16 workload.messageBytes=1000
      FOUR workload.streams=3 workload.messageBytes=1000 run.warmupTicks=30000
      FOUR workload.streams=16 workload.messageBytes=1 nic.outstanding=5 run.end=drained
      FIVE workload.streams=16 workload.messageBytes=100 machine.cablesPerPair=1 router.bias=0
      FIVE workload.streams=1 workload.messageBytes=64 run.warmupTicks=20000 run.followTicks=1000000
      machine.groups=4 workload.streams=5 workload.messageBytes=130 router.opticalVcBytes=150 run.end=drained
      machine.groups=1 machine.chassisPerGroup=3 workload.streams=16 workload.messageBytes=100 run.end=drained
      machine.groups=1 workload.messageBytes=129 run.end=drained
      """
          .replace("THREE", THREE)
          .replace("FOUR", FOUR)
          .replace("FIVE", FIVE)
          .replace("TWO", TWO);

  /** Settings for each shape of matrix. */
  private static final String MATRIX_VARIANTS =
      """
      THREE workload.load=0.5
      FIVE workload.load=saturated workload.messageBytes=MIXED
      FOUR workload.load=1.5 workload.messageBytes=1000 run.end=drained run.ticks=20000
      """
          .replace("THREE", THREE)
          .replace("FOUR", FOUR)
          .replace("FIVE", FIVE)
          .replace("MIXED", MIXED);

  private static final String ONE_MATRIX_VARIANTS =
      """
      machine.groups=1 machine.chassisPerGroup=3 machine.bladesPerChassis=4 workload.load=0.6
      THREE machine.bladesPerChassis=4 machine.ioBladesPerGroup=3 workload.load=saturated router.routing=minimal
      THREE machine.lastGroupChassis=1 workload.load=0.4 router.routing=deterministic-valiant
      FIVE workload.load=0.3 workload.messageBytes=5 router.routing=valiant run.end=drained run.ticks=30000
      FOUR workload.load=0.3 run.warmupTicks=30000 run.ticks=100000 run.followTicks=1000000
      THREE workload.load=0.4 run.end=packets run.packets=3000
      THREE workload.load=0.7 link.electricalMegabitsPerSecond=10007 nic.megabytesPerSecond=7919 router.tileFlitTicks=31
      """
          .replace("THREE", THREE)
          .replace("FOUR", FOUR)
          .replace("FIVE", FIVE);

  /**
   * Three nodes send to each node of the last group. Its responses fill the buffers of its tiles
   * before its own requests are generated.
   */
  private static final String RESPONSES_WITHOUT_ROOM =
      TWO
          + "machine.lastGroupChassis=1 workload.kind=group-shift workload.messageBytes=1"
          + " workload.load=0.0045 router.electricalVcBytes=128 run.ticks=440000";

  private final Case machine =
      Case.of(new Cascade())
          .set("machine.chassisPerGroup=1 machine.bladesPerChassis=4 run.gridTicks=20000");

  @Override
  public Machine machine() {
    return machine.machine();
  }

  @Override
  public Stream<Case> runs() {
    final Case matrix =
        machine.set("machine.groups=4 machine.bladesPerChassis=2 router.gateways=near");
    return Stream.of(
            machine.each(RUNS),
            machine.set(AriesCases.MACHINE + " run.ticks=40000 run.gridTicks=7000").each(ARIES),
            jobs(machine).limit(2),
            Stream.of(
                idle(),
                matrix(
                    matrix.set("workload.load=0.7 run.ticks=30000 run.end=drained"),
                    Matrices.Shape.ZERO_ROWS),
                matrix(
                    matrix
                        .set("workload.load=saturated run.ticks=60000 nic.megabytesPerSecond=7919")
                        .set("link.opticalMegabitsPerSecond=5003 router.tileFlitTicks=11"),
                    Matrices.Shape.SKEWED)))
        .flatMap(cases -> cases);
  }

  /** Returns cases with two jobs each: one from a row, and one in the background. */
  private static Stream<Case> jobs(Case machine) {
    return machine
        .set("workload.kind=jobs run.gridTicks=10000")
        .each(JOBS)
        .map(
            run ->
                run.set("jobs.a.compute.scale=0.01")
                    .set("jobs.b.program=random jobs.b.ranks=5 jobs.b.background=true")
                    .set("jobs.b.ranksPerNode=3 jobs.b.compute.scale=0.1 jobs.b.repeat=9"));
  }

  private static Case matrix(Case machine, Matrices.Shape shape) {
    final int nodes = nodes(machine);
    return machine
        .set("workload.kind=matrix")
        .with("workload.matrix", Matrices.of(shape, nodes, new Random(nodes)));
  }

  private static int nodes(Case machine) {
    return CascadeSettings.of(machine.set("workload.kind=uniform").settings())
        .topology()
        .dragonfly()
        .nodes();
  }

  @Override
  public List<String> cuts() {
    return List.of(
        "partition.groups=241", "partition.groups=4", "partition.groups=3", "partition.groups=1");
  }

  @Override
  public String fewCuts() {
    return "partition.groups=3";
  }

  @Override
  public String allTables() {
    return "statistics.links=link,kind,whole statistics.pairs=true statistics.ranks=true"
        + " statistics.matrix=true statistics.timeline=true"
        + " statistics.criticalPath=true";
  }

  @Override
  public Case busy() {
    return machine.set(
        "machine.groups=4 machine.bladesPerChassis=2 workload.load=0.5 run.ticks=60000");
  }

  @Override
  public Case idle() {
    return machine.set("workload.load=0.0003 run.ticks=150000 run.followTicks=1000000");
  }

  @Override
  public List<Long> windows(long lookaheadTicks, boolean all) {
    return all
        ? List.of(lookaheadTicks - 1, lookaheadTicks / 2, 36L, 10L, 2L, 1L)
        : List.of(lookaheadTicks - 1, 36L, 1L);
  }

  @Override
  public Map<String, Case> goldens() {
    return Map.of(
        "6830ebdb85e0a562",
        machine
            .set("machine.groups=2 machine.chassisPerGroup=6 machine.bladesPerChassis=16")
            .set("workload.load=0.7 run.ticks=60000"),
        "9b94dc59e9a2194b",
        machine
            .set("machine.groups=4 machine.chassisPerGroup=2 nic.model=aries workload.ranks=5")
            .set("workload.operation=get workload.load=saturated workload.messageBytes=200")
            .set("mmu.model=on workload.arrayBytes=67108864 nic.transactions=3 run.ticks=200000"),
        "a14cd76baf3b7476",
        machine
            .set("machine.groups=3 machine.chassisPerGroup=2 nic.model=aries workload.ranks=2")
            .set("workload.operation=amo workload.kind=all-to-all workload.messageBytes=8")
            .set("workload.arrayBytes=4096 amo.misses=5 workload.operationsPerTransaction=3")
            .set("run.end=drained"),
        "639fd42fad034688",
        machine
            .set("machine.groups=4 machine.chassisPerGroup=2 run.end=drained")
            .set("workload.kind=all-to-all workload.messageBytes=150"),
        "86c2029513258595",
        machine
            .set("machine.groups=5 machine.chassisPerGroup=2 machine.lastGroupChassis=1")
            .set("machine.ioBladesPerGroup=2 workload.kind=group-shift workload.load=saturated")
            .set("router.gateways=near router.bias=0 router.electricalVcBytes=500")
            .set("router.opticalVcBytes=700 nic.bufferBytes=300 run.ticks=200000"),
        "c3a5d5a607485d0a",
        machine
            .set("machine.groups=4 machine.chassisPerGroup=2 workload.kind=permutation")
            .set("workload.messageBytes=1000 workload.load=0.3 run.ticks=300000")
            .set("router.routing=deterministic-valiant"),
        "c0ab6003c2b92d9f",
        machine
            .set("machine.groups=5 machine.chassisPerGroup=2 machine.lastGroupChassis=1")
            .set("workload.kind=rotations workload.streams=3 workload.messageBytes=100")
            .set("run.end=drained"),
        "f79f651d6850ac38",
        machine
            .set("machine.groups=4 machine.chassisPerGroup=2 workload.kind=matrix")
            .set("workload.messageBytes=64,300 workload.load=0.3 run.ticks=200000")
            .set("link.electricalMegabitsPerSecond=10007 link.opticalMegabitsPerSecond=25013")
            .set("nic.megabytesPerSecond=32003 router.tileFlitTicks=13")
            .with("workload.matrix", Matrices.of(128, CascadeCases::sparse)));
  }

  /** Returns a weight for one pair in three; every seventh node sends nothing. */
  private static int sparse(int source, int destination) {
    return source % 7 == 3 ? 0 : Math.max(0, (source * 5 + destination * 11) % 30 - 20);
  }

  private Case compared() {
    return machine.set("machine.bladesPerChassis=2 partition.groups=2");
  }

  @Override
  public Stream<Case> picked(boolean large) {
    final Case any = compared().with("run.ticks", large ? 220_000 : 120_000);
    final Case saturated = any.set("workload.load=saturated");
    final Case shift = saturated.set(FOUR + "workload.kind=group-shift machine.cablesPerPair=1");
    final Stream<Case> routings =
        ROUTINGS.stream()
            .map(routing -> "router.routing=" + routing)
            .flatMap(
                routing ->
                    Stream.of(
                        any.set(THREE + "workload.load=0.6 " + routing),
                        shift.set(routing),
                        saturated.set(FOUR + "router.gateways=near " + routing)));
    final Case drained =
        any.set(FIVE + "workload.load=1.5 workload.messageBytes=1000 run.end=drained");
    final Stream<Case> workloads =
        Stream.of("group-shift", "incast", "permutation", "uniform")
            .map(kind -> "workload.kind=" + kind)
            .flatMap(
                kind ->
                    Stream.of(
                        saturated.set(THREE + kind),
                        saturated.set(THREE + kind + " workload.messageBytes=" + MIXED),
                        drained.set("run.ticks=20000 " + kind)));
    final Stream<Case> matrices =
        Stream.concat(
            Stream.of(Matrices.Shape.values())
                .flatMap(shape -> any.each(MATRIX_VARIANTS).map(model -> matrix(model, shape))),
            any.each(ONE_MATRIX_VARIANTS).map(model -> matrix(model, Matrices.Shape.SPARSE)));
    final Case rotations = any.set("workload.kind=rotations");
    final Stream<Case> turns =
        Stream.concat(
            rotations.each(ROTATIONS),
            ROUTINGS.stream()
                .map(routing -> THREE + "workload.messageBytes=100 router.routing=" + routing)
                .map(rotations::set));
    return Stream.of(
            routings,
            workloads,
            turns,
            matrices,
            any.each(PICKED),
            any.set(AriesCases.MACHINE).each(ARIES),
            any.set(AriesCases.MACHINE + " run.ticks=80000").each(AriesCases.PICKED),
            jobs(any.set(THREE)),
            any.set(THREE + "workload.load=0.6").each(RATES),
            saturated.set(FOUR + "workload.kind=group-shift").each(RATES),
            any.each(RESPONSES_WITHOUT_ROOM))
        .flatMap(cases -> cases);
  }

  @Override
  public Case random(long seed) {
    final Random random = new Random(seed);
    final Case model =
        randomMachine(random)
            .with("seed", random.nextLong())
            .with("router.routing", ROUTINGS.get(random.nextInt(ROUTINGS.size())))
            .with("router.gateways", oneOf(random, "any", "near"))
            .with("router.bias", oneOf(random, 0L, 300L, random.nextLong(-300, 300)))
            .with("router.nonMinimalWeight", random.nextLong(1, 5))
            .with("router.electricalVcBytes", bytes(random, 8_192))
            .with("router.opticalVcBytes", bytes(random, 16_384))
            .with("nic.bufferBytes", bytes(random, 8_192))
            .with("nic.outstanding", random.nextInt(3) == 0 ? random.nextLong(1, 20) : 1_024)
            .with("link.hopTicks", ticks(random, 840, 4_375))
            .with("link.creditTicks", ticks(random, 1, 4_375))
            .with("nic.injectionTicks", ticks(random, 1, 15_312))
            .with("nic.ejectionTicks", ticks(random, 1, 15_313));
    final Case loaded = maybeRotations(withWorkload(withRates(model, random), random), random);
    final Case sending = random.nextBoolean() ? loaded : withPattern(loaded, random);
    return random.nextInt(2) == 0 ? sending : AriesCases.random(sending, random);
  }

  private static Case withRates(Case machine, Random random) {
    // The longest packet has 90 bytes and leaves within the time of a hop.
    final long least = 1 + 350_000 * 90 / 3 / machine.settings().integer("link.hopTicks");
    final Case linked =
        random.nextInt(3) != 0
            ? machine
            : machine
                .with("link.electricalMegabitsPerSecond", random.nextLong(least, 5 * least))
                .with("link.opticalMegabitsPerSecond", random.nextLong(least, 5 * least));
    return random.nextInt(3) != 0
        ? linked
        : linked
            .with("nic.megabytesPerSecond", random.nextLong(2_000, 50_000))
            .with("router.tileFlitTicks", random.nextLong(1, 100));
  }

  private Case randomMachine(Random random) {
    final long groups = random.nextLong(1, 6);
    final long chassis = random.nextLong(1, 4);
    final long blades = groups == 5 || chassis == 3 ? 2 : oneOf(random, 2L, 4L);
    final long cables = 5 * blades / 2 * chassis;
    final long planned = Math.min(groups + random.nextLong(3), cables + 1);
    final long most = cables / Math.max(1, planned - 1);
    final Case whole =
        compared()
            .with("machine.groups", groups)
            .with("machine.chassisPerGroup", chassis)
            .with("machine.bladesPerChassis", blades)
            .with("machine.plannedGroups", planned)
            .with("machine.ioBladesPerGroup", Math.max(0, random.nextLong(-2, blades)))
            .with("machine.blueLinks", oneOf(random, "optical", "electrical"));
    if (random.nextInt(3) == 0) {
      return whole.with("machine.cablesPerPair", random.nextLong(1, most + 1));
    }
    return chassis > 1 && most >= chassis && random.nextBoolean()
        ? whole.with("machine.lastGroupChassis", random.nextLong(1, chassis))
        : whole;
  }

  private static Case withWorkload(Case machine, Random random) {
    final long groups = machine.settings().integer("machine.groups");
    final String kind =
        oneOf(
            random,
            "uniform",
            "uniform",
            "permutation",
            "incast",
            groups > 1 ? "group-shift" : "permutation",
            "matrix",
            "all-to-all",
            "all-to-all-random");
    final boolean allToAll = kind.startsWith("all-to-all");
    final long most = allToAll ? 200 : 2_000;
    final List<Long> sizes = new ArrayList<>();
    sizes.add(oneOf(random, 64L, random.nextLong(1, 64), random.nextLong(65, most)));
    while (random.nextInt(3) == 0) {
      sizes.add(random.nextLong(1, most));
    }
    final Case model =
        machine
            .with("workload.kind", kind)
            .with("workload.messageBytes", sizes)
            .with("workload.shiftGroups", random.nextLong(1, Math.max(2, groups)))
            .with("workload.target", random.nextLong(6))
            .with("run.ticks", random.nextLong(120_000, 260_000));
    if (allToAll) {
      return model;
    }
    final Case following =
        kind.equals("matrix") ? matrix(model, oneOf(random, Matrices.Shape.values())) : model;
    // Short messages at a high load mean many packets.
    final double load = (0.05 + random.nextDouble()) * Math.min(1, (sizes.get(0) + 20) / 64.0);
    return switch (random.nextInt(3)) {
      case 0 -> following.with("workload.load", "saturated");
      case 1 -> following.with("workload.load", load);
      default ->
          following
              .with("workload.load", load)
              .with("run.end", "drained", "run.ticks", random.nextLong(20_000, 40_000));
    };
  }

  /** Returns a case with a random pattern in place of an endless workload. */
  private static Case withPattern(Case loaded, Random random) {
    final List<String> endless = List.of("uniform", "permutation", "incast", "group-shift");
    if (!endless.contains(loaded.settings().word("workload.kind"))) {
      return loaded;
    }
    final Case pattern = RandomPatterns.of(loaded, loaded.network().nodes(), List.of(), random);
    final String kind = pattern.settings().word("workload.kind");
    return kind.equals("all-to-all") || kind.equals("rotations") ? loaded : pattern;
  }

  /** Makes one all-to-all in two go round in rotations. */
  private static Case maybeRotations(Case machine, Random random) {
    return machine.settings().word("workload.kind").startsWith("all-to-all") && random.nextBoolean()
        ? machine
            .with("workload.kind", "rotations")
            .with("workload.messageBytes", List.of(random.nextLong(1, 200)))
            .with("workload.streams", random.nextLong(1, 17))
        : machine;
  }

  private static long bytes(Random random, long usual) {
    return switch (random.nextInt(3)) {
      case 0 -> random.nextLong(128, 300);
      case 1 -> random.nextLong(300, 3_000);
      default -> usual;
    };
  }

  private static long ticks(Random random, long least, long usual) {
    return random.nextInt(3) == 0 ? random.nextLong(least, 2 * usual) : usual;
  }

  /**
   * Returns the results that only the fast model has: those of jobs, except for what concerns
   * packets.
   */
  @Override
  public List<String> unknown() {
    return Stream.concat(
            Stream.of(JobKeys.SECTION),
            JobMetrics.of(List.of("a", "b"), JobTables.NONE).declared().stream().map(Metric::name))
        .toList();
  }

  @Override
  public Map<String, Case> asking() {
    return MachineCases.askingOfFlows(machine, machine);
  }

  @Override
  public Stream<Forecasted> forecasted() {
    final Case dragonfly =
        machine
            .set("machine.groups=3 machine.chassisPerGroup=2")
            .set("run.warmupTicks=100000 run.ticks=300000");
    final Stream<Forecasted> open =
        dragonfly
            .each(
                """
                workload.load=0.2 router.routing=minimal
                workload.load=0.1 router.routing=valiant
                workload.load=0.2 router.routing=adaptive
                workload.load=0.1 router.routing=minimal workload.kind=permutation
                workload.load=0.05 router.routing=minimal workload.kind=group-shift
                workload.load=0.05 router.routing=valiant workload.kind=group-shift
                workload.load=0.05 nic.model=aries workload.ranks=2
                workload.load=0.1 router.routing=minimal workload.kind=shift workload.distance=37
                workload.load=0.1 router.routing=adaptive workload.kind=hot-spot workload.hotNodes=3,90
                workload.load=0.2 router.routing=minimal workload.kind=outcast
                """)
            .map(model -> new Forecasted(0.75, 1.25, model));
    final Stream<Forecasted> saturated =
        dragonfly
            .set("workload.load=saturated")
            .each(
                """
                router.routing=minimal
                router.routing=valiant
                router.routing=adaptive
                workload.kind=permutation router.routing=minimal
                workload.kind=permutation router.routing=adaptive
                workload.kind=group-shift router.routing=minimal
                workload.kind=group-shift router.routing=valiant
                workload.kind=group-shift router.routing=adaptive
                """)
            .map(model -> new Forecasted(0.5, 2, model));
    final Stream<Forecasted> allToAll =
        dragonfly
            .set("router.routing=minimal run.ticks=1000000")
            .each("workload.kind=all-to-all\nworkload.kind=all-to-all workload.order=random")
            .map(model -> new Forecasted(0.9, 1.1, model));
    return Stream.of(open, saturated, allToAll, MachineCases.jobs(0.5, 2, machine))
        .flatMap(cases -> cases);
  }
}
