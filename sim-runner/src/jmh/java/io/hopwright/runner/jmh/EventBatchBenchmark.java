package io.hopwright.runner.jmh;

import io.hopwright.core.window.EventBatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Events that cross between two partitions: time per event of three words, written and read. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EventBatchBenchmark {
  private static final int EVENTS = 256;

  private final EventBatch batch = new EventBatch();
  private long window;

  /** A window's worth of events. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long writeAndRead() {
    batch.open(window++);
    for (int event = 0; event < EVENTS; event++) {
      batch.add(window + event, event, event + 1L, event + 2L);
    }
    long sum = 0;
    for (int word = 0; word < batch.size(); word++) {
      sum += batch.word(word);
    }
    return sum;
  }
}
