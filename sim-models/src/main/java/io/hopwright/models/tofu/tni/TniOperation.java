package io.hopwright.models.tofu.tni;

import io.hopwright.models.declare.Meaning;
import io.hopwright.models.program.Primitive;

/** Operations of messages ({@code docs/models/tofu.md}, "Packets and frames"). */
public enum TniOperation {
  @Meaning("writes the bytes of the message into the memory of the other node")
  PUT,
  @Meaning("reads the bytes of the message from the memory of the other node")
  GET,
  @Meaning(
      "atomic read-modify-write of 16 B, answered with 8 B, independent of"
          + " workload.messageBytes")
  ARMW;

  /** Data of an atomic operation, and of its result. */
  public static final int ARMW_BYTES = 16;

  static final int RESULT_BYTES = 8;

  /** Returns how a network interface does what a program says. */
  static TniOperation of(Primitive primitive) {
    return switch (primitive) {
      case PUT -> PUT;
      case GET -> GET;
      case AMO -> ARMW;
    };
  }

  /** Returns the data of a request that moves the given bytes. */
  public int requestData(int moved) {
    return this == GET ? 0 : moved;
  }

  /** Returns the data of the answer to a request that moves the given bytes. */
  public int answerData(int moved) {
    return switch (this) {
      case PUT -> 0;
      case GET -> moved;
      case ARMW -> RESULT_BYTES;
    };
  }
}
