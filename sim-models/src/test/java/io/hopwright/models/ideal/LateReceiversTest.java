package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.RankActivity;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The wait for a send counts as a wait for the receiver until it requests the data, and then as a
 * wait for the network.
 */
class LateReceiversTest {
  private static final long BYTES = 1_000_000;

  /**
   * Time of RTS and GET: overheads of sending and receiving, and the latency in both directions.
   */
  private static final long ASKING = 2 * (2 * IdealRun.OVERHEAD + IdealRun.L);

  private static JobStatistics statistics(String receiver) {
    final Software fetching =
        new Software(500, 500, 0, 0, 500, 41, 100, 8_192, 0, 0, ProgressKind.HOST, true, 0, 0);
    return IdealRun.of(
            "if rank == 0 { send to 1 " + BYTES + " } else { " + receiver + " }", 2, Map.of())
        .with(fetching)
        .statistics();
  }

  @Test
  void shouldWaitForTheNetworkIfTheReceiverIsThere() {
    final JobStatistics punctual = statistics("recv from 0");
    assertTrue(punctual.spent(0, RankActivity.LATE_RECEIVERS) <= ASKING);
    assertTrue(
        punctual.spent(0, RankActivity.NETWORK) >= Software.ticks(BYTES, IdealRun.G) + IdealRun.L);
  }

  @Test
  void shouldWaitForAReceiverThatIsLate() {
    final JobStatistics punctual = statistics("recv from 0");
    final JobStatistics late = statistics("compute 1 ms\nrecv from 0");
    final long more =
        late.spent(0, RankActivity.LATE_RECEIVERS) - punctual.spent(0, RankActivity.LATE_RECEIVERS);
    assertTrue(Math.abs(more - 1_000_000) <= ASKING, () -> more + " ticks");
    // The receiver counts its own wait as one for the network: the data are in flight.
    assertEquals(0, late.spent(0, RankActivity.LATE_SENDERS));
  }
}
