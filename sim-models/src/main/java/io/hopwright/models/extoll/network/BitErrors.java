package io.hopwright.models.extoll.network;

import io.hopwright.core.random.Draws;
import io.hopwright.models.link.Retry;

/** Packets on links with occasional bit errors. Confined to its partition. */
public final class BitErrors implements Retry.Frames {
  private static final int LINKS_OF_A_NODE = 16;

  private final Draws draws;
  private final int[] nodes;
  private final int cellTicks;

  /** Error threshold by number of cells. */
  private final long[] thresholds;

  /**
   * Prepares errors of links.
   *
   * @param rate share of bits that flip
   * @param nodes of the partition, by their numbers in the machine
   */
  public BitErrors(double rate, Draws draws, int[] nodes, int cellTicks) {
    this.draws = draws;
    this.nodes = nodes.clone();
    this.cellTicks = cellTicks;
    thresholds = new long[ExtollCells.MOST + 1];
    for (int cells = 0; cells <= ExtollCells.MOST; cells++) {
      thresholds[cells] =
          Draws.threshold(-StrictMath.expm1(ExtollCells.bits(cells) * StrictMath.log1p(-rate)));
    }
  }

  @Override
  public int ticks(int link, int cells, long begin) {
    return ExtollCells.ticks(cells, cellTicks);
  }

  @Override
  public boolean send(int link, int cells, long frame, long begin, long end) {
    final long name =
        (long) LINKS_OF_A_NODE * nodes[link / ExtollPorts.LINKS] + link % ExtollPorts.LINKS;
    return !Draws.chance(draws.draw(name, frame, 0), thresholds[cells]);
  }
}
