package io.hopwright.partition.cluster;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.Simulation;
import io.hopwright.partition.wire.proto.WireMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A seed and its workers, each with an actor system of its own, in one JVM. */
final class TestCrew implements AutoCloseable {
  static final Identity IDENTITY = new Identity("hopwright 1", "abc", "17", "here", 1, 1);

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int BROKEN = 70;
  private static final String TOKEN = "0123456789abcdef";

  /** Remedy in the seed's message if workers do not come. */
  static final String REMEDY = "start more";

  private final ClusterOptions options;
  private final List<Worker> workers = new ArrayList<>();
  private final List<CompletableFuture<Boolean>> ends = new ArrayList<>();
  final Seed seed;

  /** Configurations that workers received. */
  final List<String> configs = new CopyOnWriteArrayList<>();

  TestCrew() {
    this(null, UnaryOperator.identity());
  }

  /** Starts the seed, which receives its messages through {@code tap}. */
  TestCrew(Path tls, UnaryOperator<ClusterNode.Listener> tap) {
    this(options(tls), options(tls), tap);
  }

  /** Starts the seed; workers reach it by other options than its own. */
  TestCrew(
      ClusterOptions seedOptions,
      ClusterOptions workerOptions,
      UnaryOperator<ClusterNode.Listener> tap) {
    options = workerOptions;
    seed = Seed.listen(seedOptions, IDENTITY, TestCrew::diagnose, tap);
  }

  static ClusterOptions options(Path tls) {
    return new ClusterOptions("127.0.0.1", 0, "127.0.0.1", tls, tls == null ? TOKEN : "", 1);
  }

  /** Returns the options of a member that is reached through {@code proxy}. */
  static ClusterOptions behind(FlippingProxy proxy) {
    return new ClusterOptions(
        FlippingProxy.FRONT, proxy.port(), FlippingProxy.BACK, null, TOKEN, 1);
  }

  static Diagnosis diagnose(Throwable failure) {
    return new Diagnosis(failure.getMessage(), BROKEN);
  }

  /** Starts a worker that builds the result of {@code simulation}. */
  TestCrew worker(Supplier<Simulation<?>> simulation) {
    return worker(IDENTITY, "hash", simulation, UnaryOperator.identity());
  }

  TestCrew worker(
      Identity identity,
      String hash,
      Supplier<Simulation<?>> simulation,
      UnaryOperator<ClusterNode.Listener> tap) {
    final Worker.Host host =
        new Worker.Host() {
          @Override
          public Worker.Prepared prepare(String config) {
            configs.add(config);
            return new Worker.Prepared(simulation.get(), hash);
          }

          @Override
          public long cpuNanos() {
            return 7;
          }

          @Override
          public long peakHeapBytes() {
            return 11;
          }

          @Override
          public Diagnosis diagnose(Throwable failure) {
            return TestCrew.diagnose(failure);
          }
        };
    final Worker worker = Worker.listen(options, identity, host, tap);
    final CompletableFuture<Boolean> end = new CompletableFuture<>();
    final int number = workers.size();
    new Thread(
            () -> {
              try (worker) {
                end.complete(worker.work(seed.address(), LIMIT));
              } catch (Throwable failure) {
                end.completeExceptionally(failure);
              }
            },
            "test-worker-" + number)
        .start();
    workers.add(worker);
    ends.add(end);
    return this;
  }

  Worker worker(int number) {
    return workers.get(number);
  }

  /** Waits until all workers started so far have joined. */
  TestCrew gather() {
    if (!seed.await(workers.size(), LIMIT, REMEDY, () -> false, count -> {}, refused -> {})) {
      throw new IllegalStateException("nobody has cancelled");
    }
    return this;
  }

  /** Runs a simulation on all members, with partitions dealt out in turn. */
  <P extends Partition> RunOutcome<P> run(Simulation<P> simulation, RunMonitor monitor) {
    final int members = workers.size() + 1;
    return run(
        simulation,
        monitor,
        PartitionPlacement.of(
            IntStream.range(0, simulation.partitions()).mapToObj(i -> i % members).toList()));
  }

  <P extends Partition> RunOutcome<P> run(
      Simulation<P> simulation, RunMonitor monitor, PartitionPlacement placement) {
    return run(simulation, monitor, placement, SavedRun.NOTHING);
  }

  <P extends Partition> RunOutcome<P> run(
      Simulation<P> simulation, RunMonitor monitor, PartitionPlacement placement, SavedRun from) {
    return seed.run(simulation, monitor, new Assignment("config", "hash", placement), from);
  }

  /**
   * Returns whether the last run of a worker was complete; the worker has ended without an error.
   */
  boolean complete(int number) {
    return ends.get(number).orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
  }

  /** Returns the error that ended a worker, or null if there was none. */
  Throwable end(int number) throws InterruptedException, TimeoutException {
    try {
      ends.get(number).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (CancellationException e) {
      return e;
    }
  }

  @Override
  public void close() {
    seed.close();
    workers.forEach(Worker::close);
  }

  /** Returns a tap that delivers a message as often as {@code times} returns. */
  static UnaryOperator<ClusterNode.Listener> tap(TimesOf times) {
    return listener ->
        new ClusterNode.Listener() {
          @Override
          public void onMessage(WireMessage message) {
            for (int i = times.of(message); i > 0; i--) {
              listener.onMessage(message);
            }
          }

          @Override
          public void onDamage(WireMessage remains) {
            listener.onDamage(remains);
          }

          @Override
          public void onEnd() {
            listener.onEnd();
          }
        };
  }

  /** Number of times that a message arrives. */
  @FunctionalInterface
  interface TimesOf {
    int of(WireMessage message);

    /**
     * Returns a filter that delivers one of the wanted messages, after {@code skipped} others,
     * {@code times} times.
     */
    static TimesOf once(Predicate<WireMessage> wanted, int skipped, int times) {
      final int[] seen = {0};
      return message -> wanted.test(message) && seen[0]++ == skipped ? times : 1;
    }
  }
}
