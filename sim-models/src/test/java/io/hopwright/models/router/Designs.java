package io.hopwright.models.router;

import io.hopwright.core.random.Draws;
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
    return new RouterDesign(
        dynamicVcs,
        dynamicChunks,
        escapeChunks,
        high,
        2,
        true,
        TIMING,
        RouterDesign.policies(1, false, dynamicChunks, 0, 1));
  }

  /** The router of the paper: two dynamic VCs and a bubble VC of 1 KB each. */
  static RouterDesign paper() {
    return design(2, 32, 32, false);
  }

  /** Designs with all numbers of VCs, of the smallest, usual and largest capacities. */
  static List<RouterDesign> many() {
    final List<RouterDesign> designs = new ArrayList<>();
    for (int dynamicVcs = 0; dynamicVcs <= 4; dynamicVcs++) {
      for (int dynamicChunks : new int[] {8, 32, 33, RouterDesign.MAX_VC_CHUNKS}) {
        for (int escapeChunks : new int[] {16, 32, RouterDesign.MAX_VC_CHUNKS}) {
          designs.add(design(dynamicVcs, dynamicChunks, escapeChunks, false));
          designs.add(design(dynamicVcs, dynamicChunks, escapeChunks, true));
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
    streams.add(new Stream(TrafficClass.DYNAMIC, 0, 6, new SaturatedBirths(), uniform, sizes));
    if (highPriority) {
      streams.add(
          new Stream(TrafficClass.HIGH_PRIORITY, 6, 2, new SaturatedBirths(), uniform, sizes));
    }
    return new Workload(streams, draws);
  }
}
