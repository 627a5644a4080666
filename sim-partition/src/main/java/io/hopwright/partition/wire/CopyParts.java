package io.hopwright.partition.wire;

import com.google.protobuf.UnsafeByteOperations;
import io.hopwright.partition.wire.proto.CopyPart;

/** Bytes of copied files in messages. */
public final class CopyParts {
  /** Largest number of bytes in a message. */
  public static final int MOST_BYTES = WindowWriter.MAX_PART_BYTES;

  /** Largest number of messages that one JVM sends another without a confirmation. */
  public static final int IN_FLIGHT = StateParts.IN_FLIGHT;

  private CopyParts() {}

  /** Returns the message with bytes, which must not change from now on. */
  public static CopyPart of(long copy, byte[] bytes) {
    return CopyPart.newBuilder()
        .setCopy(copy)
        .setPart(UnsafeByteOperations.unsafeWrap(bytes))
        .build();
  }

  /** Returns the bytes of a message. */
  public static byte[] bytes(CopyPart part) {
    return part.getPart().toByteArray();
  }
}
