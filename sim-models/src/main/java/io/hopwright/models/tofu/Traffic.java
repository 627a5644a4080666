package io.hopwright.models.tofu;

import io.hopwright.core.random.Draws;
import io.hopwright.models.host.Messages;
import io.hopwright.models.host.Segmenter;
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
record Traffic(
    TniOperation operation,
    int tnis,
    int queues,
    boolean crossed,
    Paths paths,
    List<Messages> messages,
    Segmenter segments) {

  /** Returns the interface at the target for what an interface sends. */
  int targetTni(int tni) {
    return crossed ? tni ^ 1 : tni;
  }

  /** Returns the streams of a node. */
  int streams() {
    return tnis * queues;
  }

  boolean saturated() {
    return !messages.isEmpty() && messages.get(0).saturated();
  }

  /** Returns the path of a packet. */
  int path(int requester, int target, long sequence) {
    return paths.path(requester, target, sequence, segments);
  }

  /**
   * Which coordinates a, b and c packets go to first.
   *
   * @param policy how that is chosen
   * @param fixed the path with {@link PathPolicy#FIXED}
   * @param draws for {@link PathPolicy#RANDOM}
   */
  record Paths(PathPolicy policy, int fixed, Draws draws) {
    int path(int requester, int target, long segment, Segmenter segments) {
      return switch (policy) {
        case SOURCE -> requester % PathPolicy.PATHS;
        case DESTINATION -> target % PathPolicy.PATHS;
        case RANDOM ->
            Draws.pick(draws.draw(requester, segments.message(segment), 0), PathPolicy.PATHS);
        case FIXED -> fixed;
      };
    }

    /** Returns the path of a barrier's signal, which belongs to no message. */
    int ofSignal(int from, int to) {
      return switch (policy) {
        case SOURCE, RANDOM -> from % PathPolicy.PATHS;
        case DESTINATION -> to % PathPolicy.PATHS;
        case FIXED -> fixed;
      };
    }
  }
}
