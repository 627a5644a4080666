package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.measure.Totals;
import io.hopwright.models.topology.Torus;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TorusTotalsTest {
  private static final int VCS = 8;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldBookEverythingInItsPlace(long seed) {
    final Random random = new Random(seed);
    final TorusTotals totals = new TorusTotals();
    final long[][] data = new long[Torus.DIMENSIONS][VCS];
    final long[] acks = new long[Torus.DIMENSIONS];
    final long[] unavailable = new long[VCS];
    final long[] full = new long[VCS];
    final long[] topRange = new long[VCS];
    final long[] plain = new long[TorusTotals.HOPS + 1];
    for (int i = 0; i < 5_000; i++) {
      final int output = random.nextInt(Torus.PORTS);
      final int vc = random.nextInt(VCS);
      final int amount = random.nextInt(300);
      switch (random.nextInt(4)) {
        case 0 -> {
          totals.count(Totals.HOPS, 1);
          totals.count(TorusTotals.data(output, vc), amount);
          data[output / 2][vc] += amount;
          plain[TorusTotals.HOPS]++;
        }
        case 1 -> {
          totals.count(TorusTotals.acks(output), amount);
          acks[output / 2] += amount;
        }
        case 2 -> {
          totals.countSamples(3, vc, amount % 2 == 0, amount % 3 == 0, amount % 5 == 0);
          unavailable[vc] += amount % 2 == 0 ? 3 : 0;
          full[vc] += amount % 3 == 0 ? 3 : 0;
          topRange[vc] += amount % 5 == 0 ? 3 : 0;
        }
        default -> {
          totals.count(amount % plain.length, amount);
          plain[amount % plain.length] += amount;
        }
      }
    }
    for (int total = 0; total < plain.length; total++) {
      assertEquals(plain[total], totals.get(total), "seed " + seed + ", total " + total);
    }
    long allData = 0;
    long allAcks = 0;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      long sum = 0;
      for (int vc = 0; vc < VCS; vc++) {
        sum += data[dimension][vc];
      }
      assertEquals(sum, totals.dataBytes(dimension), "seed " + seed);
      assertEquals(acks[dimension], totals.ackBytes(dimension), "seed " + seed);
      allData += sum;
      allAcks += acks[dimension];
    }
    assertEquals(allData, totals.dataBytes(), "seed " + seed);
    assertEquals(allAcks, totals.ackBytes(), "seed " + seed);
    for (int vc = 0; vc < VCS; vc++) {
      assertEquals(data[0][vc] + data[1][vc] + data[2][vc], totals.dataBytesOnVc(vc));
      assertEquals(unavailable[vc], totals.unavailable(vc), "seed " + seed);
      assertEquals(full[vc], totals.full(vc), "seed " + seed);
      assertEquals(topRange[vc], totals.topRange(vc), "seed " + seed);
    }
  }
}
