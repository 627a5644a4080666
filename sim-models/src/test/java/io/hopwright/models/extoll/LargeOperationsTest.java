package io.hopwright.models.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations of ranks that no single descriptor holds. */
class LargeOperationsTest {
  /** Full packets of a descriptor. */
  private static final int PACKETS = 1 << 14;

  /** One packet more than a descriptor has; the last descriptor alone is notified of. */
  @ParameterizedTest
  @CsvSource({
    "if rank == 0 { get from 1 8126472 }, 0",
    "if rank == 0 { send to 1 8126472 } else { recv from 0 }, 2"
  })
  void shouldTakeSeveralDescriptorsAndEndOnce(String program, int mails) {
    final Map<String, Object> summary =
        TestJob.of(program, 2)
            .on(
                Case.of(new Extoll()).set("machine.shape=2x1x1 machine.hosts=0 workload.kind=jobs"),
                "a",
                79)
            .set("run.ticks=40000000 run.gridTicks=10000")
            .result()
            .summary();
    final boolean get = mails == 0;
    assertEquals((get ? 2L : 1L) * (PACKETS + 1) + mails, summary.get("packetsInjected"), program);
    assertEquals(1L, of(summary, "messagesReceived"));
    assertEquals(8_126_472L, of(summary, "bytesReceived"));
    // a packet over PCIe into memory
    assertEquals(857.0, (Long) summary.get("ticks") / (double) PACKETS, 5);
  }

  private static Object of(Map<String, Object> summary, String number) {
    return ((Map<?, ?>) ((Map<?, ?>) summary.get("jobs")).get(number)).get("a");
  }
}
