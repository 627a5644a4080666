package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.tofu.TofuParameters.Generation;
import java.util.Map;
import java.util.TreeMap;

/** Loss of frames of one link (section "Link quality" of {@code docs/models/tofu.md}). */
final class TofuLinkQuality {
  private static final int BLOCK = 256;
  private static final int CLEAN_FRAMES = 4_096;

  /** Probability of losing a slice, by the tick at which its frame begins. */
  @FunctionalInterface
  interface Rates {
    double rate(int node, int port, int slice, long tick);
  }

  /**
   * A burst, "link.bursts".
   *
   * @param slice null for any
   */
  record Burst(int node, int port, Integer slice, long from, long to, double rate) {
    boolean hits(int ofNode, int ofPort, int ofSlice, long tick) {
      return node == ofNode
          && port == ofPort
          && (slice == null || slice == ofSlice)
          && from <= tick
          && tick < to;
    }
  }

  /** Frame received without error, and its duration. */
  record Frame(long beginTick, int ticks) {}

  private final TofuParameters parameters;
  private final ReferenceDraws draws;
  private final Rates rates;
  private final int node;
  private final int port;

  /** Number of times that lanes have been halved, by tick; on tofud 1 for duplicate mode. */
  private final TreeMap<Long, Integer> modes = new TreeMap<>();

  /** Frames sent, every attempt, and those with a lost slice in the latest block. */
  private long frames;

  private int lossesInBlock;
  private int cleanInARow;

  // "What is counted", by the numbers of results.

  private long repeated;
  private long slicesLost;
  private long degradedTicks;
  private long switches;

  TofuLinkQuality(
      TofuParameters parameters, ReferenceDraws draws, Rates rates, int node, int port) {
    this.parameters = parameters;
    this.draws = draws;
    this.rates = rates;
    this.node = node;
    this.port = port;
    modes.put(0L, 0);
  }

  /** Sends a packet from a tick on until a frame is good. */
  Frame send(long tick, int dataBytes) {
    long begin = tick;
    while (true) {
      final int mode = modes.floorEntry(begin).getValue();
      final int ticks = frameTicks(dataBytes, mode);
      final boolean first = isLost(begin, 0);
      final boolean second = parameters.generation == Generation.TOFUD && isLost(begin, 1);
      note(first || second, begin + ticks);
      slicesLost += (first ? 1 : 0) + (second ? 1 : 0);
      degradedTicks += mode > 0 ? ticks : 0;
      final boolean duplicate = parameters.generation == Generation.TOFUD && mode == 1;
      if (duplicate ? !(first && second) : !(first || second)) {
        return new Frame(begin, ticks);
      }
      repeated++;
      begin += ticks + 2L * parameters.hopTicks; // "sent again 2H after its end"
    }
  }

  /** Returns the ticks of a frame: F₂ = T/4 + 15, or twice F. */
  private int frameTicks(int dataBytes, int mode) {
    return parameters.generation == Generation.TOFUD && mode == 1
        ? 32 * TofuParameters.units(dataBytes) / 4 + 15
        : parameters.frameTicks(dataBytes) << mode;
  }

  private boolean isLost(long begin, int slice) {
    final long draw = draws.draw(Purpose.ERROR, 16L * node + port, frames, slice);
    return ReferenceDraws.chance(draw, rates.rate(node, port, slice, begin));
  }

  /** Counts a frame, which may decide on the mode of those 2H after its end. */
  private void note(boolean lost, long end) {
    if (frames % BLOCK == 0) {
      lossesInBlock = 0;
    }
    frames++;
    lossesInBlock += lost ? 1 : 0;
    cleanInARow = lost ? 0 : cleanInARow + 1;
    final int mode = modes.lastEntry().getValue();
    final long valid = end + 2L * parameters.hopTicks;
    if (lost && lossesInBlock == 2) {
      decide(valid, Math.min(mode + 1, parameters.generation.of(0, 2, 1)));
    } else if (cleanInARow == CLEAN_FRAMES && parameters.generation == Generation.TOFUD) {
      decide(valid, 0);
    }
  }

  private void decide(long valid, int mode) {
    switches += mode == modes.lastEntry().getValue() ? 0 : 1;
    modes.put(valid, mode);
  }

  /** Adds what happened on this link to sums by name. */
  void addTo(Map<String, Long> sums) {
    sums.merge("framesSent", frames, Long::sum);
    sums.merge("framesRepeated", repeated, Long::sum);
    sums.merge("slicesLost", slicesLost, Long::sum);
    sums.merge("degradedTicks", degradedTicks, Long::sum);
    sums.merge("modeSwitches", switches, Long::sum);
  }
}
