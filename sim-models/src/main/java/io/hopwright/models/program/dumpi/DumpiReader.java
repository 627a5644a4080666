package io.hopwright.models.program.dumpi;

import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallLog;
import io.hopwright.models.program.calls.UnsupportedCalls;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.trace.FileBytes;
import io.hopwright.models.program.trace.TracePart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Reader of the file of one rank. Confined to one thread. */
final class DumpiReader {
  private static final long MAGIC = 0xFFAADD44554D5049L;
  private static final long PICOSECONDS = 1_000;

  /** Seconds have 16 bits, and go around. */
  private static final long WRAP = 65_536_000_000_000L;

  /** Longs of the newest index, and of the oldest, behind its magic. */
  private static final int MOST_INDEX = 7;

  private static final int LEAST_INDEX = 4;

  private static final int NULL_COMMUNICATOR = 1;
  private static final int NULL_REQUEST = 1;

  private final FileBytes in;
  private final CallLog log;
  private final int ranks;
  private DumpiRecord record;

  /** Communicators of the log by their numbers in the trace. */
  private final Map<Integer, Integer> communicators = new HashMap<>();

  /** Sizes of the dimensions of Cartesian ones. */
  private final Map<Integer, int[]> grids = new HashMap<>();

  private final Map<Integer, Ranks> groups = new HashMap<>();
  private final Map<Integer, Long> types = DumpiFormat.ownTypes();

  /** Whether a type's bytes come from the table of the file. */
  private int typesOfFile;

  /** Entries of the log by open request. */
  private final Map<Integer, Integer> requests = new HashMap<>();

  private final Map<Integer, Persistent> persistent = new HashMap<>();
  private boolean begun;
  private long lastStop;
  private long around;

  /** The time at which {@code MPI_Init} returned. */
  private long zero;

  /** The beginning of the current call, or of the last one with a time. */
  private long begin;

  /**
   * Ranks of a communicator.
   *
   * @param ranks the ranks, null for all
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares it
  private record Ranks(int communicator, int[] ranks) {}

  /** Persistent message, which can be started repeatedly. */
  private record Persistent(boolean send, int peer, long bytes, int tag, int communicator) {}

  private DumpiReader(FileBytes in, String name, int ranks, TracePart part) {
    this.in = in;
    this.ranks = ranks;
    log = new CallLog(name, GraphProgram.BYTE, part);
    communicators.put(2, CallLog.WORLD);
    communicators.put(3, CallLog.SELF);
  }

  /**
   * Returns the calls of a file.
   *
   * @param ranks ranks of the trace
   * @param part part of it that is kept
   * @throws ProgramException with the error and its byte
   */
  static CallLog read(Path path, int ranks, TracePart part) throws IOException {
    final String name = path.getFileName().toString();
    try (FileBytes in = new FileBytes(name, path)) {
      final DumpiReader reader = new DumpiReader(in, name, ranks, part);
      reader.readAll();
      return reader.log;
    }
  }

  private void readAll() throws IOException {
    if (in.size() < (2L + MOST_INDEX) * Long.BYTES || in.i64() != MAGIC) {
      throw in.wrong(0, "is empty or not a DUMPI trace; the rank's trace is missing");
    }
    final long[] index = index();
    final int newest = index.length;
    in.seek(place(index[newest - 4]));
    final int version = DumpiRecord.version(in.u8(), in.u8(), in.u8());
    int counters = 0;
    if (newest > LEAST_INDEX && index[newest - 5] > 0) {
      in.seek(place(index[newest - 5]));
      counters = in.count(Short.BYTES);
    }
    if (newest == MOST_INDEX && index[0] > 0) {
      in.seek(place(index[0]));
      typesOfFile = in.count(Integer.BYTES);
      for (int type = 0; type < typesOfFile; type++) {
        types.put(type, (long) in.i32());
      }
    }
    in.seek(place(index[newest - 3]));
    in.i64();
    record = new DumpiRecord(in, version, counters);
    final long end = index[newest - 2] > 0 ? place(index[newest - 2]) : in.size();
    while (record.read(end)) {
      call();
    }
  }

  /** Returns the index at the end of the file, which has grown in the course of time. */
  private long[] index() throws IOException {
    for (int length = MOST_INDEX; length >= LEAST_INDEX; length--) {
      in.seek(in.size() - (length + 1L) * Long.BYTES);
      if (in.i64() == MAGIC) {
        final long[] index = new long[length];
        for (int i = 0; i < length; i++) {
          index[i] = in.i64();
        }
        return index;
      }
    }
    throw in.wrong(
        in.size(), "the index at the end of the file is missing; it is truncated, record it again");
  }

  private long place(long where) {
    if (where < Long.BYTES || where >= in.size()) {
      throw in.wrong(
          in.size(), "the index names byte " + where + ", which is not in the file; it is damaged");
    }
    return where;
  }

  // ---------------------------------------------------------------- arguments

  private int number(int argument) {
    return (int) record.numbers[argument];
  }

  private int[] list(int argument) {
    return record.lists[argument];
  }

  private ProgramException wrong(String what) {
    return new ProgramException(
        "%s, MPI_%s: %s".formatted(log.at(record.place), record.call.name(), what));
  }

  private int communicator(int argument) {
    final Integer communicator = communicators.get(number(argument));
    if (communicator == null) {
      throw wrong(
          ("communicator %s was not created by an earlier call; intercommunicators are"
                  + " not simulated")
              .formatted(number(argument)));
    }
    return communicator;
  }

  private long bytes(int count, int type) {
    final Long each = types.get(type);
    if (count == 0) {
      return 0;
    }
    if (each == null || each < 0) {
      throw wrong("type " + type + " has no size in the trace; record it with types");
    }
    return count * each;
  }

  private long bytesOf(int count, int type) {
    return bytes(number(count), number(type));
  }

  // ---------------------------------------------------------------- calls

  private void call() {
    final String name = record.call.name();
    final boolean failed = name.startsWith("Test") && !tested();
    final boolean counts = !name.startsWith("Function") && !failed;
    if (record.timed && counts) {
      passTime();
    }
    if (counts) {
      log.begin(name, recorded());
    }
    if (!failed) {
      messages(name);
    }
    if (record.timed && counts) {
      lastStop = Math.max(lastStop, record.stop + around);
    }
    if (!begun && (name.equals("Init") || name.equals("Init_thread"))) {
      begun = true;
      zero = lastStop;
    }
  }

  /** Adds the time between the last call and this one as compute time. */
  private void passTime() {
    if (record.start + around < lastStop - WRAP / 2) {
      around += WRAP;
    }
    begin = Math.max(lastStop, record.start + around);
    if (begun) {
      log.compute(record.place, (begin - lastStop) * PICOSECONDS, recorded());
    }
    if (record.stop < record.start - WRAP / 2) {
      around += WRAP;
    }
  }

  /** Returns the recorded time of the current call, in ps. */
  private long recorded() {
    return begun ? (begin - zero) * PICOSECONDS : 0;
  }

  private boolean tested() {
    return switch (record.call.name()) {
      case "Test" -> number(1) != 0;
      case "Testall" -> number(2) != 0;
      case "Testany" -> number(3) != 0;
      case "Testsome" -> list(3).length > 0;
      default -> true;
    };
  }

  private void messages(String name) {
    switch (name) {
      case "Send", "Bsend", "Ssend", "Rsend" -> send(2, 3, 0, 1, 4, false);
      case "Isend", "Ibsend", "Issend", "Irsend" ->
          requests.put(number(5), send(2, 3, 0, 1, 4, true));
      case "Recv" -> received(receive(2, 3, 0, 1, 4, false), 0);
      case "Irecv" -> requests.put(number(5), receive(2, 3, 0, 1, 4, true));
      case "Send_init", "Bsend_init", "Ssend_init", "Rsend_init", "Recv_init" ->
          persistent.put(
              number(5),
              new Persistent(
                  !name.equals("Recv_init"), number(2), bytesOf(0, 1), number(3), communicator(4)));
      case "Start" -> start(number(0));
      case "Startall" -> Arrays.stream(list(1)).forEach(this::start);
      case "Sendrecv" -> {
        final int from = receive(6, 7, 4, 5, 8, true);
        final int to = send(2, 3, 0, 1, 8, true);
        log.await(record.place, from, to);
        received(from, 0);
      }
      case "Sendrecv_replace" -> {
        final int from = receive(4, 5, 0, 1, 6, true);
        final int to = send(2, 3, 0, 1, 6, true);
        log.await(record.place, from, to);
        received(from, 0);
      }
      case "Wait", "Test" -> awaitAll(number(0));
      case "Waitall", "Testall" -> awaitAll(list(1));
      case "Waitany", "Testany" -> await(list(1), number(2));
      case "Waitsome", "Testsome" -> await(list(1), list(3));
      case "Request_free" -> {
        requests.remove(number(0));
        persistent.remove(number(0));
      }
      default -> others(name);
    }
  }

  private int send(int peer, int tag, int count, int type, int communicator, boolean goesOn) {
    return message(true, peer, tag, bytesOf(count, type), communicator, goesOn);
  }

  private int receive(int peer, int tag, int count, int type, int communicator, boolean goesOn) {
    return message(false, peer, tag, bytesOf(count, type), communicator, goesOn);
  }

  private int message(
      boolean send, int peer, int tag, long bytes, int communicator, boolean goesOn) {
    return log.message(
        record.place, send, number(peer), bytes, number(tag), communicator(communicator), goesOn);
  }

  private void received(int entry, int status) {
    if (record.statuses.length > 3 * status) {
      log.received(entry, record.statuses[3 * status + 1], record.statuses[3 * status + 2]);
    }
  }

  private void start(int request) {
    final Persistent message = persistent.get(request);
    if (message == null) {
      throw wrong("request " + request + " was not made persistent by an earlier call");
    }
    requests.put(
        request,
        log.message(
            record.place,
            message.send,
            message.peer,
            message.bytes,
            message.tag,
            message.communicator,
            true));
  }

  /** Waits for those requests that had completed, each with its status. */
  private void await(int[] all, int... completed) {
    final int[] entries = new int[completed.length];
    int count = 0;
    for (int i = 0; i < completed.length; i++) {
      final int request =
          completed[i] >= 0 && completed[i] < all.length ? all[completed[i]] : NULL_REQUEST;
      count = complete(request, i, count, entries);
    }
    log.await(record.place, Arrays.copyOf(entries, count));
  }

  /** Waits for all requests, each with its status. */
  private void awaitAll(int... all) {
    final int[] entries = new int[all.length];
    int count = 0;
    for (int i = 0; i < all.length; i++) {
      count = complete(all[i], i, count, entries);
    }
    log.await(record.place, Arrays.copyOf(entries, count));
  }

  /** Adds the entry of a request to others, if it is open, and returns how many there are. */
  private int complete(int request, int status, int count, int... entries) {
    final Integer entry = requests.remove(request);
    if (entry == null) {
      return count;
    }
    received(entry, status);
    entries[count] = entry;
    return count + 1;
  }

  private void others(String name) {
    switch (name) {
      case "Barrier" -> collective(Collective.BARRIER, 0, 0, communicator(0));
      case "Bcast" -> collective(Collective.BCAST, bytesOf(0, 1), number(2), communicator(3));
      case "Gather" ->
          collective(
              Collective.GATHER,
              Math.max(bytesOf(1, 2), bytesOf(5, 6)),
              number(3),
              communicator(4));
      case "Scatter" ->
          collective(
              Collective.SCATTER,
              Math.max(bytesOf(1, 2), bytesOf(5, 6)),
              number(3),
              communicator(4));
      case "Gatherv" ->
          log.collective(
              record.place,
              Collective.GATHER,
              bytesOf(2, 3),
              number(4),
              communicator(5),
              blocks(list(6), number(8)));
      case "Scatterv" ->
          log.collective(
              record.place,
              Collective.SCATTER,
              bytesOf(3, 4),
              number(5),
              communicator(6),
              blocks(list(7), number(2)));
      case "Allgather" ->
          collective(
              Collective.ALLGATHER, Math.max(bytesOf(0, 1), bytesOf(2, 3)), 0, communicator(4));
      case "Allgatherv" ->
          log.collective(
              record.place,
              Collective.ALLGATHER,
              0,
              0,
              communicator(6),
              blocks(list(3), number(5)));
      case "Alltoall" ->
          collective(
              Collective.ALLTOALL, Math.max(bytesOf(0, 1), bytesOf(2, 3)), 0, communicator(4));
      case "Alltoallv" -> exchange(blocks(list(1), number(3)), blocks(list(4), number(6)));
      case "Alltoallw" -> exchange(blocks(list(1), list(3)), blocks(list(4), list(6)));
      case "Reduce" -> collective(Collective.REDUCE, bytesOf(0, 1), number(3), communicator(4));
      case "Allreduce" -> collective(Collective.ALLREDUCE, bytesOf(0, 1), 0, communicator(3));
      case "Reduce_scatter" ->
          log.collective(
              record.place,
              Collective.REDUCE_SCATTER,
              0,
              0,
              communicator(4),
              blocks(list(1), number(2)));
      case "Scan", "Exscan" -> collective(Collective.SCAN, bytesOf(0, 1), 0, communicator(3));
      default -> {
        final String refused = UnsupportedCalls.reason(name);
        if (refused != null && !log.leavesOut()) {
          throw new ProgramException(
              "%s, MPI_%s %s".formatted(log.at(record.place), name, refused));
        }
        if (!communicators(name)) {
          types(name);
        }
      }
    }
  }

  private void collective(Collective collective, long bytes, int root, int communicator) {
    log.collective(record.place, collective, bytes, root, communicator);
  }

  private void exchange(long[] sent, long... received) {
    if (sent.length != received.length) {
      throw wrong("has %s sizes to send but %s to receive".formatted(sent.length, received.length));
    }
    final long[] both = Arrays.copyOf(sent, 2 * sent.length);
    System.arraycopy(received, 0, both, sent.length, sent.length);
    log.collective(record.place, Collective.ALLTOALL, 0, 0, communicator(7), both);
  }

  private long[] blocks(int[] counts, int type) {
    return Arrays.stream(counts).mapToLong(count -> bytes(count, type)).toArray();
  }

  private long[] blocks(int[] counts, int... ofTypes) {
    final long[] blocks = new long[counts.length];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = bytes(counts[i], i < ofTypes.length ? ofTypes[i] : -1);
    }
    return blocks;
  }

  // ---------------------------------------------------------------- communicators

  private boolean communicators(String name) {
    switch (name) {
      case "Comm_dup" -> made(1, log.create(record.place, communicator(0)));
      case "Comm_split" ->
          made(
              3,
              log.split(
                  record.place, communicator(0), Math.max(number(1), CallLog.NO_COLOR), number(2)));
      case "Comm_create" -> {
        final Ranks group = group(1);
        final int parent = communicator(0);
        if (group.communicator != parent && group.communicator != CallLog.WORLD) {
          throw wrong("has a group of another communicator; make it of that of the call");
        }
        made(2, log.create(record.place, parent, all(group)));
      }
      case "Cart_create" -> {
        final int[] grid = list(2);
        made(5, log.create(record.place, communicator(1), first(grid)));
        grids.put(number(5), grid);
      }
      case "Cart_sub" -> {
        final int[] grid = grids.get(number(1));
        if (grid == null) {
          throw wrong("is of a communicator without a grid");
        }
        final int[] remains = list(2);
        made(3, log.part(record.place, communicator(1), grid, remains));
        grids.put(
            number(3),
            IntStream.range(0, grid.length)
                .filter(d -> d < remains.length && remains[d] != 0)
                .map(d -> grid[d])
                .toArray());
      }
      case "Comm_free", "Comm_disconnect" -> communicators.remove(number(0));
      case "Comm_group" -> groups.put(number(1), new Ranks(communicator(0), null));
      case "Group_incl" ->
          groups.put(number(3), new Ranks(group(0).communicator, of(group(0), list(2))));
      case "Group_excl" -> {
        final Set<Integer> without = new java.util.HashSet<>();
        Arrays.stream(list(2)).forEach(without::add);
        final int[] whole = whole(group(0));
        groups.put(
            number(3),
            new Ranks(
                group(0).communicator,
                IntStream.range(0, whole.length)
                    .filter(i -> !without.contains(i))
                    .map(i -> whole[i])
                    .toArray()));
      }
      case "Group_range_incl" ->
          groups.put(number(3), new Ranks(group(0).communicator, of(group(0), ranges(list(2)))));
      case "Group_free" -> groups.remove(number(0));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Adds a communicator; a rank that is not a member gets none. */
  private void made(int argument, int communicator) {
    if (number(argument) > NULL_COMMUNICATOR) {
      communicators.put(number(argument), communicator);
    }
  }

  private int[] first(int... grid) {
    long count = 1;
    for (int size : grid) {
      count *= Math.max(size, 1);
      if (count > ranks) {
        throw wrong("has a grid of more ranks than the job");
      }
    }
    return IntStream.range(0, (int) count).toArray();
  }

  private Ranks group(int argument) {
    final Ranks group = groups.get(number(argument));
    if (group == null) {
      throw wrong(
          "group %s was created by a call that is not simulated".formatted(number(argument)));
    }
    return group;
  }

  private int[] all(Ranks group) {
    return group.ranks == null ? new int[0] : group.ranks;
  }

  /** Returns the ranks of a group, that of the world included. */
  private int[] whole(Ranks group) {
    if (group.ranks != null) {
      return group.ranks;
    }
    if (group.communicator != CallLog.WORLD) {
      throw wrong("has a group of a communicator whose size is not known here");
    }
    return IntStream.range(0, ranks).toArray();
  }

  private int[] of(Ranks group, int... indices) {
    final int[] of = group.ranks;
    if (of == null) {
      return indices;
    }
    return Arrays.stream(indices)
        .map(
            index -> {
              if (index < 0 || index >= of.length) {
                throw wrong("rank %s is not in the group of %s ranks".formatted(index, of.length));
              }
              return of[index];
            })
        .toArray();
  }

  private int[] ranges(int... triples) {
    final IntStream.Builder all = IntStream.builder();
    long count = 0;
    for (int i = 0; i + 2 < triples.length; i += 3) {
      final int step = triples[i + 2];
      for (long rank = triples[i];
          step > 0 ? rank <= triples[i + 1] : rank >= triples[i + 1];
          rank += step) {
        if (step == 0 || ++count > ranks) {
          throw wrong("has ranges of more ranks than the job");
        }
        all.add((int) rank);
      }
    }
    return all.build().toArray();
  }

  // ---------------------------------------------------------------- types

  /** Notes the bytes of types that the table of the file does not have. */
  private void types(String name) {
    switch (name) {
      case "Type_contiguous" -> type(2, number(0), number(1));
      case "Type_vector", "Type_hvector", "Type_create_hvector" ->
          type(4, (long) number(0) * number(1), number(3));
      case "Type_indexed", "Type_hindexed", "Type_create_hindexed" ->
          type(4, Arrays.stream(list(1)).asLongStream().sum(), number(3));
      case "Type_create_indexed_block" -> type(4, (long) number(0) * number(1), number(3));
      case "Type_struct", "Type_create_struct" -> {
        long sum = 0;
        final long[] parts = number(0) == 0 ? new long[0] : blocks(list(1), list(3));
        for (long part : parts) {
          sum += part;
        }
        put(number(4), sum);
      }
      case "Type_dup" -> type(1, 1, number(0));
      case "Type_create_resized" -> type(3, 1, number(0));
      case "Type_create_subarray" -> {
        long count = 1;
        for (int size : list(2)) {
          count *= size;
        }
        type(6, count, number(5));
      }
      default -> {}
    }
  }

  private void type(int made, long count, int of) {
    if (types.containsKey(of)) {
      put(number(made), count * types.get(of));
    }
  }

  private void put(int type, long bytes) {
    if (type >= typesOfFile) {
      types.put(type, bytes);
    }
  }
}
