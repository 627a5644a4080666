package io.hopwright.models.program.collectives;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collective operation of the members of a group; each member has its own statement. */
public enum Collective {
  /** No member continues before all have come. */
  BARRIER(Algorithm.BARRIER_DISSEMINATION, Algorithm.BARRIER_HARDWARE),
  /** The root's bytes to all. */
  BCAST(Algorithm.BCAST_BINOMIAL, Algorithm.BCAST_SCATTER_DOUBLING, Algorithm.BCAST_SCATTER_RING),
  /** The sum of all to the root. */
  REDUCE(Algorithm.REDUCE_BINOMIAL, Algorithm.REDUCE_HALVING),
  /** The sum of all to all. */
  ALLREDUCE(
      Algorithm.ALLREDUCE_DOUBLING,
      Algorithm.ALLREDUCE_HALVING,
      Algorithm.ALLREDUCE_RING,
      Algorithm.ALLREDUCE_PIPELINED_RING,
      Algorithm.ALLREDUCE_DOUBLE_TREE,
      Algorithm.ALLREDUCE_HARDWARE),
  /** A block of each to the root. */
  GATHER(Algorithm.GATHER_BINOMIAL),
  /** A block of the root's to each. */
  SCATTER(Algorithm.SCATTER_BINOMIAL),
  /** A block of each to all. */
  ALLGATHER(Algorithm.ALLGATHER_DOUBLING, Algorithm.ALLGATHER_BRUCK, Algorithm.ALLGATHER_RING),
  /** A block of each to each. */
  ALLTOALL(Algorithm.ALLTOALL_BRUCK, Algorithm.ALLTOALL_WINDOW, Algorithm.ALLTOALL_PAIRWISE),
  /** Each member receives its block of the sum of all. */
  REDUCE_SCATTER(
      Algorithm.REDUCE_SCATTER_HALVING,
      Algorithm.REDUCE_SCATTER_PAIRWISE,
      Algorithm.REDUCE_SCATTER_RING),
  /** Each member receives the sum of itself and all before it. */
  SCAN(Algorithm.SCAN_DOUBLING);

  /** Bytes of an element that is reduced. */
  private static final int ELEMENT_BYTES = 8;

  private static final long SHORT_BCAST = 12_288;
  private static final long LONG_BCAST = 524_288;
  private static final int SMALL_BCAST = 8;
  private static final long SHORT_REDUCE = 2_048;
  private static final long LONG_ALLGATHER = 524_288;
  private static final long SHORT_ALLGATHER = 81_920;
  private static final long SHORT_ALLTOALL = 256;
  private static final int SMALL_ALLTOALL = 8;
  private static final long MEDIUM_ALLTOALL = 32_768;

  /** Unmodifiable. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<Algorithm> algorithms;

  Collective(Algorithm... algorithms) {
    this.algorithms = List.of(algorithms);
  }

  /** Returns the word in programs. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns all algorithms for the collective. */
  public List<Algorithm> algorithms() {
    return algorithms;
  }

  /** Returns whether one of the members is the root. */
  public boolean hasRoot() {
    return this == BCAST || this == REDUCE || this == GATHER || this == SCATTER;
  }

  /** Returns whether members have data. */
  public boolean hasBytes() {
    return this != BARRIER;
  }

  /** Returns whether the bytes of a statement are those of each member's block. */
  public boolean hasBlocks() {
    return this == GATHER
        || this == SCATTER
        || this == ALLGATHER
        || this == ALLTOALL
        || this == REDUCE_SCATTER;
  }

  /**
   * Returns the given algorithm if it uses messages and allows these members and bytes; otherwise
   * the choice of MPICH.
   *
   * @param given algorithms by collective
   */
  public Algorithm ofMessages(Map<Collective, Algorithm> given, int members, long bytes) {
    final Algorithm own = given.get(this);
    return own == null
            || own.byHardware()
            || !own.takes(bytes)
            || (own.onlyPowersOfTwo() && !Algorithm.isPowerOfTwo(members))
        ? auto(members, bytes)
        : own;
  }

  /**
   * Returns the algorithm that MPICH selects.
   *
   * @param members of the group
   * @param bytes in the statement
   */
  public Algorithm auto(int members, long bytes) {
    final boolean fewElements = bytes / ELEMENT_BYTES < members;
    final boolean powerOfTwo = Algorithm.isPowerOfTwo(members);
    return switch (this) {
      case BCAST ->
          bytes < SHORT_BCAST || members < SMALL_BCAST
              ? Algorithm.BCAST_BINOMIAL
              : bytes < LONG_BCAST && powerOfTwo
                  ? Algorithm.BCAST_SCATTER_DOUBLING
                  : Algorithm.BCAST_SCATTER_RING;
      case REDUCE ->
          bytes < SHORT_REDUCE || fewElements
              ? Algorithm.REDUCE_BINOMIAL
              : Algorithm.REDUCE_HALVING;
      case ALLREDUCE ->
          bytes <= SHORT_REDUCE || fewElements
              ? Algorithm.ALLREDUCE_DOUBLING
              : Algorithm.ALLREDUCE_HALVING;
      case ALLGATHER ->
          powerOfTwo && members * bytes < LONG_ALLGATHER
              ? Algorithm.ALLGATHER_DOUBLING
              : members * bytes <= SHORT_ALLGATHER
                  ? Algorithm.ALLGATHER_BRUCK
                  : Algorithm.ALLGATHER_RING;
      case ALLTOALL ->
          bytes <= SHORT_ALLTOALL && members >= SMALL_ALLTOALL
              ? Algorithm.ALLTOALL_BRUCK
              : bytes <= MEDIUM_ALLTOALL ? Algorithm.ALLTOALL_WINDOW : Algorithm.ALLTOALL_PAIRWISE;
      case BARRIER, GATHER, SCATTER, REDUCE_SCATTER, SCAN -> algorithms.get(0);
    };
  }
}
