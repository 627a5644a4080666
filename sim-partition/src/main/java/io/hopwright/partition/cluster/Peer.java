package io.hopwright.partition.cluster;

import akka.actor.typed.ActorRef;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.WireSerializer;
import io.hopwright.partition.wire.proto.Pulse;
import io.hopwright.partition.wire.proto.WireMessage;

/**
 * Another member as this JVM sees it. Numbers all messages to it and checks the numbers of those
 * from it, because Akka delivers in order and at most once, and drops silently. Thread-safe.
 */
final class Peer {
  private final long crew;
  private final int me;
  private final int number;
  private final String address;
  private final ActorRef<WireMessage> post;
  private long sent;
  private long received;
  private long bytesSent;
  private long heardNanos = System.nanoTime();
  private boolean heard;
  private boolean gone;

  Peer(long crew, int me, int number, String address, ActorRef<WireMessage> post) {
    this.crew = crew;
    this.me = me;
    this.number = number;
    this.address = address;
    this.post = post;
  }

  int number() {
    return number;
  }

  String address() {
    return address;
  }

  /** Returns the name of the member in messages to the user. */
  @Override
  public String toString() {
    return "member " + number + " at " + address;
  }

  /** Sends a message. */
  synchronized void send(WireMessage.Builder message) {
    final WireMessage numbered = message.setCrew(crew).setMember(me).setSequence(++sent).build();
    bytesSent += numbered.getSerializedSize() + WireSerializer.CHECK_BYTES;
    post.tell(numbered);
  }

  /** Returns the bytes of all messages sent so far, without what Akka adds. */
  synchronized long bytesSent() {
    return bytesSent;
  }

  /** Sends a heartbeat with the number of messages that the member must have received by now. */
  synchronized void sendPulse() {
    post.tell(
        WireMessage.newBuilder()
            .setCrew(crew)
            .setMember(me)
            .setSequence(sent)
            .setPulse(Pulse.getDefaultInstance())
            .build());
  }

  /**
   * Records a message of the member.
   *
   * @throws MalformedMessageException if it is not the next one
   */
  synchronized void received(WireMessage message) {
    heardNanos = System.nanoTime();
    heard = true;
    final long expected = message.hasPulse() ? received : received + 1;
    if (message.getSequence() != expected) {
      gone = true;
      throw new MalformedMessageException(
          "message "
              + message.getSequence()
              + " of "
              + this
              + " came in place of message "
              + expected
              + (message.getSequence() > expected
                  ? ": something was lost or damaged in transit"
                  : ": it came twice"));
    }
    received = expected;
  }

  /** Records that no further message is expected from the member. */
  synchronized void leave() {
    gone = true;
  }

  /** Returns whether the member has left, or a message of it is missing. */
  synchronized boolean gone() {
    return gone;
  }

  /** Returns whether it has sent anything yet. */
  synchronized boolean heard() {
    return heard;
  }

  /** Returns for how long it has been silent at {@code now}; at first, since it was introduced. */
  synchronized long silentNanos(long now) {
    return now - heardNanos;
  }

  /** Does not count a time before {@code now} in which this JVM was stopped itself as silence. */
  synchronized void forgive(long nanos, long now) {
    heardNanos += Math.max(0, Math.min(nanos, now - heardNanos));
  }
}
