package io.hopwright.models.declare;

/** The unit of a key's number. */
public enum Unit {
  /** A number of its own kind. */
  NONE,
  /** A duration in ticks. */
  TICKS,
  /** A size in bytes. */
  BYTES
}
