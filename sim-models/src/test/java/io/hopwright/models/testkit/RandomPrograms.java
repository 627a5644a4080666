package io.hopwright.models.testkit;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.placement.Placement.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Random jobs with random software, for properties of all programs. Most programs end; some wait
 * forever.
 *
 * @param seed that reproduces the jobs, and the random numbers of the machine
 * @param latency of the ideal machine, {@code L}, in ticks
 * @param gap of the ideal machine, {@code g}
 * @param byteGap of the ideal machine, {@code G}
 */
public record RandomPrograms(
    long seed,
    Host host,
    List<TestJob> jobs,
    Software software,
    long latency,
    long gap,
    long byteGap) {
  /** Largest number of operations of all ranks, without those of jobs in the background. */
  public static final int MOST_OPERATIONS = 20_000;

  private static final int MOST_RANKS = 24;
  private static final int MILLION = 1_000_000;

  /**
   * Properties of the machine on which programs run.
   *
   * @param nodes of the machine
   * @param nodesPerUnit of a midplane, a group, …
   * @param mostPerNode ranks on a node
   * @param progress kinds that the machine supports
   * @param get whether its interfaces answer a GET
   * @param oneSided operations of its interfaces beside messages
   */
  public record Host(
      int nodes,
      int nodesPerUnit,
      int mostPerNode,
      List<ProgressKind> progress,
      boolean get,
      List<Primitive> oneSided) {
    /** Creates a host whose interfaces have no operations beside messages. */
    public Host(
        int nodes, int nodesPerUnit, int mostPerNode, List<ProgressKind> progress, boolean get) {
      this(nodes, nodesPerUnit, mostPerNode, progress, get, List.of());
    }

    /** Returns the same host with further operations of its interfaces. */
    public Host with(List<Primitive> primitives) {
      return new Host(nodes, nodesPerUnit, mostPerNode, progress, get, primitives);
    }

    /** Returns the ideal machine with the given number of nodes. */
    public static Host ideal(int nodes) {
      return new Host(nodes, 4, 4, List.of(ProgressKind.HOST, ProgressKind.CALLS), true);
    }
  }

  /** Returns the jobs of a seed. */
  public static RandomPrograms of(long seed, Host host) {
    final Random random = new Random(seed);
    final Software software = software(random, host);
    final boolean stuck = random.nextInt(20) == 0;
    List<TestJob> jobs = jobs(random, host, stuck);
    while (operations(jobs, seed) > MOST_OPERATIONS) {
      jobs = jobs(random, host, stuck);
    }
    return new RandomPrograms(
        seed,
        host,
        jobs,
        software,
        one(random, 1, 3, 100, 1_000),
        one(random, 0, 1, 100, 700),
        one(random, 0, 1, 41, 3_000));
  }

  /** Returns the jobs on their nodes. */
  public List<PlacedJob> placed() {
    final int[] unitOfNode = new int[host.nodes];
    Arrays.setAll(unitOfNode, node -> node / host.nodesPerUnit);
    return TestJob.place(jobs, unitOfNode, seed);
  }

  /** Returns a machine that runs these jobs with their software; a tick has the given ps. */
  public Case on(Case machine, long picosecondsPerTick) {
    Case model =
        machine.with(
            "seed",
            seed,
            "software.sendTicks",
            software.sendTicks(),
            "software.recvTicks",
            software.recvTicks(),
            "software.byteTicks",
            software.byteTicks(),
            "software.copyTicks",
            software.copyTicks(),
            "software.localTicks",
            software.localTicks(),
            "software.localByteTicks",
            software.localByteTicks(),
            "software.reduceTicks",
            software.reduceTicks(),
            "software.eagerBytes",
            software.eagerBytes(),
            "software.headerBytes",
            software.headerBytes(),
            "software.matchTicks",
            software.matchTicks(),
            "software.progress",
            word(software.progress()),
            "software.rendezvous",
            software.get() ? "get" : "put");
    for (int number = 0; number < jobs.size(); number++) {
      model = jobs.get(number).on(model, "job" + number, picosecondsPerTick);
    }
    return model;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether a job continues until the others have ended. */
  public boolean hasBackground() {
    return jobs.stream().anyMatch(TestJob::background);
  }

  @SafeVarargs
  private static <T> T one(Random random, T... of) {
    return of[random.nextInt(of.length)];
  }

  private static Software software(Random random, Host host) {
    return new Software(
        one(random, 0L, 0L, 1L, 40L, 500L),
        one(random, 0L, 0L, 1L, 40L, 500L),
        one(random, 0L, 0L, 358L, 20_000L),
        one(random, 0L, 1L, 358L, 20_000L),
        one(random, 1L, 2L, 175L),
        one(random, 0L, 358L, 9_000L),
        one(random, 0L, 64L, 9_000L),
        one(random, 0L, 16L, 100L, 1_000L, 100_000L),
        one(random, 0, 0, 16, 300),
        one(random, 0L, 0L, 1L, 30L),
        host.progress.get(random.nextInt(host.progress.size())),
        host.get && random.nextBoolean(),
        0,
        0);
  }

  private static List<TestJob> jobs(Random random, Host host, boolean stuck) {
    final List<TestJob> jobs = new ArrayList<>();
    final int wanted = one(random, 1, 1, 2, 3);
    int free = host.nodes;
    for (int number = 0; number < wanted && free > 0; number++) {
      final int perNode = 1 + random.nextInt(host.mostPerNode);
      final int ranks = 1 + random.nextInt(Math.min(MOST_RANKS, free * perNode));
      free -= (ranks + perNode - 1) / perNode;
      final boolean background = number > 0 && random.nextInt(3) == 0;
      final boolean endless = background && random.nextBoolean();
      final boolean computesAsWritten = endless || random.nextBoolean();
      jobs.add(
          new TestJob(
              new RandomPhases(random, ranks, host.oneSided)
                  .program(1 + random.nextInt(6), endless, stuck && number == 0),
              ranks,
              perNode,
              number == 0
                  ? one(random, Order.values())
                  : one(random, Order.CONTIGUOUS, Order.RANDOM, Order.ROUND_ROBIN),
              one(random, 0, 0, 1, 17, 3_000),
              background,
              1 + random.nextInt(3),
              computesAsWritten ? MILLION : one(random, 1, 333_333, 2_500_001),
              one(random, 0, 0, 1, 250_000, MILLION)));
    }
    return jobs;
  }

  private static long operations(List<TestJob> jobs, long seed) {
    long operations = 0;
    for (int number = 0; number < jobs.size(); number++) {
      final TestJob job = jobs.get(number);
      final BoundProgram bound = job.bound(number, seed);
      final long[] state = new long[bound.stride()];
      final Operation operation = new Operation();
      for (int rank = 0; rank < job.ranks(); rank++) {
        bound.start(state, 0, rank);
        long ofRank = 0;
        do {
          bound.next(state, 0, operation);
          ofRank++;
        } while (operation.kind() != Operation.Kind.END && ofRank < MOST_OPERATIONS);
        operations += bound.program().isEndless() ? 0 : job.repeat() * ofRank;
      }
    }
    return operations;
  }

  /** Returns everything that helps to find the cause of a failure. */
  @Override
  public String toString() {
    final StringBuilder text = new StringBuilder("seed " + seed + " on " + host + "\n" + software);
    text.append("\nL=" + latency + " g=" + gap + " G=" + byteGap + "\n");
    for (int number = 0; number < jobs.size(); number++) {
      final TestJob job = jobs.get(number);
      text.append("job" + number + ": " + job.ranks() + " ranks, " + job.ranksPerNode());
      text.append(" per node, " + job.order() + ", from " + job.startTick() + ", ");
      text.append(job.repeat() + " times, scale " + job.scaleMillionths() + ", noise ");
      text.append(job.noiseMillionths() + (job.background() ? ", in the background" : "") + "\n");
      text.append(job.text().indent(2));
    }
    return text.toString();
  }
}
