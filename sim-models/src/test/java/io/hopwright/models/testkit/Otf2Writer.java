package io.hopwright.models.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writer of OTF2 traces by docs/models/traces.md, "OTF2": an anchor file, the global definitions,
 * and the events and own definitions of a location for each rank.
 */
public final class Otf2Writer {
  /** The communicator of all ranks, in the numbers of each location. */
  public static final int WORLD = 2;

  /** Bytes of a chunk of events; {@code DEFINITIONS} is that of definitions. */
  private static final int EVENTS = 512;

  private static final int DEFINITIONS = 4_096;
  private static final long RESOLUTION = 1_000_000_000;
  private static final int MPI = 4;

  private final ByteOrder order;

  /** Bytes of one file, in chunks. */
  private final class Chunks {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final int chunk;
    private long records;

    Chunks(int chunk) {
      this.chunk = chunk;
      header();
    }

    private void header() {
      out.write(3);
      out.write(order == ByteOrder.LITTLE_ENDIAN ? 0x42 : 0x23);
      if (chunk > 0) {
        full(records);
        full(records);
      }
    }

    private void full(long value) {
      out.writeBytes(ByteBuffer.allocate(Long.BYTES).order(order).putLong(value).array());
    }

    /** Adds a record; it goes into the next chunk if this one is full. */
    void add(byte... record) {
      final int left = chunk - out.size() % chunk;
      if (record.length + 2 > left) {
        out.writeBytes(new byte[left]);
        header();
      }
      out.writeBytes(record);
      records++;
    }

    byte[] toBytes() {
      out.write(2);
      out.write(1);
      return out.toByteArray();
    }
  }

  /** Fields of a record. */
  public final class Fields {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Adds a byte. */
    public Fields u8(int value) {
      out.write(value);
      return this;
    }

    /** Adds a number preceded by the length of its bytes; −1 is undefined. */
    public Fields number(long value) {
      if (value == -1) {
        return u8(0xFF);
      }
      final int bytes = (Long.SIZE - Long.numberOfLeadingZeros(value) + 7) / 8;
      out.write(bytes);
      for (int i = 0; i < bytes; i++) {
        out.write((int) (value >>> 8 * (order == ByteOrder.LITTLE_ENDIAN ? i : bytes - 1 - i)));
      }
      return this;
    }

    /** Adds a text. */
    public Fields text(String text) {
      out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      return u8(0);
    }

    /** Adds 8 B. */
    public Fields full(long value) {
      out.writeBytes(ByteBuffer.allocate(Long.BYTES).order(order).putLong(value).array());
      return this;
    }

    private byte[] record(int type) {
      final Fields whole = new Fields().u8(type);
      if (out.size() < 0xFF) {
        whole.u8(out.size());
      } else {
        whole.u8(0xFF).full(out.size());
      }
      whole.out.writeBytes(out.toByteArray());
      return whole.out.toByteArray();
    }
  }

  private final String[] calls;
  private final Chunks global;
  private final Chunks[] events;
  private final long[] now;
  private int groups;
  private int communicators;

  /**
   * Begins a trace.
   *
   * @param calls names of functions, the regions 0, 1, …
   */
  public Otf2Writer(int ranks, ByteOrder order, String... calls) {
    this.order = order;
    this.calls = calls.clone();
    global = new Chunks(DEFINITIONS);
    events = new Chunks[ranks];
    now = new long[ranks];
    global.add(fields().number(RESOLUTION).number(5).number(99).record(5));
    for (int i = 0; i < calls.length; i++) {
      global.add(fields().number(10 + i).text(calls[i]).record(10));
      final int paradigm = calls[i].startsWith("MPI_") ? MPI : 1;
      global.add(
          fields()
              .number(100 + i)
              .number(10 + i)
              .number(-1)
              .u8(0)
              .number(-1)
              .number(0)
              .number(0)
              .number(10 + i)
              .u8(0)
              .u8(paradigm)
              .number(0)
              .record(15));
    }
    final long[] locations = new long[ranks];
    final long[] all = new long[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      events[rank] = new Chunks(EVENTS);
      now[rank] = 1_000L * rank;
      locations[rank] = location(rank);
      all[rank] = rank;
    }
    group(6, 4, locations);
    group(5, 6);
    global.add(fields().number(communicators++).number(-1).number(1).number(-1).record(22));
    communicator(all);
  }

  /** Returns fields without content. */
  public Fields fields() {
    return new Fields();
  }

  private static long location(int rank) {
    return 7L + 3L * rank;
  }

  private void group(int first, int type, long... members) {
    final Fields fields = fields().number(groups++).number(-1).u8(first).number(members.length);
    for (long member : members) {
      fields.number(member);
    }
    global.add(fields.u8(type).u8(MPI).number(0).record(18));
  }

  /** Adds a communicator of some ranks and returns its number at each location. */
  public int communicator(long... ranks) {
    group(4, 5, ranks);
    global.add(fields().number(communicators).number(-1).number(groups - 1).number(0).record(22));
    return 1 + communicators++;
  }

  /** Advances the clock of a rank. */
  public Otf2Writer pass(int rank, long nanoseconds) {
    now[rank] += nanoseconds;
    return this;
  }

  private void time(int rank) {
    events[rank].add(fields().u8(5).full(now[rank]).out.toByteArray());
  }

  /** Begins a region. */
  public Otf2Writer enter(int rank, int region) {
    time(rank);
    events[rank].add(fields().u8(12).number(200 + region).out.toByteArray());
    return this;
  }

  /** Ends a region. */
  public Otf2Writer leave(int rank, int region) {
    time(rank);
    events[rank].add(fields().u8(13).number(200 + region).out.toByteArray());
    return this;
  }

  /** Adds a record whose only field is a number, without a length. */
  public Otf2Writer single(int rank, int type, long value) {
    events[rank].add(fields().u8(type).number(value).out.toByteArray());
    return this;
  }

  /** Adds a record with a length. */
  public Otf2Writer event(int rank, int type, Fields fields) {
    events[rank].add(fields.record(type));
    return this;
  }

  /** Adds a message: types 14 and 18 are blocking, 15 and 19 have a request. */
  public Otf2Writer message(
      int rank, int type, int peer, int communicator, int tag, long bytes, long request) {
    final Fields fields = fields().number(peer).number(communicator).number(tag).number(bytes);
    return event(rank, type, type == 15 || type == 19 ? fields.number(request) : fields);
  }

  /** Adds the end of a collective. */
  public Otf2Writer collective(
      int rank, int operation, int communicator, int root, long sent, long received) {
    return event(
        rank,
        23,
        fields().u8(operation).number(communicator).number(root).number(sent).number(received));
  }

  /** Writes all files, and returns the anchor file. */
  public Path write(Path folder, String name) throws IOException {
    final Path places = Files.createDirectories(folder.resolve(name));
    Files.write(folder.resolve(name + ".def"), global.toBytes());
    for (int rank = 0; rank < events.length; rank++) {
      final String stem = String.valueOf(location(rank));
      Files.write(places.resolve(stem + ".evt"), events[rank].toBytes());
      final Chunks own = new Chunks(DEFINITIONS);
      final Fields regions = fields().u8(3).number(calls.length).u8(1);
      for (int i = 0; i < calls.length; i++) {
        regions.number(200 + i).number(100 + i);
      }
      own.add(regions.record(5));
      final Fields numbers = fields().u8(6).number(communicators + 1L).u8(0).number(-1);
      for (int i = 0; i < communicators; i++) {
        numbers.number(i);
      }
      own.add(numbers.record(5));
      own.add(fields().full(5).number(0).full(0).record(6));
      Files.write(places.resolve(stem + ".def"), own.toBytes());
    }
    final Fields anchor = fields();
    anchor.u8(3).u8(order == ByteOrder.LITTLE_ENDIAN ? 0x42 : 0x23).text("OTF2");
    for (int version : new int[] {3, 2, 2, 3, 0}) {
      anchor.u8(version);
    }
    anchor.full(EVENTS).full(DEFINITIONS).u8(1).u8(1).full(events.length).full(9);
    anchor.text("machine").text("creator").text("").number(0);
    return Files.write(folder.resolve(name + ".otf2"), anchor.out.toByteArray());
  }
}
