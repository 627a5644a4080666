package io.hopwright.runner.execution;

import io.hopwright.models.machine.Network;
import io.hopwright.partition.cluster.Worker;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.StudyReader;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Builds for a worker what the seed wants simulated, and accounts for its process. */
public final class WorkerHost implements Worker.Host {
  private final StudyReader reader;
  private final ToIntFunction<Throwable> exitCodes;
  private final ProcessClock clock = new ProcessClock();
  private HeapPeak heap = new HeapPeak();
  private long cpuNanosBefore;

  /**
   * Creates the host.
   *
   * @param exitCodes returns the exit code that goes with a failure
   */
  public WorkerHost(StudyReader reader, ToIntFunction<Throwable> exitCodes) {
    this.reader = reader;
    this.exitCodes = exitCodes;
  }

  @Override
  public Worker.Prepared prepare(String text) {
    heap = new HeapPeak();
    cpuNanosBefore = clock.cpuNanos();
    final Source source = new Source("the seed's configuration", text, null);
    final ResolvedConfig config = reader.read(source, Map.of()).resolve(Scale.QUICK);
    final Mistakes mistakes = new Mistakes();
    final Network<?> network = config.network(mistakes);
    mistakes.throwIfAny();
    return new Worker.Prepared(network, config.sha256());
  }

  @Override
  public long cpuNanos() {
    return clock.cpuNanos() - cpuNanosBefore;
  }

  @Override
  public long peakHeapBytes() {
    return heap.bytes();
  }

  @Override
  public int exitCode(Throwable failure) {
    return exitCodes.applyAsInt(failure);
  }
}
