package io.hopwright.models.tofu.tni;

import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import io.hopwright.models.tofu.network.PathChoice;
import java.util.List;

/**
 * What network interfaces are told to send, and over which paths. Immutable; safe for any thread.
 *
 * @param operation what messages are
 * @param tnis interfaces of a node that send
 * @param queues of each of these
 * @param crossed whether messages are for the interface beside that of their number
 * @param paths where packets go first
 * @param messages what each queue of a node sends, {@code queue·tnis + interface}; nothing if it is
 *     programs that send
 * @param segments how messages are cut
 */
public record TniTraffic(
    TniOperation operation,
    int tnis,
    int queues,
    boolean crossed,
    PathChoice paths,
    List<Messages> messages,
    Segmenter segments) {

  /** Returns the interface at the target for what an interface sends. */
  int targetTni(int tni) {
    return crossed ? tni ^ 1 : tni;
  }

  /** Returns the streams of a node. */
  public int streams() {
    return tnis * queues;
  }

  boolean saturated() {
    return !messages.isEmpty() && messages.get(0).saturated();
  }

  /** Returns the path of a packet. */
  public int path(int requester, int target, long sequence) {
    return paths.path(requester, target, sequence, segments);
  }
}
