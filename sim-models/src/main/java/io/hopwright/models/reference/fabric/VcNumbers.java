package io.hopwright.models.reference.fabric;

import io.hopwright.models.declare.Settings;

/**
 * Parameters of an input-queued router (section "What is given" of {@code
 * docs/models/vc-router.md}).
 *
 * @param head ticks to process a header, {@code H}
 * @param overlap whether the next header is processed early
 * @param speedup speedup of the crossbar, {@code S}
 * @param inputSpeedup largest number of packets that cross from one input at once, {@code I}
 * @param inputFirst whether inputs request; otherwise outputs make offers
 * @param iterations iterations of the allocator in a tick
 * @param queue capacity of the queue of an output in packets, {@code q}; {@link #UNLIMITED} for no
 *     limit
 */
record VcNumbers(
    long head,
    boolean overlap,
    int speedup,
    int inputSpeedup,
    boolean inputFirst,
    int iterations,
    long queue) {
  static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * Reads the numbers of a study; null for ideal crossbars.
   *
   * @param f flits of a packet
   */
  static VcNumbers of(Settings settings, int f) {
    if (!settings.declares("router.model") || !settings.word("router.model").equals("vc")) {
      return null;
    }
    final int speedup = (int) settings.integer("router.speedup");
    final long unset = speedup == 1 ? 0 : UNLIMITED;
    return new VcNumbers(
        settings.integer("router.headTicks"),
        settings.flag("router.headOverlap"),
        speedup,
        (int) settings.integer("router.inputSpeedup"),
        settings.word("router.allocator").equals("separable-input"),
        (int) settings.integer("router.iterations"),
        settings.has("router.outputFlits") ? settings.integer("router.outputFlits") / f : unset);
  }

  /** Returns the crossing time of an output whose transmissions take {@code w} ticks. */
  long crossing(long w) {
    return (w + speedup - 1) / speedup;
  }
}
