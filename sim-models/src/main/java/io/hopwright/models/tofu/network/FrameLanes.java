package io.hopwright.models.tofu.network;

import io.hopwright.core.random.Draws;
import io.hopwright.core.state.FromConfiguration;
import io.hopwright.models.link.FrameCounts;
import io.hopwright.models.link.Retry;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.tofu.network.SliceErrors.Burst;
import io.hopwright.models.topology.Tofu6D;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Frames as slices on the lanes of a link, split or duplicated, some of which get lost ({@code
 * docs/models/tofu.md}, "Link quality"). Confined to its partition.
 */
public final class FrameLanes implements Retry.Frames {
  private static final int LINKS_OF_A_NODE = 16;

  private final Draws draws;
  @FromConfiguration private final SliceErrors errors;
  private final int slices;

  /** Slices that a frame is good without, by mode. */
  private final int[] spare;

  private final int[][] ticks;
  private final LaneModes modes;
  private final int[] nodes;
  @FromConfiguration private final List<List<Burst>> bursts;
  private final FrameCounts index;
  private final Totals totals;

  /**
   * Creates links that have sent nothing.
   *
   * @param nodes of the partition, by their numbers in the machine
   */
  public FrameLanes(
      Generation generation,
      SliceErrors errors,
      Draws draws,
      int roundTripTicks,
      int[] nodes,
      FrameCounts index,
      Totals totals) {
    this.draws = draws;
    this.errors = errors;
    slices = generation.slices();
    final int worst = generation.laneModes() - 1;
    spare = new int[worst + 1];
    ticks = new int[worst + 1][TofuFrames.MOST_UNITS + 1];
    for (int mode = 0; mode <= worst; mode++) {
      spare[mode] = generation.duplicates() ? mode : 0;
      for (int units = 0; units <= TofuFrames.MOST_UNITS; units++) {
        ticks[mode][units] = TofuFrames.ticks(generation, units, mode);
      }
    }
    final int links = nodes.length * Tofu6D.PORTS;
    modes = new LaneModes(links, worst, generation.duplicates(), roundTripTicks);
    this.nodes = nodes.clone();
    bursts =
        IntStream.range(0, links)
            .mapToObj(link -> errors.of(nodes[link / Tofu6D.PORTS], link % Tofu6D.PORTS))
            .toList();
    this.index = index;
    this.totals = totals;
  }

  @Override
  public int ticks(int link, int units, long begin) {
    return ticks[modes.mode(link, begin)][units];
  }

  @Override
  public boolean send(int link, int units, long frame, long begin, long end) {
    int lost = 0;
    for (int slice = 0; slice < slices; slice++) {
      lost += isLost(link, frame, slice, begin) ? 1 : 0;
    }
    final int mode = modes.mode(link, begin);
    totals.count(index.slicesLost(), lost);
    totals.count(index.degradedTicks(), mode == 0 ? 0 : end - begin);
    totals.count(index.modeSwitches(), modes.note(link, frame, lost > 0, end) ? 1 : 0);
    return lost <= spare[mode];
  }

  private boolean isLost(int link, long frame, int slice, long begin) {
    final long threshold = Draws.threshold(errors.rate(bursts.get(link), slice, begin));
    final long name = (long) LINKS_OF_A_NODE * nodes[link / Tofu6D.PORTS] + link % Tofu6D.PORTS;
    return threshold > 0 && Draws.chance(draws.draw(name, frame, slice), threshold);
  }
}
