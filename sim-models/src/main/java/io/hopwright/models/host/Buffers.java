package io.hopwright.models.host;

import java.util.Arrays;

/**
 * Buffers of equal capacity, in the machine's unit of buffer space, such as flits. Confined to its
 * partition; 4 B each.
 */
public final class Buffers {
  private final int[] charge;
  private final int capacity;

  /** Creates empty buffers, numbered from 0. */
  public Buffers(int buffers, int capacity) {
    charge = new int[buffers];
    this.capacity = capacity;
  }

  /** Returns whether {@code amount} more fits. */
  public boolean hasRoom(int buffer, int amount) {
    return charge[buffer] + amount <= capacity;
  }

  /** Adds {@code amount} to a buffer. */
  public void take(int buffer, int amount) {
    charge[buffer] += amount;
  }

  /** Releases the room of {@code amount}. */
  public void free(int buffer, int amount) {
    charge[buffer] -= amount;
  }

  /** Returns whether all are empty. */
  public boolean areEmpty() {
    return Arrays.stream(charge).allMatch(each -> each == 0);
  }
}
