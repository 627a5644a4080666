package io.hopwright.models.extoll.units;

import java.util.function.LongUnaryOperator;

/**
 * How data get to and from memory that NICs do not reach: in chunks, each copied to or from host
 * memory ({@code docs/models/extoll.md}, "Stages"). Immutable; safe for any thread.
 *
 * @param ofHosts whether it is hosts whose data are elsewhere; else it is accelerators
 * @param accelerators of the machine; hosts are numbered behind them
 * @param chunkBytes of a chunk at most
 * @param chunkTicks that a copy, or a send, of a chunk begins with
 * @param latencyTicks of a copy after its last byte
 * @param copyTicks of the bytes of a copy
 */
public record Staging(
    boolean ofHosts,
    int accelerators,
    int chunkBytes,
    int chunkTicks,
    int latencyTicks,
    LongUnaryOperator copyTicks) {
  /** Tells whether the data of a node are not in memory that its NIC reaches. */
  public boolean isStaged(int node) {
    return ofHosts == node >= accelerators;
  }

  /** Tells whether what goes from a node to another goes in chunks. */
  public boolean concerns(int source, int target) {
    return isStaged(source) || isStaged(target);
  }

  /** Returns the ticks that a copy of some bytes takes. */
  public long ticks(long bytes) {
    return chunkTicks + copyTicks.applyAsLong(bytes);
  }

  /** Returns the bytes of a chunk of so many, the last one being what remains. */
  int bytesOfChunk(long all, boolean last) {
    return last ? (int) ((all - 1) % chunkBytes) + 1 : chunkBytes;
  }
}
