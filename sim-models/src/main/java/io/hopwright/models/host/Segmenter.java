package io.hopwright.models.host;

import io.hopwright.models.traffic.Sizes;

/**
 * Segmentation of messages: full segments, and one segment for the remainder. Segment {@code i} of
 * message {@code m} has number {@code m·stride + i}, so that the message and the index in it follow
 * from the number for all sizes. Immutable; safe for any thread.
 *
 * @param mostBytes data of a full segment
 * @param stride difference between the numbers of the first segments of two consecutive messages;
 *     at least the number of segments of the largest message
 */
public record Segmenter(int mostBytes, int stride) {
  /**
   * Returns the segmentation of messages of these sizes into segments of up to {@code mostBytes}.
   */
  public static Segmenter of(int mostBytes, Sizes sizes) {
    return new Segmenter(mostBytes, segments(sizes.largest(), mostBytes));
  }

  private static int segments(int bytes, int mostBytes) {
    return (bytes + mostBytes - 1) / mostBytes;
  }

  /** Returns the number of segments of a message. */
  public int segments(int bytes) {
    return segments(bytes, mostBytes);
  }

  /** Returns the data of the next segment of a message with {@code bytes} left. */
  public int data(int bytes) {
    return Math.min(mostBytes, bytes);
  }

  /** Returns the message of a segment. */
  public long message(long segment) {
    return segment / stride;
  }

  /** Returns the number of a message's first segment. */
  public long firstSegment(long message) {
    return message * stride;
  }
}
