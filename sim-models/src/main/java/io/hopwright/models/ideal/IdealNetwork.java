package io.hopwright.models.ideal;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.path.PathTimes;
import io.hopwright.models.messaging.ranks.RankNetwork;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.run.Costs;
import io.hopwright.models.run.MeasuredRun;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.tables.RunResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** An ideal machine with all its parameters resolved. */
final class IdealNetwork extends RankNetwork<IdealPartition> {
  private static final Costs COSTS =
      new Costs(
          true,
          List.of(new Costs.Speed(4_096, 1.1e6), new Costs.Speed(1_000_000, 0.9e6)),
          0,
          1e-6,
          new Costs.NodeBytes(300, 1_500),
          new Costs.NodeBytes(300, 1_500),
          20,
          100_000,
          5);

  private final IdealDesign design;

  IdealNetwork(IdealSettings settings) {
    super(Ideal.NAME, settings.jobs(), settings.design().nodes(), settings.run());
    design = settings.design();
  }

  @Override
  public long nodes(int partition) {
    return design.nodesOf(partition);
  }

  @Override
  public int partitions() {
    return design.partitions();
  }

  /** Returns all other partitions, as each can send to each. */
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
  public long lookaheadTicks() {
    return design.latencyTicks();
  }

  @Override
  public Costs costs() {
    return COSTS;
  }

  /** Returns this machine itself, on which no transfer waits for those of other nodes. */
  @Override
  public Network<?> baseline() {
    return givenJobs().wantBaseline()
        ? new IdealNetwork(new IdealSettings(design, givenJobs().onBaseline(), run()))
        : null;
  }

  @Override
  public IdealPartition build(int partition) {
    return IdealPartition.of(design, world(), partition, givenJobs().statistics(), measures());
  }

  /** Measurements of a partition. */
  private record Part(Measures<Totals> measures, JobStatistics statistics) {}

  private Part load(Words words) {
    return new Part(
        new Measures<>(run().interval(), Totals.FIRST_OWN, Totals::new, words),
        givenJobs().load(words));
  }

  private PathTimes pathTimes() {
    return new IdealPathTimes(design, givenJobs().software());
  }

  @Override
  public RunResult unmeasured() {
    return result(List.of(), 0);
  }

  @Override
  public RunResult result(RunOutcome<IdealPartition> outcome) {
    return result(
        outcome.statistics(part -> new Part(part.measures(), part.jobStatistics()), this::load),
        outcome.stopTick());
  }

  private RunResult result(List<Part> parts, long stopTick) {
    final Measures<Totals> sum = Measures.nothing(Totals.FIRST_OWN, Totals::new);
    parts.forEach(part -> sum.add(part.measures()));
    final MeasuredRun<IdealSpan> measured =
        MeasuredRun.of(
            this, stopTick, sum, (from, to, totals) -> new IdealSpan(nodes(), from, to, totals));
    final JobMetrics.Measured fared =
        givenJobs().measured(parts.stream().map(Part::statistics), this::pathTimes);
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    givenJobs().addTo(tables, fared);
    return RunResult.of(
            IdealMetrics.ofRun(givenJobs().metrics(), tickRate()),
            new IdealMetrics.Summary(measured, fared),
            SharedMetrics.ofInterval(IdealMetrics.rate(tickRate())),
            measured.intervals(),
            tables)
        .with(JobMetrics.sizes(fared));
  }
}
