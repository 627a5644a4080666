package io.hopwright.partition.cluster;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.core.window.WindowedRun;
import io.hopwright.partition.copies.CopyKeeper;
import io.hopwright.partition.copies.CopySource;
import io.hopwright.partition.wire.proto.CopiesOver;
import io.hopwright.partition.wire.proto.Goodbye;
import io.hopwright.partition.wire.proto.Hello;
import io.hopwright.partition.wire.proto.KeptCopy;
import io.hopwright.partition.wire.proto.Start;
import io.hopwright.partition.wire.proto.Welcome;
import io.hopwright.partition.wire.proto.WireMessage;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Member 0: waits for the workers, sends them the configuration, simulates its own share, and
 * gathers the measurements of all. It coordinates no windows; in a window it is a member like all
 * others.
 *
 * <pre>{@code
 * try (Seed seed = Seed.listen(options, identity, diagnose)) {
 *   tellWorkers(seed.address());
 *   if (seed.await(workers, limit, remedy, cancelled, joined, refused)) {
 *     RunOutcome<P> outcome = seed.run(simulation, monitor, assignment, from);   // and the next run
 *   }
 * }
 * }</pre>
 *
 * <p>Obligations of callers:
 *
 * <ol>
 *   <li>All calls come from one thread, except {@link #lostProcess} and {@link #silentNanos}, which
 *       any thread may call.
 *   <li>{@link #await} is called once; then {@link #run}, any number of times, until a run loses a
 *       member or fails.
 *   <li>{@link #close} is always called: it releases the workers.
 * </ol>
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>{@link #await} determines the members: all have the same code, and others are refused from
 *       then on.
 *   <li>Nothing is simulated before all members have built the same simulation from the
 *       configuration.
 *   <li>{@link #run} returns once the statistics of all members have arrived; after a loss those of
 *       the remaining members, and the outcome says so.
 *   <li>If {@link #run} throws, all members that can be reached know why.
 * </ol>
 */
public final class Seed implements AutoCloseable {
  /** A worker says hello twice a second; after this time without a hello it counts as lost. */
  private static final Duration HELLO_LIMIT = Duration.ofSeconds(2);

  /** Time for which an interrupted run waits for silent members. */
  private static final Duration INTERRUPTION_LIMIT = Duration.ofMillis(1_500);

  private static final Duration LOOK = Duration.ofMillis(100);

  private final Membership membership;
  private final String token;
  private final Identity identity;
  private final Function<Throwable, Diagnosis> diagnose;
  private final Map<String, Hello> workers = new LinkedHashMap<>();
  private final Map<String, Deadline> heard = new HashMap<>();

  /** Time of the last hello of each process. */
  private final Map<Long, Long> helloNanos = new ConcurrentHashMap<>();

  private final Set<String> turnedAway = new HashSet<>();
  private List<MemberAccount> accounts = List.of();
  private int runs;
  private boolean watched;

  /** Whether the last run was interrupted; the goodbye message contains it. */
  private volatile boolean interrupted;

  private Seed(
      Membership membership,
      String token,
      Identity identity,
      Function<Throwable, Diagnosis> diagnose) {
    this.membership = membership;
    this.token = token;
    this.identity = identity;
    this.diagnose = diagnose;
  }

  /**
   * Starts to listen.
   *
   * @param diagnose returns the diagnosis of a failure here that other members receive
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
    return new Seed(new Membership(options, tap), options.token(), identity, diagnose);
  }

  /** Returns the address at which it listens, {@code HOST:PORT}; workers need it. */
  public String address() {
    return membership.node().address();
  }

  /**
   * Waits until the requested number of workers has come.
   *
   * @return false if it was cancelled
   * @throws RefusedException if too few come in time
   */
  public boolean await(
      int count,
      Duration limit,
      String remedy,
      BooleanSupplier cancelled,
      IntConsumer joined,
      Consumer<String> refused) {
    return await(count, count, limit, remedy, cancelled, joined, refused);
  }

  /**
   * Waits until the requested number of workers has come, or the time is up and enough of them are
   * there.
   *
   * @param count number of workers
   * @param least number of workers that is sufficient if no more come in time
   * @param limit longest time to wait
   * @param remedy remedy if they do not come
   * @param cancelled whether the wait is cancelled; checked now and then
   * @param joined receives the number of workers whenever it changes
   * @param refused receives a worker that cannot take part because its code differs; others can
   *     come
   * @return false if it was cancelled
   * @throws RefusedException if fewer than {@code least} come in time
   */
  public boolean await(
      int count,
      int least,
      Duration limit,
      String remedy,
      BooleanSupplier cancelled,
      IntConsumer joined,
      Consumer<String> refused) {
    final Deadline deadline = Deadline.after(limit);
    while (workers.size() < count) {
      final WireMessage message = membership.take(deadline, cancelled);
      if (cancelled.getAsBoolean()) {
        refuseAll("the seed was ended before all members had joined");
        return false;
      }
      if (message == null) {
        forgetSilent();
        if (workers.size() < least) {
          throw tooFew(count, limit, remedy);
        }
        break;
      }
      if (message.hasHello()) {
        final int before = workers.size();
        greet(message.getHello(), refused);
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

  private void greet(Hello hello, Consumer<String> refused) {
    final String address = hello.getAddress();
    if (hello.getLeaving()) {
      workers.remove(address);
      return;
    }
    if (!hello.getSimulator().equals(identity.simulator())) {
      turnAway(hello, refused);
      return;
    }
    workers.putIfAbsent(address, hello);
    heard.put(address, Deadline.after(HELLO_LIMIT));
    helloNanos.put(hello.getProcess(), System.nanoTime());
  }

  private void forgetSilent() {
    workers.keySet().removeIf(address -> heard.get(address).passed());
  }

  private void welcome() {
    final List<String> addresses = new ArrayList<>(List.of(address()));
    addresses.addAll(workers.keySet());
    final Welcome.Builder welcome =
        Welcome.newBuilder()
            .addAllAddresses(addresses)
            .setCrew(new SecureRandom().nextLong())
            .setToken(token);
    membership.introduce(welcome.setYou(0).build());
    // In this order: members may still say hello.
    refuseOthers(false);
    for (Peer peer : membership.others()) {
      membership
          .node()
          .post(peer.address())
          .tell(WireMessage.newBuilder().setWelcome(welcome.setYou(peer.number())).build());
    }
  }

  private void refuseOthers(boolean later) {
    membership.refuseOthers("all " + members() + " members have joined already", later);
  }

  private RefusedException tooFew(int count, Duration limit, String remedy) {
    final String who = workers.isEmpty() ? "" : ": " + String.join(", ", workers.keySet());
    final long strange = membership.strange();
    final String strangers = strange == 0 ? "" : ", and " + strange + " messages of strangers";
    final String reason =
        "%s of %s workers have come within %s s%s%s"
            .formatted(workers.size(), count, limit.toSeconds(), who, strangers);
    refuseAll("too few members: " + reason);
    return new RefusedException(reason + "; " + remedy);
  }

  private void turnAway(Hello hello, Consumer<String> refused) {
    final String address = hello.getAddress();
    final String reason =
        Texts.word(hello.getHost())
            + " ("
            + address
            + ") runs "
            + Texts.word(hello.getBuild())
            + ", the seed "
            + identity.build()
            + ", and their code is not the same; all members need the same build";
    membership.refuse(hello, reason);
    if (turnedAway.add(address)) {
      refused.accept(reason);
    }
  }

  private void refuseAll(String reason) {
    workers.values().forEach(hello -> membership.refuse(hello, reason));
  }

  /** Ends the run because a worker's process on this computer has ended. */
  public void lostProcess(long process, String how) {
    final String detail = "process " + process + ", which " + how;
    final Peer peer = peerOf(process);
    if (peer == null) {
      membership.fail(new MemberLostException("lost worker " + detail + membership.when()));
    } else {
      membership.lost(peer.number(), peer + " (" + detail + ")");
    }
  }

  /** Returns the member that is a process of this computer; null if there is none. */
  private Peer peerOf(long process) {
    for (Peer peer : membership.others()) {
      final Hello hello = workers.get(peer.address());
      if (hello.getProcess() == process && hello.getHost().equals(identity.host())) {
        return peer;
      }
    }
    return null;
  }

  /**
   * Returns for how long a worker's process on this computer has sent nothing, in nanoseconds;
   * {@link Long#MAX_VALUE} if it has not sent anything yet.
   */
  public long silentNanos(long process) {
    final long now = System.nanoTime();
    final Peer peer = peerOf(process);
    if (peer != null) {
      return peer.silentNanos(now);
    }
    final Long hello = helloNanos.get(process);
    return hello == null ? Long.MAX_VALUE : now - hello;
  }

  /**
   * Notes that the caller watches the processes of all workers, and reports each loss. Then silence
   * before the first window needs no short limit.
   */
  public void watchesProcesses() {
    watched = true;
  }

  /**
   * Simulates with all members.
   *
   * @param simulation built from the assignment's configuration
   * @param from with the states of all partitions, or {@link SavedRun#NOTHING}
   * @return partitions of this JVM and measurements of the others; after the loss of a member, the
   *     rest
   * @throws RefusedException if a member builds another simulation from the configuration
   * @throws MemberFailedException if another member reports that it cannot continue
   * @throws MemberLostException if a member is lost before anything was simulated, or in a run that
   *     recovers
   * @throws CancellationException if it is interrupted before anything was simulated
   */
  public <P extends Partition> RunOutcome<P> run(
      Simulation<P> simulation, RunMonitor monitor, Assignment assignment, SavedRun from) {
    final int number = ++runs;
    accounts = List.of();
    // A replacement can be here before the loss is noticed.
    refuseOthers(monitor.checkpoints().recovers());
    membership.replaceSoon(monitor.checkpoints().recovers() && !watched);
    try {
      return run(number, simulation, monitor, assignment, from);
    } catch (MemberLostException loss) {
      // All know already.
      throw monitor.interrupted() && !membership.begun()
          ? new CancellationException(loss.getMessage())
          : loss;
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
      int number,
      Simulation<P> simulation,
      RunMonitor monitor,
      Assignment assignment,
      SavedRun from) {
    final StateCollector states =
        new StateCollector(number, assignment.placement(), monitor.checkpoints());
    final Participation<P> participation =
        new Participation<>(
            number,
            membership.node(),
            simulation,
            monitor,
            states,
            assignment.placement(),
            0,
            membership.others(),
            from);
    new Preparation(number, membership, assignment, monitor::interrupted)
        .prepareAll(from, monitor.checkpoints().recovers());
    participation.spawn();
    membership.takePart(participation);
    membership.sendAll(WireMessage.newBuilder().setStart(Start.newBuilder().setRun(number)));
    participation.begin();
    final StatisticsCollector statistics =
        new StatisticsCollector(number, assignment.placement(), membership.others());
    final Impatience impatience = new Impatience(statistics, monitor);
    try {
      participation.team().await(monitor, LOOK, impatience);
      statistics.collect(membership, impatience);
    } catch (MemberLostException loss) {
      if (monitor.checkpoints().recovers() || !participation.team().halt()) {
        throw loss;
      }
      final WindowedRun<P> run = participation.run();
      final long stopTick =
          statistics.collectFromSurvivors(membership, run.clock(), monitor::interrupted);
      interrupted = monitor.interrupted();
      membership.sendAll(goodbye());
      return statistics
          .outcome(run.finish(stopTick))
          .lost(monitor.interrupted() ? Ending.INTERRUPTED : Ending.LOST, loss.getMessage());
    } finally {
      participation.stop();
      states.close();
    }
    accounts = statistics.accounts(this::identityOf);
    final RunOutcome<P> outcome = statistics.outcome(participation.run().finish());
    interrupted = outcome.ending() == Ending.INTERRUPTED;
    return outcome;
  }

  /**
   * Ends an interrupted run that does not end because a member is silent. It waits for a member
   * that sends heartbeats, however long its window lasts.
   */
  private final class Impatience implements Runnable {
    private final StatisticsCollector statistics;
    private final RunMonitor monitor;
    private Deadline deadline = Deadline.NEVER;

    Impatience(StatisticsCollector statistics, RunMonitor monitor) {
      this.statistics = statistics;
      this.monitor = monitor;
    }

    @Override
    public void run() {
      if (monitor.interrupted() && deadline.equals(Deadline.NEVER)) {
        deadline = Deadline.after(INTERRUPTION_LIMIT);
      }
      if (!deadline.passed()) {
        return;
      }
      final List<Peer> mute =
          statistics.missing().stream().filter(peer -> membership.silent(peer, true)).toList();
      if (mute.isEmpty()) {
        return;
      }
      final String reason =
          mute.stream().map(Peer::toString).collect(Collectors.joining(", "))
              + " did not answer"
              + membership.when();
      membership.tellHalt(mute.get(0).number(), reason);
      throw new MemberLostException(reason);
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

  /** Returns the number of members, this one included. */
  public int members() {
    return membership.others().size() + 1;
  }

  /** Returns the bytes of all messages that this JVM has sent so far. */
  public long bytesSent() {
    return membership.others().stream().mapToLong(Peer::bytesSent).sum();
  }

  /** Returns the resources that the workers' processes used in the last run. */
  public List<MemberAccount> accounts() {
    return accounts;
  }

  /**
   * Copies a checkpoint to the first members that keep copies, one after the other. Can be called
   * by any thread.
   *
   * @param most largest number of copies
   * @param failed receives each member that has no copy, with the reason
   * @return number of members that have a complete copy
   */
  public int copy(CopySource source, int most, Consumer<String> failed) {
    int complete = 0;
    for (Peer keeper : keepers(most)) {
      final String failure = membership.copies().send(keeper, source);
      if (failure == null) {
        complete++;
      } else {
        failed.accept(keeper + ": " + failure);
      }
    }
    return complete;
  }

  /** Returns the addresses of the first members that keep copies. */
  public List<String> keepersOf(int most) {
    return keepers(most).stream().map(Peer::toString).toList();
  }

  private List<Peer> keepers(int most) {
    return membership.others().stream()
        .filter(peer -> workers.get(peer.address()).getKeeps())
        .limit(most)
        .toList();
  }

  /** Lets all members remove their copies of the checkpoints of a run. */
  public void removeCopies(String name) {
    for (Peer keeper : keepers(Integer.MAX_VALUE)) {
      keeper.send(WireMessage.newBuilder().setCopiesOver(CopiesOver.newBuilder().setName(name)));
    }
  }

  /** Copy that a member had when it joined. */
  private record Offer(Peer keeper, KeptCopy kept) {}

  /**
   * Receives a copy of the newest checkpoint of a run from the members, or an older one if that is
   * damaged.
   *
   * @param into place of the received copy
   * @param notes receives each copy that could not be received, with the reason, and each member
   *     that has copies of another run of this name
   * @return description of the copy; null if there is none
   */
  public String fetch(String name, CopyKeeper into, Consumer<String> notes) {
    final List<Offer> offers =
        membership.others().stream()
            .flatMap(
                peer ->
                    workers.get(peer.address()).getKeptList().stream()
                        .filter(kept -> kept.getName().equals(name))
                        .map(kept -> new Offer(peer, kept)))
            .sorted(
                Comparator.comparingLong((Offer offer) -> offer.kept().getWrittenMillis())
                    .thenComparing(offer -> offer.kept().getTick())
                    .reversed())
            .toList();
    for (Offer offer : offers) {
      final long tick = offer.kept().getTick();
      final String what = "the checkpoint of tick " + tick + " from " + offer.keeper();
      final String failure = membership.copies().fetch(offer.keeper(), name, tick, into);
      if (failure == null) {
        noteOtherRuns(offers, offer, notes);
        return what;
      }
      notes.accept(what + ": " + failure);
    }
    return null;
  }

  private static void noteOtherRuns(List<Offer> offers, Offer used, Consumer<String> notes) {
    offers.stream()
        .filter(offer -> !offer.kept().getRun().equals(used.kept().getRun()))
        .map(Offer::keeper)
        .distinct()
        .forEach(
            keeper ->
                notes.accept(
                    "%s has an older copy of another run named %s, which is not used"
                        .formatted(keeper, used.kept().getName())));
  }

  /** Reports to all members that this JVM cannot continue, and the reason. */
  public void fail(Diagnosis diagnosis) {
    membership.tellFailure(0, 0, diagnosis);
  }

  /** Sends the workers home. */
  @Override
  public void close() {
    membership.sendAll(goodbye());
    membership.close();
  }

  private WireMessage.Builder goodbye() {
    return WireMessage.newBuilder().setGoodbye(Goodbye.newBuilder().setInterrupted(interrupted));
  }
}
