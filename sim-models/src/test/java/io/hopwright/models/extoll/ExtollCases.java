package io.hopwright.models.extoll;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.contract.MachineCases;
import io.hopwright.models.run.Machine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomPatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Cases of EXTOLL: small tori with hosts, both NICs, every workload of links and size of buffer.
 */
public final class ExtollCases implements MachineCases {
  private static final String RUNS =
      """
      workload.load=0.6 run.warmupTicks=20000 run.followTicks=200000
      workload.load=saturated workload.units=3 router.vcBytes=496 unit.bufferBytes=496
      workload.load=0.4 workload.messageBytes=1,700,3000 machine.pairLinks=double run.end=drained
      machine.nic=fpga workload.load=0.5 workload.units=2 run.end=drained
      workload.load=0.3 link.bitErrorRate=0.00003 run.warmupTicks=20000 run.followTicks=200000
      workload.kind=all-to-all workload.messageBytes=1500 run.end=drained
      workload.kind=all-to-all workload.order=random workload.units=2 run.end=drained
      workload.kind=incast workload.load=0.1 run.end=drained
      workload.kind=permutation workload.load=saturated run.end=packets run.packets=2000
      workload.load=0.2 link.hopTicks=100 link.creditTicks=31 unit.injectionTicks=1 unit.ejectionTicks=2 run.end=drained
      workload.transport=rma workload.load=0.2 workload.messageBytes=700 run.end=drained
      workload.transport=rma workload.load=saturated workload.messageBytes=496,3000 workload.outstanding=3
      workload.transport=rma workload.kind=all-to-all workload.messageBytes=100 machine.nic=fpga run.end=drained
      workload.transport=rma workload.kind=all-to-all workload.order=random workload.operation=get workload.messageBytes=1000 router.vcBytes=496 unit.bufferBytes=496 run.end=drained
      workload.kind=ping-pong workload.source=24 workload.target=25 workload.operation=velo workload.messageBytes=60 run.end=drained
      workload.kind=ping-pong workload.source=3 workload.target=20 workload.operation=get workload.messageBytes=2000 run.end=drained
      workload.kind=ping-pong workload.source=7 workload.target=24 workload.operation=interrupt run.end=drained
      workload.kind=stream workload.source=24 workload.target=5 workload.operation=store workload.threads=3 workload.messageBytes=200
      workload.kind=enumerate run.end=drained run.gridTicks=100000
      """;

  /**
   * Settings with hosts between the network and accelerators or cluster nodes; two for each
   * contract test.
   */
  private static final String PATHS =
      """
      naa.transport=staged workload.transport=rma workload.load=0.2 workload.messageBytes=700 staging.chunkBytes=496 staging.chunkTicks=900 run.end=drained
      host.bridge=infiniband workload.kind=stream workload.source=24 workload.target=3 workload.messageBytes=9000 bridge.chunkBytes=2000 workload.outstanding=2
      workload.kind=access workload.source=24 workload.target=2 workload.operation=load workload.messageBytes=60 workload.messages=40 workload.enumerated=false run.end=drained
      """;

  /** Settings of single nodes with threads, and their PCIe links. */
  private static final String UNITS =
      """
      workload.transport=rma workload.load=saturated workload.messageBytes=1,300,5000 unit.bufferBytes=496
      workload.transport=rma workload.load=0.4 workload.notifiedEnds=completer,responder rma.packets=2
      workload.transport=rma workload.operation=get workload.load=saturated workload.messageBytes=3000 unit.bufferBytes=496 router.vcBytes=496
      workload.transport=rma workload.operation=get workload.load=0.1 workload.messageBytes=700 run.end=drained
      workload.transport=rma workload.kind=permutation workload.load=saturated workload.messageBytes=20000
      workload.transport=rma workload.kind=incast workload.target=5 workload.load=saturated router.vcBytes=496
      workload.transport=rma workload.kind=all-to-all workload.order=random workload.messageBytes=1000 machine.nic=fpga run.end=drained
      workload.transport=rma workload.load=0.3 link.bitErrorRate=0.0001 pcie.latencyTicks=1 unit.gapTicks=3000
      workload.kind=ping-pong workload.operation=put workload.messageBytes=5000 workload.notifiedEnds=requester
      workload.kind=ping-pong workload.operation=velo workload.messageBytes=120 workload.source=33 workload.target=0
      workload.kind=ping-pong workload.operation=immediate workload.source=32 workload.target=33 machine.nic=fpga
      workload.kind=ping-pong workload.operation=get workload.messageBytes=497 workload.notifiedEnds=responder run.end=drained
      workload.kind=ping-pong workload.operation=read workload.target=32 host.pcie=gen2x8 run.end=drained
      workload.kind=ping-pong workload.operation=load workload.source=32 workload.target=3 workload.messageBytes=64
      workload.kind=ping-pong workload.operation=load workload.source=20 workload.target=33 workload.messageBytes=1
      workload.kind=ping-pong workload.operation=interrupt workload.source=17 workload.target=33 run.end=drained run.ticks=600000
      workload.kind=stream workload.operation=put workload.messageBytes=100000 workload.threads=2
      workload.kind=stream workload.operation=put workload.messageBytes=8 workload.threads=7 workload.outstanding=1
      workload.kind=stream workload.operation=get workload.messageBytes=3000 workload.source=2 workload.target=33
      workload.kind=stream workload.operation=get workload.threads=3 rma.packets=5 naa.pcie=gen3x8
      workload.kind=stream workload.operation=velo workload.threads=5 workload.messageBytes=100 host.posted=3
      workload.kind=stream workload.operation=store workload.source=32 workload.target=9 workload.threads=4 workload.messageBytes=1000
      workload.kind=stream workload.operation=store workload.source=1 workload.target=32 workload.messageBytes=7 host.posted=2 machine.nic=fpga
      workload.kind=stream workload.operation=load workload.source=33 workload.target=31 workload.threads=32 smfu.tags=5 workload.messageBytes=48
      workload.transport=rma workload.load=0.0001 run.ticks=2000 run.end=drained
      workload.kind=enumerate machine.shape=2x1x1
      workload.kind=enumerate config.pollTicks=1 config.accessTicks=20000
      workload.kind=enumerate machine.nic=fpga machine.shape=3x1x1 machine.hosts=2 machine.gatewayStep=1 run.end=drained
      workload.kind=enumerate machine.shape=2x1x1 naa.barBits=64,32,32 naa.furtherBarBytes=65536 naa.msiVectors=4 run.end=drained
      workload.transport=rma workload.kind=all-to-all workload.messageBytes=600 workload.interruptAtEnd=true run.end=drained
      """;

  /** Settings of the first of two jobs and of its machine. */
  private static final String JOBS =
      """
      jobs.a.program=halo-3d jobs.a.ranks=27 jobs.a.ranksPerNode=2 jobs.a.place=random jobs.a.args.steps=1 jobs.a.args.every=1 jobs.a.args.bytes=9000
      jobs.a.program=alltoall jobs.a.ranks=9 jobs.a.place=round-robin jobs.a.args.steps=2 jobs.a.args.bytes=300 software.progress=host jobs.a.compute.noise=0.5 link.bitErrorRate=0.00001
      jobs.a.program=fft-3d jobs.a.ranks=4 jobs.a.place=blocks jobs.a.args.points=8 software.eagerBytes=16 jobs.a.repeat=2 unit.bufferBytes=496 router.vcBytes=496
      jobs.a.program=incast jobs.a.ranks=12 jobs.a.args.steps=1 jobs.a.args.bytes=30000 software.progress=offload software.headerBytes=64 machine.nic=fpga host.posted=1 rma.packets=2
      """;

  private static final List<String> PING_PONGS =
      List.of("put", "velo", "immediate", "get", "read", "load", "interrupt");
  private static final List<String> STREAMS = List.of("put", "velo", "get", "store", "load");

  private static final String PICKED =
      """
      machine.shape=2x1x1 machine.hosts=0 workload.load=saturated
      machine.shape=2x1x1 machine.pairLinks=double workload.load=saturated workload.units=3
      machine.shape=2x2x2 workload.load=saturated workload.units=3 router.vcBytes=512
      machine.shape=2x2x2 machine.pairLinks=double workload.load=saturated workload.units=2
      machine.shape=5x1x1 workload.load=saturated router.vcBytes=496
      machine.shape=4x4x1 workload.load=saturated workload.units=3 router.vcBytes=1000
      machine.shape=1x3x6 workload.load=0.9 workload.messageBytes=5000 machine.gatewayStep=3 machine.hosts=4
      machine.nic=fpga workload.load=0.9 workload.messageBytes=16,17,496,497
      machine.nic=fpga workload.load=saturated link.bitErrorRate=0.0002
      workload.load=saturated link.bitErrorRate=0.001
      workload.load=0.2 link.bitErrorRate=0.0001 run.end=drained
      workload.kind=permutation workload.load=0.7 workload.units=2
      workload.kind=incast workload.target=31 workload.load=saturated
      workload.kind=incast workload.load=0.3
      workload.kind=tornado workload.load=0.3
      workload.kind=neighbours workload.load=0.3
      workload.kind=shift workload.shiftY=1 workload.load=saturated
      workload.kind=bit-reverse workload.load=0.2
      workload.kind=hot-spot workload.hotNodes=3,17 workload.load=0.1
      workload.kind=outcast workload.source=4 workload.load=0.5
      workload.kind=rotations workload.streams=2 run.end=drained
      workload.kind=all-to-all workload.units=3 run.end=drained
      workload.kind=all-to-all workload.order=random workload.messageBytes=1,2000 run.end=drained
      workload.load=0.5 run.warmupTicks=30000 run.followTicks=20000
      workload.load=0.9 workload.units=3 run.end=packets run.packets=3000
      workload.load=saturated link.hopTicks=1 link.creditTicks=3000 unit.bufferBytes=1000
      """;

  private final Case machine =
      Case.of(new Extoll())
          .set("machine.shape=4x2x3 partition.shape=2x2x3 run.ticks=100000 run.gridTicks=10000");

  @Override
  public Machine machine() {
    return machine.machine();
  }

  @Override
  public Stream<Case> runs() {
    return Stream.of(
            machine.each(RUNS), machine.each(PATHS), jobs(machine).limit(2), Stream.of(idle()))
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

  @Override
  public List<String> cuts() {
    return List.of(
        "partition.shape=32x32x32",
        "partition.shape=2x2x3",
        "partition.shape=4x1x2",
        "partition.shape=1x1x1");
  }

  @Override
  public String fewCuts() {
    return "partition.shape=2x2x3";
  }

  @Override
  public String allTables() {
    return "statistics.links=link,direction,dimension,whole statistics.pairs=true"
        + " statistics.ranks=true statistics.matrix=true statistics.timeline=true"
        + " statistics.criticalPath=true";
  }

  @Override
  public Case busy() {
    return machine.set("partition.shape=2x1x3 workload.load=0.5");
  }

  @Override
  public Case idle() {
    return machine.set("workload.load=0.001 run.ticks=300000 run.followTicks=200000");
  }

  @Override
  public Map<String, Case> goldens() {
    return Map.of(
        "f16f34ba1bf6b74b",
        machine.set("workload.load=saturated workload.units=3"),
        "0c9d374375a8d561",
        machine.set("machine.nic=fpga workload.load=0.4 link.bitErrorRate=0.0001 run.end=drained"),
        "c3546bbc18da1726",
        machine.set("workload.transport=rma workload.load=0.3 workload.messageBytes=2000"),
        "befad3b7d1f35bbd",
        machine.set("workload.kind=enumerate run.end=drained run.gridTicks=100000"),
        "2581a07353ecc906",
        machine
            .set("workload.kind=jobs jobs.a.program=halo-3d jobs.a.ranks=27 jobs.a.ranksPerNode=2")
            .set("jobs.a.place=random jobs.a.args.steps=2 jobs.a.args.bytes=9000"));
  }

  @Override
  public Stream<Case> picked(boolean large) {
    final Case any = machine.set("machine.shape=4x2x4").ticks(large ? 300_000 : 60_000);
    return Stream.concat(any.each(PICKED + UNITS), jobs(any));
  }

  @Override
  public Case random(long seed) {
    final Random random = new Random(seed);
    final Case any =
        machine
            .with("seed", random.nextLong())
            .set("machine.shape=" + oneOf(random, "4x2x2", "2x1x1", "3x3x2", "5x1x2", "2x2x1"))
            .with("machine.nic", oneOf(random, "tourmalet", "tourmalet", "fpga"))
            .with("machine.pairLinks", oneOf(random, "single", "double"))
            .with("partition.shape", List.of(2, 1, 2))
            .with("run.ticks", random.nextLong(20_000, 100_000))
            .with("router.vcBytes", bytes(random))
            .with("unit.bufferBytes", bytes(random))
            .with("link.bitErrorRate", oneOf(random, 0.0, 0.0, 1e-6, 1e-4, 1e-3));
    final Case timed = withTimes(any, random);
    return random.nextBoolean()
        ? withWorkload(timed, random)
        : withUnits(withDevices(timed, random), random);
  }

  private static Case withTimes(Case any, Random random) {
    Case changed = any;
    for (String key :
        List.of("link.hopTicks", "link.creditTicks", "unit.injectionTicks", "unit.ejectionTicks")) {
      if (random.nextInt(3) == 0) {
        changed = changed.with(key, random.nextLong(1, 3_000));
      }
    }
    return changed;
  }

  private static long bytes(Random random) {
    return random.nextBoolean() ? 4_096 : random.nextLong(496, 2_000);
  }

  private static Case withWorkload(Case any, Random random) {
    final String kind =
        oneOf(random, "uniform", "uniform", "all-to-all", "all-to-all-random", "permutation");
    final Case sized =
        any.with("workload.kind", kind)
            .with("workload.units", random.nextLong(1, 4))
            .with(
                "workload.messageBytes",
                random.nextBoolean()
                    ? List.of(random.nextLong(1, 2_000))
                    : List.of(496L, random.nextLong(1, 5_000)));
    if (kind.startsWith("all")) {
      return sized.set("run.end=" + oneOf(random, "drained", "ticks"));
    }
    final Case loaded =
        switch (random.nextInt(3)) {
          case 0 -> sized.set("workload.load=saturated");
          case 1 -> sized.with("workload.load", 0.05 + random.nextDouble());
          default -> sized.with("workload.load", 0.05 + random.nextDouble() / 2).drained();
        };
    final List<Long> shape = any.settings().integers("machine.shape");
    return random.nextBoolean()
        ? loaded
        : RandomPatterns.of(loaded, shape.stream().reduce(1L, Math::multiplyExact), shape, random);
  }

  /** Adds random devices and notifications. */
  private static Case withDevices(Case any, Random random) {
    final Case changed = withDeviceTimes(any, random);
    final List<String> told = new ArrayList<>(List.of("requester", "responder", "completer"));
    told.removeIf(end -> random.nextInt(3) > 0);
    return told.isEmpty() ? changed : changed.with("workload.notifiedEnds", List.copyOf(told));
  }

  /** Adds devices with random times, links and limits. */
  public static Case withDeviceTimes(Case any, Random random) {
    Case changed = any;
    for (String key :
        List.of(
            "unit.engineTicks",
            "unit.gapTicks",
            "pcie.latencyTicks",
            "host.memoryTicks",
            "naa.memoryTicks",
            "registerFile.ticks",
            "host.sendTicks",
            "host.lineTicks",
            "host.pollTicks",
            "host.interruptTicks",
            "config.pollTicks",
            "config.accessTicks")) {
      if (random.nextInt(4) == 0) {
        changed = changed.with(key, random.nextLong(1, random.nextBoolean() ? 50 : 6_000));
      }
    }
    for (String key : List.of("host.posted", "rma.packets", "smfu.tags")) {
      if (random.nextBoolean()) {
        changed = changed.with(key, random.nextLong(1, 6));
      }
    }
    for (String key : List.of("host.pcie", "naa.pcie")) {
      if (random.nextBoolean()) {
        changed = changed.with(key, oneOf(random, "gen2x8", "gen2x16", "gen3x8", "gen3x16"));
      }
    }
    return changed;
  }

  private static Case withUnits(Case any, Random random) {
    return switch (random.nextInt(7)) {
      case 0, 1 -> withPair(any, "ping-pong", PING_PONGS, random);
      case 2, 3 -> withPair(any, "stream", STREAMS, random);
      case 4 -> any.set("workload.kind=enumerate run.end=" + oneOf(random, "drained", "ticks"));
      default ->
          withWorkload(any, random)
              .with("workload.transport", "rma", "workload.units", 1)
              .with("workload.outstanding", random.nextLong(1, 6));
    };
  }

  /**
   * Returns a case with two nodes, one of which is a host of the other where the operation requires
   * this.
   */
  private static Case withPair(Case any, String kind, List<String> operations, Random random) {
    final String operation = operations.get(random.nextInt(operations.size()));
    final List<?> shape = (List<?>) any.values().get("machine.shape");
    final long accelerators =
        shape.stream().mapToLong(extent -> (Long) extent).reduce(1, Math::multiplyExact);
    final long hosts = random.nextLong(1, 3);
    final long own = random.nextLong(accelerators);
    final long host = accelerators + own * hosts / accelerators;
    final boolean belong = List.of("store", "load", "interrupt").contains(operation);
    final boolean down = !operation.equals("interrupt") && random.nextBoolean();
    final long source = belong ? (down ? host : own) : random.nextLong(accelerators + hosts);
    final long other = (source + random.nextLong(1, accelerators + hosts)) % (accelerators + hosts);
    final long most =
        switch (operation) {
          case "velo" -> 120;
          case "load" -> 64;
          default -> random.nextBoolean() ? 600 : 5_000;
        };
    final Case pair =
        any.with("machine.hosts", hosts, "machine.gatewayStep", 1)
            .with("machine.firstGateway", random.nextLong(accelerators - hosts + 1))
            .with("workload.kind", kind, "workload.operation", operation)
            .with("workload.source", source)
            .with("workload.target", belong ? (down ? own : host) : other);
    final Case sized =
        List.of("immediate", "read", "interrupt").contains(operation)
            ? pair
            : pair.with("workload.messageBytes", List.of(random.nextLong(1, most + 1)));
    return kind.equals("stream")
        ? sized
            .with("workload.threads", random.nextLong(1, 5))
            .with("workload.outstanding", random.nextLong(1, 6))
        : sized
            .with("workload.messages", random.nextLong(1, 6))
            .set("run.end=" + oneOf(random, "drained", "ticks"));
  }

  @Override
  public List<String> unknown() {
    return List.of("messageLatencyTicks", "acceleratorsReady");
  }

  @Override
  public Map<String, Case> asking() {
    return MachineCases.askingOfFlows(machine, machine);
  }

  @Override
  public Stream<Forecasted> forecasted() {
    final Stream<Case> open =
        machine
            .set("run.ticks=200000")
            .each(
                """
                workload.load=0.3
                workload.load=0.5 machine.nic=fpga run.ticks=1000000
                workload.load=0.2 workload.units=2 run.end=drained
                workload.kind=permutation workload.load=0.2
                workload.kind=permutation workload.load=saturated machine.shape=4x4x4
                """);
    final Case allToAll =
        machine.set(
            "run.ticks=200000 workload.kind=all-to-all workload.messageBytes=20000"
                + " run.end=drained");
    return Stream.of(
            open.map(model -> new Forecasted(0.8, 1.25, model)),
            Stream.of(new Forecasted(0.6, 2, allToAll)),
            MachineCases.jobs(0.5, 2, machine))
        .flatMap(cases -> cases);
  }
}
