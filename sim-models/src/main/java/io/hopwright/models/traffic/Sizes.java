package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;
import java.util.Arrays;

/** Sizes of messages in bytes, each of a list equally likely. Immutable; safe for any thread. */
public final class Sizes {
  private final Draws draws;
  private final int stream;
  private final int[] bytes;
  private final long drawnFor;

  /**
   * Creates the sizes of one stream.
   *
   * @param draws keyed by source and sequence number
   * @param stream index of the draws
   * @param bytes sizes to choose from, not empty; repeated ones count as often
   */
  public Sizes(Draws draws, int stream, int... bytes) {
    this(draws, stream, -1, bytes);
  }

  private Sizes(Draws draws, int stream, long drawnFor, int[] bytes) {
    this.draws = draws;
    this.stream = stream;
    this.drawnFor = drawnFor;
    this.bytes = bytes.clone();
  }

  /** Returns these sizes for messages numbered {@code 2·s} and {@code 2·s + 1} on two legs. */
  public Sizes onTwoLegs() {
    return new Sizes(draws, stream, -TwoPhaseDestinations.LEGS, bytes);
  }

  /** Returns the size of a node's message number {@code sequence}. */
  public int bytes(int source, long sequence) {
    return bytes.length == 1
        ? bytes[0]
        : bytes[Draws.pick(draws.draw(source, sequence & drawnFor, stream), bytes.length)];
  }

  /** Returns the smallest size. */
  public int smallest() {
    return Arrays.stream(bytes).min().orElseThrow();
  }

  /** Returns the largest size. */
  public int largest() {
    return Arrays.stream(bytes).max().orElseThrow();
  }

  /** Tells whether there is one size only. */
  public boolean single() {
    return smallest() == largest();
  }

  /** Returns the mean size. */
  public double mean() {
    return Arrays.stream(bytes).average().orElseThrow();
  }
}
