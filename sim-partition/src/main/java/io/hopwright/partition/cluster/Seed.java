package io.hopwright.partition.cluster;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.core.window.WindowedRun;
import io.hopwright.partition.wire.proto.Goodbye;
import io.hopwright.partition.wire.proto.Hello;
import io.hopwright.partition.wire.proto.Prepare;
import io.hopwright.partition.wire.proto.Prepared;
import io.hopwright.partition.wire.proto.Start;
import io.hopwright.partition.wire.proto.Welcome;
import io.hopwright.partition.wire.proto.WireMessage;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Member 0: waits for the workers, tells them what to simulate, simulates its own share, and
 * gathers what all have measured. It is not on the path of a window, other than as one of the
 * members. Confined to one thread, but for {@link #lostProcess}.
 */
public final class Seed implements AutoCloseable {
  /** Who says hello twice a second and has not been heard of for so long is gone. */
  private static final Duration HELLO_LIMIT = Duration.ofSeconds(2);

  private static final Duration PREPARE_LIMIT = Duration.ofSeconds(60);
  private static final Duration SURVIVORS_LIMIT = Duration.ofSeconds(2);

  /** How long somebody who has interrupted a run waits for members that do not answer. */
  private static final Duration INTERRUPTION_LIMIT = Duration.ofMillis(1_500);

  private static final Duration SURVIVORS_LIMIT_AFTER_INTERRUPTION = Duration.ofMillis(500);
  private static final Duration LOOK = Duration.ofMillis(100);

  private final Membership membership;
  private final Identity identity;
  private final Function<Throwable, Diagnosis> diagnose;
  private final Map<String, Hello> workers = new LinkedHashMap<>();
  private final Map<String, Deadline> heard = new HashMap<>();
  private List<MemberAccount> accounts = List.of();
  private int runs;

  private Seed(Membership membership, Identity identity, Function<Throwable, Diagnosis> diagnose) {
    this.membership = membership;
    this.identity = identity;
    this.diagnose = diagnose;
  }

  /**
   * Starts to listen.
   *
   * @param diagnose tells what the other members are to know about a failure here
   * @throws RefusedException if the address cannot be bound
   */
  public static Seed listen(
      ClusterOptions options, Identity identity, Function<Throwable, Diagnosis> diagnose) {
    return listen(options, identity, diagnose, UnaryOperator.identity());
  }

  /** Starts to listen through {@code tap}; for tests. */
  static Seed listen(
      ClusterOptions options,
      Identity identity,
      Function<Throwable, Diagnosis> diagnose,
      UnaryOperator<ClusterNode.Listener> tap) {
    final Membership membership = new Membership(options, tap);
    membership.node().join(membership.node().address());
    return new Seed(membership, identity, diagnose);
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
   * @param remedy what to do if they do not come
   * @param cancelled whether nobody wants to wait any more; looked at now and then
   * @param joined is told how many there are, whenever one has come or gone
   * @return false if it was cancelled
   * @throws RefusedException if too few come in time, or one has other code
   */
  public boolean await(
      int count, Duration limit, String remedy, BooleanSupplier cancelled, IntConsumer joined) {
    final Deadline deadline = Deadline.after(limit);
    while (workers.size() < count) {
      final WireMessage message = membership.take(deadline, cancelled);
      if (cancelled.getAsBoolean()) {
        refuseAll("the seed was ended before all members were there");
        return false;
      }
      if (message == null) {
        throw tooFew(count, limit, remedy);
      }
      if (message.hasHello()) {
        final int before = workers.size();
        greet(message.getHello());
        if (workers.size() >= count) {
          forgetSilent();
        }
        if (workers.size() != before) {
          joined.accept(workers.size());
        }
      }
    }
    welcome();
    return true;
  }

  private void greet(Hello hello) {
    final String address = hello.getAddress();
    if (hello.getLeaving()) {
      workers.remove(address);
      return;
    }
    if (!workers.containsKey(address)) {
      admit(hello);
    }
    heard.put(address, Deadline.after(HELLO_LIMIT));
  }

  private void forgetSilent() {
    workers.keySet().removeIf(address -> heard.get(address).passed());
  }

  private void welcome() {
    final List<String> addresses = new ArrayList<>(List.of(address()));
    addresses.addAll(workers.keySet());
    final Welcome.Builder welcome =
        Welcome.newBuilder().addAllAddresses(addresses).setCrew(new SecureRandom().nextLong());
    membership.introduce(welcome.setYou(0).build());
    // In this order: members may still say hello.
    membership.refuseOthers("all " + addresses.size() + " members are there already");
    for (Peer peer : membership.others()) {
      membership
          .node()
          .post(peer.address())
          .tell(WireMessage.newBuilder().setWelcome(welcome.setYou(peer.number())).build());
    }
  }

  private RefusedException tooFew(int count, Duration limit, String remedy) {
    final String reason =
        workers.size()
            + " of "
            + count
            + " workers have come within "
            + limit.toSeconds()
            + " s"
            + (workers.isEmpty() ? "" : ": " + String.join(", ", workers.keySet()));
    refuseAll("too few members: " + reason);
    return new RefusedException(reason + "; " + remedy);
  }

  private void admit(Hello hello) {
    if (!hello.getSimulator().equals(identity.simulator())) {
      final String reason =
          hello.getHost()
              + " ("
              + hello.getAddress()
              + ") runs "
              + hello.getBuild()
              + ", the seed "
              + identity.build()
              + ", and their code is not the same; all members need the same build";
      membership.refuse(hello.getAddress(), reason);
      refuseAll(reason);
      throw new RefusedException(reason);
    }
    workers.put(hello.getAddress(), hello);
  }

  private void refuseAll(String reason) {
    workers.keySet().forEach(address -> membership.refuse(address, reason));
  }

  /** Ends the run because a worker's process on this computer has ended. */
  public void lostProcess(long process, String how) {
    final String detail = "process " + process + ", which " + how;
    for (Peer peer : membership.others()) {
      final Hello hello = workers.get(peer.address());
      if (hello.getProcess() == process && hello.getHost().equals(identity.host())) {
        membership.lost(peer.number(), peer + " (" + detail + ")");
        return;
      }
    }
    membership.fail(new MemberLostException("lost worker " + detail + membership.when()));
  }

  /**
   * Simulates with all members.
   *
   * @param simulation built from the assignment's configuration
   * @return what this JVM simulated, and what the others measured; after the loss of a member, what
   *     is left of it
   * @throws RefusedException if a member makes something else of the configuration
   * @throws MemberFailedException if another member tells why it cannot go on
   * @throws MemberLostException if a member is lost before anything was simulated
   * @throws CancellationException if it is interrupted before anything was simulated
   */
  public <P extends Partition> RunOutcome<P> run(
      Simulation<P> simulation, RunMonitor monitor, Assignment assignment) {
    final int number = ++runs;
    accounts = List.of();
    try {
      return run(number, simulation, monitor, assignment);
    } catch (MemberLostException loss) {
      // All know already.
      throw monitor.interrupted() ? new CancellationException(loss.getMessage()) : loss;
    } catch (MemberFailedException failure) {
      // The member may be gone before it has reached all the others.
      membership.tellFailure(
          number, failure.member(), new Diagnosis(failure.reason(), failure.exitCode()));
      throw failure;
    } catch (RuntimeException | Error failure) {
      membership.tellFailure(number, 0, diagnose.apply(failure));
      throw failure;
    } finally {
      membership.endRun();
    }
  }

  private <P extends Partition> RunOutcome<P> run(
      int number, Simulation<P> simulation, RunMonitor monitor, Assignment assignment) {
    final Participation<P> participation =
        new Participation<>(
            number,
            membership.node(),
            simulation,
            monitor,
            assignment.placement(),
            0,
            membership.others());
    prepare(number, assignment, monitor);
    participation.spawn();
    membership.takePart(participation);
    membership.sendAll(WireMessage.newBuilder().setStart(Start.newBuilder().setRun(number)));
    participation.begin();
    final BooksCollector books =
        new BooksCollector(number, assignment.placement(), membership.others());
    final Impatience impatience = new Impatience(participation.run(), books, monitor);
    try {
      participation.team().await(monitor, LOOK, impatience);
      books.collect(membership, impatience);
    } catch (MemberLostException loss) {
      if (!participation.halt()) {
        throw loss;
      }
      final boolean asked = monitor.interrupted();
      books.collectFromSurvivors(
          membership,
          Deadline.after(asked ? SURVIVORS_LIMIT_AFTER_INTERRUPTION : SURVIVORS_LIMIT),
          Math.max(1, impatience.silent));
      return books
          .outcome(participation.run().finish())
          .lost(asked ? Ending.INTERRUPTED : Ending.LOST, loss.getMessage());
    } finally {
      participation.stop();
    }
    accounts = books.accounts(this::identityOf);
    return books.outcome(participation.run().finish());
  }

  /** Ends a run that does not end although it was interrupted, as a member does not answer. */
  private final class Impatience implements Runnable {
    private final WindowedRun<?> run;
    private final BooksCollector books;
    private final RunMonitor monitor;
    private Deadline deadline = Deadline.NEVER;
    private int silent;

    Impatience(WindowedRun<?> run, BooksCollector books, RunMonitor monitor) {
      this.run = run;
      this.books = books;
      this.monitor = monitor;
    }

    @Override
    public void run() {
      if (monitor.interrupted() && deadline == Deadline.NEVER) {
        deadline = Deadline.after(INTERRUPTION_LIMIT);
      }
      if (!deadline.passed()) {
        return;
      }
      List<Peer> missing =
          membership.others().stream()
              .filter(peer -> run.throughWith(peer.number()) < run.throughWith(0))
              .toList();
      if (missing.isEmpty()) {
        missing = books.missing();
      }
      // Whoever waits for a silent one is behind as well, and still alive.
      final List<Peer> mute = membership.others().stream().filter(membership::silent).toList();
      if (!mute.isEmpty()) {
        missing = mute;
      }
      silent = missing.size();
      final String reason =
          missing.stream().map(Peer::toString).collect(Collectors.joining(", "))
              + " did not answer"
              + membership.when();
      membership.tellHalt(silent == 0 ? 0 : missing.get(0).number(), reason);
      throw new MemberLostException(reason);
    }
  }

  private void prepare(int number, Assignment assignment, RunMonitor monitor) {
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
      final WireMessage message = membership.take(deadline, monitor::interrupted);
      if (monitor.interrupted()) {
        throw new CancellationException("interrupted before anything was simulated");
      }
      if (message == null) {
        throw new RefusedException(
            prepared.size()
                + " of "
                + membership.others().size()
                + " workers have read the configuration within "
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
        hello.getBuild(),
        hello.getSimulator(),
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
