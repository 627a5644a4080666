package io.hopwright.models.switching.vcrouter;

import io.hopwright.models.topology.routing.Candidate;
import io.hopwright.models.topology.routing.CandidateRouting.Kind;

/** Outputs that packets at the head of a buffer can take. Confined to its partition. */
public interface VcRouting {
  /** Returns which kind this is. */
  Kind kind();

  /** Returns the one {@link Candidate} of a packet; not called if adaptive. */
  int candidate(int router, int input, int packet);

  /**
   * Writes the candidates of a packet in order of preference, and returns their number; called only
   * if adaptive.
   */
  int candidates(int router, int input, int packet, int[] list);

  /** Receives that a packet was granted a link of a class; may change the packet's own bits. */
  default void granted(int packet, int linkClass) {}
}
