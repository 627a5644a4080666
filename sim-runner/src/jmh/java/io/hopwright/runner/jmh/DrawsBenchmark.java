package io.hopwright.runner.jmh;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.GeometricGaps;
import io.hopwright.core.random.KeyedPermutation;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time per random number. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DrawsBenchmark {
  private static final int NODES = 32_767;

  private final Draws draws = Draws.of(1, 0);
  private final GeometricGaps gaps = new GeometricGaps(0.001);
  private final KeyedPermutation permutation = new KeyedPermutation(draws, NODES);
  private int counter;

  /** A draw of 64 bits. */
  @Benchmark
  public long draw() {
    return draws.draw(counter & 1023, counter++, 3);
  }

  /** A draw of one of six, as in an arbiter. */
  @Benchmark
  public int pickBit() {
    return Draws.pickBit(draws.draw(counter & 1023, counter++, 3), 0b111111);
  }

  /** A gap between two packets of an open loop. */
  @Benchmark
  public long gap() {
    return gaps.gap(draws.draw(counter & 1023, counter++, 0));
  }

  /** A destination of an all-to-all on 32x32x32 nodes. */
  @Benchmark
  public int permute() {
    counter = counter + 1 < NODES ? counter + 1 : 0;
    return permutation.apply(5, 0, counter);
  }
}
