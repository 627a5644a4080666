package io.hopwright.partition.cluster;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Placement;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.WindowController;
import io.hopwright.partition.wire.WindowWriter;
import io.hopwright.partition.wire.proto.Books;
import io.hopwright.partition.wire.proto.Hello;
import io.hopwright.partition.wire.proto.Prepare;
import io.hopwright.partition.wire.proto.Prepared;
import io.hopwright.partition.wire.proto.WireMessage;
import java.time.Duration;
import java.util.List;

/**
 * A member other than the seed: introduces itself, and simulates its share of run after run, until
 * the seed sends it home.
 */
public final class Worker {
  private static final Duration HELLO_PAUSE = Duration.ofMillis(500);
  private static final int WORDS_PER_MESSAGE = 16_384;
  private static final int MAX_WAITING = 60_000;

  /** What the rest of the program does for a worker. */
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

    /** Returns the exit code that goes with a failure. */
    int exitCode(Throwable failure);
  }

  /**
   * What a worker has made of a configuration.
   *
   * @param simulation what it describes
   * @param hash of it
   */
  public record Prepared(Simulation<?> simulation, String hash) {}

  private final Membership membership;
  private final Identity identity;
  private final Host host;
  private final int threads;

  private Worker(Membership membership, Identity identity, Host host, int threads) {
    this.membership = membership;
    this.identity = identity;
    this.host = host;
    this.threads = threads;
  }

  /**
   * Works for the seed at {@code seed}, until it says goodbye.
   *
   * @param limit how long to wait for the seed and the other workers
   * @throws RefusedException if the seed does not answer in time, or refuses
   * @throws MemberLostException if another member is lost
   * @throws MemberFailedException if another member tells why it cannot go on
   */
  public static void work(
      ClusterOptions options, Identity identity, String seed, Duration limit, Host host) {
    try (Membership membership = new Membership(options)) {
      final Worker worker = new Worker(membership, identity, host, options.threads());
      membership.node().join(seed);
      worker.introduce(seed, limit);
      worker.work();
    }
  }

  private void introduce(String seed, Duration limit) {
    final WireMessage hello =
        WireMessage.newBuilder()
            .setHello(
                Hello.newBuilder()
                    .setAddress(membership.node().address())
                    .setVersion(identity.version())
                    .setCommit(identity.commit())
                    .setJava(identity.java())
                    .setHost(identity.host())
                    .setProcess(identity.process())
                    .setThreads(identity.threads()))
            .build();
    final Deadline deadline = Deadline.after(limit);
    while (!deadline.passed()) {
      membership.node().post(seed).tell(hello);
      final WireMessage message = membership.take(Deadline.after(HELLO_PAUSE), () -> false);
      if (message != null && message.hasRefused()) {
        throw new RefusedException(message.getRefused().getReason());
      }
      if (message != null && message.hasWelcome()) {
        membership.introduce(
            message.getWelcome().getYou(), message.getWelcome().getAddressesList());
        return;
      }
    }
    throw new RefusedException(
        "the seed at "
            + seed
            + " has not let this worker in within "
            + limit.toSeconds()
            + " s; is it running, reachable from here, and with the same certificates?");
  }

  private void work() {
    while (true) {
      final WireMessage message = membership.take(Deadline.NEVER, () -> false);
      if (message == null || message.hasGoodbye()) {
        return;
      }
      if (message.hasPrepare()) {
        takePart(message.getPrepare());
      }
    }
  }

  private void takePart(Prepare prepare) {
    try {
      final Prepared prepared = host.prepare(prepare.getConfig());
      takePart(prepare, prepared.simulation(), prepared.hash());
    } catch (MemberLostException | MemberFailedException failure) {
      throw failure;
    } catch (RuntimeException | Error failure) {
      membership.tellFailure(prepare.getRun(), failure, host.exitCode(failure));
      throw failure;
    }
  }

  private <P extends Partition> void takePart(
      Prepare prepare, Simulation<P> simulation, String hash) {
    final int number = prepare.getRun();
    final RunMonitor monitor = new RunMonitor();
    final Participation<P> participation =
        new Participation<>(
            number,
            membership.node(),
            simulation,
            monitor,
            Placement.of(prepare.getMemberOfList()),
            membership.me(),
            membership.others());
    participation.spawn();
    membership.takePart(participation);
    final Peer seed = membership.peer(0);
    seed.send(
        WireMessage.newBuilder()
            .setPrepared(
                io.hopwright.partition.wire.proto.Prepared.newBuilder()
                    .setRun(number)
                    .setConfigHash(hash)));
    final WireMessage start = membership.take(Deadline.NEVER, () -> false);
    if (!start.hasStart()) {
      throw new IllegalStateException("the seed sent " + start.getContentCase());
    }
    membership.startPulse();
    participation.begin();
    try {
      participation.team().await(monitor);
    } catch (MemberLostException loss) {
      participation.halt();
      sendBooks(number, participation.run().finish(threads), participation.run().here());
      throw loss;
    }
    sendBooks(number, participation.run().finish(threads), participation.run().here());
  }

  private <P extends Partition> void sendBooks(int number, RunOutcome<P> outcome, int[] indices) {
    final List<P> partitions = outcome.partitions();
    final boolean stalled = outcome.ending() == WindowController.Ending.STALLED;
    for (int i = 0; i < indices.length; i++) {
      final P partition = partitions.get(i);
      final Words words = new Words();
      partition.save(words);
      final long[] all = words.toArray();
      Books.Builder books = books(number, indices[i]);
      for (int at = 0; at < all.length; at++) {
        if (books.getWordsCount() == WORDS_PER_MESSAGE) {
          send(books);
          books = books(number, indices[i]);
        }
        books.addWords(all[at]);
      }
      final StringBuilder waiting = new StringBuilder();
      books
          .setComplete(true)
          .setCounts(counts(partition))
          .setBusyNanos(outcome.busyNanos().get(indices[i]))
          .setStopTick(outcome.stopTick())
          .setWaitingPackets(stalled ? partition.describeWaiting(waiting) : 0)
          .setWaiting(waiting.substring(0, Math.min(waiting.length(), MAX_WAITING)));
      if (i == indices.length - 1) {
        books.setLast(true).setCpuNanos(host.cpuNanos()).setPeakHeapBytes(host.peakHeapBytes());
      }
      send(books);
    }
  }

  private static Books.Builder books(int number, int partition) {
    return Books.newBuilder().setRun(number).setPartition(partition);
  }

  private static io.hopwright.partition.wire.proto.Counts counts(Partition partition) {
    final Progress progress = new Progress();
    partition.addProgress(progress);
    return WindowWriter.counts(progress);
  }

  private void send(Books.Builder books) {
    membership.peer(0).send(WireMessage.newBuilder().setBooks(books));
  }
}
