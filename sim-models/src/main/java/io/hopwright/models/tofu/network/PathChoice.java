package io.hopwright.models.tofu.network;

import io.hopwright.core.random.Draws;
import io.hopwright.models.host.Segmenter;

/**
 * Path of packets: the coordinates a, b and c to which they go first.
 *
 * @param policy rule of the choice
 * @param fixed path with {@link PathPolicy#FIXED}
 * @param draws draws for {@link PathPolicy#RANDOM}
 */
public record PathChoice(PathPolicy policy, int fixed, Draws draws) {
  public int path(int requester, int target, long segment, Segmenter segments) {
    return switch (policy) {
      case SOURCE -> requester % PathPolicy.PATHS;
      case DESTINATION -> target % PathPolicy.PATHS;
      case RANDOM ->
          Draws.pick(draws.draw(requester, segments.message(segment), 0), PathPolicy.PATHS);
      case FIXED -> fixed;
    };
  }

  /** Returns the path of a barrier's signal, which belongs to no message. */
  public int ofSignal(int from, int to) {
    return switch (policy) {
      case SOURCE, RANDOM -> from % PathPolicy.PATHS;
      case DESTINATION -> to % PathPolicy.PATHS;
      case FIXED -> fixed;
    };
  }
}
