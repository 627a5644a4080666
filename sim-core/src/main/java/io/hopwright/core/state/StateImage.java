package io.hopwright.core.state;

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
 * <p>Immutable; safe for any thread.
 */
public final class StateImage {
  private final int bytes;
  private final Supplier<byte[]> state;

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
    this.bytes = bytes;
    state = stored;
  }

  /**
   * Returns the state of an object.
   *
   * @throws IllegalStateException if a part of it cannot be saved
   */
  public static StateImage of(Object object, Configuration configuration) {
    return of(object, configuration, 0);
  }

  /**
   * Returns the state of an object.
   *
   * @param expectedBytes expected size; a good guess saves time
   * @throws IllegalStateException if a part of it cannot be saved
   */
  public static StateImage of(Object object, Configuration configuration, int expectedBytes) {
    return new StateImage(StateWriter.write(object, configuration, expectedBytes));
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

  /** Returns the bytes to store; not to be changed. */
  public byte[] toBytes() {
    return state.get();
  }
}
