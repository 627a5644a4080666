package io.hopwright.models.program;

import java.util.Optional;

/**
 * One-sided operation that a network interface can perform for a rank on another rank's memory
 * ({@code docs/models/messaging.md}, "One-sided operations"). Each is a statement of the language;
 * a second statement with the prefix {@code i} does not block.
 */
public enum Primitive {
  /** Writes into the memory of another rank. */
  PUT("put", "to", true),
  /** Reads the memory of another rank. */
  GET("get", "from", true),
  /** Changes a word there, and fetches its former value. */
  AMO("amo", "to", false);

  /** The word that waits for all of them. */
  public static final String FENCE = "fence";

  /** Bytes of a word that is changed atomically. */
  public static final int WORD_BYTES = 8;

  /** The most bytes that one moves. */
  public static final long MOST_BYTES = (1L << 32) - 1;

  private static final String GOES_ON = "i";

  private final String word;
  private final String preposition;
  private final boolean hasBytes;

  Primitive(String word, String preposition, boolean hasBytes) {
    this.word = word;
    this.preposition = preposition;
    this.hasBytes = hasBytes;
  }

  /** Returns the word of the blocking statement. */
  public String word() {
    return word;
  }

  /** Returns the word of the statement that continues at once. */
  public String wordWithRequest() {
    return GOES_ON + word;
  }

  /** Returns the word before the other rank. */
  public String preposition() {
    return preposition;
  }

  /** Returns whether the statement states a number of bytes. */
  public boolean hasBytes() {
    return hasBytes;
  }

  /** Returns whether data come from the other rank, and no data go to it. */
  public boolean fetches() {
    return this == GET;
  }

  /** Returns the primitive of a statement's word, with a request or without. */
  public static Optional<Primitive> of(String word) {
    for (Primitive primitive : values()) {
      if (word.equals(primitive.word) || word.equals(primitive.wordWithRequest())) {
        return Optional.of(primitive);
      }
    }
    return Optional.empty();
  }
}
