package io.hopwright.partition.cluster;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.Simulation;
import io.hopwright.partition.wire.proto.Goodbye;
import io.hopwright.partition.wire.proto.Hello;
import io.hopwright.partition.wire.proto.Prepare;
import io.hopwright.partition.wire.proto.Prepared;
import io.hopwright.partition.wire.proto.Refused;
import io.hopwright.partition.wire.proto.Start;
import io.hopwright.partition.wire.proto.Welcome;
import io.hopwright.partition.wire.proto.WireMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.ToIntFunction;

/**
 * Member 0: waits for the workers, tells them what to simulate, simulates its own share, and
 * gathers what all have measured. It is not on the path of a window, other than as one of the
 * members. Confined to one thread, but for {@link #lost}.
 */
public final class Seed implements AutoCloseable {
  private static final Duration PREPARE_LIMIT = Duration.ofSeconds(60);
  private static final Duration SURVIVORS_LIMIT = Duration.ofSeconds(2);

  private final Membership membership;
  private final Identity identity;
  private final ToIntFunction<Throwable> exitCodes;
  private final Map<String, Hello> workers = new LinkedHashMap<>();
  private List<MemberAccount> accounts = List.of();
  private int runs;

  private Seed(Membership membership, Identity identity, ToIntFunction<Throwable> exitCodes) {
    this.membership = membership;
    this.identity = identity;
    this.exitCodes = exitCodes;
  }

  /**
   * Starts to listen.
   *
   * @param exitCodes returns the exit code that goes with a failure
   * @throws RefusedException if the address cannot be bound
   */
  public static Seed listen(
      ClusterOptions options, Identity identity, ToIntFunction<Throwable> exitCodes) {
    final Membership membership = new Membership(options);
    membership.node().join(membership.node().address());
    return new Seed(membership, identity, exitCodes);
  }

  /** Returns where it listens, {@code HOST:PORT}: what workers need to know. */
  public String address() {
    return membership.node().address();
  }

  /**
   * Waits until there are as many workers as wanted.
   *
   * @param count number of workers
   * @param limit how long to wait at most
   * @param cancelled whether nobody wants to wait any more; looked at now and then
   * @param joined is told how many there are, whenever one more has come
   * @return false if it was cancelled
   * @throws RefusedException if too few come in time, or one runs another version
   */
  public boolean await(int count, Duration limit, BooleanSupplier cancelled, IntConsumer joined) {
    final Deadline deadline = Deadline.after(limit);
    while (workers.size() < count) {
      final WireMessage message = membership.take(deadline, cancelled);
      if (cancelled.getAsBoolean()) {
        return false;
      }
      if (message == null) {
        throw tooFew(count, limit);
      }
      if (message.hasHello() && !workers.containsKey(message.getHello().getAddress())) {
        admit(message.getHello());
        joined.accept(workers.size());
      }
    }
    final List<String> addresses = new ArrayList<>(List.of(address()));
    addresses.addAll(workers.keySet());
    membership.introduce(0, addresses);
    for (Peer peer : membership.others()) {
      final Welcome welcome =
          Welcome.newBuilder().setYou(peer.number()).addAllAddresses(addresses).build();
      membership
          .node()
          .post(peer.address())
          .tell(WireMessage.newBuilder().setWelcome(welcome).build());
    }
    return true;
  }

  private RefusedException tooFew(int count, Duration limit) {
    final String reason =
        workers.size()
            + " of "
            + count
            + " workers have come within "
            + limit.toSeconds()
            + " s"
            + (workers.isEmpty() ? "" : ": " + String.join(", ", workers.keySet()));
    workers.keySet().forEach(address -> refuse(address, "too few members: " + reason));
    return new RefusedException(
        reason
            + "; start the others with worker --seed "
            + address()
            + ", or wait longer for them");
  }

  private void admit(Hello hello) {
    if (!hello.getVersion().equals(identity.version())
        || !hello.getCommit().equals(identity.commit())) {
      final String reason =
          hello.getHost()
              + " ("
              + hello.getAddress()
              + ") runs Hopwright "
              + hello.getVersion()
              + " of commit "
              + hello.getCommit()
              + ", the seed "
              + identity.version()
              + " of commit "
              + identity.commit()
              + "; all members need the same build";
      refuse(hello.getAddress(), reason);
      workers.keySet().forEach(address -> refuse(address, reason));
      throw new RefusedException(reason);
    }
    workers.put(hello.getAddress(), hello);
  }

  private void refuse(String address, String reason) {
    membership
        .node()
        .post(address)
        .tell(WireMessage.newBuilder().setRefused(Refused.newBuilder().setReason(reason)).build());
  }

  /** Ends the run because the process of a worker has ended. */
  public void lost(String process) {
    membership.fail(new MemberLostException("lost " + process));
  }

  /**
   * Simulates with all members.
   *
   * @param simulation built from the assignment's configuration
   * @return what this JVM simulated, and what the others measured
   * @throws RefusedException if a member makes something else of the configuration
   * @throws MemberFailedException if another member tells why it cannot go on
   */
  public <P extends Partition> RunOutcome<P> run(
      Simulation<P> simulation, RunMonitor monitor, Assignment assignment, int threads) {
    final int number = ++runs;
    accounts = List.of();
    final Participation<P> participation =
        new Participation<>(
            number,
            membership.node(),
            simulation,
            monitor,
            assignment.placement(),
            0,
            membership.others());
    prepare(number, assignment);
    participation.spawn();
    membership.takePart(participation);
    membership.startPulse();
    membership.sendAll(WireMessage.newBuilder().setStart(Start.newBuilder().setRun(number)));
    participation.begin();
    final BooksCollector books =
        new BooksCollector(number, assignment.placement(), membership.others());
    try {
      participation.team().await(monitor);
      books.collect(membership);
    } catch (MemberLostException loss) {
      participation.halt();
      books.collectFromSurvivors(membership, Deadline.after(SURVIVORS_LIMIT));
      return books.outcome(participation.run().finish(threads)).lost(loss.getMessage());
    } catch (RuntimeException | Error failure) {
      membership.tellFailure(number, failure, exitCodes.applyAsInt(failure));
      throw failure;
    }
    accounts = books.accounts(this::identityOf);
    return books.outcome(participation.run().finish(threads));
  }

  private void prepare(int number, Assignment assignment) {
    membership.sendAll(
        WireMessage.newBuilder()
            .setPrepare(
                Prepare.newBuilder()
                    .setRun(number)
                    .setConfig(assignment.config())
                    .setConfigHash(assignment.hash())
                    .addAllMemberOf(assignment.placement().toList())));
    final Deadline deadline = Deadline.after(PREPARE_LIMIT);
    final Set<Integer> prepared = new HashSet<>();
    while (prepared.size() < membership.others().size()) {
      final WireMessage message = membership.take(deadline, () -> false);
      if (message == null) {
        throw new RefusedException(
            prepared.size()
                + " of "
                + membership.others().size()
                + " workers have built the machine within "
                + PREPARE_LIMIT.toSeconds()
                + " s");
      }
      if (message.hasPrepared() && message.getPrepared().getRun() == number) {
        check(membership.peer(message.getMember()), message.getPrepared(), assignment);
        prepared.add(message.getMember());
      }
    }
  }

  private static void check(Peer peer, Prepared prepared, Assignment assignment) {
    if (!prepared.getConfigHash().equals(assignment.hash())) {
      throw new RefusedException(
          peer
              + " makes configuration "
              + prepared.getConfigHash()
              + " of what here is "
              + assignment.hash()
              + "; all members need the same build");
    }
  }

  private Identity identityOf(String address) {
    final Hello hello = workers.get(address);
    return new Identity(
        hello.getVersion(),
        hello.getCommit(),
        hello.getJava(),
        hello.getHost(),
        hello.getProcess(),
        hello.getThreads());
  }

  /** Returns the bytes of all messages that this JVM has sent so far. */
  public long bytesSent() {
    return membership.others().stream().mapToLong(Peer::bytesSent).sum();
  }

  /** Returns what the workers' processes have used up in the last run. */
  public List<MemberAccount> accounts() {
    return accounts;
  }

  /** Sends the workers home. */
  @Override
  public void close() {
    membership.sendAll(WireMessage.newBuilder().setGoodbye(Goodbye.getDefaultInstance()));
    membership.close();
  }
}
