package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Saturated Aries NICs with the minimum of all resources: one read slot, one word in progress to
 * the atomic unit, one walk, one read of the block transfer engine, buffers of a packet. Waits form
 * no cycle, and no request waits forever ({@code docs/models/aries-nic.md}, "No deadlock").
 */
class AriesDeadlockTest {
  private static final long TEN_MILLION = 10_000_000;
  private static final long GRID = 200_000;

  private static final String LEAST =
      "nic.model=aries nic.readsPending=1 nic.bufferBytes=128 router.electricalVcBytes=128"
          + " router.opticalVcBytes=128 router.bias=0 amo.misses=1 amo.cacheWords=1 mmu.walks=1"
          + " mmu.entries=1 bte.reads=1 bte.channels=1 statistics.sources=true"
          + " workload.load=saturated ";

  private static Case crowded(String settings) {
    return CascadeBench.dragonfly(4, 2, 2).set(LEAST + settings).with("run.gridTicks", GRID);
  }

  /**
   * Checks that packets are delivered in every interval, and that each source also completes
   * requests in the second half.
   */
  private static void assertKeepsAnswering(Case model, int sources) {
    final RunResult whole = model.with("run.ticks", TEN_MILLION).result();
    final double[] ends = whole.column("to");
    assertEquals(TEN_MILLION, ends[ends.length - 1], "deadlock");
    assertTrue(
        Arrays.stream(whole.column("packetsDelivered")).allMatch(delivered -> delivered > 0),
        "nothing delivered for " + GRID + " ticks");
    final List<Long> half = done(model.with("run.ticks", TEN_MILLION / 2).result());
    final List<Long> all = done(whole);
    assertEquals(sources, all.size());
    for (int source = 0; source < sources; source++) {
      assertTrue(all.get(source) > half.get(source), "source " + source + " got nothing done");
    }
  }

  /** Returns the number of completed requests per source. */
  private static List<Long> done(RunResult result) {
    return result.tables().get("sources").rows().stream().map(row -> (Long) row.get(1)).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "get, minimal, 64",
    "get, valiant, 64",
    "get, adaptive, 200",
    "amo, minimal, 8",
    "amo, adaptive, 8",
    "fetch-amo, valiant, 8",
    "bte-get, adaptive, 1000",
    "bte-put, adaptive, 1000"
  })
  @Tag("slow")
  void shouldKeepAnsweringEverybodyForTenMillionTicks(String operation, String mode, long bytes) {
    for (String memory : List.of("workload.arrayBytes=8", "workload.arrayBytes=1073741824")) {
      assertKeepsAnswering(
          crowded(memory)
              .with("workload.operation", operation)
              .with("router.routing", mode)
              .with("workload.messageBytes", List.of(bytes))
              .with("workload.ranks", 3),
          64);
    }
  }

  @ParameterizedTest
  @CsvSource({"get, 64", "fetch-amo, 8"})
  @Tag("slow")
  void shouldTranslateForTenMillionTicks(String operation, long bytes) {
    assertKeepsAnswering(
        crowded("mmu.model=on mmu.pageBytes=4096 workload.arrayBytes=1073741824")
            .with("workload.operation", operation)
            .with("workload.messageBytes", List.of(bytes)),
        64);
  }

  /** Both nodes read from each other at the same time. */
  @ParameterizedTest
  @CsvSource({"1", "63"})
  @Tag("slow")
  void shouldReadOfEachOtherForTenMillionTicks(long target) {
    assertKeepsAnswering(
        crowded("workload.kind=stream workload.source=0 workload.bothWays=true workload.ranks=16")
            .with("workload.operation", "get")
            .with("workload.target", target)
            .with("workload.operationsPerTransaction", 0),
        2);
  }
}
