package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.reference.ReferencePartition;
import io.hopwright.models.reference.messaging.ReferenceMessaging;
import io.hopwright.models.reference.messaging.ReferenceStep;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.PathLines;
import io.hopwright.models.testkit.RandomCases;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Critical paths on all machines: the log of the fast model against the chains of the reference
 * model.
 */
class CriticalPathTest {
  /** Number of runs that are expected to have a job that ends. */
  private static final int MANY = 3;

  private static <P extends Partition> Partition last(Network<P> network) {
    final RunOutcome<P> outcome = new SequentialExecutor().run(network, new RunMonitor());
    return outcome.partitions().get(0);
  }

  /** Compares a seed's run; returns whether a job had a path. */
  private static boolean compare(ProgramsSecondModelTest.On on, long seed) {
    final long ticks = on == ProgramsSecondModelTest.On.ARIES ? 2_000_000 : 400_000;
    final Case model = on.random(seed).with("run.ticks", ticks).set("statistics.criticalPath=true");
    if (!ProgramsSecondModelTest.isRight(model)) {
      return false;
    }
    final RunResult fast = model.result();
    final ReferencePartition second =
        (ReferencePartition)
            last(
                model
                    .set("statistics.criticalPath=false machine.implementation=reference")
                    .network());
    final ReferenceMessaging ranks = (ReferenceMessaging) second.ranks();
    final List<PlacedJob> jobs = ((GivenJobs.Network) model.network()).givenJobs().placed();
    boolean any = false;
    for (PlacedJob job : jobs) {
      final List<String> lines =
          PathLines.of(fast.tables().get(JobTables.CRITICAL_PATH), job.name());
      assertEquals(ReferenceStep.lines(ranks.path(job)), lines, () -> model + "\n" + job.name());
      any |= !lines.isEmpty();
      PathLines.assertAddUp(summaryOf(fast), job.name());
    }
    return any;
  }

  private static Map<?, ?> summaryOf(RunResult run) {
    return (Map<?, ?>) run.summary().get("jobs");
  }

  private static void compare(ProgramsSecondModelTest.On on, long first, int count) {
    assumeTrue(RandomCases.wants(on.name()));
    int paths = 0;
    for (long seed = first; seed < first + count; seed++) {
      paths += compare(on, seed) ? 1 : 0;
    }
    assertTrue(paths > 0 || count < MANY, "no job of " + count + " runs has ended");
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeThatOfTheSecondModel(ProgramsSecondModelTest.On on) {
    assumeTrue(on != ProgramsSecondModelTest.On.BLUEGENE || RandomCases.count(1) > 1);
    compare(on, RandomCases.first(0), RandomCases.count(1));
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void shouldBeThatOfTheSecondModelMoreOften(ProgramsSecondModelTest.On on) {
    compare(on, RandomCases.first(1_000), RandomCases.count(300));
  }
}
