package io.hopwright.models.messaging.storage;

import java.util.Arrays;

/** Set of numbers from which the lowest is taken. Confined to its partition; 8 B each. */
public final class NumberHeap {
  private long[] heap = new long[4];
  private int size;

  public boolean isEmpty() {
    return size == 0;
  }

  public void clear() {
    size = 0;
  }

  public long lowest() {
    return heap[0];
  }

  public void add(long number) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    int at = size++;
    while (at > 0 && heap[(at - 1) / 2] > number) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = number;
  }

  public long removeLowest() {
    final long lowest = heap[0];
    final long last = heap[--size];
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      child += child + 1 < size && heap[child + 1] < heap[child] ? 1 : 0;
      if (heap[child] >= last) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return lowest;
  }
}
