package io.hopwright.runner.jmh;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.random.Draws;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The event queue under the classic hold model: each event taken schedules the next one, after one
 * of the delays of a BlueGene/L router. Time per event.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TimingWheelBenchmark {
  private static final int LONGEST_DELAY = 272;
  private static final int[] DELAYS = {18, 22, 260, 272};

  /** Number of pending events, which is constant. */
  @Param({"512", "16384"})
  public int population;

  private TimingWheel wheel;
  private int[] taken;
  private int left;
  private long tick;

  /** Fills the queue. */
  @Setup
  public void fill() {
    wheel = new TimingWheel(LONGEST_DELAY);
    for (int event = 0; event < population; event++) {
      wheel.schedule(event % LONGEST_DELAY, event);
    }
    left = 0;
  }

  /** Takes an event and schedules it again. */
  @Benchmark
  public int hold() {
    if (left == 0) {
      tick = wheel.nextTick();
      left = wheel.take(tick);
      taken = wheel.taken();
    }
    final int event = taken[--left];
    wheel.schedule(tick + DELAYS[(int) Draws.mix(tick + event) & 3], event);
    return event;
  }
}
