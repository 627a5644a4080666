package io.hopwright.models.ideal;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.MeasuredRun;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.SharedMetrics;
import io.hopwright.models.machine.SharedMetrics.Rate;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.JobBooks;
import io.hopwright.models.messaging.JobTable;
import io.hopwright.models.messaging.Messaging;
import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.Software;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** An ideal machine with all its parameters fixed. */
final class IdealNetwork implements Network<IdealPartition> {
  static final TickRate TICKS = new TickRate(1_000_000_000, 1);
  static final Rate RATE = new Rate("GB/s/node", 1);

  private final IdealDesign design;
  private final RunPlan run;
  private final JobTable table;
  private final Messaging.World world;
  private final boolean ranks;
  private final boolean matrix;

  IdealNetwork(
      IdealDesign design,
      Software software,
      List<PlacedJob> jobs,
      RunPlan run,
      boolean ranks,
      boolean matrix) {
    this.design = design;
    this.run = run;
    this.ranks = ranks;
    this.matrix = matrix;
    table = new JobTable(jobs, design.nodes());
    world = new Messaging.World(table, software, TICKS, Purpose.NOISE.draws(run.seed()));
  }

  @Override
  public String machine() {
    return Ideal.NAME;
  }

  @Override
  public List<Long> shape() {
    return List.of((long) design.nodes());
  }

  @Override
  public long nodes() {
    return design.nodes();
  }

  @Override
  public long nodes(int partition) {
    return design.nodesOf(partition);
  }

  @Override
  public int partitions() {
    return design.partitions();
  }

  /** All others: anything may go anywhere. */
  @Override
  public int[] neighbours(int partition) {
    return IntStream.range(0, partitions()).filter(other -> other != partition).toArray();
  }

  @Override
  public long[] links(int partition) {
    final long[] links = new long[partitions() - 1];
    Arrays.fill(links, 1);
    return links;
  }

  @Override
  public int[] position(int partition) {
    return new int[] {partition};
  }

  @Override
  public TickRate tickRate() {
    return TICKS;
  }

  @Override
  public long lookaheadTicks() {
    return design.latencyTicks();
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
    return new Forecast(
        run.expectedTicks(1, 0), 0, 0, 0, IntervalSeries.rowBytes(Totals.FIRST_OWN), 0);
  }

  @Override
  public IdealPartition build(int partition) {
    return new IdealPartition(
        design,
        world,
        partition,
        new JobBooks(table.jobs().size(), ranks, matrix),
        new Measures<>(run.interval(), Totals.FIRST_OWN, Totals::new, Supply.none()));
  }

  /** What a partition measured. */
  private record Part(Measures<Totals> measures, JobBooks books) {}

  private Part load(Words words) {
    return new Part(
        new Measures<>(run.interval(), Totals.FIRST_OWN, Totals::new, words),
        JobBooks.load(table.jobs().size(), words));
  }

  @Override
  public RunResult unmeasured() {
    return result(List.of(), 0);
  }

  @Override
  public RunResult result(RunOutcome<IdealPartition> outcome) {
    return result(
        outcome.books(part -> new Part(part.measures(), part.jobBooks()), this::load),
        outcome.stopTick());
  }

  private RunResult result(List<Part> parts, long stopTick) {
    final Measures<Totals> sum = Measures.nothing(Totals.FIRST_OWN, Totals::new);
    final JobBooks books = new JobBooks(table.jobs().size(), ranks, matrix);
    parts.forEach(part -> sum.add(part.measures()));
    parts.forEach(part -> books.add(part.books()));
    final MeasuredRun<IdealSpan> measured =
        MeasuredRun.of(
            this,
            stopTick,
            sum,
            packets -> 0,
            (from, to, totals) -> new IdealSpan(nodes(), from, to, totals));
    return RunResult.of(
        SharedMetrics.ofRun("nodes", RATE),
        measured,
        SharedMetrics.ofInterval(RATE),
        measured.intervals(),
        Map.of());
  }
}
