package io.hopwright.models.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreditsTest {
  private static final int PORTS = 3;
  private static final int VCS = 4;

  @ParameterizedTest(name = "{0} flits")
  @ValueSource(ints = {1, 2, 256, 5_461, (1 << 20) - 1})
  void shouldLetPacketsGoUpToTheLastFlit(int capacity) {
    final int[] capacities = {capacity, capacity / 2 + 1, 1};
    final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(capacity);
    final long others = 0x5A5A5A5A5A5A5A5AL << bits;
    final long[] state = new long[PORTS * VCS];
    Arrays.fill(state, others);
    final Credits credits = new Credits(state, null, bits, capacities, new int[PORTS]);
    final int[] charge = new int[PORTS * VCS];
    final Random random = new Random(capacity);
    for (int step = 0; step < 30_000; step++) {
      final int at = random.nextInt(charge.length);
      final int port = at / VCS;
      final int flits = 1 + random.nextInt(capacities[port]);
      assertEquals(charge[at] + flits <= capacities[port], credits.suffice(at, port, flits));
      if (charge[at] + flits <= capacities[port]) {
        credits.spend(at, flits);
        charge[at] += flits;
      } else if (charge[at] > 0) {
        final int back = 1 + random.nextInt(charge[at]);
        credits.comeBack(at, back);
        charge[at] -= back;
      }
      assertEquals(charge[at], credits.charge(at));
      assertEquals(others, state[at] - charge[at]);
    }
  }
}
