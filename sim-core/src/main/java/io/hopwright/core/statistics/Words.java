package io.hopwright.core.statistics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Sequence of 64-bit words, read in the order in which they were written; carries the measurements
 * of a partition to another JVM.
 *
 * <p>Reads are checked: they throw {@link IllegalArgumentException} if the words do not have the
 * form that their reader expects. Not thread-safe. Memory: 8 to 16 B per word.
 */
public final class Words {
  private static final int MOST = Integer.MAX_VALUE - 8;

  private long[] words;
  private int size;
  private int at;

  /** Creates a run of no words, to be written. */
  public Words() {
    this(new long[16], 0);
  }

  private Words(long[] words, int size) {
    this.words = words;
    this.size = size;
  }

  /** Returns words to be read; the array is not copied. */
  public static Words of(long... words) {
    return new Words(words, words.length);
  }

  /** Returns these words for reading from the first one on, wherever the reader is now. */
  public Words again() {
    return new Words(words, size);
  }

  /** Returns the number of words written. */
  public int size() {
    return size;
  }

  /** Returns a copy of all words, read or not. */
  public long[] toArray() {
    return Arrays.copyOf(words, size);
  }

  /** Writes a word. */
  public void put(long word) {
    reserve(1);
    words[size++] = word;
  }

  /** Writes the length of an array and its elements. */
  public void putAll(long[] values) {
    put(values.length);
    reserve(values.length);
    System.arraycopy(values, 0, words, size, values.length);
    size += values.length;
  }

  /** Writes a text: the number of its bytes in UTF-8, and eight of them in each word. */
  public void putText(String text) {
    final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    put(bytes.length);
    final ByteBuffer padded = ByteBuffer.allocate(wordsOf(bytes.length) * Long.BYTES);
    padded.order(ByteOrder.LITTLE_ENDIAN).put(bytes).rewind();
    for (int i = 0; i < wordsOf(bytes.length); i++) {
      put(padded.getLong());
    }
  }

  private static int wordsOf(int bytes) {
    return (bytes + Long.BYTES - 1) / Long.BYTES;
  }

  private void reserve(int more) {
    final long needed = (long) size + more;
    if (needed > MOST) {
      throw new IllegalStateException(needed + " words, at most " + MOST + " fit");
    }
    if (needed > words.length) {
      words = Arrays.copyOf(words, (int) Math.min(MOST, Math.max(needed, 2L * words.length)));
    }
  }

  /** Reads a word. */
  public long take() {
    if (at == size) {
      throw new IllegalArgumentException("there are no more than " + size + " words");
    }
    return words[at++];
  }

  /** Reads a word in {@code [from, to)}. */
  public int takeInt(int from, int to) {
    final long word = take();
    if (word < from || word >= to) {
      throw new IllegalArgumentException(
          "word " + (at - 1) + " is " + word + ", not in [" + from + ", " + to + ")");
    }
    return (int) word;
  }

  /** Reads a word that is 1 for true, 0 for false. */
  public boolean takeFlag() {
    return takeInt(0, 2) == 1;
  }

  /** Reads a count of items that follow, each with at least {@code wordsEach} words. */
  public int takeCount(int wordsEach) {
    final long count = take();
    if (count < 0 || count > (size - at) / wordsEach) {
      throw new IllegalArgumentException(
          "word %s announces %s times %s words, but %s are left"
              .formatted(at - 1, count, wordsEach, size - at));
    }
    return (int) count;
  }

  /** Reads an array. */
  public long[] takeAll() {
    final int length = takeCount(1);
    at += length;
    return Arrays.copyOfRange(words, at - length, at);
  }

  /** Reads an array of {@code length} words. */
  public long[] takeAll(int length) {
    final long[] values = takeAll();
    if (values.length != length) {
      throw new IllegalArgumentException(
          values.length + " words at word " + (at - values.length) + ", not " + length);
    }
    return values;
  }

  /** Reads a text. */
  public String takeText() {
    final int length = takeInt(0, MOST);
    if (wordsOf(length) > size - at) {
      throw new IllegalArgumentException(
          "word %s announces a text of %s B, but %s words are left"
              .formatted(at - 1, length, size - at));
    }
    final ByteBuffer padded = ByteBuffer.allocate(wordsOf(length) * Long.BYTES);
    padded.order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < wordsOf(length); i++) {
      padded.putLong(take());
    }
    return new String(padded.array(), 0, length, StandardCharsets.UTF_8);
  }

  /** Checks that all words have been read. */
  public void checkEnd() {
    if (at < size) {
      throw new IllegalArgumentException((size - at) + " of " + size + " words are left over");
    }
  }
}
