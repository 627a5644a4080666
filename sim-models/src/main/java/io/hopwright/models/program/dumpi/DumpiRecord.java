package io.hopwright.models.program.dumpi;

import io.hopwright.models.program.trace.FileBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Record of a call: its times and its arguments. Reusable; confined to one thread. */
final class DumpiRecord {
  private static final int STATUSES = 3;
  private static final int CPU_TIME = 1 << 2;
  private static final int WALL_TIME = 1 << 3;
  private static final int THREAD = 1 << 6;
  private static final int COUNTERS = 1 << 7;
  private static final int TAGS_SINCE = version(0, 6, 3);
  private static final int ONE_COUNT_SINCE = version(0, 6, 2);
  private static final int COORDINATES_SINCE = version(0, 6, 8);
  private static final int INDICES_SINCE = version(0, 6, 9);
  private static final int STATUS_BYTES = 10;
  private static final long SECOND = 1_000_000_000;
  private static final int[] NONE = {};

  /** No call has more. */
  private static final int MOST_ARGUMENTS = 20;

  private final FileBytes in;
  private final int version;
  private final int counters;

  /** Position of the record in the file. */
  long place;

  DumpiCall call;

  /** Whether there are times, in ns. */
  boolean timed;

  long start;
  long stop;

  /** Numbers by argument; 0 where an argument is a list. */
  final long[] numbers = new long[MOST_ARGUMENTS];

  /** Lists by argument; empty where an argument is a number. */
  final int[][] lists = new int[MOST_ARGUMENTS][];

  private int arguments;

  /** Bytes, source and tag of each status. */
  int[] statuses = NONE;

  /**
   * Prepares.
   *
   * @param counters of performance, in records that have some
   */
  DumpiRecord(FileBytes in, int version, int counters) {
    this.in = in;
    this.version = version;
    this.counters = counters;
  }

  static int version(int major, int minor, int patch) {
    return major << 16 | minor << 8 | patch;
  }

  /** Reads the next record; returns false at the end of the trace. */
  boolean read(long end) throws IOException {
    if (in.at() >= end) {
      return false;
    }
    place = in.at();
    final int number = in.u16();
    if (number == DumpiCall.END) {
      return false;
    }
    call = DumpiCall.of(number);
    if (call == null) {
      throw in.wrong(
          place, "call " + number + " does not exist; the file is damaged, record it again");
    }
    final int mask = in.u8();
    if ((mask & THREAD) != 0) {
      in.u16();
    }
    timed = false;
    if ((mask & CPU_TIME) != 0) {
      times();
    }
    if ((mask & WALL_TIME) != 0) {
      times();
    }
    if ((mask & COUNTERS) != 0) {
      in.u8();
      in.skip(2L * Long.BYTES * counters);
    }
    arguments(mask);
    return true;
  }

  /** Wall time comes last and is what counts; CPU time only where there is no other. */
  private void times() throws IOException {
    timed = true;
    start = in.u16() * SECOND;
    start += Integer.toUnsignedLong(in.i32());
    stop = in.u16() * SECOND;
    stop += Integer.toUnsignedLong(in.i32());
  }

  private void arguments(int mask) throws IOException {
    arguments = 0;
    statuses = NONE;
    long rank = 0;
    long root = 0;
    final String layout = call.layout();
    for (int i = 0; i < layout.length(); i++) {
      char letter = layout.charAt(i);
      if (letter == '?') {
        letter = layout.charAt(++i);
        if (rank != root) {
          add(0, NONE);
          continue;
        }
      }
      final long value = argument(letter, mask);
      rank = letter == 'R' ? value : rank;
      root = letter == 'r' ? value : root;
    }
  }

  private long add(long number, int[] list) {
    numbers[arguments] = number;
    lists[arguments++] = list;
    return number;
  }

  private long argument(char letter, int mask) throws IOException {
    switch (letter) {
      case 'b' -> {
        return add(in.u8(), NONE);
      }
      case 'h' -> {
        return add(in.u16(), NONE);
      }
      case 'i', 'r', 'R' -> {
        return add(in.i32(), NONE);
      }
      case 'l' -> {
        return add(in.i64(), NONE);
      }
      case 'I' -> add(0, integers());
      case 'H' -> {
        final int[] list = new int[in.count(Short.BYTES)];
        for (int i = 0; i < list.length; i++) {
          list[i] = in.u16();
        }
        add(0, list);
      }
      case 'B' -> {
        in.skip(in.count(1));
        add(0, NONE);
      }
      case 'J' -> add(0, table());
      case 'c' -> {
        in.skip(in.count(1));
        add(0, NONE);
      }
      case 'C' -> texts(in.count(Integer.BYTES));
      case 'D' -> {
        for (int left = in.count(Integer.BYTES); left > 0; left--) {
          texts(in.count(Integer.BYTES));
        }
      }
      case 's' -> {
        if ((mask & STATUSES) != 0) {
          statuses();
        }
        add(0, NONE);
      }
      case 'A' -> {
        final int count = in.count(Integer.BYTES);
        if (version < ONE_COUNT_SINCE) {
          in.i32();
        }
        texts(count);
      }
      case 'Y' -> oneOrAll(INDICES_SINCE);
      case 'Z' -> oneOrAll(COORDINATES_SINCE);
      default -> throw new IllegalStateException("layout " + call);
    }
    return 0;
  }

  private void oneOrAll(int since) throws IOException {
    if (version >= since) {
      add(0, integers());
    } else {
      add(in.i32(), NONE);
    }
  }

  private int[] integers() throws IOException {
    final int[] list = new int[in.count(Integer.BYTES)];
    for (int i = 0; i < list.length; i++) {
      list[i] = in.i32();
    }
    return list;
  }

  /** Returns all rows one behind the other. */
  private int[] table() throws IOException {
    final List<int[]> rows = new ArrayList<>();
    int total = 0;
    for (int left = in.count(Integer.BYTES); left > 0; left--) {
      rows.add(integers());
      total += rows.get(rows.size() - 1).length;
    }
    final int[] all = new int[total];
    int at = 0;
    for (int[] row : rows) {
      System.arraycopy(row, 0, all, at, row.length);
      at += row.length;
    }
    return all;
  }

  private void texts(int count) throws IOException {
    for (int left = count; left > 0; left--) {
      in.skip(in.count(1));
    }
    add(0, NONE);
  }

  private void statuses() throws IOException {
    final boolean tags = version >= TAGS_SINCE;
    final int count = in.count(STATUS_BYTES + (tags ? Integer.BYTES : 0));
    statuses = new int[3 * count];
    for (int i = 0; i < count; i++) {
      statuses[3 * i] = in.i32();
      statuses[3 * i + 1] = in.i32();
      in.u16();
      statuses[3 * i + 2] = tags ? in.i32() : -1;
    }
  }
}
