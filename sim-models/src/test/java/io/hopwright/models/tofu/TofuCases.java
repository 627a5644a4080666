package io.hopwright.models.tofu;

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

/**
 * Cases of TofuD, Tofu2 and Tofu: small machines, every operation, path, workload and size of
 * buffer.
 */
public final class TofuCases implements MachineCases {
  private static final String RUNS =
      """
      workload.load=0.2 run.warmupTicks=1000 run.ticks=6000 run.gridTicks=700 run.followTicks=20000
      workload.load=saturated router.path=random router.vcBytes=1984 run.ticks=6000
      workload.operation=get workload.load=0.1 workload.queues=2 nic.outstanding=2 run.ticks=6000 run.end=drained
      machine.generation=tofu2 workload.operation=armw workload.load=0.02 router.path=destination run.ticks=4000 run.end=drained
      machine.generation=tofu workload.load=saturated workload.operation=get workload.messageBytes=100,5000 run.ticks=6000
      machine.generation=tofu host.bus=fx10 nic.acknowledge=true workload.messageBytes=4000 workload.load=0.3 run.ticks=6000 run.end=drained
      machine.generation=tofu2 workload.kind=neighbours workload.load=saturated workload.messageBytes=100000 run.ticks=6000
      workload.kind=neighbours workload.load=0.4 workload.messageBytes=3000 nic.acknowledge=true run.ticks=4000 run.end=drained
      workload.kind=neighbours workload.ports=c,b+,a workload.load=saturated workload.messageBytes=8 workload.cmg=far run.ticks=3000
      workload.kind=neighbours workload.ports=a,a,b+ workload.load=0.2 workload.messageBytes=3000 run.ticks=3000 run.end=drained
      workload.kind=shift workload.shiftX=1 workload.shiftY=1 workload.load=saturated router.path=fixed router.fixedPath=4 nic.sendBytes=2000 nic.bufferBytes=2000 run.ticks=6000
      workload.kind=all-to-all workload.order=random workload.messageBytes=2000 workload.tnis=3 run.end=drained
      workload.kind=incast workload.target=7 workload.load=0.02 workload.operation=get nic.mtuBytes=512 workload.messageBytes=1000 run.ticks=4000 run.end=drained
      workload.kind=permutation workload.load=0.3 run.end=packets run.packets=3000
      workload.kind=tornado workload.load=0.2 workload.messageBytes=100 run.ticks=3000
      workload.kind=hot-spot workload.hotNodes=3,8 workload.hotWeights=1,4 workload.load=0.05 run.ticks=3000 run.end=drained
      workload.kind=all-to-all workload.messageBytes=300 run.end=drained
      workload.kind=barrier barrier.algorithm=tree barrier.iterations=4 run.warmupTicks=0 run.end=drained
      workload.kind=barrier barrier.algorithm=butterfly barrier.participants=64 barrier.iterations=30 run.ticks=6000
      workload.load=0.1 link.hopTicks=7 link.creditTicks=31 nic.injectionTicks=1 nic.ejectionTicks=2 run.ticks=4000 run.end=drained
      workload.load=0.1 link.sliceErrorRate=0.05 run.warmupTicks=1000 run.ticks=5000 run.gridTicks=700 run.followTicks=20000
      workload.load=0.3 link.bursts.a.node=5 link.bursts.a.port=c link.bursts.a.slice=0 link.bursts.a.from=500 link.bursts.a.to=6000 run.ticks=6000 run.end=drained
      """;

  /** Settings of the first of two jobs and of its machine. */
  private static final String JOBS =
      """
      jobs.a.program=halo-3d jobs.a.ranks=27 jobs.a.ranksPerNode=2 jobs.a.place=random jobs.a.args.steps=1 jobs.a.args.every=1 jobs.a.args.bytes=9000
      jobs.a.program=alltoall jobs.a.ranks=9 jobs.a.place=round-robin jobs.a.args.steps=2 jobs.a.args.bytes=300 software.progress=host router.path=random jobs.a.compute.noise=0.5
      jobs.a.program=fft-3d jobs.a.ranks=4 jobs.a.place=blocks jobs.a.args.points=8 software.rendezvous=put software.eagerBytes=16 workload.tnis=1 nic.mtuBytes=64 jobs.a.repeat=2
      jobs.a.program=incast jobs.a.ranks=12 jobs.a.args.steps=1 jobs.a.args.bytes=30000 software.progress=offload software.rendezvous=put software.headerBytes=64 nic.acknowledge=true nic.outstanding=2 machine.generation=tofu
      """;

  /**
   * Smallest bytes of messages of a random matrix, so that the busiest node has at most a message a
   * tick.
   */
  private static final long LEAST_OF_A_MATRIX = 200;

  private static final String PICKED =
      """
      machine.shape=1x1x1 workload.load=0.3
      machine.shape=1x1x1 workload.kind=neighbours workload.ports=c workload.load=saturated
      machine.shape=1x1x1 workload.load=saturated workload.queues=3 workload.messageBytes=8
      machine.shape=3x1x1 workload.load=saturated
      machine.shape=2x2x1 workload.load=saturated router.path=random
      machine.shape=4x3x2 workload.load=0.15 run.ticks=3000
      machine.shape=4x1x1 machine.rings=x workload.load=saturated router.path=random router.vcBytes=1984
      machine.shape=5x1x1 workload.load=saturated router.path=destination
      machine.shape=4x1x2 machine.generation=tofu workload.load=saturated
      machine.shape=1x4x1 machine.generation=tofu2 workload.load=saturated
      machine.shape=1x1x6 workload.load=saturated workload.operation=get
      machine.generation=tofu host.bus=none workload.load=0.5 workload.messageBytes=10000
      machine.generation=tofu host.bus=fx10 workload.load=saturated workload.messageBytes=1,3000 nic.descriptor=memory
      machine.generation=tofu workload.queues=2 workload.operation=get workload.load=saturated
      machine.generation=tofu2 nic.cacheInjection=off workload.operation=armw workload.load=0.05
      machine.generation=tofu2 workload.kind=neighbours workload.ports=x+,x-,b-,c workload.load=saturated workload.operation=get
      workload.cmg=far-sender workload.operation=get workload.load=0.1
      workload.cmg=far-receiver nic.cacheInjection=off workload.load=0.1
      workload.operation=armw workload.load=saturated nic.atomicTicks=500
      workload.operation=armw workload.load=saturated workload.queues=12 nic.outstanding=1
      workload.acknowledged workload.load=saturated workload.messageBytes=100,6000 nic.outstanding=1
      workload.kind=neighbours workload.load=saturated workload.tnis=5
      workload.kind=neighbours workload.load=0.5 workload.operation=get workload.tnis=3 workload.queues=2
      workload.kind=neighbours machine.generation=tofu workload.load=0.5 workload.operation=get
      workload.kind=neighbours workload.ports=b-,a,c,b+,x- workload.load=0.3 workload.queues=2
      workload.kind=shift workload.shiftX=0 workload.shiftY=1 workload.load=0.4
      workload.kind=shift workload.shiftX=2 workload.load=saturated workload.operation=get
      workload.kind=permutation workload.load=saturated workload.operation=get
      workload.kind=tornado workload.load=0.3
      workload.kind=hot-spot workload.hotNodes=3,17 workload.hotWeights=4,1 workload.load=0.05
      workload.kind=outcast workload.source=4 workload.load=0.3
      workload.kind=hot-region workload.hotBox=2x1x1x1x2x2 workload.load=0.05
      workload.kind=all-to-all run.end=drained
      workload.kind=rotations workload.streams=2 run.end=drained
      workload.kind=incast workload.target=3 workload.load=saturated
      workload.kind=incast workload.target=70 workload.load=saturated workload.operation=get nic.bufferBytes=2000
      workload.kind=all-to-all workload.order=random run.end=drained
      workload.kind=all-to-all workload.order=random workload.operation=get workload.messageBytes=3000,1 run.end=drained
      workload.load=saturated nic.sendBytes=1952 nic.bufferBytes=1952 router.vcBytes=1952
      workload.load=saturated nic.mtuBytes=32 workload.messageBytes=100 nic.sendBytes=96 nic.bufferBytes=96 router.vcBytes=96
      workload.load=0.3 nic.postTicks=1 nic.sendTicks=1 nic.receiveTicks=1 nic.writeTicks=1 nic.pollTicks=1
      workload.load=saturated nic.injectionTicks=300 nic.ejectionTicks=200 link.hopTicks=1 link.creditTicks=500
      workload.load=0.2 run.warmupTicks=2000 run.followTicks=20000
      workload.load=0.9 run.warmupTicks=2000 run.followTicks=500
      workload.load=0.2 run.end=packets run.packets=1500
      workload.load=saturated link.sliceErrorRate=0.01
      workload.load=0.1 link.sliceErrorRate=0.02 link.bursts.a.node=5 link.bursts.a.port=c link.bursts.a.slice=1 link.bursts.a.to=9000 run.ticks=20000
      workload.load=saturated link.sliceErrorRate=0.9
      workload.load=0.05 link.sliceErrorRate=0.3 run.end=drained workload.operation=get
      machine.generation=tofu2 workload.load=saturated link.sliceErrorRate=0.02
      machine.generation=tofu2 workload.load=0.05 link.sliceErrorRate=0.4 run.end=drained
      machine.generation=tofu workload.load=0.1 link.sliceErrorRate=0.2 run.end=drained nic.acknowledge=true
      machine.shape=1x1x1 workload.kind=neighbours workload.ports=c workload.messageBytes=8 workload.load=saturated link.hopTicks=5 link.bursts.a.node=3 link.bursts.a.port=c link.bursts.a.to=1500 run.ticks=300000
      machine.shape=1x1x1 workload.kind=neighbours workload.ports=c workload.messageBytes=8 workload.load=saturated link.hopTicks=50000 link.creditTicks=20 link.bursts.a.node=3 link.bursts.a.port=c link.bursts.a.from=500 link.bursts.a.to=300000 link.bursts.a.rate=0.001 link.bursts.a.slice=1 run.ticks=600000
      workload.load=saturated link.bursts.a.node=40 link.bursts.a.port=x+ link.bursts.a.rate=0.5 link.bursts.a.to=2000 link.bursts.b.node=40 link.bursts.b.port=x+ link.bursts.b.slice=1 link.bursts.b.from=1000 link.bursts.b.to=4000 link.sliceErrorRate=0.001
      workload.kind=barrier barrier.channels=16 barrier.iterations=3 run.end=drained
      workload.kind=barrier barrier.channels=8 machine.generation=tofu run.end=drained
      workload.kind=barrier barrier.algorithm=tree barrier.participants=1 barrier.iterations=2 run.end=drained
      workload.kind=barrier barrier.algorithm=tree barrier.iterations=5 machine.generation=tofu2 run.end=drained
      workload.kind=barrier barrier.algorithm=butterfly barrier.participants=2 barrier.iterations=50 run.end=packets run.packets=70
      workload.kind=barrier barrier.algorithm=butterfly barrier.participants=32 barrier.iterations=9 machine.generation=tofu router.path=random
      """
          .replace("workload.acknowledged", "nic.acknowledge=true");

  private final Case machine =
      Case.of(new Tofu()).set("machine.shape=3x2x1 partition.shape=2x1x1 run.gridTicks=1000");

  @Override
  public Machine machine() {
    return machine.machine();
  }

  @Override
  public Stream<Case> runs() {
    return Stream.of(
            machine.each(RUNS),
            jobs(machine).limit(3),
            Stream.of(
                idle(), matrix(machine.set("workload.load=0.2 run.ticks=4000 run.end=drained"))))
        .flatMap(cases -> cases);
  }

  /** Returns cases with two jobs each: one from a row, and one in the background. */
  private static Stream<Case> jobs(Case machine) {
    return machine
        .set("workload.kind=jobs")
        .each(JOBS)
        .map(
            run ->
                run.set("jobs.a.compute.scale=0.01")
                    .set("jobs.b.program=random jobs.b.ranks=5 jobs.b.background=true")
                    .set("jobs.b.ranksPerNode=3 jobs.b.compute.scale=0.1 jobs.b.repeat=9"));
  }

  private static Case matrix(Case machine) {
    final int nodes = TofuSettings.of(machine.settings()).topology().machine().routers();
    return machine
        .set("workload.kind=matrix")
        .with("workload.matrix", Matrices.of(Matrices.Shape.SPARSE, nodes, new Random(nodes)));
  }

  @Override
  public List<String> cuts() {
    return List.of(
        "partition.shape=32x32x32",
        "partition.shape=2x1x1",
        "partition.shape=1x2x1",
        "partition.shape=1x1x1");
  }

  @Override
  public String fewCuts() {
    return "partition.shape=2x1x1";
  }

  @Override
  public String allTables() {
    return "statistics.links=link,direction,dimension,whole statistics.pairs=true"
        + " statistics.ranks=true statistics.matrix=true statistics.timeline=true"
        + " statistics.criticalPath=true";
  }

  @Override
  public Case busy() {
    return machine.set("workload.load=0.3 run.ticks=4000");
  }

  @Override
  public Case idle() {
    return machine.set("workload.load=0.0003 run.ticks=20000 run.followTicks=100000");
  }

  @Override
  public Map<String, Case> goldens() {
    return Map.of(
        "2d93211a11be3994",
        machine.set("workload.load=0.3 router.path=random run.ticks=20000"),
        "6b44ad9532bd1b22",
        machine
            .set("machine.generation=tofu2 workload.operation=get workload.load=0.1")
            .set("run.ticks=20000 run.end=drained"),
        "df2950fe8921b079",
        machine
            .set("machine.generation=tofu workload.kind=neighbours workload.load=saturated")
            .set("workload.messageBytes=5000 run.ticks=20000"),
        "28fc7fcb85f1b05c",
        machine
            .set("workload.load=0.1 link.sliceErrorRate=0.02 link.bursts.a.node=5")
            .set("link.bursts.a.port=c link.bursts.a.slice=1 link.bursts.a.to=9000")
            .set("run.ticks=20000"),
        "f5e7f0147a529904",
        machine
            .set("workload.kind=barrier barrier.algorithm=tree barrier.iterations=20")
            .set("run.warmupTicks=0 run.end=drained"));
  }

  @Override
  public Stream<Case> picked(boolean large) {
    final Case any = machine.with("run.ticks", large ? 12_000 : 4_000);
    return Stream.of(
            any.each(PICKED),
            jobs(machine),
            Stream.of(
                matrix(any.set("workload.load=0.4")),
                matrix(any.set("workload.load=saturated workload.operation=get")),
                matrix(any.set("workload.load=0.3 run.end=drained machine.generation=tofu2"))))
        .flatMap(cases -> cases);
  }

  @Override
  public Case random(long seed) {
    final Random random = new Random(seed);
    final String generation = oneOf(random, "tofud", "tofud", "tofu2", "tofu");
    final boolean tofu = generation.equals("tofu");
    final Case any =
        machine
            .with("seed", random.nextLong())
            .with("machine.generation", generation)
            .with("machine.shape", shape(random))
            .with("partition.shape", List.of(2, 2, 2))
            .with("router.path", oneOf(random, "source", "destination", "random", "fixed"))
            .with("router.fixedPath", random.nextLong(12))
            .with("router.vcBytes", bytes(random, 8_192))
            .with("nic.sendBytes", bytes(random, 4_096))
            .with("nic.bufferBytes", bytes(random, 8_192))
            .with("nic.outstanding", random.nextLong(1, 20))
            .with("nic.acknowledge", random.nextBoolean())
            .with("nic.mtuBytes", oneOf(random, 1_920L, 1_920L, 32 * random.nextLong(1, 61)))
            .with("nic.atomicTicks", random.nextLong(1, 200))
            .with("workload.queues", random.nextLong(1, tofu ? 3 : 5))
            .with("workload.tnis", random.nextLong(1, generation.equals("tofud") ? 7 : 5));
    return withErrors(
        withWorkload(withHost(withTimes(any, random), generation, random), tofu, random), random);
  }

  /** Adds frame losses to a part of the cases; drawn last. */
  private static Case withErrors(Case machine, Random random) {
    final int kind = random.nextInt(5);
    final double rate = Math.exp(-7 * random.nextDouble()) / 2;
    Case lossy = kind == 0 || kind == 1 ? machine.with("link.sliceErrorRate", rate) : machine;
    for (String burst : List.of("first", "second").subList(0, kind == 1 || kind == 2 ? 2 : 0)) {
      final String name = "link.bursts." + burst + ".";
      final long from = random.nextLong(3_000);
      lossy =
          lossy
              .with(name + "node", random.nextLong(12))
              .with(name + "port", oneOf(random, "a", "b+", "b-", "c"))
              .with(name + "from", from)
              .with(name + "to", from + random.nextLong(1, 5_000))
              .with(name + "rate", random.nextDouble());
      lossy =
          random.nextBoolean() && !machine.settings().word("machine.generation").matches("tofu2?")
              ? lossy.with(name + "slice", random.nextLong(2))
              : lossy;
    }
    return lossy;
  }

  private static List<Long> shape(Random random) {
    return oneOf(
        random,
        List.of(1L, 1L, 1L),
        List.of(2L, 1L, 1L),
        List.of(3L, 2L, 1L),
        List.of(1L, 5L, 1L),
        List.of(2L, 2L, 2L),
        List.of(1L, 1L, 6L),
        List.of(4L, 1L, 2L));
  }

  private static Case withTimes(Case machine, Random random) {
    Case timed = machine;
    for (String key :
        List.of(
            "link.hopTicks",
            "link.creditTicks",
            "nic.injectionTicks",
            "nic.ejectionTicks",
            "nic.postTicks",
            "nic.sendTicks",
            "nic.receiveTicks",
            "nic.writeTicks",
            "nic.pollTicks")) {
      timed = random.nextInt(3) == 0 ? timed.with(key, random.nextLong(1, 300)) : timed;
    }
    return timed;
  }

  private static Case withHost(Case machine, String generation, Random random) {
    final Case any = machine.with("nic.descriptor", oneOf(random, "direct", "memory"));
    return switch (generation) {
      case "tofu" -> any.with("host.bus", oneOf(random, "none", "k", "fx10"));
      case "tofu2" -> any.with("nic.cacheInjection", oneOf(random, "on", "off"));
      default ->
          any.with("nic.cacheInjection", oneOf(random, "on", "off"))
              .with("workload.cmg", oneOf(random, "near", "far", "far-sender", "far-receiver"));
    };
  }

  private static Case withWorkload(Case machine, boolean tofu, Random random) {
    final String kind =
        oneOf(
            random,
            "uniform",
            "uniform",
            "permutation",
            "incast",
            "neighbours",
            "halo",
            "matrix",
            "barrier",
            "all-to-all-random");
    final List<Long> sizes = new ArrayList<>();
    sizes.add(oneOf(random, 8L, 1_920L, random.nextLong(1, 6_000)));
    while (random.nextInt(3) == 0) {
      sizes.add(random.nextLong(1, 6_000));
    }
    final Case any =
        machine
            .with("workload.operation", oneOf(random, "put", "get", tofu ? "put" : "armw"))
            .with("workload.messageBytes", sizes)
            .with("workload.target", random.nextLong(12))
            .with(
                "workload.ports",
                oneOf(random, List.of("c"), List.of("b-", "a", "c", "b+"), List.of("a", "c", "a")))
            .with("run.ticks", random.nextLong(2_000, 5_000));
    if (kind.equals("all-to-all-random")) {
      return few(any).set("workload.kind=all-to-all workload.order=random");
    }
    if (kind.equals("barrier")) {
      return barrier(any, random);
    }
    final double load = 0.01 + 0.15 * random.nextDouble();
    final Case loaded =
        switch (random.nextInt(3)) {
          case 0 -> any.with("workload.load", "saturated");
          case 1 -> any.with("workload.load", load);
          default -> any.with("workload.load", load).drained();
        };
    if (random.nextBoolean()) {
      return withPattern(loaded, random);
    }
    return switch (kind) {
      case "matrix" ->
          matrix(
              loaded
                  .with("workload.operation", withoutSmallest(any))
                  .with(
                      "workload.messageBytes",
                      sizes.stream().map(size -> Math.max(size, LEAST_OF_A_MATRIX)).toList()));
      case "incast" -> few(loaded).with("workload.kind", kind);
      default -> loaded.with("workload.kind", kind);
    };
  }

  private static Case withPattern(Case loaded, Random random) {
    final List<Long> axes = new ArrayList<>(loaded.settings().integers("machine.shape"));
    axes.addAll(List.of(2L, 3L, 2L));
    final long nodes = axes.stream().reduce(1L, Math::multiplyExact);
    return RandomPatterns.of(loaded.with("workload.ports", null), nodes, axes, random);
  }

  /** Replaces messages of 16 B, as the busiest node would have too many of them. */
  private static String withoutSmallest(Case machine) {
    final String operation = machine.settings().word("workload.operation");
    return operation.equals("armw") ? "get" : operation;
  }

  /** Returns barriers of a machine of 12 nodes or more. */
  public static Case barrier(Case machine, Random random) {
    final String generation = machine.settings().word("machine.generation");
    final Case any =
        machine
            .set("workload.kind=barrier run.warmupTicks=0")
            .with("barrier.iterations", random.nextLong(1, 6));
    final Case ending = random.nextInt(3) == 0 ? any : any.drained();
    return switch (random.nextInt(3)) {
      case 0 ->
          ending.with(
              "barrier.channels",
              generation.equals("tofud")
                  ? oneOf(random, 1L, 2L, 3L, 5L, 8L, 16L, 20L, 28L, 30L, 48L, 96L)
                  : random.nextLong(1, 9));
      case 1 -> {
        final Case tree = ending.set("barrier.algorithm=tree");
        yield random.nextBoolean()
            ? tree
            : tree.with("barrier.participants", random.nextLong(1, 13));
      }
      default ->
          ending
              .set("barrier.algorithm=butterfly")
              .with("barrier.participants", oneOf(random, 2L, 4L, 8L));
    };
  }

  /**
   * Returns a machine of few nodes, as the packets to drain grow with the square of their number.
   */
  private static Case few(Case machine) {
    return machine.set("machine.shape=2x1x1");
  }

  private static long bytes(Random random, long usual) {
    return random.nextBoolean() ? usual : random.nextLong(1_984, 5_000);
  }

  /**
   * Returns the results that only the fast model has: those of jobs, except for what concerns
   * packets.
   */
  @Override
  public List<String> unknown() {
    return Stream.concat(
            Stream.of(JobKeys.SECTION),
            JobMetrics.of(List.of("a", "b"), JobTables.NONE.ofBaseline()).declared().stream()
                .map(Metric::name))
        .toList();
  }

  @Override
  public Map<String, Case> asking() {
    return MachineCases.askingOfFlows(machine, machine);
  }

  @Override
  public Stream<Forecasted> forecasted() {
    final Case any = machine.set("run.warmupTicks=10000 run.ticks=40000");
    final Stream<Forecasted> open =
        any.each(
                """
                workload.load=0.1
                workload.load=0.1 router.path=random
                workload.load=0.05 workload.operation=get
                workload.load=0.1 workload.kind=permutation
                workload.load=0.1 workload.kind=shift run.end=drained
                workload.load=0.2 workload.kind=neighbours
                workload.load=0.05 workload.kind=tornado
                workload.load=0.02 workload.kind=outcast
                workload.load=0.02 workload.kind=hot-spot workload.hotNodes=3,17
                """)
            .map(model -> new Forecasted(0.75, 1.25, model));
    final Stream<Forecasted> full =
        any.set("workload.load=saturated")
            .each(
                """
                workload.kind=uniform
                workload.kind=permutation
                workload.kind=neighbours workload.ports=a,b+,b-,c
                workload.kind=neighbours workload.ports=a,b+,b-,c machine.generation=tofu
                workload.kind=neighbours workload.ports=c,b+,c
                workload.kind=neighbours workload.messageBytes=100000
                """)
            .map(model -> new Forecasted(0.5, 1.5, model));
    final Case allToAll = any.set("workload.kind=all-to-all workload.order=random run.end=drained");
    return Stream.of(
            open,
            full,
            Stream.of(new Forecasted(0.6, 2, allToAll)),
            MachineCases.jobs(0.5, 2, machine))
        .flatMap(cases -> cases);
  }
}
