package io.hopwright.models.host;

import io.hopwright.models.traffic.Sizes;

/**
 * How messages go out in segments: as many as are full, and one of what remains. Segment {@code i}
 * of message {@code m} has number {@code m·stride + i}, so that message and place in it follow from
 * the number whatever the sizes. Immutable; safe for any thread.
 *
 * @param mostBytes data of a full segment
 * @param stride from the number of a message's first segment to that of the next message, at least
 *     the segments of the largest
 */
public record Segmenter(int mostBytes, int stride) {
  /** Returns how messages of these sizes go out in segments of up to {@code mostBytes}. */
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

  /** Returns the data of the next segment of a message of which {@code bytes} have not gone out. */
  public int data(int bytes) {
    return Math.min(mostBytes, bytes);
  }

  /** Returns the message that a segment belongs to. */
  public long message(long segment) {
    return segment / stride;
  }

  /** Returns the number of a message's first segment. */
  public long firstSegment(long message) {
    return message * stride;
  }
}
