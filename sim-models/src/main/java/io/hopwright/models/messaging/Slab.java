package io.hopwright.models.messaging;

import java.util.Arrays;

/**
 * Entries of a few words each, taken and given back in any order. Entries are numbered from 1, so
 * that 0 is none; numbers are used again last in, first out, and differ from one partition plan to
 * another: nothing that is reported depends on them. Confined to its partition; grows by chunks, as
 * one array would be copied again and again, and hold its words twice while it is. Chunks are large
 * enough that where they begin, and their lengths, stay in the cache; the first one doubles.
 */
final class Slab {
  /** No entry. */
  static final int NONE = 0;

  /** Words of an entry of the slab that requests, arrivals and waits share. */
  static final int SHARED_STRIDE = 5;

  private static final int CHUNK_BITS = 13;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int FIRST_CAPACITY = 64;

  private final int stride;
  private long[][] chunks = new long[4][];
  private int used = 1;
  private int free = NONE;
  private int live;

  /** Creates a slab without entries, whose entries have so many words. */
  Slab(int stride) {
    this.stride = stride;
    chunks[0] = new long[stride * FIRST_CAPACITY];
  }

  /** Takes an entry whose words are 0. */
  int take() {
    live++;
    if (free == NONE) {
      return takeUnused();
    }
    final int entry = free;
    final long[] chunk = chunks[entry >>> CHUNK_BITS];
    final int at = at(entry);
    free = (int) chunk[at];
    for (int word = at; word < at + stride; word++) {
      chunk[word] = 0;
    }
    return entry;
  }

  private int takeUnused() {
    final int chunk = used >>> CHUNK_BITS;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * chunk);
    }
    if (chunks[chunk] == null) {
      chunks[chunk] = new long[stride * CHUNK];
    } else if (at(used) == chunks[chunk].length) {
      chunks[chunk] = Arrays.copyOf(chunks[chunk], 2 * at(used));
    }
    return used++;
  }

  /** Gives an entry back. */
  void free(int entry) {
    live--;
    set(entry, 0, free);
    free = entry;
  }

  /** Returns how many entries are taken. */
  int live() {
    return live;
  }

  /** Returns where an entry begins in its chunk. */
  private int at(int entry) {
    return (entry & CHUNK - 1) * stride;
  }

  long get(int entry, int word) {
    return chunks[entry >>> CHUNK_BITS][at(entry) + word];
  }

  void set(int entry, int word, long value) {
    chunks[entry >>> CHUNK_BITS][at(entry) + word] = value;
  }

  /** Returns the low half of a word. */
  int low(int entry, int word) {
    return (int) get(entry, word);
  }

  /** Returns the high half of a word. */
  int high(int entry, int word) {
    return (int) (get(entry, word) >>> Integer.SIZE);
  }

  void setLow(int entry, int word, int value) {
    final long[] chunk = chunks[entry >>> CHUNK_BITS];
    final int at = at(entry) + word;
    chunk[at] = (chunk[at] & ~0xFFFFFFFFL) | (value & 0xFFFFFFFFL);
  }

  void setHigh(int entry, int word, int value) {
    final long[] chunk = chunks[entry >>> CHUNK_BITS];
    final int at = at(entry) + word;
    chunk[at] = (chunk[at] & 0xFFFFFFFFL) | (long) value << Integer.SIZE;
  }
}
