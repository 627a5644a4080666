package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Block transfers into posted buffers ({@code docs/models/aries-nic.md}, "Sends"). */
class SendsTest {
  private static final Case STREAM =
      CascadeBench.dragonfly(2, 2, 4)
          .set("nic.model=aries router.routing=minimal workload.kind=stream workload.target=4")
          .set("workload.source=0 workload.load=saturated workload.operation=bte-send")
          .with("workload.messageBytes", List.of(8L))
          .with("run.ticks", 2_000_000);

  private static Map<String, ?> run(Case model) {
    return model.result().summary();
  }

  /** With enough buffers a Send takes as long as a Put. */
  @ParameterizedTest
  @CsvSource({"8, 1", "500, 3", "5000, 9"})
  void shouldTakeAsLongAsPuts(long bytes, int ranks) {
    final Case sends =
        STREAM
            .with("workload.messageBytes", List.of(bytes))
            .set("bte.buffers=1000 workload.bothWays=true")
            .with("workload.ranks", ranks);
    final Map<String, ?> result = run(sends);
    assertEquals(0L, result.get("sendsRefused"));
    assertEquals(run(sends.set("workload.operation=bte-put")).get("digest"), result.get("digest"));
  }

  /** Each channel has its own buffers, none of which is posted again in time. */
  @ParameterizedTest
  @CsvSource({"1, 3", "3, 1", "4, 2", "6, 2"})
  void shouldRefuseWhatHasNoBuffer(int ranks, long buffers) {
    final Map<String, ?> result =
        run(
            STREAM
                .with("workload.ranks", ranks)
                .with("bte.buffers", buffers)
                .set("bte.repostTicks=1000000 run.ticks=900000"));
    final long accepted = buffers * Math.min(ranks, 4);
    assertEquals((long) result.get("requestsDelivered") - accepted, result.get("sendsRefused"));
    assertTrue((long) result.get("sendsRefused") > 0);
  }

  /** Sends follow one another; the only buffer is posted again just in time. */
  @Test
  void shouldPostBuffersAgain() {
    final Case blocking = STREAM.set("bte.buffers=1 workload.blocking=true");
    // Time from the delivery of a Send until the next one reaches the NIC: event, descriptor, read.
    final long between = 92_219 + 65_750 - 125 - 8_750 - 65_750;
    assertEquals(0L, run(blocking.with("bte.repostTicks", between)).get("sendsRefused"));
    final Map<String, ?> late = run(blocking.with("bte.repostTicks", between + 1));
    assertTrue((long) late.get("sendsRefused") > 0);
  }

  @Test
  void shouldRefuseAllPacketsOfASendThatIsTooLarge() {
    final Case large =
        STREAM.with("workload.messageBytes", List.of(1_000L)).set("bte.bufferBytes=999");
    final Map<String, ?> result = run(large);
    final long requests = (long) result.get("requestsDelivered");
    assertTrue(Math.abs(requests - 16 * (long) result.get("sendsRefused")) < 16);
    assertEquals(0.0, ((Number) result.get("throughput")).doubleValue());
    assertEquals(0L, run(large.set("bte.bufferBytes=1000")).get("sendsRefused"));
  }

  /** All nodes send to one, which has fewer buffers than Sends; packets overtake each other. */
  @ParameterizedTest
  @CsvSource({"many-to-one, adaptive", "uniform, valiant"})
  void shouldNotDependOnTheSplit(String kind, String routing) {
    final Case whole =
        CascadeBench.dragonfly(4, 1, 2)
            .set("nic.model=aries workload.operation=bte-send workload.ranks=3 bte.buffers=1")
            .with("workload.messageBytes", List.of(300L))
            .with("workload.load", kind.equals("uniform") ? "0.4" : "saturated")
            .with("workload.kind", kind, "router.routing", routing)
            .with("run.ticks", 300_000, "partition.groups", 4);
    final String text = whole.text();
    IntStream.of(1, 2)
        .forEach(groups -> assertEquals(text, whole.with("partition.groups", groups).text()));
    assertTrue((long) run(whole).get("sendsRefused") > 0);
  }

  @Test
  void shouldRefuseNotices() {
    final Case model = STREAM.set("workload.notify=true router.routing=deterministic");
    final SettingsException e = assertThrows(SettingsException.class, model::network);
    assertTrue(e.getMessage().contains("workload.notify"), e::getMessage);
  }
}
