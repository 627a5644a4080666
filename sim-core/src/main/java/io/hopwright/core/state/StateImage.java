package io.hopwright.core.state;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * A state in memory, as bytes in blocks of {@value #BLOCK_BYTES} B. Each field is a word with its
 * tag, a word with its value or the number of its values, and the values, filled up to whole words.
 *
 * <p>Written once; then safe for any number of readers.
 */
public final class StateImage {
  /** Bytes of a block; only the last one may be shorter. */
  public static final int BLOCK_BYTES = 1 << 16;

  private final List<ByteBuffer> blocks = new ArrayList<>();

  /** Creates an empty image. */
  public StateImage() {}

  /** Returns the state of a part. */
  public static StateImage of(Stateful part) {
    final StateImage image = new StateImage();
    part.state(new StateWriter(image));
    return image;
  }

  /**
   * Restores a part, which was built from the same configuration.
   *
   * @throws IllegalArgumentException if this is not the state of such a part; the part is of no use
   *     then
   */
  public void restore(Stateful part) {
    final StateReader reader = new StateReader(this);
    part.state(reader);
    reader.checkEnd();
  }

  /** Returns the name of the first field of a part that is not as it is here; null if none. */
  public String firstDifference(Stateful part) {
    final StateComparison comparison = new StateComparison(this);
    part.state(comparison);
    return comparison.firstDifference();
  }

  /** Returns the number of bytes. */
  public long bytes() {
    return blocks.isEmpty()
        ? 0
        : (long) (blocks.size() - 1) * BLOCK_BYTES + blocks.get(blocks.size() - 1).position();
  }

  /** Returns the number of blocks. */
  public int blocks() {
    return blocks.size();
  }

  /** Returns a view of a block, from its first byte to its last. */
  public ByteBuffer block(int index) {
    return blocks.get(index).duplicate().order(ByteOrder.LITTLE_ENDIAN).flip();
  }

  /** Returns the blocks to read, in order. */
  List<ByteBuffer> views() {
    final List<ByteBuffer> views = new ArrayList<>();
    for (int index = 0; index < blocks.size(); index++) {
      views.add(block(index));
    }
    return Collections.unmodifiableList(views);
  }

  /**
   * Appends a block that was stored.
   *
   * @throws IllegalArgumentException if it is empty or too long, has no whole words, or follows one
   *     that is not full
   */
  public void append(byte[] block) {
    final boolean full = blocks.isEmpty() || !blocks.get(blocks.size() - 1).hasRemaining();
    if (!full || block.length == 0 || block.length > BLOCK_BYTES || block.length % 8 != 0) {
      throw new IllegalArgumentException("block of " + block.length + " B in a state");
    }
    blocks.add(ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).position(block.length));
  }

  /** Returns the last block, which has room for a word at least. */
  ByteBuffer room() {
    if (blocks.isEmpty() || !blocks.get(blocks.size() - 1).hasRemaining()) {
      blocks.add(ByteBuffer.allocate(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN));
    }
    return blocks.get(blocks.size() - 1);
  }

  /** Returns the SHA-256 of all bytes, in hexadecimal digits. */
  public String digest() {
    try {
      final MessageDigest digest = MessageDigest.getInstance("SHA-256");
      views().forEach(digest::update);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
