package io.hopwright.runner.execution;

import io.hopwright.partition.cluster.Diagnosis;
import io.hopwright.partition.cluster.Worker;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.study.StudyReader;
import java.util.function.Function;

/**
 * Services for a worker: builds the simulation that the seed requests, and reports the resources of
 * its process.
 */
public final class WorkerHost implements Worker.Host {
  private final StudyReader reader;
  private final Function<Throwable, Diagnosis> diagnose;
  private HeapPeak heap = new HeapPeak();
  private long cpuNanosBefore;

  /**
   * Creates the host.
   *
   * @param diagnose returns the diagnosis of a failure for the user
   */
  public WorkerHost(StudyReader reader, Function<Throwable, Diagnosis> diagnose) {
    this.reader = reader;
    this.diagnose = diagnose;
  }

  @Override
  public Worker.Prepared prepare(String text) {
    heap = new HeapPeak();
    cpuNanosBefore = ProcessClock.cpuNanos();
    final ResolvedConfig config = reader.rendered(text);
    return new Worker.Prepared(config.network(), config.sha256());
  }

  @Override
  public long cpuNanos() {
    return ProcessClock.cpuNanos() - cpuNanosBefore;
  }

  @Override
  public long peakHeapBytes() {
    return heap.bytes();
  }

  @Override
  public Diagnosis diagnose(Throwable failure) {
    return diagnose.apply(failure);
  }
}
