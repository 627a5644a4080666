package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Sizes of messages in bytes: all sizes of a list are equally likely, or used in turn. Immutable;
 * safe for any thread.
 */
public final class Sizes {
  private final Draws draws;
  private final int stream;
  private final int[] bytes;
  private final long drawnFor;

  /** Messages of a size before it is the next one's turn; 0 if sizes are drawn. */
  private final int repeated;

  /**
   * Creates the sizes of one stream.
   *
   * @param draws keyed by source and sequence number
   * @param stream index of the draws
   * @param bytes sizes to choose from, not empty; repeated ones count repeatedly
   */
  public Sizes(Draws draws, int stream, int... bytes) {
    this(draws, stream, -1, 0, bytes);
  }

  /**
   * Creates the sizes of one stream.
   *
   * @param draws keyed by source and sequence number
   * @param stream index of the draws
   * @param bytes sizes to choose from, not empty; repeated ones count repeatedly
   */
  public Sizes(Draws draws, int stream, List<Integer> bytes) {
    this(draws, stream, bytes.stream().mapToInt(Integer::intValue).toArray());
  }

  private Sizes(Draws draws, int stream, long drawnFor, int repeated, int[] bytes) {
    this.draws = draws;
    this.stream = stream;
    this.drawnFor = drawnFor;
    this.repeated = repeated;
    this.bytes = bytes.clone();
  }

  /**
   * Returns the sizes of the pieces of segmented messages, in turn: all full pieces and one with
   * the rest.
   *
   * @param messageBytes size of all messages, positive
   * @param mostBytes of a piece
   * @param repeated number of consecutive pieces of one size, from that number of messages
   */
  public static Sizes pieces(int messageBytes, int mostBytes, int repeated) {
    final int[] bytes = new int[(messageBytes + mostBytes - 1) / mostBytes];
    Arrays.fill(bytes, mostBytes);
    bytes[bytes.length - 1] = messageBytes - (bytes.length - 1) * mostBytes;
    return new Sizes(null, 0, -1, repeated, bytes);
  }

  /** Returns these sizes for messages numbered {@code 2·s} and {@code 2·s + 1} on two legs. */
  public Sizes onTwoLegs() {
    return new Sizes(draws, stream, -TwoPhaseDestinations.LEGS, repeated, bytes);
  }

  /** Returns the size of a node's message number {@code sequence}. */
  public int bytes(int source, long sequence) {
    if (bytes.length == 1) {
      return bytes[0];
    }
    return repeated > 0
        ? bytes[(int) (sequence / repeated % bytes.length)]
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

  /** Returns whether there is only one size. */
  public boolean single() {
    return smallest() == largest();
  }

  /** Returns the mean size. */
  public double mean() {
    return mean(size -> size);
  }

  /** Returns the mean of a function of a message's size. */
  public double mean(IntToDoubleFunction ofBytes) {
    return Arrays.stream(bytes).mapToDouble(ofBytes).average().orElseThrow();
  }
}
