package io.hopwright.models.extoll;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Cases of EXTOLL with hosts in between, random accesses, and the assignment of accelerators. */
final class BetweenCases {
  private static final long PICOSECONDS = 79;

  /**
   * Cases picked by hand: each transport by threads and by traffic, accesses each way, few
   * accelerators.
   */
  static final String PICKED =
      """
      naa.transport=staged workload.kind=ping-pong workload.messageBytes=40000 workload.notifiedEnds=requester workload.messages=3
      naa.transport=p2p workload.kind=ping-pong workload.operation=get workload.messageBytes=3000 workload.messages=3
      host.bridge=infiniband workload.kind=ping-pong workload.source=6 workload.target=7 workload.messageBytes=5000 bridge.chunkBytes=1000 workload.messages=2
      workload.kind=access workload.source=6 workload.target=1 workload.operation=store workload.messageBytes=64 workload.messages=50
      workload.kind=assign machine.hosts=3 workload.accelerators=2 workload.messages=2 workload.holdTicks=1000 run.gridTicks=100000
      naa.transport=staged workload.transport=rma workload.kind=all-to-all workload.messageBytes=900 staging.chunkBytes=500 staging.chunkTicks=300
      naa.transport=p2p workload.transport=rma workload.kind=all-to-all workload.order=random workload.messageBytes=3000 p2p.readMegabytesPerSecond=0 naa.pcie=gen2x8
      naa.transport=staged workload.kind=stream workload.target=6 workload.messageBytes=20000 workload.outstanding=3 staging.chunkTicks=700 run.end=ticks
      host.bridge=infiniband workload.kind=stream workload.source=6 workload.target=2 workload.threads=3 workload.messageBytes=70000 run.end=ticks
      host.bridge=infiniband workload.kind=stream workload.source=2 workload.target=7 workload.messageBytes=3000 bridge.chunkTicks=1 run.end=ticks
      workload.kind=access workload.source=7 workload.target=4 workload.operation=load workload.messageBytes=40 workload.messages=30 workload.enumerated=false
      workload.kind=access workload.source=7 workload.target=4 workload.operation=load workload.messageBytes=1 workload.messages=30 workload.addresses=outside workload.enumerated=false
      workload.kind=access workload.source=6 workload.target=0 workload.operation=store workload.messageBytes=9 workload.messages=90 workload.addresses=outside host.posted=2
      workload.kind=access workload.source=5 workload.target=7 workload.operation=store workload.messageBytes=64 workload.messages=90 host.posted=3
      workload.kind=assign machine.hosts=3 machine.gatewayStep=1 workload.accelerators=6 workload.messages=3 workload.holdTicks=0 run.gridTicks=100000
      """;

  private static final Case MACHINE =
      Case.of(new Extoll())
          .set("machine.shape=3x2x1 machine.hosts=2 machine.gatewayStep=2 partition.shape=2x2x1")
          .set("run.ticks=200000 run.gridTicks=5000");

  private BetweenCases() {}

  /** Returns the cases picked by hand. */
  static List<Case> picked() {
    return MACHINE.drained().each(PICKED).toList();
  }

  /** Returns the case of a seed. */
  static Case random(long seed) {
    final Random random = new Random(seed);
    final Case any = timed(MACHINE.with("seed", seed), random);
    return switch (random.nextInt(6)) {
      case 0, 1 -> jobs(any, seed, random);
      case 2 -> pair(any, random);
      case 3 -> traffic(any, random);
      case 4 -> access(any, random);
      default -> assign(any, random);
    };
  }

  private static Case timed(Case machine, Random random) {
    return ExtollCases.withDeviceTimes(
            machine.with("machine.nic", oneOf(random, "tourmalet", "fpga")), random)
        .with("router.vcBytes", oneOf(random, 496L, 4_096L))
        .with("unit.bufferBytes", oneOf(random, 496L, 1_000L, 4_096L))
        .with("link.bitErrorRate", oneOf(random, 0.0, 0.0, 1e-5));
  }

  private static Case between(Case machine, String how, Random random) {
    return switch (how) {
      case "infiniband" ->
          machine
              .with("host.bridge", how)
              .with("bridge.chunkBytes", oneOf(random, 65_536L, random.nextLong(496, 5_000)))
              .with("bridge.chunkTicks", oneOf(random, 5_040L, random.nextLong(1, 3_000)))
              .with("bridge.latencyTicks", oneOf(random, 23_940L, random.nextLong(1, 3_000)))
              .with(
                  "bridge.megabytesPerSecond", oneOf(random, 6_100L, random.nextLong(500, 90_000)));
      case "staged" ->
          machine
              .with("naa.transport", how)
              .with("staging.chunkBytes", oneOf(random, 16_384L, random.nextLong(496, 5_000)))
              .with("staging.chunkTicks", oneOf(random, 29_850L, random.nextLong(1, 3_000)));
      default ->
          machine
              .with("naa.transport", how)
              .with(
                  "p2p.readMegabytesPerSecond",
                  oneOf(random, 800L, 0L, random.nextLong(100, 20_000)))
              .with(
                  "p2p.writeMegabytesPerSecond",
                  oneOf(random, 9_800L, 0L, random.nextLong(100, 20_000)));
    };
  }

  private static String how(Random random) {
    return oneOf(random, "staged", "p2p", "infiniband");
  }

  private static Case jobs(Case machine, long seed, Random random) {
    final String how = how(random);
    final boolean p2p = how.equals("p2p");
    final Host host = new Host(8, 8, 3, List.of(ProgressKind.values()), p2p);
    final RandomPrograms drawn =
        RandomPrograms.of(seed, p2p ? host.with(List.of(Primitive.PUT, Primitive.GET)) : host);
    return drawn
        .on(between(machine, how, random).set("workload.kind=jobs"), PICOSECONDS)
        .with("software.headerBytes", Math.max(1, Math.min(64, drawn.software().headerBytes())))
        .with("software.eagerBytes", oneOf(random, 0L, 0L, 200L, 1_024L))
        .with("software.postTicks", oneOf(random, 0L, 43L, 500L))
        .set("run.end=ticks")
        .with("run.ticks", random.nextLong(1_000, 400_000));
  }

  private static Case ended(Case model, Random random) {
    return model.set("run.end=" + oneOf(random, "drained", "ticks"));
  }

  private static Case pair(Case machine, Random random) {
    final String how = how(random);
    final boolean stream = random.nextBoolean();
    final List<String> operations = new ArrayList<>(List.of("put", "put"));
    if (!how.equals("infiniband")) {
      operations.add("velo");
      operations.addAll(stream ? List.of() : List.of("immediate", "read"));
    }
    if (how.equals("p2p")) {
      operations.add("get");
    }
    final String operation = operations.get(random.nextInt(operations.size()));
    final long source = random.nextLong(8);
    final long most = operation.equals("velo") ? 120 : oneOf(random, 600, 9_000, 70_000);
    final Case pair =
        between(machine, how, random)
            .with("workload.operation", operation, "workload.source", source)
            .with("workload.target", (source + random.nextLong(1, 8)) % 8)
            .with("workload.messageBytes", List.of(random.nextLong(1, most + 1)))
            .with("workload.notifiedEnds", told(random));
    return stream
        ? pair.set("workload.kind=stream")
            .with("workload.threads", random.nextLong(1, 4))
            .with("workload.outstanding", random.nextLong(1, 6))
        : ended(
            pair.set("workload.kind=ping-pong").with("workload.messages", random.nextLong(1, 6)),
            random);
  }

  private static List<String> told(Random random) {
    final List<String> told = new ArrayList<>(List.of("requester", "responder", "completer"));
    told.removeIf(end -> random.nextInt(3) > 0);
    return List.copyOf(told);
  }

  private static Case traffic(Case machine, Random random) {
    final String how = how(random);
    final Case any =
        between(machine, how, random)
            .set("workload.transport=rma")
            .with("workload.operation", how.equals("p2p") ? oneOf(random, "put", "get") : "put")
            .with("workload.outstanding", random.nextLong(1, 6))
            .with(
                "workload.messageBytes",
                oneOf(random, List.of(random.nextLong(1, 2_000)), List.of(496L, 7_000L)))
            .with("workload.notifiedEnds", told(random));
    final String kind = oneOf(random, "uniform", "permutation", "all-to-all", "all-to-all-random");
    final Case of = any.with("workload.kind", kind);
    if (kind.startsWith("all")) {
      return ended(of, random);
    }
    return random.nextBoolean()
        ? of.set("workload.load=saturated")
        : ended(of.with("workload.load", 0.02 + random.nextDouble() / 3), random);
  }

  private static Case access(Case machine, Random random) {
    final boolean down = random.nextInt(3) > 0;
    final long accelerator = random.nextLong(6);
    final long host = 6 + accelerator * 2 / 6;
    return ended(
        machine
            .set("workload.kind=access")
            .with("workload.source", down ? host : accelerator)
            .with("workload.target", down ? accelerator : host)
            .with("workload.operation", down ? oneOf(random, "store", "load") : "store")
            .with("workload.addresses", down ? oneOf(random, "inside", "outside") : "inside")
            .with("workload.enumerated", random.nextInt(3) == 0)
            .with("workload.messages", random.nextLong(1, 200))
            .with("workload.messageBytes", List.of(random.nextLong(1, 65)))
            .with("naa.memoryBytes", 1L << random.nextInt(20, 35))
            .with("naa.registerBytes", 1L << random.nextInt(12, 24)),
        random);
  }

  private static Case assign(Case machine, Random random) {
    return ended(
        machine
            .set("workload.kind=assign machine.gatewayStep=1 run.gridTicks=100000")
            .with("machine.hosts", random.nextLong(2, 5))
            .with("workload.accelerators", random.nextLong(1, 7))
            .with("workload.messages", random.nextLong(1, 4))
            .with("workload.holdTicks", oneOf(random, 0L, 1_000L, 126_000L))
            .with("run.ticks", random.nextLong(1_000, 3_000_000)),
        random);
  }
}
