package io.hopwright.models.switching.vcrouter;

import io.hopwright.models.declare.Meaning;

/**
 * Design of an input-queued router, except its ports. Immutable; safe for any thread.
 *
 * @param headTicks ticks to process a header
 * @param headOverlap whether a header is processed while its predecessor leaves the buffer
 * @param speedup speed of the crossbar relative to a link
 * @param inputSpeedup largest number of packets that cross from one input at once
 * @param allocator allocator that grants outputs to inputs
 * @param iterations iterations of the allocator in a tick
 * @param outputFlits capacity of the queue of each output; {@link #UNLIMITED} for no limit
 */
public record VcRouterDesign(
    int headTicks,
    boolean headOverlap,
    int speedup,
    int inputSpeedup,
    Allocator allocator,
    int iterations,
    int outputFlits) {
  /** Capacity of an output's queue that has no limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** Order of the two stages of an allocation. */
  public enum Allocator {
    @Meaning("each input chooses one of its heads, then each output one of the inputs")
    SEPARABLE_INPUT,
    @Meaning("each output chooses an input, then each input one of the outputs")
    SEPARABLE_OUTPUT
  }

  /**
   * Returns the ticks from a tail leaving a buffer until the next head there is ready, at least.
   */
  int bubbleTicks() {
    return headOverlap ? 0 : headTicks;
  }

  /** Returns the ticks for which a packet occupies input and output, by those of the link. */
  long crossingTicks(long linkTicks) {
    return (linkTicks + speedup - 1) / speedup;
  }

  /**
   * Returns the ticks until an idle link for which an output still takes packets of so many flits.
   */
  long queueTicks(int flits, long linkTicks) {
    return outputFlits == UNLIMITED ? Long.MAX_VALUE >>> 2 : outputFlits / flits * linkTicks;
  }
}
