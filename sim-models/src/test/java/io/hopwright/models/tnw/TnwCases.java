package io.hopwright.models.tnw;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.contract.MachineCases;
import io.hopwright.models.run.Machine;
import io.hopwright.models.testkit.Case;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Cases of TNW: small tori, all methods of sending, windows, errors and programs. */
public final class TnwCases implements MachineCases {
  private static final List<String> PORTS = List.of("x+", "x-", "y+", "y-", "z+", "z-");
  private static final String ALL_PORTS = "workload.ports=x+,x-,y+,y-,z+,z-";

  private static final String RUNS =
      """
      workload.ports=x+ run.ticks=20000 run.warmupTicks=4000
      workload.load=0.3 workload.messageBytes=300 workload.ports=x+,y- workload.vcs=1,0 run.ticks=30000 run.end=drained link.bitErrorRate=0.00005
      workload.load=0.4 workload.ports=x-,z+ run.ticks=20000 run.warmupTicks=3000 run.followTicks=100000
      host.ideal=true workload.ports=x+,y+,z- workload.vcs=0,3 link.bitErrorRate=0.0001 run.ticks=20000
      host.ideal=true workload.ports=x+,x- link.bitErrorRate=0.0002 link.resend=stream link.windowPackets=5 run.ticks=20000
      host.send=nget workload.messageBytes=1000 workload.ports=x+,x- run.ticks=30000
      host.send=software workload.load=0.5 workload.messageBytes=200 run.ticks=15000 run.end=drained
      host.send=partial workload.messageBytes=500 link.bitErrorRate=0.0001 run.ticks=20000 run.end=packets run.packets=200
      host.kind=flexio workload.messageBytes=400 workload.load=0.4 run.ticks=20000 run.end=drained
      workload.kind=ping-pong workload.messages=3 workload.messageBytes=200 run.end=drained
      workload.kind=lbm app.lx=16 app.ly=2 run.ticks=60000
      workload.messageBytes=100,1000,300 workload.ports=x+,x-,z- workload.vcs=2,0 link.bitErrorRate=0.0001 workload.threadsPer=vc
      workload.messageBytes=128,2000 workload.ports=x-,y+ workload.vcs=0,1 host.send=nget workload.load=0.3 run.end=drained run.followTicks=100000
      """;

  private static final String PICKED =
      """
      workload.creditsAhead=0 run.ticks=60000
      workload.creditsAhead=1 workload.messageBytes=5000 workload.vcs=0,1,2 receive.packets=3
      workload.creditsAheadOfVcs=1,3,2 workload.messageBytes=700 workload.vcs=4,1,2 receive.packets=3
      workload.creditsAheadOfVcs=2,0 workload.messageBytes=128 workload.vcs=0,1 run.ticks=60000
      workload.creditsAheadOfVcs=0,1 workload.threadsPer=vc workload.vcs=5,3 workload.ports=x+,y- workload.messageBytes=300
      receive.packets=1 inject.packets=2
      pput.disorder=0 workload.messageBytes=100000
      pput.disorder=1 workload.messageBytes=1000
      pput.disorder=0.5 workload.messageBytes=129 ALL_PORTS
      pput.disorder=0.5 host.interfaces=1 ALL_PORTS workload.messageBytes=640 link.bitErrorRate=0.0003
      pput.lineTicks=1 host.sendTicks=1 ALL_PORTS workload.messageBytes=3000
      pput.lineTicks=22 host.pollTicks=1 host.creditTicks=1 pcie.ticks=1
      link.windowPackets=1
      link.windowPackets=2 link.bitErrorRate=0.0005
      link.windowPackets=5 host.ideal=true
      link.windowPackets=6 host.ideal=true
      link.windowPackets=255 host.ideal=true link.feedbackTicks=5000 receive.packets=255
      link.checkTicks=141 link.injectTicks=1 link.acceptTicks=1 link.feedbackTicks=1 ALL_PORTS link.bitErrorRate=0.0002
      link.checkTicks=3000 link.bitErrorRate=0.0001 ALL_PORTS host.ideal=true
      link.checkTicks=3000 link.bitErrorRate=0.0001 ALL_PORTS host.ideal=true link.resend=stream
      link.bitErrorRate=0.001 host.ideal=true ALL_PORTS workload.vcs=0,1,2,3,4,5,6,7
      link.bitErrorRate=0.01 host.ideal=true
      link.bitErrorRate=0.001 link.resend=stream workload.messageBytes=2000 workload.vcs=7,2
      host.send=nget workload.messageBytes=128
      host.send=nget workload.messageBytes=513 ALL_PORTS link.bitErrorRate=0.0002
      host.send=nget nget.gapTicks=1 pcie.ticks=3 inject.packets=4 workload.messageBytes=5000
      host.send=nget inject.packets=2 workload.messageBytes=256
      host.send=nget workload.load=0.2 workload.messageBytes=700 workload.vcs=0,4 run.end=drained run.ticks=20000
      host.send=partial workload.load=0.1 run.end=drained run.ticks=20000
      host.kind=flexio ALL_PORTS link.bitErrorRate=0.0002
      host.kind=flexio workload.messageBytes=5000 host.interfaces=2 pput.lineTicks=20 workload.ports=x+,x-,y+
      host.kind=flexio workload.kind=ping-pong workload.messages=5
      host.send=nget workload.kind=ping-pong workload.messages=4 workload.messageBytes=900 run.end=drained
      workload.kind=ping-pong workload.messages=1 run.end=drained
      workload.kind=ping-pong workload.messages=6 workload.messageBytes=700 link.bitErrorRate=0.0005
      machine.shape=2x1x1 workload.kind=ping-pong
      machine.shape=8x1x1 workload.kind=lbm app.lx=8 app.ly=8 app.halo=moving
      machine.shape=4x4x1 workload.kind=lbm app.lx=4 app.ly=6 app.split=xy link.bitErrorRate=0.0001
      machine.shape=2x2x1 workload.kind=lbm app.lx=16 app.ly=1 app.split=xy host.send=nget run.warmupTicks=5000
      machine.shape=3x1x1 workload.kind=lbm app.lx=3 app.ly=3 host.kind=flexio app.computeEfficiency=1
      machine.shape=2x2x2 ALL_PORTS workload.load=0.7 run.warmupTicks=5000 run.followTicks=200000
      machine.shape=1x1x3 workload.ports=z+,z- workload.load=0.9 workload.messageBytes=1000 link.bitErrorRate=0.0001
      workload.creditOrder=swapped workload.messageBytes=500 workload.vcs=0,1 ALL_PORTS
      workload.threadsPer=vc workload.messageBytes=500 workload.vcs=3,0,6 ALL_PORTS link.bitErrorRate=0.0001
      workload.threadsPer=vc workload.creditOrder=swapped workload.creditsAhead=1 workload.messageBytes=1000 workload.vcs=1,2
      workload.threadsPer=vc workload.vcs=0,1,2,3,4,5,6,7 workload.messageBytes=200 workload.creditOrder=swapped ALL_PORTS
      workload.messageBytes=100,3000,513 workload.vcs=2,0,5 ALL_PORTS link.bitErrorRate=0.0001
      workload.messageBytes=128,129 workload.vcs=2,0 workload.ports=x-,z+ workload.threadsPer=vc receive.packets=2
      workload.messageBytes=1,2000 workload.load=0.5 workload.ports=y-,x- host.send=nget run.followTicks=100000
      workload.messageBytes=700,300,128 workload.load=0.3 workload.ports=x-,z- host.kind=flexio run.end=drained
      """
          .replace("ALL_PORTS", ALL_PORTS);

  /** Settings of jobs whose ranks talk to neighbours, and of their machine. */
  private static final String JOBS =
      """
      jobs.a.program=halo-3d jobs.a.ranks=16 jobs.a.args.steps=2 jobs.a.args.bytes=3000 jobs.a.args.every=3 link.bitErrorRate=0.00005
      jobs.a.program=ring jobs.a.ranks=12 jobs.a.ranksPerNode=3 jobs.a.args.steps=4 jobs.a.args.bytes=2000 software.eagerBytes=500 host.eagerPackets=2
      machine.shape=2x1x1 jobs.a.program=alltoall jobs.a.ranks=14 jobs.a.ranksPerNode=7 jobs.a.args.steps=2 jobs.a.args.bytes=1500 software.progress=calls host.send=nget
      machine.shape=2x2x1 jobs.a.program=allreduce jobs.a.ranks=4 jobs.a.args.bytes=5000 jobs.a.args.steps=2 host.kind=flexio receive.packets=3 jobs.a.compute.noise=0.5
      machine.shape=3x1x1 host.send=partial host.eagerPackets=1 jobs.a.program=alltoall jobs.a.ranks=6 jobs.a.ranksPerNode=2 jobs.a.args.steps=1 jobs.a.args.bytes=60 run.end=ticks run.ticks=30000
      machine.shape=2x2x2 host.send=software software.progress=calls software.eagerBytes=100 jobs.a.program=halo-3d jobs.a.ranks=8 jobs.a.args.steps=1 jobs.a.args.bytes=500 jobs.a.repeat=2 inject.packets=4 receive.packets=2
      """;

  private final Case machine =
      Case.of(new Tnw()).set("machine.shape=4x2x2 run.ticks=20000 run.gridTicks=1000");

  @Override
  public Machine machine() {
    return machine.machine();
  }

  @Override
  public Stream<Case> runs() {
    return Stream.concat(machine.each(RUNS), jobs().limit(2));
  }

  private Stream<Case> jobs() {
    return machine
        .set("workload.kind=jobs")
        .each(JOBS)
        .map(run -> run.set("jobs.a.compute.scale=0.01"));
  }

  @Override
  public List<String> cuts() {
    return List.of(
        "partition.shape=4x2x2",
        "partition.shape=2x2x2",
        "partition.shape=3x2x1",
        "partition.shape=1x1x1");
  }

  @Override
  public String fewCuts() {
    return "partition.shape=2x2x2";
  }

  @Override
  public String allTables() {
    return "statistics.links=link,direction,dimension,whole statistics.pairs=true"
        + " statistics.ranks=true statistics.matrix=true statistics.timeline=true"
        + " statistics.criticalPath=true";
  }

  @Override
  public Case busy() {
    return machine.set("partition.shape=2x1x2 workload.load=0.5 " + ALL_PORTS);
  }

  @Override
  public Case idle() {
    return machine.set("workload.load=0.0005 run.ticks=60000 run.followTicks=100000");
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
        "9397196c45b82e94",
        machine.set("workload.messageBytes=1000 link.bitErrorRate=0.00002 " + ALL_PORTS),
        "7a4eb3a198f6cfd9",
        machine.set("host.ideal=true link.bitErrorRate=0.0001 workload.vcs=0,5 " + ALL_PORTS),
        "771aa9bd530ce9e5",
        machine.set("host.send=nget workload.kind=ping-pong workload.messages=4 run.end=drained"),
        "ea297b8807663d6f",
        machine.set("workload.kind=lbm app.lx=8 app.ly=8"),
        "952c34d0e66c2867",
        machine
            .set("workload.kind=jobs link.bitErrorRate=0.00002 jobs.a.program=halo-3d")
            .set("jobs.a.ranks=16 jobs.a.compute.scale=0.01")
            .set("jobs.a.args.steps=2 jobs.a.args.bytes=4000"));
  }

  @Override
  public Stream<Case> picked(boolean large) {
    final Stream<Case> threads = machine.with("run.ticks", large ? 100_000L : 20_000L).each(PICKED);
    return large ? threads : Stream.concat(threads, jobs());
  }

  @Override
  public Case random(long seed) {
    final Random random = new Random(seed);
    final String shape =
        oneOf(random, "4x2x2", "2x1x1", "2x2x1", "3x1x1", "3x3x1", "6x1x1", "2x3x2");
    final String kind = oneOf(random, "neighbours", "neighbours", "neighbours", "ping-pong", "lbm");
    final boolean even = shape.charAt(0) % 2 == 0;
    final Case model =
        machine
            .set("machine.shape=" + shape)
            .with("seed", random.nextLong())
            .with("workload.kind", kind.equals("ping-pong") && !even ? "lbm" : kind)
            .with("run.ticks", random.nextLong(5_000, 40_000))
            .with("partition.shape", List.of(random.nextLong(1, 4), random.nextLong(1, 3), 1L));
    final Case whole = withWorkload(withHost(withLinks(model, random), random), shape, random);
    return withSizes(whole, random);
  }

  private static Case withLinks(Case model, Random random) {
    return model
        .with("link.injectTicks", ticks(random, 1, 40))
        .with("link.checkTicks", ticks(random, 141, 520))
        .with("link.acceptTicks", ticks(random, 1, 40))
        .with("link.feedbackTicks", ticks(random, 1, 244))
        .with("link.windowPackets", random.nextBoolean() ? 16 : random.nextLong(1, 12))
        .with("link.bitErrorRate", oneOf(random, 0.0, 1e-5, 1e-4, 1e-3))
        .with("link.resend", oneOf(random, "drain", "stream"))
        .with("inject.packets", random.nextBoolean() ? 32 : random.nextLong(4, 12))
        .with("receive.packets", random.nextBoolean() ? 32 : random.nextLong(1, 8));
  }

  private static Case withHost(Case model, Random random) {
    final Case host = model.with("host.interfaces", random.nextLong(1, 3));
    if (random.nextInt(4) == 0) {
      return host.with("host.kind", "flexio")
          .with("pcie.ticks", ticks(random, 1, 500))
          .with("pput.lineTicks", ticks(random, 1, 128));
    }
    return host.with("host.send", oneOf(random, "hardware", "software", "partial", "nget"))
        .with("pcie.ticks", ticks(random, 1, 200))
        .with("pput.lineTicks", ticks(random, 1, 77))
        .with("host.sendTicks", ticks(random, 1, 300))
        .with("host.pollTicks", ticks(random, 1, 255))
        .with("host.creditTicks", ticks(random, 1, 100))
        .with("nget.gapTicks", ticks(random, 1, 163))
        .with("pput.disorder", random.nextInt(3) == 0 ? 0.0 : random.nextDouble());
  }

  private static Case withWorkload(Case model, String shape, Random random) {
    final List<String> ports = new ArrayList<>();
    final List<String> vcs = new ArrayList<>();
    for (int port = 0; port < PORTS.size(); port++) {
      if (shape.charAt(port / 2 * 2) != '1' && (ports.isEmpty() || random.nextBoolean())) {
        ports.add(PORTS.get(port));
      }
    }
    for (int vc = 0; vc < 8; vc++) {
      vcs.add(String.valueOf(vc));
    }
    Collections.shuffle(vcs, random);
    final Case any =
        model
            .with("workload.ports", ports)
            .with("workload.vcs", List.copyOf(vcs.subList(0, random.nextInt(1, 4))))
            .with(
                "workload.messageBytes",
                List.of(random.nextLong(1, random.nextBoolean() ? 200 : 3_000)))
            .with("workload.creditsAhead", random.nextLong(1, 6))
            .with("workload.messages", random.nextLong(1, 6))
            .with("app.lx", random.nextLong(1, 20), "app.ly", random.nextLong(1, 5));
    if (!any.values().get("workload.kind").equals("neighbours")) {
      return any;
    }
    final Case credited =
        random.nextInt(3) == 0 ? any.with("workload.creditsAheadOfVcs", credits(any, random)) : any;
    final Case ordered = credited.with("workload.creditOrder", oneOf(random, "sends", "swapped"));
    final boolean dma =
        any.settings().word("host.kind").equals("flexio")
            || any.settings().word("host.send").equals("nget");
    return switch (random.nextInt(4)) {
      case 0 -> credited.with("host.ideal", true);
      case 1 -> ordered.with("workload.threadsPer", dma ? "port" : oneOf(random, "port", "vc"));
      case 2 -> credited.with("workload.load", 0.05 + 0.9 * random.nextDouble());
      default ->
          credited
              .with("workload.load", 0.05 + 0.3 * random.nextDouble())
              .with("run.end", "drained", "run.ticks", random.nextLong(3_000, 15_000));
    };
  }

  /** Returns random credits for each VC. */
  private static List<Long> credits(Case model, Random random) {
    return model.settings().words("workload.vcs").stream()
        .map(vc -> random.nextLong(1, 6))
        .toList();
  }

  /** Gives some cases further sizes of messages, where the machine allows them. */
  private static Case withSizes(Case model, Random random) {
    final boolean may =
        model.settings().word("workload.kind").equals("neighbours")
            && !model.settings().flag("host.ideal")
            && model.settings().word("workload.creditOrder").equals("sends");
    if (!may || random.nextBoolean()) {
      return model;
    }
    final List<Long> sizes = new ArrayList<>(model.settings().integers("workload.messageBytes"));
    for (int more = random.nextInt(1, 4); more > 0; more--) {
      sizes.add(random.nextLong(1, 3_000));
    }
    return model.with("workload.messageBytes", sizes);
  }

  private static long ticks(Random random, long least, long usual) {
    return random.nextInt(3) == 0 ? random.nextLong(least, 2 * usual) : usual;
  }

  @Override
  public List<String> unknown() {
    return List.of("messageLatencyTicks");
  }

  @Override
  public Map<String, Case> asking() {
    final Case jobs =
        machine.set("machine.shape=4x1x1 workload.kind=jobs jobs.a.program=ring jobs.a.ranks=4");
    return MachineCases.askingOfFlows(machine, jobs);
  }

  @Override
  public Stream<Forecasted> forecasted() {
    final Case jobs =
        machine
            .set("workload.kind=jobs jobs.a.program=halo-3d jobs.a.ranks=16")
            .set("jobs.a.compute.scale=0.01 jobs.a.args.steps=2 jobs.a.args.bytes=3000");
    final Stream<Case> threads =
        machine
            .set("run.ticks=200000")
            .each(
                """
                workload.load=0.2
                workload.messageBytes=100000
                workload.messageBytes=50,2000,3000 workload.load=0.2
                host.ideal=true
                host.send=nget workload.messageBytes=100000
                host.send=nget workload.messageBytes=100000,300000
                host.kind=flexio workload.messageBytes=100000
                """);
    return Stream.concat(
        threads.map(model -> new Forecasted(0.8, 1.2, model)),
        Stream.of(new Forecasted(0.5, 2, jobs)));
  }
}
