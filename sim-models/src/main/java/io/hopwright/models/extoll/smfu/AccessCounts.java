package io.hopwright.models.extoll.smfu;

import io.hopwright.core.statistics.Words;

/**
 * What became of accesses to memory of other nodes, and of interrupts ({@code
 * docs/models/extoll.md}, "What is counted").
 *
 * @param forwarded into the network
 * @param outside of all intervals, which went nowhere
 * @param rejected by a Root Port
 * @param displacement sum of the addresses of those forwarded, less that of those taken in
 * @param interrupts that were taken
 * @param behindEntry of these, the ones whose entry of the queue was in memory by then
 * @param vectors of accelerators of which an interrupt was taken
 */
public record AccessCounts(
    long forwarded,
    long outside,
    long rejected,
    long displacement,
    long interrupts,
    long behindEntry,
    long vectors) {
  /** Nothing. */
  public static final AccessCounts NONE = new AccessCounts(0, 0, 0, 0, 0, 0, 0);

  /** Reads what {@link #save} wrote. */
  public static AccessCounts load(Words words) {
    return new AccessCounts(
        words.take(),
        words.take(),
        words.take(),
        words.take(),
        words.take(),
        words.take(),
        words.take());
  }

  public void save(Words words) {
    words.put(forwarded);
    words.put(outside);
    words.put(rejected);
    words.put(displacement);
    words.put(interrupts);
    words.put(behindEntry);
    words.put(vectors);
  }

  /** Returns the sum of both. */
  public AccessCounts plus(AccessCounts other) {
    return new AccessCounts(
        forwarded + other.forwarded,
        outside + other.outside,
        rejected + other.rejected,
        displacement + other.displacement,
        interrupts + other.interrupts,
        behindEntry + other.behindEntry,
        vectors + other.vectors);
  }
}
