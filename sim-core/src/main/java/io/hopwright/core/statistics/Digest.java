package io.hopwright.core.statistics;

import io.hopwright.core.random.Draws;

/**
 * Fingerprint of all deliveries and their ticks.
 *
 * <p>Each delivery is hashed by itself and the hashes are added. So the digest does not depend on
 * the order of deliveries or on their partitions: partial digests add up. Two runs with the same
 * digest delivered the same packets at the same ticks, except with a probability of about 2⁻⁶⁴.
 */
public final class Digest {
  private static final int DESTINATION_SHIFT = 32;
  private static final int CLASS_SHIFT = 56;

  private long sum;

  /** Reads a digest that {@link #save} wrote. */
  public static Digest load(Words words) {
    final Digest digest = new Digest();
    digest.sum = words.take();
    return digest;
  }

  /** Writes this digest. */
  public void save(Words words) {
    words.put(sum);
  }

  /**
   * Adds a delivery; {@code sequence} below 2⁵⁶, nodes below 2³², {@code trafficClass} below 256.
   */
  public void add(int source, int destination, long sequence, int trafficClass, long tick) {
    final long endpoints = source + ((long) destination << DESTINATION_SHIFT);
    final long packet = sequence + ((long) trafficClass << CLASS_SHIFT);
    sum += Draws.mix(Draws.mix(Draws.mix(endpoints) + packet) + tick);
  }

  /** Adds all deliveries of {@code other}. */
  public void add(Digest other) {
    sum += other.sum;
  }

  /** Returns the digest's 64 bits. */
  public long value() {
    return sum;
  }

  /** Returns the digest as 16 hexadecimal digits. */
  @Override
  public String toString() {
    return String.format("%016x", sum);
  }
}
