package io.hopwright.models.testkit;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writer of the file of one rank of a DUMPI trace, by the description of the format. */
public final class DumpiWriter {
  public static final int WORLD = 2;
  public static final int INT = 9;
  public static final int CHAR = 2;

  private static final long MAGIC = 0xFFAADD44554D5049L;
  private static final int FOOTER_MAGIC = 0xF007FEE7;
  private static final int END = 293;
  private static final int FUNCTIONS = 291;
  private static final long SECOND = 1_000_000_000;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private final int mask;
  private final boolean tags;
  private long now;

  /** Writes arguments. */
  @FunctionalInterface
  public interface Content {
    /** Writes. */
    void to(DataOutputStream out) throws IOException;
  }

  /**
   * Begins a file.
   *
   * @param mask of all records: 3 statuses, 4 CPU time, 8 wall time, 64 thread
   * @param tags whether statuses have tags
   */
  public DumpiWriter(int mask, boolean tags) {
    this.mask = mask;
    this.tags = tags;
    write(
        to -> {
          to.writeLong(MAGIC);
          to.writeInt(17);
          to.writeInt(1_000);
        });
  }

  private void write(Content content) {
    try {
      content.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets time pass. */
  public DumpiWriter pass(long nanoseconds) {
    now += nanoseconds;
    return this;
  }

  /** Adds a call whose duration is 1,000 ns; readers ignore this time. */
  public DumpiWriter call(int function, Content arguments) {
    write(
        to -> {
          to.writeShort(function);
          to.writeByte(mask);
          if ((mask & 64) != 0) {
            to.writeShort(0);
          }
          if ((mask & 4) != 0) {
            time(to, 5);
            time(to, 6);
          }
          if ((mask & 8) != 0) {
            time(to, now);
            time(to, now + 1_000);
          }
        });
    now += 1_000;
    write(arguments);
    return this;
  }

  private static void time(DataOutputStream to, long nanoseconds) throws IOException {
    to.writeShort((int) (nanoseconds / SECOND));
    to.writeInt((int) (nanoseconds % SECOND));
  }

  /** Writes a list. */
  public static void list(DataOutputStream to, int... numbers) throws IOException {
    to.writeInt(numbers.length);
    for (int number : numbers) {
      to.writeInt(number);
    }
  }

  /** Writes statuses, each with its source and tag. */
  public void statuses(DataOutputStream to, int... sourcesAndTags) throws IOException {
    if ((mask & 3) == 0) {
      return;
    }
    to.writeInt(sourcesAndTags.length / 2);
    for (int i = 0; i < sourcesAndTags.length; i += 2) {
      to.writeInt(4);
      to.writeInt(sourcesAndTags[i]);
      to.writeShort(0);
      if (tags) {
        to.writeInt(sourcesAndTags[i + 1]);
      }
    }
  }

  /** Returns the file, with {@code MPI_Finalize} at its end. */
  public byte[] toBytes() {
    call(125, to -> {});
    write(to -> to.writeShort(END));
    final long header = bytes.size();
    write(
        to -> {
          to.writeByte(tags ? 1 : 0);
          to.writeByte(tags ? 0 : 6);
          to.writeByte(2);
          to.writeLong(1_296_777_956L);
          to.writeShort(4);
          to.writeBytes("host");
          to.writeShort(0);
          list(to);
          list(to);
        });
    final long footer = bytes.size();
    write(
        to -> {
          to.writeLong(Integer.toUnsignedLong(FOOTER_MAGIC));
          for (int i = 0; i < 2 * FUNCTIONS; i++) {
            to.writeInt(0);
          }
        });
    final long keyval = bytes.size();
    write(to -> to.writeInt(0));
    final long sizes = bytes.size();
    write(to -> list(to, 0, 0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 4, 8, 16, 8, 8, 8, 1, 0, 0, 8));
    write(
        to -> {
          to.writeLong(MAGIC);
          for (long place : new long[] {sizes, 0, 0, header, Long.BYTES, footer, keyval}) {
            to.writeLong(place);
          }
        });
    return bytes.toByteArray();
  }
}
