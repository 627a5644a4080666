package io.hopwright.models.declare;

import java.util.Locale;

/** Unit of a key's number. */
public enum Unit {
  /**
   * Unit in the last word of the key: ticks of {@code link.hopTicks}, bytes of {@code
   * router.vcBytes}; none for others.
   */
  OF_NAME,
  /** A number of its own kind. */
  NONE,
  /** A duration in ticks. */
  TICKS,
  /** A size in bytes. */
  BYTES;

  /** Returns the unit of a key's number. */
  Unit of(String key) {
    if (this != OF_NAME) {
      return this;
    }
    final String name = key.substring(key.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return name.endsWith("ticks") || name.endsWith("tick")
        ? TICKS
        : name.endsWith("bytes") ? BYTES : NONE;
  }
}
