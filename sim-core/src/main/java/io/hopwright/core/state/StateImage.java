package io.hopwright.core.state;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

/**
 * State of an object as bytes: everything reachable from it except the {@link Configuration}.
 *
 * <p>Classes do not declare their state, so that no field can be forgotten. An image is valid only
 * for the build that made it. It is restored into an object that was built anew from the same
 * configuration:
 *
 * <pre>{@code
 * StateImage image = StateImage.of(partition, new Configuration(network));
 *
 * image.restore(samePartitionMadeAnew, new Configuration(sameNetworkMadeAnew));
 * }</pre>
 *
 * <p>Immutable until it is released; safe for any thread.
 */
public final class StateImage {
  private final int bytes;
  private final Supplier<byte[]> whole;
  private final Supplier<InputStream> content;
  private final Runnable whenReleased;
  private volatile boolean released;

  private StateImage(
      int bytes, Supplier<byte[]> whole, Supplier<InputStream> content, Runnable whenReleased) {
    this.bytes = bytes;
    this.whole = whole;
    this.content = content;
    this.whenReleased = whenReleased;
  }

  /**
   * Wraps bytes in memory.
   *
   * @param state as {@link #toBytes} returned it; not to be changed
   */
  public StateImage(byte[] state) {
    this(state.length, () -> state);
  }

  /**
   * Creates an image that is stored, so that it takes memory only while it is used.
   *
   * @param bytes number of bytes
   * @param stored reads the bytes, each time anew, as {@link #toBytes} returned them
   */
  public StateImage(int bytes, Supplier<byte[]> stored) {
    this(bytes, stored, () -> new ByteArrayInputStream(stored.get()), () -> {});
  }

  /**
   * Returns the state of an object.
   *
   * @throws IllegalStateException if a part of it cannot be saved
   */
  public static StateImage of(Object object, Configuration configuration) {
    return of(object, configuration, new StateMemory());
  }

  /**
   * Returns the state of an object.
   *
   * @param memory is used for the image until that is released
   * @throws IllegalStateException if a part of it cannot be saved
   */
  public static StateImage of(Object object, Configuration configuration, StateMemory memory) {
    final List<ByteBuffer> pieces = StateWriter.write(object, configuration, memory);
    final int bytes = pieces.stream().mapToInt(ByteBuffer::limit).sum();
    return new StateImage(
        bytes,
        () -> joined(pieces, bytes),
        () -> stream(pieces),
        () -> memory.give(pieces.stream().map(ByteBuffer::array).toList()));
  }

  private static byte[] joined(List<ByteBuffer> pieces, int bytes) {
    final ByteBuffer joined = ByteBuffer.allocate(bytes);
    pieces.forEach(piece -> joined.put(piece.duplicate()));
    return joined.array();
  }

  private static InputStream stream(List<ByteBuffer> pieces) {
    return new SequenceInputStream(
        Collections.enumeration(
            pieces.stream()
                .map(
                    piece ->
                        new ByteArrayInputStream(piece.array(), piece.arrayOffset(), piece.limit()))
                .toList()));
  }

  /**
   * Writes this state into a newly created object.
   *
   * @throws IllegalArgumentException if this is not a state of such an object; the object is
   *     unusable then
   */
  public void restore(Object object, Configuration configuration) {
    try {
      StateReader.read(object, toBytes(), configuration);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("the state is damaged", e);
    }
  }

  /** Returns the number of bytes. */
  public int bytes() {
    return bytes;
  }

  /** Returns the SHA-256 of all bytes, in hexadecimal digits. */
  public String digest() {
    try (InputStream state = stream()) {
      final MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(state, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the bytes to store, in one array; not to be changed. */
  public byte[] toBytes() {
    requireUnreleased();
    return whole.get();
  }

  /** Returns a stream of the bytes to store. */
  public InputStream stream() {
    requireUnreleased();
    return content.get();
  }

  private void requireUnreleased() {
    if (released) {
      throw new IllegalStateException("the state has been released");
    }
  }

  /** Gives the memory of the image to the next one. This image must not be used any more. */
  public void release() {
    if (!released) {
      released = true;
      whenReleased.run();
    }
  }
}
