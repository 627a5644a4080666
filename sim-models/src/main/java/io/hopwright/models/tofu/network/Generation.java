package io.hopwright.models.tofu.network;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Meaning;
import java.util.List;

/**
 * The three generations of Tofu, and the differences between them ({@code docs/models/tofu.md},
 * "Time").
 */
public enum Generation {
  @Meaning("TofuD, of Fugaku: 6.8 GB/s a link, six network interfaces a node")
  TOFUD,
  @Meaning("Tofu2, of FX100: 12.5 GB/s a link, four network interfaces a node")
  TOFU2,
  @Meaning("Tofu, of K and FX10: 5 GB/s a link, four network interfaces a node")
  TOFU;

  /** Value of a property that a generation does not have. */
  public static final int NONE = -1;

  private <T> T of(T tofud, T tofu2, T tofu) {
    return switch (this) {
      case TOFUD -> tofud;
      case TOFU2 -> tofu2;
      case TOFU -> tofu;
    };
  }

  public TickRate tickRate() {
    return new TickRate(of(850_000_000L, 781_250_000L, 625_000_000L), 1);
  }

  /** Returns the rate in GB/s of one byte per tick. */
  public double gigabytesPerSecond() {
    return tickRate().ticksPerNanosecond();
  }

  /** Returns the bytes that a link carries per tick. */
  public int linkBytes() {
    return of(8, 16, 8);
  }

  /** Returns the ticks of a frame besides those of its TLP. */
  int frameTicks() {
    return of(13, 9, 8);
  }

  public int lanes() {
    return of(2, 4, 8);
  }

  /** Returns whether links split frames into slices, which they can duplicate instead. */
  boolean duplicates() {
    return this == TOFUD;
  }

  /** Returns the slices of a frame that get lost each by itself. */
  int slices() {
    return of(2, 1, 1);
  }

  /** Returns the modes in which a link uses its lanes. */
  int laneModes() {
    return of(2, 3, 1);
  }

  public double laneGigabitsPerSecond() {
    return of(28.05, 25.78125, 6.25);
  }

  /** Returns the network interfaces of a node. */
  public int tnis() {
    return of(6, 4, 4);
  }

  /** Returns the command queues of a network interface that users may have. */
  public int userQueues() {
    return of(12, 12, 2);
  }

  /** Returns all command queues of a node. */
  public int queuesPerNode() {
    return tnis() * of(12, 12, 3);
  }

  public int barrierChannelsPerNode() {
    return of(96, 8, 8);
  }

  public int barrierGatesPerNode() {
    return of(288, 64, 64);
  }

  /** Returns the network interfaces that have barrier channels, the first ones. */
  public int barrierTnis() {
    return of(6, 1, 1);
  }

  /** Returns the ticks from the post of a barrier channel until its start is ready. */
  public int barrierPostTicks() {
    return of(162, 148, 119);
  }

  /** Returns the ticks that the start, or the end, of a barrier channel takes. */
  public int barrierChannelTicks() {
    return of(123, 113, 91);
  }

  /** Returns the ticks that a relay of a barrier gate takes. */
  public int barrierRelayTicks() {
    return of(110, 102, 81);
  }

  public int memoryGroups() {
    return of(4, 2, 1);
  }

  public int injectionTicks() {
    return of(9, 8, 6);
  }

  int hopTicks() {
    return of(68, 218, 50);
  }

  public int ejectionTicks() {
    return of(8, 8, 6);
  }

  public int postTicks() {
    return of(68, 62, 125);
  }

  public int sendTicks() {
    return of(94, 94, 125);
  }

  public int receiveTicks() {
    return of(60, 55, 75);
  }

  public int writeTicks() {
    return of(60, 70, 106);
  }

  public int pollTicks() {
    return of(25, 25, 50);
  }

  /** Returns the additional ticks of a post with its descriptor in main memory. */
  public int descriptorTicks() {
    return of(204, 188, 150);
  }

  /**
   * Returns the additional ticks of a write without cache injection, {@link #NONE} if there are
   * none.
   */
  public int memoryWriteTicks() {
    return of(136, 125, NONE);
  }

  /** Returns the additional ticks of a far core-memory group at either end, or {@link #NONE}. */
  public int farTicks() {
    return of(21, NONE, NONE);
  }

  public boolean hasAtomics() {
    return this != TOFU;
  }

  int vcBytes() {
    return of(8_192, 16_384, 8_192);
  }

  /** Returns the extents of the unit that optical links leave, empty if none are optical. */
  List<Integer> unit() {
    return of(List.of(2, 2, 4, 2, 3, 2), List.of(1, 1, 3, 2, 1, 2), List.of());
  }
}
