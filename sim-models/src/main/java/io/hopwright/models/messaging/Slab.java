package io.hopwright.models.messaging;

import java.util.Arrays;

/**
 * Entries of a few words each, taken and given back in any order. Entries are numbered from 1, so
 * that 0 is none; numbers are used again last in, first out, and differ from one partition plan to
 * another: nothing that is reported depends on them. Confined to its partition; grows by a
 * sixteenth.
 */
final class Slab {
  /** No entry. */
  static final int NONE = 0;

  private static final int FIRST_CAPACITY = 64;

  private final int stride;
  private long[] words;
  private int used = 1;
  private int free = NONE;
  private int live;

  /** Creates a slab without entries, whose entries have so many words. */
  Slab(int stride) {
    this.stride = stride;
    words = new long[stride * FIRST_CAPACITY];
  }

  /** Takes an entry whose words are 0. */
  int take() {
    live++;
    int entry = free;
    if (entry != NONE) {
      free = (int) words[entry * stride];
    } else {
      entry = used++;
      if (used * stride > words.length) {
        words = Arrays.copyOf(words, Math.toIntExact(words.length / stride * 17L / 16 * stride));
      }
    }
    for (int word = entry * stride; word < (entry + 1) * stride; word++) {
      words[word] = 0;
    }
    return entry;
  }

  /** Gives an entry back. */
  void free(int entry) {
    live--;
    words[entry * stride] = free;
    free = entry;
  }

  /** Returns how many entries are taken. */
  int live() {
    return live;
  }

  long get(int entry, int word) {
    return words[entry * stride + word];
  }

  void set(int entry, int word, long value) {
    words[entry * stride + word] = value;
  }

  /** Returns the low half of a word. */
  int low(int entry, int word) {
    return (int) words[entry * stride + word];
  }

  /** Returns the high half of a word. */
  int high(int entry, int word) {
    return (int) (words[entry * stride + word] >>> Integer.SIZE);
  }

  void setLow(int entry, int word, int value) {
    final int at = entry * stride + word;
    words[at] = (words[at] & ~0xFFFFFFFFL) | (value & 0xFFFFFFFFL);
  }

  void setHigh(int entry, int word, int value) {
    final int at = entry * stride + word;
    words[at] = (words[at] & 0xFFFFFFFFL) | (long) value << Integer.SIZE;
  }
}
