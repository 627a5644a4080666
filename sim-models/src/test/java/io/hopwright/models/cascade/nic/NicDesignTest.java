package io.hopwright.models.cascade.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.cascade.CascadeBench;
import io.hopwright.models.cascade.CascadeSettings;
import io.hopwright.models.cascade.faults.FaultKeys;
import io.hopwright.models.cascade.network.CascadeRates;
import io.hopwright.models.testkit.Case;
import org.junit.jupiter.api.Test;

class NicDesignTest {
  @Test
  void shouldAddUpTheTimesOfThePage() {
    final NicDesign design = CascadeSettings.of(CascadeBench.dragonfly(2, 1, 2).settings()).nics();
    for (int hops = 0; hops <= 10; hops++) {
      assertEquals(30_625 + 4_375L * hops + 102 + 178, design.zeroLoadTicks(hops, 4_375, 64));
      assertEquals(30_625 + 900L * hops + 102 + 3, design.zeroLoadTicks(hops, 900, 1));
    }
  }

  @Test
  void shouldCountBuffersInWholeFlits() {
    final Case runs =
        CascadeBench.dragonfly(2, 1, 2)
            .with("nic.bufferBytes", 302L)
            .with("router.electricalVcBytes", 128L)
            .with("nic.injectionTicks", 7L)
            .with("nic.ejectionTicks", 8L)
            .with("nic.outstanding", 9L);
    assertEquals(
        new NicDesign(7, 8, 100, 42, 9, FaultKeys.NO_TIMEOUT, CascadeRates.PUBLISHED),
        CascadeSettings.of(runs.settings()).nics());
  }
}
