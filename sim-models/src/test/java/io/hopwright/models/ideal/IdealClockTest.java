package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks of the ideal machine that are finer than a nanosecond. */
class IdealClockTest {
  private static final long BYTES = 1 << 24;
  private static final Case MACHINE =
      Case.of(new Ideal()).with("machine.nodes", 8, "run.gridTicks", 100_000_000);

  private static RunResult run(String settings) {
    return MACHINE.set(settings).result();
  }

  private static long makespan(RunResult result) {
    return (Long) ofJob(result, "makespanTicks");
  }

  private static Object ofJob(RunResult result, String name) {
    return ((Map<?, ?>) ((Map<?, ?>) result.summary().get("jobs")).get(name)).get("a");
  }

  /** Rates from 400 Gb/s to 1.8 TB/s. */
  @ParameterizedTest
  @CsvSource({"50, 20480", "100, 10240", "112.5, 9102", "400, 2560", "900, 1138", "1800, 569"})
  void shouldMeetRatesOfTodayWithinAThousandth(double gigabytesPerSecond, int byteGapTicks) {
    final String once =
        "machine.ticksPerNanosecond=1000 jobs.a.program=ping-pong jobs.a.ranks=2"
            + " jobs.a.args.steps=1 software.eagerBytes=1073741824 nic.byteGapTicks="
            + byteGapTicks
            + " jobs.a.args.bytes=";
    final long picoseconds = (makespan(run(once + BYTES)) - makespan(run(once + 1))) / 2;
    final double expected = 1_000 * (BYTES - 1) / gigabytesPerSecond;
    assertEquals(expected, (double) picoseconds, expected / 1_000);
  }

  /** Messages have at most one byte, so that rounding by a tick does not matter. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1_000})
  void shouldKeepDefaultsAsTimes(int ticksPerNanosecond) {
    final RunResult result =
        run(
            "jobs.a.program=barrier jobs.a.ranks=8 jobs.a.args.steps=1 machine.ticksPerNanosecond="
                + ticksPerNanosecond);
    assertEquals(3 * 2_000L * ticksPerNanosecond, makespan(result));
    assertEquals(6.0, ofJob(result, "makespanMicroseconds"));
  }

  /** One byte per nanosecond is 1 GB/s, independent of the length of a tick. */
  @Test
  void shouldHaveRatesInGigabytesPerSecond() {
    final String ring = "jobs.a.program=ring jobs.a.ranks=8 jobs.a.args.bytes=1B";
    assertEquals(
        (Double) run(ring).summary().get("throughput"),
        (Double) run(ring + " machine.ticksPerNanosecond=1000").summary().get("throughput"),
        1e-6);
  }
}
