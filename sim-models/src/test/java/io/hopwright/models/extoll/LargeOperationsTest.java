package io.hopwright.models.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations of ranks that need several packets or several descriptors. */
class LargeOperationsTest {
  /** Number of full packets of a descriptor. */
  private static final int PACKETS = 1 << 14;

  /**
   * The data are one packet longer than a descriptor allows; only the last descriptor has a
   * notification.
   */
  @ParameterizedTest
  @CsvSource({
    "if rank == 0 { get from 1 8126472 }, 0",
    "if rank == 0 { send to 1 8126472 } else { recv from 0 }, 2"
  })
  void shouldTakeSeveralDescriptorsAndEndOnce(String program, int mails) {
    final Map<String, Object> summary = job(program).result().summary();
    final boolean get = mails == 0;
    assertEquals((get ? 2L : 1L) * (PACKETS + 1) + mails, summary.get("packetsInjected"), program);
    assertEquals(1L, of(summary, "messagesReceived"));
    assertEquals(8_126_472L, of(summary, "bytesReceived"));
    // one packet takes this time over PCIe into memory
    assertEquals(857.0, (Long) summary.get("ticks") / (double) PACKETS, 5);
  }

  /** The message is there when all of it is in memory, not when the first packet is. */
  @Test
  void shouldFetchAMessageAsAWhole() {
    final Case model =
        job("if rank == 0 { send to 1 5000 } else { recv from 0 }")
            .set("software.rendezvous=get run.gridTicks=100");
    final Map<String, Object> fast = model.result().summary();
    // RTS, a request and a response for each 496 B, FIN
    assertEquals(1L + 2 * 11 + 1, fast.get("packetsInjected"));
    assertEquals(1L, of(fast, "messagesReceived"));
    final Map<String, Object> second =
        model.set("machine.implementation=reference").result().summary();
    assertEquals(second.get("digest"), fast.get("digest"));
  }

  private static Case job(String program) {
    return TestJob.of(program, 2)
        .on(
            Case.of(new Extoll()).set("machine.shape=2x1x1 machine.hosts=0 workload.kind=jobs"),
            "a",
            79)
        .set("run.ticks=40000000 run.gridTicks=10000");
  }

  private static Object of(Map<String, Object> summary, String number) {
    return ((Map<?, ?>) ((Map<?, ?>) summary.get("jobs")).get(number)).get("a");
  }
}
