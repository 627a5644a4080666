package io.hopwright.models.tofu.tni;

import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
import io.hopwright.models.tofu.network.PathChoice;
import java.util.List;

/**
 * Traffic of network interfaces, and its paths. Immutable; safe for any thread.
 *
 * @param operation operation of messages
 * @param tnis sending interfaces of a node
 * @param queues queues of each of these
 * @param crossed whether messages go to the interface with the number next to their own
 * @param paths first destinations of packets
 * @param messages messages of each queue of a node, {@code queue·tnis + interface}; empty if
 *     programs send
 * @param segments segmentation of messages
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
