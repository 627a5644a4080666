package io.hopwright.models.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.network.TofuFrames;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One-sided operations of programs take the sum of their parts at zero load. */
class TofuOneSidedTest {
  private static final long POST = 43;

  /** The machine has twelve nodes; node 1 is one link away from node 0. */
  private static final Case TOY =
      Case.of(new Tofu()).set("machine.shape=1x1x1 workload.kind=jobs run.gridTicks=100000");

  private static long makespan(String text, String settings) {
    final Map<?, ?> summary =
        TestJob.of("if rank == 0 { " + text + " }", 2)
            .on(TOY.set(settings), "a", 1)
            .result()
            .summary();
    final Map<?, ?> jobs = (Map<?, ?>) summary.get("jobs");
    return (Long) ((Map<?, ?>) jobs.get("makespanTicks")).get("a");
  }

  /**
   * Times are those of {@link TofuZeroLoadTest}, from the tick at which the operation is posted.
   */
  @ParameterizedTest
  @CsvSource({
    "get from 1 8, 681, machine.generation=tofud",
    "get from 1 8, 857, machine.generation=tofu",
    "amo to 1, 741, machine.generation=tofud",
    "amo to 1, 1013, machine.generation=tofu2"
  })
  void shouldTakeWhatTheWorkloadsOfThisKindTake(String statement, long ticks, String settings) {
    assertEquals(POST + ticks, makespan(statement, settings));
  }

  /** The last packet of a put is acknowledged S, J + H + E, F(0) and R after it is in memory. */
  @ParameterizedTest
  @ValueSource(ints = {1, 8, 1_920, 1_921, 5_760})
  void shouldKnowOfItsPutOnceThatIsAcknowledged(int bytes) {
    final int full = (bytes - 1) / 1_920;
    final long frames =
        257L * full
            + TofuFrames.ticks(Generation.TOFUD).get(TofuFrames.units(bytes - 1_920 * full));
    final long written = 68 + 94 + (9 + 68 + 8) + frames + 60 + 60 + 25;
    assertEquals(
        POST + written + 94 + (9 + 68 + 8) + 25 + 60,
        makespan("put to 1 " + bytes + "\nfence", "machine.generation=tofud"));
  }

  /** The rank continues one tick after the last packet of its put was issued. */
  @ParameterizedTest
  @ValueSource(ints = {8, 5_760})
  void shouldGoOnOnceAPutHasEnteredTheNetwork(int bytes) {
    final long issued = 68 + 94 + 257L * ((bytes - 1) / 1_920);
    final long computed = 850_000;
    assertEquals(
        POST + issued + 1 + computed,
        makespan("put to 1 " + bytes + "\ncompute 1 ms", "machine.generation=tofud"));
  }
}
