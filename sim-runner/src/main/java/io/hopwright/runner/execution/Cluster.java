package io.hopwright.runner.execution;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.hopwright.core.window.Executor;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.Simulation;
import io.hopwright.partition.cluster.Assignment;
import io.hopwright.partition.cluster.ClusterOptions;
import io.hopwright.partition.cluster.Diagnosis;
import io.hopwright.partition.cluster.Identity;
import io.hopwright.partition.cluster.MemberAccount;
import io.hopwright.partition.cluster.Seed;
import io.hopwright.partition.copies.CopyKeeper;
import io.hopwright.partition.copies.CopySource;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.support.Build;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Host;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * JVMs that simulate together: this one, the seed, and its workers, which it starts itself or waits
 * for. Confined to one thread.
 */
public final class Cluster implements AutoCloseable {
  private static final long LAST_WORDS_MILLIS = 200;
  private static final long SAMPLE_MILLIS = 500;

  /** Samples in a row without a sign of life after which a JVM that was started here is lost. */
  private static final int STILL_SAMPLES = 10;

  private static final int TOKEN_BYTES = 16;

  /** Exit code of a worker that has lost another member. */
  private static final int GIVEN_UP = 75;

  private final Seed seed;
  private final ClusterOptions options;
  private final List<Process> children = new ArrayList<>();
  private volatile boolean closing;

  private Cluster(Seed seed, ClusterOptions options) {
    this.seed = seed;
    this.options = options;
  }

  /**
   * Gathers the JVMs.
   *
   * @param jvms number of JVMs, this one included
   * @param least number of JVMs that is sufficient if no more come in time
   * @param workers the others; null if they are started elsewhere
   * @param environment prefix of a worker's command line, for the user
   * @param limit longest time to wait for them
   * @param replaces whether a JVM that was started here and freezes is replaced, so that it is lost
   *     as soon as it shows no sign of life
   * @param diagnose returns the diagnosis of a failure
   * @param talk receives messages about the progress
   * @throws NeverBegunException if {@code interruption} comes first
   * @throws io.hopwright.partition.cluster.RefusedException if they do not come in time, or do not
   *     fit
   */
  public static Cluster gather(
      ClusterOptions options,
      int jvms,
      int least,
      LocalWorkers workers,
      String environment,
      Duration limit,
      boolean replaces,
      Interruption interruption,
      Function<Throwable, Diagnosis> diagnose,
      Consumer<String> talk) {
    final Seed seed = Seed.listen(options, identity(options.threads()), diagnose);
    final Cluster cluster = new Cluster(seed, options);
    try {
      if (workers == null) {
        talk.accept(
            "waiting for %s workers at %s: %shopwright worker --seed %s"
                .formatted(jvms - 1, cluster.seed.address(), environment, cluster.seed.address()));
      } else {
        seed.watchesProcesses();
        cluster.launch(workers, jvms - 1, replaces);
      }
      final boolean complete =
          cluster.seed.await(
              jvms - 1,
              least - 1,
              limit,
              workers == null
                  ? "start the others with "
                      + environment
                      + "hopwright worker --seed "
                      + cluster.seed.address()
                      + (options.tls() == null ? "" : " and a certificate of the same CA")
                      + ", or wait longer with --wait"
                  : "this computer starts them slowly; wait longer with --wait",
              interruption::requested,
              count -> talk.accept((count + 1) + " of " + jvms + " JVMs have connected"),
              refused -> talk.accept("not accepted: " + refused));
      if (!complete) {
        throw new NeverBegunException();
      }
      return cluster;
    } catch (RuntimeException | Error failure) {
      cluster.close();
      throw failure;
    }
  }

  /** Returns a token for the JVMs of one run, 128 random bits. */
  public static String newToken() {
    final byte[] token = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(token);
    return HexFormat.of().formatHex(token);
  }

  /** Returns the identity of this JVM. */
  public static Identity identity(int threads) {
    final Host host = Host.current();
    return new Identity(
        Build.current().toString(),
        Build.simulator(),
        host.jdk(),
        host.name(),
        ProcessHandle.current().pid(),
        threads);
  }

  private void launch(LocalWorkers workers, int count, boolean replaces) {
    for (int worker = 0; worker < count; worker++) {
      try {
        final Process child = workers.launch(seed.address());
        children.add(child);
        watch(child, replaces);
      } catch (IOException e) {
        throw new EnvironmentException("cannot start a JVM: " + e.getMessage(), e);
      }
    }
  }

  private void watch(Process child, boolean replaces) {
    final Thread watch =
        new Thread(
            () -> {
              try {
                final String loss = awaitLoss(child, replaces);
                if (!closing) {
                  seed.lostProcess(child.pid(), loss);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "worker-" + child.pid());
    watch.setDaemon(true);
    watch.start();
  }

  /** Waits until a child is lost, and returns what has happened to it. */
  private String awaitLoss(Process child, boolean replaces) throws InterruptedException {
    final StillProcess still = new StillProcess(child.toHandle());
    while (!child.waitFor(SAMPLE_MILLIS, MILLISECONDS)) {
      if (replaces
          && still.samples() >= STILL_SAMPLES
          && seed.silentNanos(child.pid()) >= MILLISECONDS.toNanos(STILL_SAMPLES * SAMPLE_MILLIS)) {
        return "has neither sent anything nor used a processor for "
            + MILLISECONDS.toSeconds(STILL_SAMPLES * SAMPLE_MILLIS)
            + " s";
      }
    }
    // What it has said before comes first.
    Thread.sleep(LAST_WORDS_MILLIS);
    return child.exitValue() == GIVEN_UP
        ? "had stopped waiting for the others"
        : "ended with " + child.exitValue();
  }

  /** Returns the address at which this JVM listens, {@code HOST:PORT}. */
  public String address() {
    return seed.address();
  }

  /** Returns the number of JVMs. */
  public int jvms() {
    return seed.members();
  }

  /** Returns the number of threads of all JVMs together. */
  public int threads() {
    return jvms() * options.threads();
  }

  /** Returns an executor that lets all JVMs simulate the network of {@code config}. */
  public Executor executor(ResolvedConfig config, PartitionPlacement placement) {
    final Assignment assignment = new Assignment(config.render(), config.sha256(), placement);
    return new Executor() {
      @Override
      public <P extends Partition> RunOutcome<P> run(
          Simulation<P> simulation, RunMonitor monitor, SavedRun from) {
        try {
          return seed.run(simulation, monitor, assignment, from);
        } catch (CancellationException e) {
          throw new NeverBegunException();
        }
      }
    };
  }

  /** Returns the bytes that this JVM has sent to the others so far. */
  public long bytesSent() {
    return seed.bytesSent();
  }

  /** Returns the resources that the other JVMs used in the last run. */
  public List<MemberAccount> accounts() {
    return seed.accounts();
  }

  /** Returns the first members that keep copies of checkpoints, as text. */
  public List<String> keepers(int most) {
    return seed.keepersOf(most);
  }

  /**
   * Copies a checkpoint to the first members that keep copies. Can be called by any thread.
   *
   * @param most largest number of copies
   * @param failed receives each member that has no copy, with the reason
   * @return number of members that have a complete copy
   */
  public int copy(CopySource source, int most, Consumer<String> failed) {
    return seed.copy(source, most, failed);
  }

  /** Lets all members remove their copies of the checkpoints of a run. */
  public void removeCopies(String name) {
    seed.removeCopies(name);
  }

  /**
   * Receives the newest checkpoint of a run that a member has copied.
   *
   * @param name name of the run
   * @param into place of the received copy
   * @param notes receives each copy that could not be received, with the reason, and each member
   *     that has copies of another run of this name
   * @return description of the copy
   * @throws EnvironmentException if no member has an undamaged copy; the members are notified that
   *     this JVM cannot continue
   */
  public String fetch(String name, CopyKeeper into, Consumer<String> notes) {
    final String fetched = seed.fetch(name, into, notes);
    if (fetched == null) {
      final String message =
          "no checkpoint of " + name + " here, and no member has an undamaged copy of one";
      seed.fail(new Diagnosis(message, GIVEN_UP));
      throw new EnvironmentException(
          message
              + ". Start a worker that has one, with --copies-in DIR, or simulate the run from its"
              + " beginning.",
          null);
    }
    return fetched;
  }

  /** Dismisses all other JVMs, and makes sure that those started here have ended. */
  @Override
  public void close() {
    closing = true;
    seed.close();
    for (Process child : children) {
      child.destroyForcibly();
    }
  }
}
