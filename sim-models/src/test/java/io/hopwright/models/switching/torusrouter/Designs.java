package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.switching.torusrouter.arbitration.EscapeOrder;
import java.util.ArrayList;
import java.util.List;

/** Routers for tests. */
final class Designs {
  private static final RouterDesign.Timing TIMING = new RouterDesign.Timing(10, 8, 4, 12, 0, 0, 0);

  private Designs() {}

  static RouterDesign design(int dynamicVcs, int dynamicChunks, int escapeChunks, boolean high) {
    return design(
        dynamicVcs, dynamicChunks, bubble(escapeChunks), high, RouterDesign.BubbleRule.FULL);
  }

  static RouterDesign design(
      int dynamicVcs,
      int dynamicChunks,
      RouterDesign.Escape escape,
      boolean high,
      RouterDesign.BubbleRule bubbles) {
    return new RouterDesign(
        dynamicVcs,
        dynamicChunks,
        escape,
        high,
        Math.max(16, escape.chunks()),
        bubbles,
        2,
        true,
        false,
        RouterDesign.Reception.UNLIMITED,
        TIMING,
        RouterDesign.policies(1, false, dynamicChunks, 0, 1),
        RouterDesign.Errors.NONE);
  }

  static RouterDesign.Escape bubble(int chunks) {
    return new RouterDesign.Escape(false, EscapeOrder.XYZ, chunks);
  }

  static RouterDesign.Escape dateline(int chunks) {
    return new RouterDesign.Escape(true, EscapeOrder.XYZ, chunks);
  }

  /** Returns the router of the paper: two dynamic VCs and a bubble VC of 1 KB each. */
  static RouterDesign paper() {
    return design(2, 32, 32, false);
  }

  /**
   * Returns designs with all numbers of VCs, the smallest, usual and largest capacities, both kinds
   * of escape and both bubble rules.
   */
  static List<RouterDesign> many() {
    final List<RouterDesign> designs = new ArrayList<>();
    for (int dynamicVcs = 0; dynamicVcs <= 4; dynamicVcs++) {
      for (int dynamicChunks : new int[] {8, 32, 33, RouterDesign.MAX_VC_CHUNKS}) {
        for (int escapeChunks : new int[] {16, 32, RouterDesign.MAX_VC_CHUNKS}) {
          for (RouterDesign.BubbleRule rule : RouterDesign.BubbleRule.values()) {
            for (boolean high : new boolean[] {false, true}) {
              designs.add(design(dynamicVcs, dynamicChunks, bubble(escapeChunks), high, rule));
              designs.add(
                  design(
                      dynamicVcs,
                      dynamicChunks,
                      dateline(escapeChunks == 16 ? 8 : escapeChunks),
                      high,
                      rule));
            }
          }
        }
      }
    }
    return designs;
  }

  /** Returns normal traffic over six FIFOs and optionally high-priority traffic over two more. */
  static Injection injection(boolean highPriority, int smallestChunks) {
    return new Injection(highPriority ? 8 : 6, smallestChunks, false, 0);
  }
}
