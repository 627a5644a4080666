package io.hopwright.models.messaging.storage;

import io.hopwright.core.event.CacheLines;
import java.util.Arrays;

/**
 * Store of entries of a few words each, allocated and freed in any order. Entries are numbered from
 * 1, so that 0 means none. Numbers differ between partition plans, so reported values do not depend
 * on them. The lowest free entry is allocated first. So entries allocated in sequence, as by one
 * rank, stay close together in long runs; with last in, first out they would soon be scattered over
 * the memory.
 *
 * <p>Confined to its partition. It grows by chunks, because one array would be copied again and
 * again and need twice its memory during a copy. Chunks are so large that their addresses and
 * lengths stay in the cache; the first chunk grows by doubling.
 */
public final class Slab {
  /** No entry. */
  public static final int NONE = 0;

  /** Words of an entry of the slab that requests, arrivals and waits share. */
  public static final int SHARED_STRIDE = 5;

  private static final int CHUNK_BITS = 13;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int FIRST_CAPACITY = 64;
  private static final int WORD_BITS = 6;

  private final int stride;
  private long[][] chunks = new long[4][];
  private int used = 1;
  private int live;

  /** A bit for each entry that is free, and one for each word of these that is not 0. */
  private long[] free = new long[FIRST_CAPACITY >>> WORD_BITS];

  private long[] freeWords = new long[1];

  /** No word of the latter before this one has a bit. */
  private int firstFree;

  /** Creates a slab without entries; an entry has {@code stride} words. */
  public Slab(int stride) {
    this.stride = stride;
    chunks[0] = new long[stride * FIRST_CAPACITY];
  }

  /** Allocates an entry whose words are 0. */
  public int take() {
    live++;
    return live == used ? takeUnused() : takeFree();
  }

  private int takeFree() {
    while (freeWords[firstFree] == 0) {
      firstFree++;
    }
    final int bits = firstFree << WORD_BITS | Long.numberOfTrailingZeros(freeWords[firstFree]);
    final int entry = bits << WORD_BITS | Long.numberOfTrailingZeros(free[bits]);
    free[bits] &= free[bits] - 1;
    if (free[bits] == 0) {
      freeWords[firstFree] &= freeWords[firstFree] - 1;
    }
    final long[] chunk = chunks[entry >>> CHUNK_BITS];
    final int at = at(entry);
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
    if (used >>> WORD_BITS == free.length) {
      free = Arrays.copyOf(free, 2 * free.length);
      freeWords = Arrays.copyOf(freeWords, ((free.length - 1) >>> WORD_BITS) + 1);
    }
    return used++;
  }

  /** Gives an entry back. */
  public void free(int entry) {
    live--;
    final int word = entry >>> WORD_BITS;
    free[word] |= 1L << entry;
    freeWords[word >>> WORD_BITS] |= 1L << word;
    firstFree = Math.min(firstFree, word >>> WORD_BITS);
  }

  /** Returns the number of allocated entries. */
  public int live() {
    return live;
  }

  /** Returns the approximate number of cache lines in use. */
  public int lines() {
    return CacheLines.of(used * stride);
  }

  /** Reads every cache line in use, in the order of memory; the returned value has no meaning. */
  public long fetch() {
    long sum = 0;
    for (int entry = 0; entry < used; entry += CHUNK) {
      final long[] chunk = chunks[entry >>> CHUNK_BITS];
      sum += CacheLines.read(chunk, Math.min(chunk.length, (used - entry) * stride));
    }
    return sum;
  }

  /** Returns where an entry begins in its chunk. */
  private int at(int entry) {
    return (entry & CHUNK - 1) * stride;
  }

  public long get(int entry, int word) {
    return chunks[entry >>> CHUNK_BITS][at(entry) + word];
  }

  public void set(int entry, int word, long value) {
    chunks[entry >>> CHUNK_BITS][at(entry) + word] = value;
  }

  /** Returns the low half of a word. */
  public int low(int entry, int word) {
    return (int) get(entry, word);
  }

  /** Returns the high half of a word. */
  public int high(int entry, int word) {
    return (int) (get(entry, word) >>> Integer.SIZE);
  }

  public void setLow(int entry, int word, int value) {
    final long[] chunk = chunks[entry >>> CHUNK_BITS];
    final int at = at(entry) + word;
    chunk[at] = (chunk[at] & ~0xFFFFFFFFL) | (value & 0xFFFFFFFFL);
  }

  public void setHigh(int entry, int word, int value) {
    final long[] chunk = chunks[entry >>> CHUNK_BITS];
    final int at = at(entry) + word;
    chunk[at] = (chunk[at] & 0xFFFFFFFFL) | (long) value << Integer.SIZE;
  }
}
