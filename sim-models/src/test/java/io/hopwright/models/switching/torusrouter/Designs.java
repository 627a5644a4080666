package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.random.Draws;
import io.hopwright.models.switching.Purpose;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.FifoChoice;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.Stream;
import io.hopwright.models.traffic.UniformDestinations;
import java.util.ArrayList;
import java.util.List;

/** Routers and workloads for tests. */
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
        RouterDesign.policies(1, false, dynamicChunks, 0, 1));
  }

  static RouterDesign.Escape bubble(int chunks) {
    return new RouterDesign.Escape(false, EscapeOrder.XYZ, chunks);
  }

  static RouterDesign.Escape dateline(int chunks) {
    return new RouterDesign.Escape(true, EscapeOrder.XYZ, chunks);
  }

  /** The router of the paper: two dynamic VCs and a bubble VC of 1 KB each. */
  static RouterDesign paper() {
    return design(2, 32, 32, false);
  }

  /**
   * Designs with all numbers of VCs, of the smallest, usual and largest capacities, of both kinds
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

  /** Normal traffic over six FIFOs and, if asked for, high-priority traffic over two more. */
  static Workload workload(boolean highPriority, int... chunks) {
    final Draws draws = Draws.of(1, 0);
    final List<Stream> streams = new ArrayList<>();
    final Sizes sizes = new Sizes(draws, 0, chunks);
    final UniformDestinations uniform = new UniformDestinations(draws, 0, 8);
    streams.add(
        stream(
            TrafficClass.DYNAMIC,
            0,
            6,
            FifoChoice.SEQUENCE,
            new SaturatedBirths(),
            uniform,
            sizes));
    if (highPriority) {
      streams.add(
          stream(
              TrafficClass.HIGH_PRIORITY,
              6,
              2,
              FifoChoice.SEQUENCE,
              new SaturatedBirths(),
              uniform,
              sizes));
    }
    return workload(streams, 0);
  }

  /** Packets of the only core of a node. */
  static Stream stream(
      int trafficClass,
      int firstFifo,
      int fifos,
      FifoChoice choice,
      Births births,
      Destinations destinations,
      Sizes sizes) {
    return new Stream(trafficClass, 0, 1, firstFifo, fifos, choice, births, destinations, sizes);
  }

  /** Hint bits set by software, FIFOs of a capacity in bytes, 0 for infinite. */
  static Workload workload(List<Stream> streams, int injectionBytes) {
    return new Workload(
        streams,
        new Workload.Hints(false, Purpose.TIE.draws(1)),
        injectionBytes,
        Workload.Relay.NONE,
        Purpose.FIFO.draws(1));
  }
}
