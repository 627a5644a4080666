package io.hopwright.partition.cluster;

import io.hopwright.partition.wire.proto.Failure;
import io.hopwright.partition.wire.proto.Pulse;
import io.hopwright.partition.wire.proto.WireMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * This JVM among the members: what seed and workers have in common. Messages of windows go straight
 * to the run in progress, all others wait in a mailbox for the one thread that leads this JVM
 * through runs. Once something has gone wrong, that thread gets to know it wherever it waits.
 */
final class Membership implements ClusterNode.Listener, AutoCloseable {
  private static final Duration PULSE = Duration.ofMillis(500);
  private static final long POLL_MILLIS = 50;

  private final BlockingQueue<WireMessage> mail = new LinkedBlockingQueue<>();
  private final ClusterNode node;
  private volatile int me;
  private volatile List<Peer> others = List.of();
  private volatile Participation<?> participation;
  private volatile RuntimeException fatal;
  private volatile boolean pulsing;
  private volatile boolean closing;

  /** Starts to listen. */
  Membership(ClusterOptions options) {
    node = ClusterNode.start(options, this);
    node.repeat(PULSE, this::pulse);
  }

  ClusterNode node() {
    return node;
  }

  /** Gets to know the members: where each listens, by number; {@code number} is this JVM. */
  void introduce(int number, List<String> addresses) {
    me = number;
    final List<Peer> peers = new ArrayList<>();
    for (int other = 0; other < addresses.size(); other++) {
      if (other != number) {
        final String address = addresses.get(other);
        peers.add(new Peer(number, other, address, node.post(address)));
      }
    }
    others = List.copyOf(peers);
  }

  List<Peer> others() {
    return others;
  }

  int me() {
    return me;
  }

  Peer peer(int number) {
    for (Peer peer : others) {
      if (peer.number() == number) {
        return peer;
      }
    }
    throw new IllegalStateException("there is no member " + number);
  }

  /** Sends a message to all others. */
  void sendAll(WireMessage.Builder message) {
    others.forEach(peer -> peer.send(message));
  }

  /** Makes {@code run} the run in progress. */
  void takePart(Participation<?> run) {
    participation = run;
    if (fatal != null) {
      run.team().fail(fatal);
    }
  }

  /** From now on, tells the others again and again that nothing was lost. */
  void startPulse() {
    pulsing = true;
  }

  private void pulse() {
    if (pulsing && !closing && fatal == null) {
      sendAll(WireMessage.newBuilder().setPulse(Pulse.getDefaultInstance()));
    }
  }

  @Override
  public void onMessage(WireMessage message) {
    try {
      switch (message.getContentCase()) {
        case HELLO, WELCOME, REFUSED -> mail.add(message);
        default -> onMemberMessage(message);
      }
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void onMemberMessage(WireMessage message) {
    final Peer sender = peer(message.getMember());
    sender.received(message.getSequence());
    switch (message.getContentCase()) {
      case PULSE -> {}
      case WINDOW_PART -> participation.accept(sender.number(), message.getWindowPart());
      case FAILURE -> {
        final Failure failure = message.getFailure();
        fail(
            new MemberFailedException(sender + ": " + failure.getMessage(), failure.getExitCode()));
      }
      default -> mail.add(message);
    }
  }

  @Override
  public void onUnreachable(String address) {
    for (Peer peer : others) {
      if (peer.address().equals(address)) {
        lost(peer);
      }
    }
  }

  /** Takes note that a member is lost. */
  void lost(Peer peer) {
    final Participation<?> run = participation;
    fail(
        new MemberLostException(
            "lost "
                + peer
                + (run == null
                    ? ", before anything was simulated"
                    : ", at tick " + run.run().clock())));
  }

  /** Ends whatever goes on. */
  void fail(RuntimeException failure) {
    if (closing || fatal != null) {
      return;
    }
    fatal = failure;
    final Participation<?> run = participation;
    if (run != null) {
      run.team().fail(failure);
    }
  }

  /**
   * Waits for the next message that is not for a run in progress.
   *
   * @param deadline until when
   * @param cancelled whether nobody wants to wait any more
   * @return the message; null if there was none in time, or the wait was cancelled
   * @throws RuntimeException what has gone wrong meanwhile
   */
  WireMessage take(Deadline deadline, BooleanSupplier cancelled) {
    while (!cancelled.getAsBoolean()) {
      try {
        final WireMessage message = mail.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (message != null) {
          return message;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
      if (fatal != null) {
        throw fatal;
      }
      if (deadline.passed()) {
        return null;
      }
    }
    return null;
  }

  /** Hands over the messages that still come, although something has gone wrong. */
  void drain(Deadline deadline, BooleanSupplier wanted, Consumer<WireMessage> receiver) {
    try {
      while (wanted.getAsBoolean() && !deadline.passed()) {
        final WireMessage message = mail.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (message != null) {
          receiver.accept(message);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells all others that this JVM cannot go on, and why. */
  void tellFailure(int run, Throwable failure, int exitCode) {
    final String message = failure.getMessage();
    sendAll(
        WireMessage.newBuilder()
            .setFailure(
                Failure.newBuilder()
                    .setRun(run)
                    .setMessage(message == null ? failure.getClass().getName() : message)
                    .setExitCode(exitCode)));
  }

  /** Leaves without a word. */
  @Override
  public void close() {
    closing = true;
    node.close();
  }
}
