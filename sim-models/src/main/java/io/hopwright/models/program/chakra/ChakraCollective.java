package io.hopwright.models.program.chakra;

import io.hopwright.models.program.collectives.Collective;

/**
 * Kinds of collectives by their numbers in a trace, with the meaning of {@code comm_size} for each.
 */
enum ChakraCollective {
  ALL_REDUCE(Collective.ALLREDUCE, false),
  REDUCE(Collective.REDUCE, false),
  ALL_GATHER(Collective.ALLGATHER, false),
  GATHER(Collective.GATHER, false),
  SCATTER(Collective.SCATTER, true),
  BROADCAST(Collective.BCAST, false),
  ALL_TO_ALL(Collective.ALLTOALL, true),
  REDUCE_SCATTER(Collective.REDUCE_SCATTER, true),
  REDUCE_SCATTER_BLOCK(Collective.REDUCE_SCATTER, true),
  BARRIER(Collective.BARRIER, false);

  /** The highest number. */
  static final int LAST = values().length - 1;

  private static final ChakraCollective[] ALL = values();

  private final Collective collective;
  private final boolean allBlocks;

  /**
   * Creates a kind.
   *
   * @param allBlocks whether the size is that of the blocks of all members together
   */
  ChakraCollective(Collective collective, boolean allBlocks) {
    this.collective = collective;
    this.allBlocks = allBlocks;
  }

  static ChakraCollective of(int number) {
    return ALL[number];
  }

  boolean isBarrier() {
    return this == BARRIER;
  }

  Collective collective() {
    return collective;
  }

  /** Returns the bytes of the statement of a program that does the same. */
  long bytes(long size, int members) {
    return allBlocks ? (size + members - 1) / members : size;
  }
}
