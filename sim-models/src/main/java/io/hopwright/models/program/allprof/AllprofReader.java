package io.hopwright.models.program.allprof;

import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallLog;
import io.hopwright.models.program.calls.UnsupportedCalls;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.trace.TraceLines;
import io.hopwright.models.program.trace.TracePart;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Reader of the file of one rank. Confined to one thread. */
final class AllprofReader {
  private static final Pattern COLON = Pattern.compile(":");
  private static final Pattern COMMA = Pattern.compile(",");

  /** Stands for the times before MPI begins and after its end. */
  private static final String NO_TIME = "-";

  private static final long NANOSECONDS = 1_000;
  private static final int FRACTION_DIGITS = 3;
  private static final int MOST_DIGITS = 15;
  private final CallLog log;

  /** Entries of the log by the addresses of open requests. */
  private final TreeMap<Long, Integer> requests = new TreeMap<>();

  private final TreeMap<Long, Persistent> persistent = new TreeMap<>();

  /** Bytes of a request in an array. */
  private int requestBytes = Long.BYTES;

  private boolean begun;
  private long lastStop;

  /** The time at which {@code MPI_Init} returned. */
  private long zero;

  // Of the current line.
  private int line;
  private String call;

  /** Call, time, arguments, time. */
  private String[] fields;

  /** Persistent message, which can be started repeatedly. */
  private record Persistent(boolean send, int peer, long bytes, int tag, int communicator) {}

  private AllprofReader(String name, TracePart part) {
    log = new CallLog(name, GraphProgram.LINE, part);
  }

  /**
   * Returns the calls of a file.
   *
   * @param part part of the trace that is kept
   * @throws ProgramException with the errors and their lines
   */
  static CallLog read(Path path, TracePart part) throws IOException {
    final String name = path.getFileName().toString();
    final AllprofReader reader = new AllprofReader(name, part);
    try (InputStream in = Files.newInputStream(path)) {
      final TraceLines lines = new TraceLines(name, in);
      while (lines.next()) {
        try {
          reader.read(lines.number(), lines.text());
        } catch (IllegalArgumentException e) {
          lines.wrong(e.getMessage());
        }
      }
      lines.throwIfWrong();
    }
    return reader.log;
  }

  private void read(int number, String text) {
    line = number;
    fields = COLON.split(text, -1);
    if (!fields[0].startsWith("MPI_") || fields.length < 3) {
      throw new IllegalArgumentException("is not a call: MPI_NAME:TIME:ARGUMENTS:TIME");
    }
    call = fields[0].substring("MPI_".length());
    final String start = fields[1];
    final String stop = fields[fields.length - 1];
    long begin = lastStop;
    if (!start.equals(NO_TIME) && begun) {
      begin = Math.max(lastStop, nanoseconds(start));
      log.compute(line, (begin - lastStop) * NANOSECONDS, (begin - zero) * NANOSECONDS);
    }
    log.begin(call, begun ? (begin - zero) * NANOSECONDS : 0);
    messages();
    if (!stop.equals(NO_TIME)) {
      lastStop = Math.max(lastStop, nanoseconds(stop));
    }
    if (!begun && (call.equals("Init") || call.equals("Init_thread"))) {
      begun = true;
      zero = lastStop;
    }
  }

  // ---------------------------------------------------------------- arguments

  /** Returns a time in microseconds, with decimals or without. */
  private static long nanoseconds(String time) {
    final int point = time.indexOf('.') < 0 ? time.length() : time.indexOf('.');
    final StringBuilder fraction =
        new StringBuilder(time.substring(Math.min(point + 1, time.length())));
    fraction.append("0".repeat(FRACTION_DIGITS)).setLength(FRACTION_DIGITS);
    final String whole = time.substring(0, point);
    try {
      if (whole.length() <= MOST_DIGITS + 1) {
        final long value =
            Long.parseLong(whole) * NANOSECONDS + Long.parseLong(fraction.toString());
        if (value >= 0) {
          return value;
        }
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("has the time " + time + "; use microseconds", e);
    }
    throw new IllegalArgumentException("has the time " + time + "; use microseconds");
  }

  private String field(int argument) {
    if (argument + 2 >= fields.length - 1) {
      throw new IllegalArgumentException(
          "has %s arguments; MPI_%s has more, is the line complete?"
              .formatted(fields.length - 3, call));
    }
    return fields[argument + 2];
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      if (text.matches("\\d{1,20}")) {
        // Addresses have 64 bits.
        return new BigInteger(text).longValue();
      }
      throw new IllegalArgumentException("has \"" + text + "\"; use an integer", e);
    }
  }

  private static int integer(String text) {
    final long value = number(text);
    if (value != (int) value) {
      throw new IllegalArgumentException("has " + text + "; use an integer of 32 bits");
    }
    return (int) value;
  }

  private int integer(int argument) {
    return integer(field(argument));
  }

  private int[] integers(int argument) {
    return COMMA.splitAsStream(field(argument)).mapToInt(AllprofReader::integer).toArray();
  }

  /** Returns the bytes of an element of a type: number, size, extent. */
  private long type(int argument) {
    final String[] parts = COMMA.split(field(argument), -1);
    if (parts.length < 2) {
      throw new IllegalArgumentException(
          "has the type %s without its size; use NUMBER,SIZE,EXTENT".formatted(field(argument)));
    }
    return integer(parts[1]);
  }

  private long bytes(int count, int type) {
    return integer(count) * type(type);
  }

  private long[] blocks(int counts, int type) {
    final long each = type(type);
    return Arrays.stream(integers(counts)).mapToLong(count -> count * each).toArray();
  }

  /** Returns a communicator: handle, rank in it, size. */
  private int communicator(int argument) {
    final String[] parts = COMMA.split(field(argument), -1);
    if (parts.length < 3) {
      throw new IllegalArgumentException(
          "has the communicator %s; use HANDLE,RANK,SIZE".formatted(field(argument)));
    }
    return log.communicator(number(parts[0]), integer(parts[1]), integer(parts[2]));
  }

  // ---------------------------------------------------------------- calls

  private void messages() {
    switch (call) {
      case "Send", "Bsend", "Ssend", "Rsend" -> message(true, 0, 3, 5, false);
      case "Isend", "Ibsend", "Issend", "Irsend" -> open(6, message(true, 0, 3, 5, true));
      case "Recv" -> message(false, 0, 3, 5, false);
      case "Irecv" -> open(6, message(false, 0, 3, 5, true));
      case "Send_init", "Bsend_init", "Ssend_init", "Rsend_init", "Recv_init" ->
          persistent.put(
              request(6),
              new Persistent(
                  !call.equals("Recv_init"), integer(3), bytes(1, 2), integer(4), communicator(5)));
      case "Start" -> start(request(0));
      case "Startall" -> array(0, 1).forEach(this::start);
      case "Sendrecv" ->
          log.await(line, message(false, 5, 8, 10, true), message(true, 0, 3, 10, true));
      case "Sendrecv_replace" -> log.await(line, replaced(false, 5, 6), replaced(true, 3, 4));
      case "Wait" -> await(LongStream.of(request(0)), false);
      case "Test" -> await(LongStream.of(request(0)), true);
      case "Waitall", "Waitsome" -> await(array(0, 1), false);
      case "Waitany" -> await(array(0, 1).filter(requests::containsKey).limit(1), false);
      case "Testall", "Testany", "Testsome" -> await(array(0, 1), true);
      case "Request_free" -> {
        requests.remove(request(0));
        persistent.remove(request(0));
      }
      case "Comm_dup" -> log.create(line, communicator(0));
      case "Cart_create" -> log.create(line, communicator(0));
      case "Comm_split" ->
          log.split(line, communicator(0), Math.max(integer(1), CallLog.NO_COLOR), integer(2));
      default -> collectives();
    }
  }

  /** Adds a message whose first arguments are buffer, count and type, then the peer and the tag. */
  private int message(boolean send, int buffer, int peer, int communicator, boolean goesOn) {
    return log.message(
        line,
        send,
        integer(peer),
        bytes(buffer + 1, buffer + 2),
        integer(peer + 1),
        communicator(communicator),
        goesOn);
  }

  private int replaced(boolean send, int peer, int tag) {
    return log.message(line, send, integer(peer), bytes(1, 2), integer(tag), communicator(7), true);
  }

  private long request(int argument) {
    final long address = number(field(argument));
    if (address % Long.BYTES != 0) {
      requestBytes = Integer.BYTES;
    }
    return address;
  }

  private void open(int argument, int entry) {
    requests.put(request(argument), entry);
  }

  private void start(long address) {
    final Persistent one = persistent.get(address);
    if (one != null) {
      requests.put(
          address,
          log.message(line, one.send, one.peer, one.bytes, one.tag, one.communicator, true));
    }
  }

  /** Returns the addresses in an array at which there are requests, in their order. */
  private LongStream array(int count, int address) {
    final long first = request(address);
    final long end = first + (long) Math.max(0, integer(count)) * requestBytes;
    final Set<Long> known =
        call.equals("Startall")
            ? persistent.subMap(first, Math.max(first, end)).keySet()
            : requests.subMap(first, Math.max(first, end)).keySet();
    // A copy: who goes through them closes them.
    return Arrays.stream(
        known.stream()
            .mapToLong(Long::longValue)
            .filter(one -> (one - first) % requestBytes == 0)
            .toArray());
  }

  private void await(LongStream addresses, boolean test) {
    final int[] entries =
        addresses
            .mapToObj(address -> test ? requests.get(address) : requests.remove(address))
            .filter(Objects::nonNull)
            .mapToInt(Integer::intValue)
            .toArray();
    if (test) {
      log.test(line, entries);
    } else {
      log.await(line, entries);
    }
  }

  private void collectives() {
    switch (call) {
      case "Barrier" -> equal(Collective.BARRIER, 0, 0, communicator(0));
      case "Bcast" -> equal(Collective.BCAST, bytes(1, 2), integer(3), communicator(4));
      case "Reduce" -> equal(Collective.REDUCE, bytes(2, 3), integer(5), communicator(6));
      case "Allreduce" -> equal(Collective.ALLREDUCE, bytes(2, 3), 0, communicator(5));
      case "Scan", "Exscan" -> equal(Collective.SCAN, bytes(2, 3), 0, communicator(5));
      case "Allgather" -> equal(Collective.ALLGATHER, bytes(1, 2), 0, communicator(6));
      case "Alltoall" -> equal(Collective.ALLTOALL, bytes(1, 2), 0, communicator(6));
      case "Gather" -> equal(Collective.GATHER, bytes(1, 2), integer(6), communicator(7));
      case "Scatter" -> equal(Collective.SCATTER, bytes(4, 5), integer(6), communicator(7));
      case "Gatherv" -> blocks(Collective.GATHER, bytes(1, 2), 9, 10, atRoot(5, 8));
      case "Scatterv" -> blocks(Collective.SCATTER, bytes(7, 8), 9, 10, atRoot(2, 5));
      case "Allgatherv" -> blocks(Collective.ALLGATHER, 0, -1, 9, blocks(5, 8));
      case "Reduce_scatter" -> blocks(Collective.REDUCE_SCATTER, 0, -1, 6, blocks(3, 4));
      case "Alltoallv" -> {
        final long[] sent = blocks(2, 5);
        final long[] both = Arrays.copyOf(sent, 2 * sent.length);
        final long[] received = blocks(8, 11);
        if (received.length != sent.length) {
          throw new IllegalArgumentException(
              "has %s sizes to send and %s to receive".formatted(sent.length, received.length));
        }
        System.arraycopy(received, 0, both, sent.length, sent.length);
        blocks(Collective.ALLTOALL, 0, -1, 12, both);
      }
      case "Alltoallw" -> {
        if (!log.leavesOut()) {
          throw new IllegalArgumentException(UnsupportedCalls.NOT_SIMULATED);
        }
      }
      default -> {
        final String refused = UnsupportedCalls.reason(call);
        if (refused != null && !log.leavesOut()) {
          throw new IllegalArgumentException(refused);
        }
      }
    }
  }

  /** Returns the sizes of Gatherv and Scatterv, which are known at the root only. */
  private long[] atRoot(int counts, int type) {
    communicator(10);
    final boolean isRoot = integer(COMMA.split(field(10), -1)[1]) == integer(9);
    return isRoot ? blocks(counts, type) : new long[0];
  }

  private void equal(Collective collective, long bytes, int root, int communicator) {
    log.collective(line, collective, bytes, root, communicator);
  }

  /** Adds a collective with a size for each member. */
  private void blocks(
      Collective collective, long bytes, int root, int communicator, long... sizes) {
    log.collective(
        line, collective, bytes, root < 0 ? 0 : integer(root), communicator(communicator), sizes);
  }
}
