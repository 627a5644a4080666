package io.hopwright.runner.fake;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.Window;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.program.Capabilities;
import io.hopwright.models.program.placement.Placement;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.JobForecast;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.standstill.RankWait;
import io.hopwright.models.standstill.RankWait.Request;
import io.hopwright.models.standstill.Waiting;
import io.hopwright.models.tables.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A network in which one packet crosses one link in every tick and partition. */
final class FakeNetwork implements Network<FakeNetwork.TickCounter> {
  /** Behaviour of the partitions. */
  enum Kind {
    NORMAL,
    STALL,
    RANKS,
    FAIL,
    MEMORY
  }

  static final Key<int[]> SHAPE =
      Key.shape("machine.shape", 3, 3, List.of(2, 2, 2), 64)
          .meaning("extents")
          .source(FakeMachine.NOWHERE);
  static final Key<Integer> COUNT =
      Key.integer("partition.count", 2, 1, 16).meaning("partitions").source(FakeMachine.NOWHERE);
  static final Key<Double> SHARE =
      Key.number("router.slqFraction", 0, 0, 1).meaning("share").source(FakeMachine.NOWHERE);
  static final Key<Kind> KIND =
      Key.choice(
              "workload.kind",
              Kind.NORMAL,
              List.of(
                  new Choice<>(Kind.NORMAL, "normal", "they count ticks"),
                  new Choice<>(Kind.STALL, "stall", "they wait forever"),
                  new Choice<>(Kind.RANKS, "ranks", "their ranks wait for each other"),
                  new Choice<>(Kind.FAIL, "fail", "they break an invariant"),
                  new Choice<>(Kind.MEMORY, "memory", "they run out of memory")))
          .meaning("what the partitions do")
          .source(FakeMachine.NOWHERE);

  private final Settings settings;
  private final RunPlan run;
  private final Runnable building;
  private final Runnable simulating;
  private final List<PlacedJob> jobs;

  FakeNetwork(Settings settings, RunPlan run, Runnable building, Runnable simulating) {
    this.settings = settings;
    this.run = run;
    this.building = building;
    this.simulating = simulating;
    final int nodes = (int) nodes();
    jobs =
        JobKeys.read(
            settings,
            Placement.Nodes.of(new int[nodes]),
            4,
            tickRate(),
            Capabilities.of("the fake machine"));
  }

  @Override
  public String machine() {
    return "fake";
  }

  @Override
  public List<Long> shape() {
    return IntStream.of(settings.get(SHAPE)).asLongStream().boxed().toList();
  }

  @Override
  public long nodes() {
    return shape().stream().reduce(1L, Math::multiplyExact);
  }

  @Override
  public long nodes(int partition) {
    return nodes() / partitions();
  }

  @Override
  public long[] links(int partition) {
    return new long[0];
  }

  @Override
  public int[] position(int partition) {
    return new int[] {partition};
  }

  @Override
  public TickRate tickRate() {
    return new TickRate(1_000_000, 1);
  }

  @Override
  public long lookaheadTicks() {
    return 18;
  }

  @Override
  public RunPlan run() {
    return run;
  }

  @Override
  public Long packetsUntilDrained() {
    return null;
  }

  @Override
  public Forecast forecast() {
    final double ticks = (double) run.earliestTick();
    return new Forecast(ticks, ticks * partitions(), 1, 0, 100, 0);
  }

  @Override
  public JobForecast jobs() {
    return PlacedJob.forecast(jobs);
  }

  @Override
  public int partitions() {
    return settings.get(COUNT);
  }

  @Override
  public int[] neighbours(int partition) {
    return new int[0];
  }

  @Override
  public TickCounter build(int partition) {
    building.run();
    return new TickCounter(settings.get(KIND), partition, simulating);
  }

  @Override
  public RunResult unmeasured() {
    return measured(0).with("bounds", Map.of("load", 0.9));
  }

  @Override
  public RunResult result(RunOutcome<TickCounter> outcome) {
    return measured(outcome.stopTick());
  }

  private RunResult measured(long stopTick) {
    final Map<String, Object> response = new LinkedHashMap<>();
    response.put("mean", 12.5);
    response.put("p99", null);
    final Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("machine", "fake");
    summary.put("nodes", nodes());
    summary.put("seed", run.seed());
    summary.put("ticks", stopTick);
    summary.put("digest", String.format("%016x", stopTick * 31 + run.seed()));
    summary.put("linkUtilization", 0.75 - settings.get(SHARE) / 2);
    summary.put("responseTicks", response);
    summary.put("undefined", Double.NaN);
    final TickHistogram histogram = new TickHistogram();
    histogram.record(12);
    final long half = stopTick / 2;
    return FakeJobs.in(
        new RunResult(
            FakeMachine.SUMMARY,
            summary,
            FakeMachine.SERIES,
            List.of(new double[] {0, half, 0.25}, new double[] {half, stopTick, Double.NaN}),
            Map.of("responseTicks", histogram),
            Map.of()),
        jobs,
        tickRate());
  }

  /** Counts ticks. */
  static final class TickCounter implements Partition {
    private static final int RANKS = 30;

    private final Kind kind;
    private final int partition;
    private final Runnable simulating;
    private long tick;

    TickCounter(Kind kind, int partition, Runnable simulating) {
      this.kind = kind;
      this.partition = partition;
      this.simulating = simulating;
    }

    @Override
    public long nextEffectTick() {
      return (kind == Kind.STALL || kind == Kind.RANKS) && tick > 100 ? Long.MAX_VALUE : tick;
    }

    @Override
    public void accept(EventBatch batch) {}

    @Override
    public void simulate(Window window, EventBatch[] outgoing) {
      simulating.run();
      if (kind == Kind.FAIL) {
        throw new IllegalStateException("router 3 port x+ VC 1 at tick " + tick);
      }
      if (kind == Kind.MEMORY) {
        throw new OutOfMemoryError("Java heap space");
      }
      tick = window.toTick();
    }

    @Override
    public void addProgress(Progress sum) {
      sum.packetHops += tick;
      sum.events += 3 * tick;
      sum.packetsInjected += tick;
      if (kind == Kind.RANKS) {
        sum.ranksRunning += RANKS;
        sum.foregroundAtWork += RANKS;
      }
      if (kind == Kind.STALL) {
        sum.packetsAwaited += tick;
      } else {
        sum.packetsDelivered += tick;
      }
    }

    @Override
    public void finish(long stopTick) {}

    @Override
    public void exportStatistics(Words words) {}

    @Override
    public void saveWaits(boolean all, Words words) {
      final Waiting waiting = new Waiting();
      if (kind == Kind.RANKS) {
        // Ranks of later partitions have smaller numbers.
        final int first = (99 - partition) * RANKS;
        for (int rank = first; rank < first + RANKS; rank++) {
          final Request request = new Request("recv from its partner", "", rank ^ 1, null, "");
          waiting.add(RankWait.ofRank(0, rank, "halo", List.of(request), 0, ""));
        }
      } else {
        waiting.add("node 7 waits for x+");
        waiting.addPackets(1);
      }
      waiting.save(words);
    }
  }
}
