package io.hopwright.runner.jmh;

import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Window;
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

/** Time per packet of two words between two partitions, written and read. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EventBatchBenchmark {
  private static final int EVENTS = 256;

  private final EventBatch batch = new EventBatch();
  private final long[] words = {1, 2};
  private long window;

  /** A window's worth of events. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long writeAndRead() {
    batch.open(new Window(window++, window, window + 1));
    for (int event = 0; event < EVENTS; event++) {
      batch.addPacket(window + event, event, words, 0, words.length);
    }
    long sum = 0;
    for (int at = 0; at < batch.packets(); at++) {
      sum +=
          batch.packetTick(at)
              + batch.packetEvent(at)
              + batch.packetWord(at, 0)
              + batch.packetWord(at, 1);
    }
    return sum;
  }
}
