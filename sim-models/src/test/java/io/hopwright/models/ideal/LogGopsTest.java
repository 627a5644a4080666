package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.messaging.Software;
import io.hopwright.models.program.Programs;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ideal machine against the closed forms of LogGOPS. */
class LogGopsTest {
  private static final long L = IdealRun.L;
  private static final long OVERHEAD = IdealRun.OVERHEAD;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 8, 1_000, 1_025, 8_192})
  void halfOfARoundTripIsTwoOverheadsTheLatencyAndTheGapOfTheBytes(long bytes) {
    final String text =
        "if rank == 0 { send to 1 "
            + bytes
            + "\nrecv from 1 } else { recv from 0\nsend to 0 "
            + bytes
            + " }";
    final long expected = 2 * (2 * OVERHEAD + L + Software.ticks(bytes, IdealRun.G));
    assertEquals(expected, IdealRun.of(text, 2, Map.of()).makespan());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100})
  void aBarrierTakesTheLogarithmOfItsRanks(int ranks) {
    final long rounds = ranks == 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(ranks - 1);
    assertEquals(rounds * (2 * OVERHEAD + L), IdealRun.of("barrier", ranks, Map.of()).makespan());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void aHaloExchangeIsTheSameOnEverySplit(int nodesOfAPartition) {
    final IdealRun run = IdealRun.of(Programs.text("halo-3d"), 64, Map.of());
    assertEquals(
        run.network().result(run.outcome()).summary().get("digest"),
        run.partitions(nodesOfAPartition)
            .network()
            .result(run.partitions(nodesOfAPartition).outcome())
            .summary()
            .get("digest"));
  }
}
