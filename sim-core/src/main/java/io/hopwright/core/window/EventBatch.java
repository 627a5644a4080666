package io.hopwright.core.window;

import java.util.Arrays;

/**
 * The events one partition sends to another in one window, as a flat run of {@code long} words.
 *
 * <p>What the words mean is the model's; the batch only knows the earliest tick at which any of
 * them takes effect. Written by the sender during a window, read by the receiver at the start of
 * the next; two batches take turns, so that nobody waits for a copy. Grows by doubling.
 */
public final class EventBatch {
  private long[] words = new long[64];
  private int size;
  private long firstEffectTick;
  private long window = -1;

  /** Empties the batch for the events of window number {@code window}. */
  public void open(long window) {
    this.window = window;
    size = 0;
    firstEffectTick = Long.MAX_VALUE;
  }

  /** Appends an event of one word that takes effect at {@code effectTick}. */
  public void add(long effectTick, long word) {
    reserve(1);
    words[size++] = word;
    firstEffectTick = Math.min(firstEffectTick, effectTick);
  }

  /** Appends an event of three words that takes effect at {@code effectTick}. */
  public void add(long effectTick, long word, long second, long third) {
    reserve(3);
    words[size++] = word;
    words[size++] = second;
    words[size++] = third;
    firstEffectTick = Math.min(firstEffectTick, effectTick);
  }

  /** Appends an event of four words that takes effect at {@code effectTick}. */
  public void add(long effectTick, long word, long second, long third, long fourth) {
    add(effectTick, word, second, third);
    reserve(1);
    words[size++] = fourth;
  }

  /** Returns the number of words. */
  public int size() {
    return size;
  }

  /** Returns word {@code index}, counted from 0. */
  public long word(int index) {
    assert index < size : "word " + index + " of " + size;
    return words[index];
  }

  /** Returns the number of the window whose events these are, −1 before the first. */
  public long window() {
    return window;
  }

  /** Returns the earliest tick at which an event takes effect, {@code Long.MAX_VALUE} if empty. */
  public long firstEffectTick() {
    return firstEffectTick;
  }

  private void reserve(int more) {
    if (size + more > words.length) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
  }
}
