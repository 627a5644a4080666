package io.hopwright.models.program.otf2;

import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallLog;
import io.hopwright.models.program.calls.UnsupportedCalls;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.trace.TracePart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Reader of the events of one rank. Confined to one thread. */
final class Otf2Reader {
  // Records of a location's own definitions.
  private static final int MAPPING = 5;
  private static final int OF_REGIONS = 3;
  private static final int OF_COMMUNICATORS = 6;

  // Records of events.
  private static final int TIME = 5;
  private static final int ENTER = 12;
  private static final int LEAVE = 13;
  private static final int SEND = 14;
  private static final int ISEND = 15;
  private static final int ISEND_COMPLETE = 16;
  private static final int IRECV_REQUEST = 17;
  private static final int RECV = 18;
  private static final int IRECV = 19;
  private static final int REQUEST_TEST = 20;
  private static final int REQUEST_CANCELLED = 21;
  private static final int COLLECTIVE_END = 23;
  private static final int OMP_FORK = 24;
  private static final int OMP_TASK_CREATE = 28;
  private static final int OMP_TASK_COMPLETE = 30;
  private static final int RMA_PUT = 46;
  private static final int RMA_ATOMIC = 48;

  private final Otf2Archive archive;
  private final Otf2Bytes in;
  private final CallLog log;

  /** Numbers of the archive by numbers of the location; the same where it has none. */
  private final Map<Integer, Integer> regions = new HashMap<>();

  private final Map<Integer, Integer> communicators = new HashMap<>();

  /** Entries of the log by open request. */
  private final Map<Long, Integer> requests = new HashMap<>();

  /** Regions of MPI functions that have begun and not ended, one inside the other. */
  private int depth;

  private boolean begun;
  private long now;
  private long lastStop;

  /** The time at which the first MPI function, {@code MPI_Init}, returned. */
  private long zero;

  /** Byte of the current record. */
  private long place;

  /** Blocking messages of the current function. */
  private final List<Message> blocking = new ArrayList<>();

  /** Messages that have completed in the current function. */
  private final List<Integer> completed = new ArrayList<>();

  private record Message(
      long place, boolean send, int peer, long bytes, int tag, int communicator) {}

  private Otf2Reader(Otf2Archive archive, Otf2Bytes in, TracePart part) {
    this.archive = archive;
    this.in = in;
    log = new CallLog(in.name(), GraphProgram.BYTE, part, archive.members());
  }

  /**
   * Returns the calls of a rank.
   *
   * @param part part of the trace that is kept
   * @throws ProgramException with the error and its byte
   */
  static CallLog read(Otf2Archive archive, int rank, TracePart part) throws IOException {
    try (Otf2Bytes in = new Otf2Bytes(archive.events(rank), archive.eventChunk())) {
      final Otf2Reader reader = new Otf2Reader(archive, in, part);
      final Path own = archive.definitions(rank);
      if (Files.exists(own)) {
        try (Otf2Bytes definitions = new Otf2Bytes(own, archive.definitionChunk())) {
          reader.map(definitions);
        }
      }
      reader.readAll();
      return reader.log;
    }
  }

  // ---------------------------------------------------------------- own definitions

  private void map(Otf2Bytes own) throws IOException {
    for (int type = own.next(); type >= 0; type = own.next()) {
      final long stop = own.end();
      if (type == MAPPING) {
        final int of = own.u8();
        if (of == OF_REGIONS || of == OF_COMMUNICATORS) {
          map(own, stop, of == OF_REGIONS ? regions : communicators);
        }
      }
      own.leave(stop);
    }
  }

  private static void map(Otf2Bytes own, long stop, Map<Integer, Integer> numbers)
      throws IOException {
    final int count = own.count(stop);
    final boolean sparse = own.u8() != 0;
    for (int i = 0; i < count; i++) {
      final int from = sparse ? own.integer() : i;
      numbers.put(from, own.integer());
    }
  }

  // ---------------------------------------------------------------- events

  private void readAll() throws IOException {
    while (true) {
      place = in.at();
      final int type = in.next();
      switch (type) {
        case -1 -> {
          return;
        }
        case TIME -> now = in.u64();
        case ENTER -> enter(call(in.integer()));
        case LEAVE -> leave(call(in.integer()));
        case ISEND_COMPLETE, IRECV_REQUEST, REQUEST_CANCELLED -> request(type, in.number());
        case REQUEST_TEST, OMP_FORK, OMP_TASK_CREATE, OMP_TASK_CREATE + 1, OMP_TASK_COMPLETE ->
            in.number();
        default -> {
          final long stop = in.end();
          if (depth == 0 && isOfMpi(type)) {
            enter("");
            record(type);
            leave("");
          } else {
            record(type);
          }
          in.leave(stop);
        }
      }
    }
  }

  private static boolean isOfMpi(int type) {
    return type >= SEND && type <= COLLECTIVE_END;
  }

  /** Returns the name of the MPI function of a region; null for other regions. */
  private String call(int region) {
    return archive.call(regions.getOrDefault(region, region));
  }

  private ProgramException wrong(String what) {
    return in.wrong(place, what);
  }

  private void enter(String call) {
    if (call == null) {
      return;
    }
    if (depth == 0) {
      final long begin = Math.max(lastStop, now);
      if (begun) {
        log.compute(place, picoseconds(begin - lastStop), picoseconds(begin - zero));
      }
      log.begin(call, begun ? picoseconds(begin - zero) : 0);
    }
    final String refused = UnsupportedCalls.reason(call);
    if (refused != null && !log.leavesOut()) {
      throw wrong("MPI_" + call + " " + refused);
    }
    depth++;
  }

  private long picoseconds(long ticks) {
    try {
      return archive.picoseconds(ticks);
    } catch (ArithmeticException e) {
      throw (ProgramException)
          wrong("a time of 2^63 ps or more after the first call; the file is damaged").initCause(e);
    }
  }

  private void leave(String call) {
    if (call == null || depth == 0 || --depth > 0) {
      return;
    }
    if (blocking.size() == 1 && completed.isEmpty()) {
      add(blocking.get(0), false);
    } else {
      blocking.stream().filter(one -> !one.send).forEach(one -> completed.add(add(one, true)));
      blocking.stream().filter(one -> one.send).forEach(one -> completed.add(add(one, true)));
      log.await(place, completed.stream().mapToInt(Integer::intValue).toArray());
    }
    blocking.clear();
    completed.clear();
    lastStop = Math.max(lastStop, now);
    if (!begun) {
      begun = true;
      zero = lastStop;
    }
  }

  private int add(Message one, boolean goesOn) {
    return log.message(one.place, one.send, one.peer, one.bytes, one.tag, one.communicator, goesOn);
  }

  private void request(int type, long request) {
    if (type == IRECV_REQUEST) {
      requests.put(request, log.receive(place));
      return;
    }
    final Integer entry = requests.remove(request);
    if (type == ISEND_COMPLETE && entry != null) {
      completed.add(entry);
      if (depth == 0) {
        enter("");
        leave("");
      }
    }
  }

  private void record(int type) throws IOException {
    switch (type) {
      case SEND, RECV -> {
        final Message message = message(type == SEND);
        blocking.add(message);
      }
      case ISEND -> {
        final int entry = add(message(true), true);
        requests.put(in.number(), entry);
      }
      case IRECV -> {
        final Message message = message(false);
        final Integer entry = requests.remove(in.number());
        if (entry == null) {
          blocking.add(message);
        } else {
          log.complete(entry, message.peer, message.bytes, message.tag, message.communicator);
          completed.add(entry);
        }
      }
      case COLLECTIVE_END -> collective();
      default -> {
        if (type >= RMA_PUT && type <= RMA_ATOMIC && !log.leavesOut()) {
          throw wrong("a transfer that " + UnsupportedCalls.reason("Put"));
        }
      }
    }
  }

  private Message message(boolean send) throws IOException {
    final int peer = in.integer();
    final int communicator = communicator(in.integer());
    final int tag = in.integer();
    final long bytes = in.number();
    if (peer < 0) {
      throw wrong("a message from or to no rank; the file is damaged");
    }
    return new Message(place, send, peer, bytes, tag, communicator);
  }

  private int communicator(int own) {
    final int number = communicators.getOrDefault(own, own);
    final Integer index = archive.communicator(number);
    if (index == null) {
      throw wrong(
          "communicator %s is not in the definitions; intercommunicators are not simulated"
              .formatted(number));
    }
    return index == Otf2Archive.SELF ? CallLog.SELF : CallLog.FIRST_DEFINED + index;
  }

  private void collective() throws IOException {
    final int operation = in.u8();
    final int communicator = communicator(in.integer());
    final int root = in.integer();
    final long sent = in.number();
    final long received = in.number();
    final int members =
        communicator == CallLog.SELF
            ? 1
            : archive.members().get(communicator - CallLog.FIRST_DEFINED).length;
    switch (operation) {
      case 0 -> add(Collective.BARRIER, 0, 0, communicator);
      case 1 -> add(Collective.BCAST, received, root, communicator);
      case 2, 3 -> add(Collective.GATHER, sent, root, communicator);
      case 4, 5 -> add(Collective.SCATTER, received, root, communicator);
      case 6, 7 -> add(Collective.ALLGATHER, share(received, members), 0, communicator);
      case 8, 9, 10 -> add(Collective.ALLTOALL, share(sent, members), 0, communicator);
      case 11 -> add(Collective.ALLREDUCE, share(received, members), 0, communicator);
      case 12 -> add(Collective.REDUCE, sent, root, communicator);
      case 13, 16 -> blocks(Collective.REDUCE_SCATTER, sent, members, communicator);
      case 14, 15 -> add(Collective.SCAN, share(sent + received, members), 0, communicator);
      default -> {
        // Making and freeing of windows, communicators, files and memory takes no time.
      }
    }
  }

  private static long share(long bytes, int members) {
    return bytes < 0 ? bytes : (bytes + members - 1) / members;
  }

  private void blocks(Collective collective, long bytes, int members, int communicator) {
    log.collective(
        place,
        collective,
        0,
        0,
        communicator,
        IntStream.range(0, members).mapToLong(member -> bytes).toArray());
  }

  private void add(Collective collective, long bytes, int root, int communicator) {
    log.collective(place, collective, bytes, root, communicator);
  }
}
