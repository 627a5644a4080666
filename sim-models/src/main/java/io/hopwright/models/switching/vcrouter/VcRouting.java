package io.hopwright.models.switching.vcrouter;

/** Outputs that packets at the head of a buffer can take. Confined to its partition. */
public interface VcRouting {
  /** When a routing function is asked, and whether it can read loads. */
  enum Kind {
    /** Reads no loads and gives one candidate; when it is asked does not matter. */
    OBLIVIOUS,
    /** Gives one candidate, asked once: before the grants of the tick in which a head is ready. */
    DECIDED_ONCE,
    /** Gives a list, asked in each iteration of each tick. */
    ADAPTIVE
  }

  /** Returns which kind this is. */
  Kind kind();

  /** Returns the one {@link Candidate} of a packet; not called if adaptive. */
  int candidate(int router, int input, int packet);

  /**
   * Writes the candidates of a packet in order of preference, and returns their number; called only
   * if adaptive.
   */
  default int candidates(int router, int input, int packet, int[] list) {
    list[0] = candidate(router, input, packet);
    return 1;
  }

  /** Receives that a packet was granted a link of a class; may change the packet's own bits. */
  default void granted(int packet, int linkClass) {}
}
