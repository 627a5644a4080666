package io.hopwright.partition.cluster;

import io.hopwright.partition.copies.CopyKeeper;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.proto.Failure;
import io.hopwright.partition.wire.proto.Halt;
import io.hopwright.partition.wire.proto.Hello;
import io.hopwright.partition.wire.proto.Refused;
import io.hopwright.partition.wire.proto.Welcome;
import io.hopwright.partition.wire.proto.WireMessage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * Membership of this JVM in a group of JVMs: the part that seed and workers have in common. One
 * thread leads this JVM through its runs:
 *
 * <pre>{@code
 * membership.introduce(welcome);              // a worker's comes by itself, with the message
 * membership.takePart(participation);         // for each run, before anybody may send its windows
 * while (…) handle(membership.take(deadline, cancelled));
 * membership.endRun();
 * membership.close();
 * }</pre>
 *
 * <ol>
 *   <li>Messages of windows go directly to the run in progress, on the thread that receives them.
 *       All others wait, in the order of arrival, for {@link #take}, {@link #poll} or {@link
 *       #drain}.
 *   <li>Once the members are known, messages from others are ignored or refused.
 *   <li>No message of a member may be missing, duplicated or out of order: each of these is a
 *       failure.
 *   <li>Only the first failure counts; later ones are its consequences. The thread learns of it
 *       wherever it waits: from {@link #take} or from the team of the run in progress.
 *   <li>A loss detected in this JVM is first reported to the other members.
 *   <li>Every member sends every other one a heartbeat twice a second. A member is lost after five
 *       seconds of silence, after 20 s before the first window, and after 60 s before its first
 *       message. Before the first window ten seconds are the limit of both at a seed that {@link
 *       #replaceSoon replaces} members. Time during which this JVM itself was stopped does not
 *       count.
 * </ol>
 */
final class Membership implements ClusterNode.Listener, AutoCloseable {
  private static final Duration PULSE = Duration.ofMillis(500);
  private static final Duration SILENCE_LIMIT = Duration.ofSeconds(5);

  /**
   * The same before the first window: classes are loaded and connections made, by more JVMs than
   * there are processors perhaps. Twelve on two processors were silent for more than 8 s.
   */
  private static final Duration START_LIMIT = Duration.ofSeconds(20);

  /** The same in a run that replaces a lost member: a member that was only slow joins again. */
  private static final Duration REPLACED_LIMIT = Duration.ofSeconds(10);

  /** The same limit after an interruption: two pulses, because a single one can just be late. */
  private static final Duration IMPATIENT_LIMIT = Duration.ofMillis(1_250);

  /** Additional time until the first message of a member. */
  private static final Duration GRACE = Duration.ofSeconds(40);

  private static final long POLL_MILLIS = 50;

  /** Number of strangers that get an answer; a worker without the token must learn about it. */
  private static final int MOST_ANSWERS = 100;

  private static final Pattern ADDRESS = Pattern.compile("[\\w.-]{1,255}:\\d{1,5}");

  private final BlockingQueue<WireMessage> mail = new LinkedBlockingQueue<>();
  private final byte[] token;
  private final LongAdder strange = new LongAdder();
  private final AtomicInteger answers = new AtomicInteger();
  private final ClusterNode node;
  private volatile int me;
  private volatile long crew;
  private volatile List<Peer> others = List.of();
  private volatile Refusal refusal;
  private volatile Participation<?> participation;
  private volatile Throwable fatal;
  private final CopyTraffic copies;
  private volatile boolean closing;

  /** Whether the seed gathers its members again after a loss. */
  private volatile boolean recovers;

  /** True for a seed that soon replaces a member that is silent before the first window. */
  private volatile boolean replaces;

  /** Time at which the current message came; 0 if none is being handled. */
  private volatile long handlingSinceNanos;

  private long lastPulseNanos = System.nanoTime();

  /**
   * Starts to listen, and keeps no copies of checkpoints.
   *
   * @param tap wraps who takes the messages; for tests
   */
  Membership(ClusterOptions options, UnaryOperator<ClusterNode.Listener> tap) {
    this(options, CopyKeeper.NONE, tap);
  }

  /**
   * Starts to listen.
   *
   * @param keeper place of copies of checkpoints
   * @param tap wraps who takes the messages; for tests
   */
  Membership(ClusterOptions options, CopyKeeper keeper, UnaryOperator<ClusterNode.Listener> tap) {
    copies = new CopyTraffic(keeper);
    token = bytes(options.token());
    node = ClusterNode.start(options, tap.apply(this));
    node.repeat(PULSE, this::pulse);
  }

  CopyTraffic copies() {
    return copies;
  }

  ClusterNode node() {
    return node;
  }

  /** Gets to know the members, of which this JVM is one. */
  void introduce(Welcome welcome) {
    final List<String> addresses = welcome.getAddressesList();
    final int number = welcome.getYou();
    if (number < 0 || number >= addresses.size()) {
      throw new MalformedMessageException(
          "a welcome to member " + number + " of " + addresses.size());
    }
    for (String address : addresses) {
      if (!ADDRESS.matcher(address).matches()) {
        throw new MalformedMessageException(
            "a welcome to a member at '" + Texts.word(address) + "'");
      }
    }
    me = number;
    crew = welcome.getCrew();
    final List<Peer> peers = new ArrayList<>();
    for (int other = 0; other < addresses.size(); other++) {
      if (other != number) {
        final String address = addresses.get(other);
        peers.add(new Peer(crew, number, other, address, node.post(address)));
      }
    }
    others = List.copyOf(peers);
  }

  /**
   * Refuses from now on all others that want to take part.
   *
   * @param later whether one of them may be needed later, if a member is lost
   */
  void refuseOthers(String reason, boolean later) {
    refusal = new Refusal(reason, later);
  }

  /** Reports to the sender of {@code hello} that it cannot take part. */
  void refuse(Hello hello, String reason) {
    refuse(hello, new Refusal(reason, false));
  }

  private void refuse(Hello hello, Refusal why) {
    node.post(hello.getAddress())
        .tell(
            WireMessage.newBuilder()
                .setRefused(
                    Refused.newBuilder()
                        .setReason(why.reason())
                        .setNonce(hello.getNonce())
                        .setLater(why.later()))
                .build());
  }

  /**
   * Answer to JVMs that are not members.
   *
   * @param later whether such a JVM may be needed later
   */
  private record Refusal(String reason, boolean later) {}

  /** Returns how many messages did not come from members or those that may become one. */
  long strange() {
    return strange.sum();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private boolean knowsToken(String theirs) {
    return MessageDigest.isEqual(token, bytes(theirs));
  }

  List<Peer> others() {
    return others;
  }

  int me() {
    return me;
  }

  /**
   * Returns a member.
   *
   * @throws MalformedMessageException if there is none of that number, other than this JVM
   */
  Peer peer(int number) {
    for (Peer peer : others) {
      if (peer.number() == number) {
        return peer;
      }
    }
    throw new MalformedMessageException(
        "a message from or about member " + number + " reached member " + me);
  }

  /** Sends a message to all others. */
  void sendAll(WireMessage.Builder message) {
    others.forEach(peer -> peer.send(message));
  }

  /** Sets {@code run} as the run in progress. */
  void takePart(Participation<?> run) {
    participation = run;
    if (fatal != null) {
      run.team().fail(fatal);
    }
  }

  /** Records that the run in progress is over. */
  void endRun() {
    participation = null;
  }

  private synchronized void pulse() {
    final long now = System.nanoTime();
    final long since = handlingSinceNanos;
    // While this JVM takes a checkpoint, say, it hears nobody.
    final long deaf = since == 0 ? 0 : Math.min(now - since, now - lastPulseNanos);
    final long stopped = Math.max(deaf, now - lastPulseNanos - 2 * PULSE.toNanos());
    lastPulseNanos = now;
    if (closing) {
      return;
    }
    // After a loss, too: who gathers what was measured waits for those that are alive.
    for (Peer peer : others) {
      peer.sendPulse();
      peer.forgive(stopped, now);
      if (!over() && peer.silentNanos(now) > limitNow(peer).toNanos()) {
        lost(peer.number(), peer.toString());
      }
    }
  }

  /**
   * Returns whether no message is expected from a member any more.
   *
   * @param impatient whether the run was interrupted
   */
  boolean silent(Peer peer, boolean impatient) {
    final Duration limit = withGrace(peer, impatient ? IMPATIENT_LIMIT : SILENCE_LIMIT);
    return peer.gone() || peer.silentNanos(System.nanoTime()) > limit.toNanos();
  }

  /** Returns the longest silence of a member that is not lost. */
  private Duration limitNow(Peer peer) {
    if (begun()) {
      return withGrace(peer, SILENCE_LIMIT);
    }
    return replaces ? REPLACED_LIMIT : withGrace(peer, START_LIMIT);
  }

  private static Duration withGrace(Peer peer, Duration limit) {
    return peer.heard() ? limit : limit.plus(GRACE);
  }

  /** Sets the limit of silence before the first window: short or long. */
  void replaceSoon(boolean soon) {
    replaces = soon;
  }

  @Override
  public void onMessage(WireMessage message) {
    handlingSinceNanos = System.nanoTime();
    try {
      switch (message.getContentCase()) {
        case HELLO -> onHello(message);
        case WELCOME -> {
          // At once: what comes next may be from those whom it introduces.
          if (!knowsToken(message.getWelcome().getToken())) {
            strange.increment();
          } else if (others.isEmpty()) {
            introduce(message.getWelcome());
            mail.add(message);
          }
        }
        case REFUSED -> {
          if (others.isEmpty()) {
            mail.add(message);
          } else {
            strange.increment();
          }
        }
        default -> {
          if (message.getCrew() == crew && !others.isEmpty()) {
            onMemberMessage(message);
          } else if (!others.isEmpty() || message.getCrew() == 0) {
            // Else of a member, which was introduced sooner.
            strange.increment();
          }
        }
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    } finally {
      handlingSinceNanos = 0;
    }
  }

  @Override
  public void onDamage(WireMessage remains) {
    if (others.isEmpty() || remains.getCrew() != crew) {
      // A stranger's, or a member's of which too little is left: then its number is missing.
      strange.increment();
      return;
    }
    final String sender =
        others.stream()
            .filter(peer -> peer.number() == remains.getMember())
            .map(Peer::toString)
            .findFirst()
            .orElse("a member");
    fail(
        new MalformedMessageException(
            "a message of "
                + sender
                + " was damaged in transit: its check does not match its content. Run again; if"
                + " this happens again, test the network and the memory of both computers"));
  }

  private void onHello(WireMessage message) {
    final Hello hello = message.getHello();
    if (!ADDRESS.matcher(hello.getAddress()).matches()) {
      strange.increment();
    } else if (!knowsToken(hello.getToken())) {
      strange.increment();
      if (answers.getAndIncrement() < MOST_ANSWERS) {
        refuse(hello, "that is not the token of this run; use --token FILE or HOPWRIGHT_TOKEN");
      }
    } else if (refusal == null) {
      mail.add(message);
    } else if (others.stream().noneMatch(peer -> peer.address().equals(hello.getAddress()))) {
      refuse(hello, refusal);
    }
  }

  private void onMemberMessage(WireMessage message) {
    final Peer sender = peer(message.getMember());
    sender.received(message);
    switch (message.getContentCase()) {
      case PULSE -> {}
      case WINDOW_PART -> {
        final Participation<?> run = participation;
        if (run == null) {
          throw new MalformedMessageException("a window of " + sender + " came before any run");
        }
        run.accept(sender.number(), message.getWindowPart());
      }
      case STATE, STATE_TAKEN, NO_STATE -> {
        final Participation<?> run = participation;
        if (run == null) {
          mail.add(message);
        } else {
          run.states().onMessage(sender, message);
        }
      }
      case COPY_BEGIN, COPY_PART, COPY_TAKEN, COPY_END, COPY_WANTED, COPIES_OVER ->
          copies.onMessage(sender, message);
      case HALT -> {
        if (message.getHalt().getLost() == sender.number()) {
          sender.leave();
        }
        onHalt(message.getHalt());
      }
      case FAILURE -> {
        final Failure failure = message.getFailure();
        final int ill = failure.getMember();
        fail(
            new MemberFailedException(
                ill,
                ill == me ? "this JVM" : peer(ill).toString(),
                Texts.shown(failure.getMessage()),
                failure.getExitCode()));
      }
      case PREPARE -> {
        // At once: a loss can come before the worker reads the message.
        if (message.getPrepare().getLast()) {
          recovers = message.getPrepare().getRecovers();
        }
        mail.add(message);
      }
      case CONTENT_NOT_SET ->
          throw new MalformedMessageException("a message of " + sender + " says nothing");
      default -> mail.add(message);
    }
  }

  /** Returns whether the seed gathers its members again after a loss. */
  boolean recovers() {
    return recovers;
  }

  private void onHalt(Halt halt) {
    final MemberLostException loss =
        new MemberLostException(
            halt.getLost() == me
                ? "the other members have given up on this member, which did not answer" + when()
                : Texts.shown(halt.getReason()));
    if (me == 0) {
      // The sender may be gone before it has reached all the others.
      failAll(loss, halt.getLost(), halt.getReason());
    } else {
      fail(loss);
    }
  }

  @Override
  public void onEnd() {
    fail(new OutOfMemoryError("a thread of Akka's has died"));
  }

  /**
   * Ends whatever goes on, here and elsewhere, as a member is lost.
   *
   * @param who how to speak of it
   */
  void lost(int member, String who) {
    final MemberLostException loss = new MemberLostException("lost " + who + when());
    peer(member).leave();
    failAll(loss, member, loss.getMessage());
  }

  /**
   * Ends everything in progress, here and in other JVMs. The others are notified first, because
   * this JVM can end as soon as its own threads know.
   *
   * @param failure reason why it ends here
   * @param lost member without which the others cannot continue
   * @param reason reason to report to the others
   */
  synchronized void failAll(Throwable failure, int lost, String reason) {
    if (!over()) {
      tellHalt(lost, reason);
      fail(failure);
    }
  }

  /** Orders the others to end the run and to send their measurements. */
  void tellHalt(int lost, String reason) {
    sendAll(
        WireMessage.newBuilder()
            .setHalt(Halt.newBuilder().setLost(lost).setReason(Texts.cut(reason))));
  }

  /** Returns the progress of the run in words, to be appended to a description of an event. */
  String when() {
    final Participation<?> run = participation;
    return begun() ? ", at tick " + run.run().clock() : ", before anything was simulated";
  }

  /** Returns whether the run in progress has reached its first window. */
  boolean begun() {
    final Participation<?> run = participation;
    return run != null && run.run().begun();
  }

  /** Ends whatever goes on here. */
  synchronized void fail(Throwable failure) {
    if (over()) {
      return;
    }
    fatal = failure;
    copies.end(String.valueOf(failure.getMessage()));
    final Participation<?> run = participation;
    if (run != null) {
      run.team().fail(failure);
    }
  }

  private boolean over() {
    return closing || fatal != null;
  }

  /**
   * Waits for the next message that is not for a run in progress.
   *
   * @param deadline limit of the wait
   * @param cancelled whether the wait is cancelled
   * @return the message; null if there was none in time, or the wait was cancelled
   * @throws RuntimeException failure that has happened meanwhile
   */
  WireMessage take(Deadline deadline, BooleanSupplier cancelled) {
    while (!cancelled.getAsBoolean()) {
      throwIfFatal();
      final WireMessage message = poll();
      if (message != null) {
        // Who goes home because of a loss, and was told of it first, is not at the end of its work.
        if (message.hasGoodbye()) {
          throwIfFatal();
        }
        return message;
      }
      if (deadline.passed()) {
        return null;
      }
    }
    return null;
  }

  private void throwIfFatal() {
    if (fatal instanceof Error error) {
      throw error;
    }
    if (fatal instanceof RuntimeException failure) {
      throw failure;
    }
  }

  /**
   * Passes on the messages that are here and still arrive, although an error has occurred.
   *
   * @param wanted whether to wait for more
   */
  void drain(BooleanSupplier wanted, Consumer<WireMessage> receiver) {
    WireMessage message;
    do {
      message = poll();
      if (message != null) {
        receiver.accept(message);
      }
    } while (message != null || wanted.getAsBoolean());
  }

  /**
   * Returns the next message that is not for a run in progress, null if there is none for a while.
   * An interruption of the thread does not keep it from reading, and is still set afterwards.
   */
  WireMessage poll() {
    final boolean interrupted = Thread.interrupted();
    try {
      return mail.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Reports to all others that {@code member} cannot continue, and the reason. */
  void tellFailure(int run, int member, Diagnosis diagnosis) {
    sendAll(
        WireMessage.newBuilder()
            .setFailure(
                Failure.newBuilder()
                    .setRun(run)
                    .setMember(member)
                    .setMessage(Texts.cut(diagnosis.message()))
                    .setExitCode(diagnosis.exitCode())));
  }

  /** Leaves without a word. */
  @Override
  public void close() {
    closing = true;
    copies.close();
    node.close();
    if (strange.sum() > 0) {
      LoggerFactory.getLogger(Membership.class)
          .warn("{} messages of strangers were ignored", strange.sum());
    }
  }
}
