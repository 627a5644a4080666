package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;
import java.util.Arrays;

/** Packet sizes in chunks, each of a list equally likely. Immutable; safe for any thread. */
public final class Sizes {
  private final Draws draws;
  private final int stream;
  private final int[] chunks;
  private final long drawnFor;

  /**
   * Creates the sizes of one stream.
   *
   * @param draws keyed by source and sequence number
   * @param stream index of the draws
   * @param chunks sizes to choose from, not empty; repeated ones count as often
   */
  public Sizes(Draws draws, int stream, int... chunks) {
    this(draws, stream, -1, chunks);
  }

  private Sizes(Draws draws, int stream, long drawnFor, int[] chunks) {
    this.draws = draws;
    this.stream = stream;
    this.drawnFor = drawnFor;
    this.chunks = chunks.clone();
  }

  /** Returns these sizes for packets numbered {@code 2·s} and {@code 2·s + 1} on two legs. */
  public Sizes onTwoLegs() {
    return new Sizes(draws, stream, -TwoPhaseDestinations.LEGS, chunks);
  }

  /** Returns the size of a node's packet number {@code sequence} in chunks. */
  public int chunks(int source, long sequence) {
    return chunks.length == 1
        ? chunks[0]
        : chunks[Draws.pick(draws.draw(source, sequence & drawnFor, stream), chunks.length)];
  }

  /** Returns the smallest size in chunks. */
  public int smallest() {
    return Arrays.stream(chunks).min().orElseThrow();
  }

  /** Returns the mean size in chunks. */
  public double mean() {
    return Arrays.stream(chunks).average().orElseThrow();
  }
}
