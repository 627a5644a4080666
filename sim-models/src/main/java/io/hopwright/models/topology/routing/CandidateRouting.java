package io.hopwright.models.topology.routing;

/**
 * Routing function of input-queued routers that gives candidates: several VCs of a link, or a list
 * of outputs in order of preference, by loads ({@code docs/models/vc-router.md}). Bounds and
 * forecasts use its {@link #route}; so do ideal crossbars, unless it reads loads. Immutable; safe
 * for any thread.
 */
public interface CandidateRouting extends RoutingFunction {
  /** Times at which a routing function is evaluated, and whether it can read loads. */
  enum Kind {
    /** Reads no loads and gives one candidate; when it is asked does not matter. */
    OBLIVIOUS,
    /** Gives one candidate, asked once: before the grants of the tick in which a head is ready. */
    DECIDED_ONCE,
    /** Gives a list, asked in each iteration of each tick; loads change its order only. */
    ADAPTIVE
  }

  /** Loads of the links at the router of a packet. */
  interface Loads {
    /**
     * Returns the flits that were granted to a port, and whose credits are not back; with those of
     * heads that wait for it, where it is decided once.
     */
    int of(int port);

    /**
     * Returns how many packets of full size wait for a VC without room in the buffer at its end,
     * rounded up: heads that are decided for it are counted, and 0 or less says that there is room
     * for all. Only where functions are decided once.
     */
    int waiting(int port, int vc);
  }

  /** Returns which kind this is. */
  Kind kind();

  /**
   * Writes the {@link Candidate}s of a packet in order of preference, the escape last, and returns
   * their number, which is 1 unless adaptive. Not called where the packet has arrived.
   *
   * @param loads of the router, unless oblivious
   * @param list long enough for all VCs of a router
   */
  int candidates(
      int router,
      int input,
      int vc,
      int source,
      int destination,
      Choices choices,
      Loads loads,
      int[] list);
}
