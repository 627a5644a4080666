package io.hopwright.models.extoll.units;

import java.util.function.LongUnaryOperator;

/**
 * Staging of data from and to memory that NICs cannot access: data move in chunks, each copied to
 * or from host memory ({@code docs/models/extoll.md}, "Stages"). Immutable; safe for any thread.
 *
 * @param ofHosts whether data of hosts are staged; otherwise those of accelerators
 * @param accelerators accelerators of the machine; hosts are numbered behind them
 * @param chunkBytes largest number of bytes of a chunk
 * @param chunkTicks ticks at the start of each copy or send of a chunk
 * @param latencyTicks ticks of a copy after its last byte
 * @param copyTicks ticks of the bytes of a copy
 */
public record Staging(
    boolean ofHosts,
    int accelerators,
    int chunkBytes,
    int chunkTicks,
    int latencyTicks,
    LongUnaryOperator copyTicks) {
  /** Returns whether the data of a node are outside of the memory that its NIC reaches. */
  public boolean isStaged(int node) {
    return ofHosts == node >= accelerators;
  }

  /** Returns whether data from one node to another are sent in chunks. */
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
