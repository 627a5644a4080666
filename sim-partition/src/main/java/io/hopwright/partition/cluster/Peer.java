package io.hopwright.partition.cluster;

import akka.actor.typed.ActorRef;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.proto.WireMessage;

/**
 * Another member as seen from here. Numbers every message to it, and holds it to numbering its own:
 * Akka delivers in order and at most once, and drops silently. Thread-safe.
 */
final class Peer {
  private final int me;
  private final int number;
  private final String address;
  private final ActorRef<WireMessage> post;
  private long sent;
  private long received;
  private long bytesSent;

  Peer(int me, int number, String address, ActorRef<WireMessage> post) {
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

  /** Returns how to speak of it to the user. */
  @Override
  public String toString() {
    return "member " + number + " at " + address;
  }

  /** Sends a message. */
  synchronized void send(WireMessage.Builder message) {
    final WireMessage numbered = message.setMember(me).setSequence(++sent).build();
    bytesSent += numbered.getSerializedSize();
    post.tell(numbered);
  }

  /** Returns the bytes of all messages sent so far, without what Akka adds. */
  synchronized long bytesSent() {
    return bytesSent;
  }

  /**
   * Takes note of a message it has sent.
   *
   * @throws MalformedMessageException if it is not the next one
   */
  synchronized void received(long sequence) {
    received++;
    if (sequence != received) {
      throw new MalformedMessageException(
          "message "
              + sequence
              + " of "
              + this
              + " came in place of message "
              + received
              + (sequence > received ? ": something was lost" : ": it came twice"));
    }
  }
}
