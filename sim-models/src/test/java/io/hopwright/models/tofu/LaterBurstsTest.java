package io.hopwright.models.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.window.SavedRun;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.ResumedRun;
import org.junit.jupiter.api.Test;

/** Bursts of errors that begin after a saved state, in runs that continue from it. */
class LaterBurstsTest {
  private static final String BURST =
      " link.bursts.b.node=3 link.bursts.b.port=c link.bursts.b.from=3000 link.bursts.b.to=4500";

  private static final Case RUN =
      Case.of(new Tofu())
          .set("machine.shape=2x1x2 partition.shape=1x1x2 workload.load=0.3")
          .set("run.ticks=6000 run.gridTicks=500");

  private static void assertBranch(Case before, Case after) {
    final SavedRun state = ResumedRun.of(before.network(), SavedRun.NOTHING, 2_500).state();
    assertEquals(after.text(), ResumedRun.of(after.network(), state, 0).text());
  }

  @Test
  void shouldBeginAsFromTheBeginning() {
    final Case healthy = RUN.set("link.sliceErrorRate=0.001");
    final Case later = healthy.set(BURST);
    assertEquals(3_000, later.network().effectiveFrom().get("link.bursts.b.rate"));
    assertBranch(healthy, later);
    assertBranch(later, healthy);
    assertBranch(later, later.set("link.bursts.b.from=2500 link.bursts.b.slice=1"));
  }

  @Test
  void shouldHaveAnEffectFromTheFirstTickIfLinksHadNoErrors() {
    assertEquals(0, RUN.set(BURST).network().effectiveFrom().get("link.bursts.b.from"));
  }
}
