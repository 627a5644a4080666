package io.hopwright.partition.cluster;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowController;
import io.hopwright.core.window.WindowedRun;
import io.hopwright.partition.copies.CopyKeeper;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.StateParts;
import io.hopwright.partition.wire.WindowWriter;
import io.hopwright.partition.wire.proto.Halted;
import io.hopwright.partition.wire.proto.Hello;
import io.hopwright.partition.wire.proto.KeptCopy;
import io.hopwright.partition.wire.proto.Prepare;
import io.hopwright.partition.wire.proto.Prepared;
import io.hopwright.partition.wire.proto.StateTaken;
import io.hopwright.partition.wire.proto.Statistics;
import io.hopwright.partition.wire.proto.WindowBounds;
import io.hopwright.partition.wire.proto.WireMessage;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Member other than the seed: introduces itself, and simulates its share of one run after another
 * until the seed releases it.
 *
 * <pre>{@code
 * try (Worker worker = Worker.listen(options, identity, host)) {
 *   onShutdown(worker::leave);
 *   worker.work(seedAddress, limit);
 * }
 * }</pre>
 *
 * <ol>
 *   <li>All calls come from one thread, with {@link #work} called once; only {@link #leave} may be
 *       called by any thread.
 *   <li>The {@link Host} prepares each run and reports its costs at the end; it diagnoses only
 *       failures in this JVM.
 *   <li>The worker reports that it is prepared only once it can receive windows of others, so that
 *       none comes too early.
 *   <li>{@link #work} returns when the seed releases the worker, and says whether the last run was
 *       complete; otherwise it throws the failure. A failure in this JVM has been reported to the
 *       other members before.
 *   <li>After the loss of another member it first sends its measurements, if its partitions have
 *       stopped, and stays until the seed has received them or is silent.
 *   <li>After {@link #leave} there are no more requests to the seed.
 * </ol>
 */
public final class Worker implements AutoCloseable {
  private static final Duration HELLO_PAUSE = Duration.ofMillis(500);
  private static final int WORDS_PER_MESSAGE = 16_384;

  /** More copies of other runs do not fit a message. */
  private static final int MOST_KEPT = 500;

  /** Services of the rest of the program for a worker. */
  public interface Host {
    /**
     * Builds the simulation that a resolved configuration describes; cheap, as partitions are built
     * later.
     *
     * @throws RuntimeException if the configuration makes no sense here
     */
    Prepared prepare(String config);

    /** Returns the processor time used since the last {@link #prepare}, in nanoseconds. */
    long cpuNanos();

    /** Returns the most heap in use since then, garbage included. */
    long peakHeapBytes();

    /** Returns the diagnosis of a failure in this JVM for the other members. */
    Diagnosis diagnose(Throwable failure);
  }

  /**
   * Simulation that a worker has built from a configuration.
   *
   * @param simulation simulation of the configuration
   * @param hash hash of the configuration
   */
  public record Prepared(Simulation<?> simulation, String hash) {}

  private final Membership membership;
  private final String token;
  private final long nonce = new SecureRandom().nextLong();
  private final Identity identity;
  private final Host host;
  private volatile String asked;

  /** Whether the seed's goodbye reported that the last run was interrupted. */
  private boolean interrupted;

  /** Whether {@link #leave} was called; guarded by this. */
  private boolean left;

  private Worker(Membership membership, String token, Identity identity, Host host) {
    this.membership = membership;
    this.token = token;
    this.identity = identity;
    this.host = host;
  }

  /**
   * Starts to listen.
   *
   * @throws RefusedException if the address cannot be bound
   */
  public static Worker listen(ClusterOptions options, Identity identity, Host host) {
    return listen(options, identity, host, CopyKeeper.NONE);
  }

  /**
   * Starts to listen, as a member that keeps copies of checkpoints.
   *
   * @throws RefusedException if the address cannot be bound
   */
  public static Worker listen(
      ClusterOptions options, Identity identity, Host host, CopyKeeper keeper) {
    return new Worker(
        new Membership(options, keeper, UnaryOperator.identity()), options.token(), identity, host);
  }

  /** Starts to listen through {@code tap}; for tests. */
  static Worker listen(
      ClusterOptions options,
      Identity identity,
      Host host,
      UnaryOperator<ClusterNode.Listener> tap) {
    return new Worker(new Membership(options, tap), options.token(), identity, host);
  }

  /** Works for the seed at {@code seed}, which has no run yet, until the seed dismisses it. */
  public boolean work(String seed, Duration limit) {
    return work(seed, limit, false, reason -> {});
  }

  /**
   * Works for the seed at {@code seed}, until the seed dismisses it.
   *
   * @param limit longest time to wait for the seed and the other workers
   * @param again whether the seed can still be busy with a run that has lost a member
   * @param waiting receives once the reason why the seed does not need this worker yet
   * @return whether the last run was complete; false if the user interrupted it at the seed
   * @throws RefusedException if the seed does not answer in time, or refuses this worker
   * @throws MemberLostException if another member is lost
   * @throws MemberFailedException if another member reports that it cannot continue
   * @throws CancellationException after {@link #leave}
   */
  public boolean work(String seed, Duration limit, boolean again, Consumer<String> waiting) {
    asked = seed;
    membership.refuseOthers("this member is a worker, not a seed; its seed is at " + seed, false);
    introduce(seed, limit, again, waiting);
    work();
    return !interrupted;
  }

  /**
   * Returns whether the seed gathers its members again after a loss, so that it waits for this
   * worker.
   */
  public boolean recovers() {
    return membership.recovers();
  }

  /** Leaves at once, and notifies the other members. Can be called by any thread. */
  public void leave() {
    final String reason =
        "lost member %s at %s, which was ended there%s"
            .formatted(membership.me(), membership.node().address(), membership.when());
    sayGoodbye();
    membership.failAll(new CancellationException("ended"), membership.me(), reason);
  }

  /** Nothing that this worker asks of the seed comes after it. */
  private synchronized void sayGoodbye() {
    left = true;
    final String seed = asked;
    if (seed != null && membership.others().isEmpty()) {
      membership.node().tellNewest(seed, hello(true));
    }
  }

  private synchronized void sayHello(String seed, WireMessage hello) {
    endIfLeft();
    membership.node().tellNewest(seed, hello);
  }

  private synchronized void endIfLeft() {
    if (left) {
      throw new CancellationException("ended");
    }
  }

  @Override
  public void close() {
    membership.close();
  }

  private void introduce(String seed, Duration limit, boolean again, Consumer<String> waiting) {
    final WireMessage hello = hello(false);
    final Deadline deadline = Deadline.after(limit);
    String refused = null;
    while (!deadline.passed()) {
      sayHello(seed, hello);
      final Deadline next = Deadline.after(HELLO_PAUSE);
      WireMessage message = membership.take(next, () -> false);
      while (message != null && !message.hasWelcome()) {
        if (message.hasRefused() && message.getRefused().getNonce() == nonce) {
          endIfLeft();
          final String before = refused;
          refused = "the seed at " + seed + ": " + Texts.shown(message.getRefused().getReason());
          if (!again && !message.getRefused().getLater()) {
            throw new RefusedException(refused);
          }
          if (!again && before == null) {
            waiting.accept(refused);
          }
        }
        message = membership.take(next, () -> false);
      }
      if (message != null) {
        return;
      }
    }
    final String late = " within " + limit.toSeconds() + " s; ";
    throw new RefusedException(
        refused == null
            ? "the seed at "
                + seed
                + " did not accept this worker"
                + late
                + "is it running, reachable from here, and with the same certificates?"
            : refused + ", and no member was lost" + late + "wait longer with --wait");
  }

  private WireMessage hello(boolean leaving) {
    final CopyKeeper keeper = membership.copies().keeper();
    return WireMessage.newBuilder()
        .setHello(
            Hello.newBuilder()
                .setAddress(membership.node().address())
                .setBuild(identity.build())
                .setSimulator(identity.simulator())
                .setJava(identity.java())
                .setHost(identity.host())
                .setProcess(identity.process())
                .setThreads(identity.threads())
                .setLeaving(leaving)
                .setToken(token)
                .setNonce(nonce)
                .setKeeps(keeper.keeps())
                .addAllKept(keeper.kept().stream().limit(MOST_KEPT).map(Worker::message).toList()))
        .build();
  }

  private static KeptCopy message(CopyKeeper.Kept kept) {
    return KeptCopy.newBuilder()
        .setName(kept.name())
        .setRun(kept.run())
        .setTick(kept.tick())
        .setWrittenMillis(kept.writtenMillis())
        .build();
  }

  private void work() {
    final StringBuilder config = new StringBuilder();
    while (true) {
      final WireMessage message = membership.take(Deadline.NEVER, () -> false);
      if (message == null || isGoodbye(message)) {
        return;
      }
      if (message.hasPrepare()) {
        config.append(message.getPrepare().getConfig());
        if (message.getPrepare().getLast()) {
          if (!takePart(message.getPrepare(), config.toString())) {
            return;
          }
          config.setLength(0);
        }
      }
    }
  }

  private boolean isGoodbye(WireMessage message) {
    interrupted |= message.getGoodbye().getInterrupted();
    return message.hasGoodbye();
  }

  /** Takes part in a run; returns false if the seed says goodbye before it. */
  private boolean takePart(Prepare prepare, String config) {
    try {
      final Prepared prepared = host.prepare(config);
      final PartitionPlacement placement = placement(prepare);
      final SavedRun from = receiveStates(prepare, placement.partitionsOf(membership.me()));
      return from != null
          && takePart(prepare.getRun(), prepared.simulation(), prepared.hash(), placement, from);
    } catch (MemberLostException | MemberFailedException | CancellationException known) {
      throw known;
    } catch (RuntimeException | Error failure) {
      membership.tellFailure(prepare.getRun(), membership.me(), host.diagnose(failure));
      throw failure;
    } finally {
      membership.endRun();
    }
  }

  private <P extends Partition> boolean takePart(
      int number,
      Simulation<P> simulation,
      String hash,
      PartitionPlacement placement,
      SavedRun from) {
    final RunMonitor monitor = new RunMonitor();
    final StateSender states = new StateSender(number, membership.peer(0));
    final Participation<P> participation =
        new Participation<>(
            number,
            membership.node(),
            simulation,
            monitor,
            states,
            placement,
            membership.me(),
            membership.others(),
            from);
    participation.spawn();
    try {
      membership.takePart(participation);
      membership
          .peer(0)
          .send(
              WireMessage.newBuilder()
                  .setPrepared(
                      io.hopwright.partition.wire.proto.Prepared.newBuilder()
                          .setRun(number)
                          .setConfigHash(hash)));
      if (!awaitStart(number)) {
        return false;
      }
      participation.begin();
      participation.team().await(monitor);
      sendStatistics(number, participation.run().finish(), participation.run().here());
      return true;
    } catch (MemberLostException loss) {
      if (participation.team().halt()) {
        sendWhatIsThere(number, participation.run());
      }
      throw loss;
    } finally {
      participation.stop();
      states.close();
    }
  }

  /**
   * Returns where the run stood, with the states of the partitions of this JVM; null if the seed
   * says goodbye before it.
   */
  private SavedRun receiveStates(Prepare prepare, int[] here) {
    if (!prepare.hasFrom()) {
      return SavedRun.NOTHING;
    }
    final WindowBounds last = prepare.getFrom();
    final StateParts parts = new StateParts();
    while (parts.complete().size() < here.length) {
      final WireMessage message = membership.take(Deadline.NEVER, () -> false);
      if (isGoodbye(message)) {
        return null;
      }
      if (message.hasState() && message.getState().getRun() == prepare.getRun()) {
        parts.add(message.getState());
        membership
            .peer(0)
            .send(
                WireMessage.newBuilder()
                    .setStateTaken(StateTaken.newBuilder().setRun(prepare.getRun())));
      }
    }
    return new SavedRun(
        new Window(last.getNumber(), last.getFromTick(), last.getToTick()), parts.complete());
  }

  /** Sends the statistics of a run that has halted, and stays until the seed has them. */
  private <P extends Partition> void sendWhatIsThere(int number, WindowedRun<P> run) {
    final Peer seed = membership.peer(0);
    seed.send(WireMessage.newBuilder().setHalted(Halted.newBuilder().setClockTick(run.clock())));
    final WireMessage finish =
        awaitAfterLoss(message -> message.hasFinish() || message.hasGoodbye());
    if (finish != null && finish.hasFinish()) {
      sendStatistics(number, run.finish(finish.getFinish().getStopTick()), run.here());
      awaitAfterLoss(WireMessage::hasGoodbye);
    }
  }

  /** Returns the next message of a kind, null if the seed is silent. */
  private WireMessage awaitAfterLoss(Predicate<WireMessage> kind) {
    while (true) {
      final WireMessage message = membership.poll();
      if (message == null ? membership.silent(membership.peer(0), false) : kind.test(message)) {
        return message;
      }
    }
  }

  private PartitionPlacement placement(Prepare prepare) {
    final PartitionPlacement placement;
    try {
      placement = PartitionPlacement.of(prepare.getMemberOfList());
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("the seed's placement: " + e.getMessage());
    }
    if (placement.members() != membership.others().size() + 1) {
      throw new MalformedMessageException(
          "the seed places partitions on %s of %s members"
              .formatted(placement.members(), membership.others().size() + 1));
    }
    return placement;
  }

  private boolean awaitStart(int number) {
    while (true) {
      final WireMessage message = membership.take(Deadline.NEVER, () -> false);
      if (message == null || isGoodbye(message)) {
        return false;
      }
      if (message.hasStart() && message.getStart().getRun() == number) {
        return true;
      }
    }
  }

  private <P extends Partition> void sendStatistics(
      int number, RunOutcome<P> outcome, int[] indices) {
    final List<P> partitions = outcome.partitions();
    final boolean stalled = outcome.ending() == WindowController.Ending.STALLED;
    for (int i = 0; i < indices.length; i++) {
      final P partition = partitions.get(i);
      final Words words = new Words();
      partition.exportStatistics(words);
      final Words waits = new Words();
      partition.saveWaits(stalled, waits);
      Statistics.Builder statistics = statistics(number, indices[i]);
      statistics = sendAllButTheLast(statistics, words, Statistics.Builder::addWords);
      statistics =
          sendAllButTheLast(statistics, waits, Statistics.Builder::addWaits)
              .setComplete(true)
              .setCounts(counts(partition))
              .setBusyNanos(outcome.busyNanos().get(indices[i]))
              .setStopTick(outcome.stopTick());
      if (i == indices.length - 1) {
        statistics
            .setLast(true)
            .setCpuNanos(host.cpuNanos())
            .setPeakHeapBytes(host.peakHeapBytes());
      }
      send(statistics);
    }
  }

  /** Adds words to a message, which is sent when it is full; returns the last one, not sent yet. */
  private Statistics.Builder sendAllButTheLast(
      Statistics.Builder first, Words words, ObjLongConsumer<Statistics.Builder> add) {
    Statistics.Builder message = first;
    for (long word : words.toArray()) {
      if (message.getWordsCount() + message.getWaitsCount() == WORDS_PER_MESSAGE) {
        send(message);
        message = statistics(first.getRun(), first.getPartition());
      }
      add.accept(message, word);
    }
    return message;
  }

  private static Statistics.Builder statistics(int number, int partition) {
    return Statistics.newBuilder().setRun(number).setPartition(partition);
  }

  private static io.hopwright.partition.wire.proto.Counts counts(Partition partition) {
    final Progress progress = new Progress();
    partition.addProgress(progress);
    return WindowWriter.counts(progress);
  }

  private void send(Statistics.Builder statistics) {
    membership.peer(0).send(WireMessage.newBuilder().setStatistics(statistics));
  }
}
