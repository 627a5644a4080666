package io.hopwright.models.program.simgrid;

import io.hopwright.models.program.Operation;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallLog;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.trace.TracePart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** Actions of one rank, read line by line and recorded as calls. Confined to one thread. */
final class RankActions {
  /** Names of actions, in small letters. */
  static final List<String> NAMES =
      List.of(
          "init",
          "finalize",
          "comm_size",
          "comm_split",
          "comm_dup",
          "send",
          "isend",
          "ssend",
          "issend",
          "bsend",
          "ibsend",
          "recv",
          "irecv",
          "sendrecv",
          "test",
          "wait",
          "waitall",
          "barrier",
          "bcast",
          "reduce",
          "allreduce",
          "alltoall",
          "alltoallv",
          "gather",
          "scatter",
          "gatherv",
          "scatterv",
          "allgather",
          "allgatherv",
          "reducescatter",
          "scan",
          "exscan",
          "compute",
          "sleep",
          "location");

  /** Bytes of types by their numbers; 0 for those that do not exist. */
  private static final int[] TYPES = {
    8, 4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4, 8, 8, 16, 4, 1, 1, 2, 4, 8, 1, 2, 4, 8, 8, 16, 32, 8, 8, 8,
    16, 16, 8, 8, 8, 16, 16, 4, 4, 8, 16, 8, 16, 16, 4, 2, 4, 8, 16, 32, 1, 8, 16, 32, 0, 0, 1, 8, 8
  };

  /** MPI_ANY_SOURCE and MPI_ANY_TAG of SimGrid. */
  private static final int ANY_SOURCE = -555;

  private static final int ANY_TAG = -444;

  /** 1 flop takes 1 ns. */
  private static final double FLOP = 1e3;

  private static final double SECOND = 1e12;
  private static final double LONGEST = 9e18;
  private static final int LAST = Integer.MAX_VALUE;

  private final CallLog log;
  private final int rank;
  private final int ranks;
  private final List<Request> open = new ArrayList<>();

  /** Bytes of an element where an action names no type. */
  private int usual = 1;

  // Of the current line.
  private int line;
  private List<String> words;

  /** Message that the rank must wait for later. */
  private record Request(int source, int destination, int tag, int entry) {
    boolean is(int from, int to, int itsTag) {
      return (source == from || source == CallLog.ANY)
          && destination == to
          && (tag == itsTag || tag == CallLog.ANY);
    }
  }

  RankActions(String file, int rank, int ranks, TracePart part) {
    log = new CallLog(file, GraphProgram.LINE, part);
    this.rank = rank;
    this.ranks = ranks;
  }

  /** Returns the calls so far. */
  CallLog log() {
    return log;
  }

  /**
   * Adds an action.
   *
   * @param number number of its line
   * @param all words of the line
   * @throws ProgramException if its arguments are wrong
   * @throws IllegalArgumentException with the error, without the line
   */
  void add(int number, List<String> all) {
    line = number;
    words = all;
    final String name = all.size() < 2 ? "" : all.get(1).toLowerCase(Locale.ROOT);
    log.begin(name, 0);
    switch (name) {
      case "init" -> usual = has(0) ? TYPES[0] : 1;
      case "compute" -> compute(decimal(0) * FLOP);
      case "sleep" -> compute(decimal(0) * SECOND);
      case "send", "ssend", "bsend", "isend", "issend", "ibsend", "recv", "irecv" -> message(name);
      case "sendrecv" -> exchange();
      case "wait", "test" -> complete(name.equals("test"));
      case "waitall" -> {
        log.await(line, open.stream().mapToInt(request -> request.entry).toArray());
        open.clear();
      }
      case "finalize", "comm_size", "comm_split", "comm_dup", "location" -> {
        // The communicator of all ranks is the only one of these traces.
      }
      default -> collective(name);
    }
  }

  // ---------------------------------------------------------------- arguments

  private boolean has(int argument) {
    return words.size() - 2 > argument;
  }

  private String word(int argument) {
    if (!has(argument)) {
      throw new IllegalArgumentException(
          "ends before argument %s; complete the line".formatted(argument + 1));
    }
    return words.get(argument + 2);
  }

  private IllegalArgumentException wrong(int argument, String remedy) {
    return new IllegalArgumentException("has " + word(argument) + "; " + remedy);
  }

  private double decimal(int argument) {
    try {
      return Double.parseDouble(word(argument));
    } catch (NumberFormatException e) {
      throw wrong(argument, "use a number");
    }
  }

  private long integer(int argument, long least, long most) {
    final double value = decimal(argument);
    if (!(value >= least && value <= most) || value != Math.rint(value)) {
      throw wrong(argument, "use an integer from %s to %s".formatted(least, most));
    }
    return (long) value;
  }

  private int number(int argument) {
    return (int) integer(argument, ANY_SOURCE - 200, Integer.MAX_VALUE);
  }

  /** Returns the bytes of an element of the type that an argument names, if it is there. */
  private int type(int argument) {
    if (!has(argument)) {
      return usual;
    }
    final int bytes = TYPES[(int) integer(argument, 0, TYPES.length - 1)];
    if (bytes == 0) {
      throw wrong(argument, "SimGrid has no type with this number");
    }
    return bytes;
  }

  private long bytes(int count, int type) {
    final long elements = integer(count, 0, Operation.MOST_BYTES);
    final int each = type(type);
    if (elements * each > Operation.MOST_BYTES) {
      throw wrong(count, "a message has at most %s B".formatted(Operation.MOST_BYTES));
    }
    return elements * each;
  }

  private int root(int argument) {
    return has(argument) ? (int) integer(argument, 0, ranks - 1) : 0;
  }

  private long[] blocks(int first, int type) {
    final long[] blocks = new long[ranks];
    for (int i = 0; i < ranks; i++) {
      blocks[i] = bytes(first + i, type);
    }
    return blocks;
  }

  private void compute(double picoseconds) {
    if (!(picoseconds < LONGEST)) {
      throw new IllegalArgumentException("takes 9e18 ps or longer; a computation is shorter");
    }
    log.compute(line, Math.round(picoseconds));
  }

  // ---------------------------------------------------------------- messages

  private void message(String name) {
    final boolean send = name.endsWith("send");
    final boolean goesOn = name.startsWith("i");
    // The oldest traces have no tag.
    final int size = has(2) ? 2 : 1;
    final int tag = size == 1 ? 0 : number(1);
    final int entry = message(send, number(0), size, size + 1, tag, goesOn);
    if (goesOn) {
      final int peer = peer(send, number(0));
      final int itsTag = tag == ANY_TAG ? CallLog.ANY : tag;
      open.add(new Request(send ? rank : peer, send ? peer : rank, itsTag, entry));
    }
  }

  private int message(boolean send, int peer, int size, int type, int tag, boolean goesOn) {
    // A receive that does not know how much comes has a size below 0.
    final long bytes = !send && decimal(size) < 0 ? 0 : bytes(size, type);
    final int itsTag = tag == ANY_TAG ? CallLog.ANY : tag;
    return log.message(line, send, peer(send, peer), bytes, itsTag, CallLog.WORLD, goesOn);
  }

  /** Returns a peer in the form of logs; any other negative number is not a rank. */
  private static int peer(boolean send, int peer) {
    if (peer == ANY_SOURCE && !send) {
      return CallLog.ANY;
    }
    return Math.max(peer, CallLog.ANY - 1);
  }

  private void exchange() {
    final int sent = message(true, number(1), 0, 4, 0, true);
    log.await(line, sent, message(false, number(3), 2, 5, 0, true));
  }

  private void complete(boolean test) {
    if (!has(1)) {
      // The oldest traces mean the last message.
      if (!open.isEmpty()) {
        complete(open.get(open.size() - 1), test);
      }
      return;
    }
    final int source = number(0);
    final int destination = number(1);
    final int tag = has(2) ? number(2) : 0;
    final Iterator<Request> all = open.iterator();
    while (all.hasNext()) {
      final Request one = all.next();
      if (one.is(source, destination, tag)) {
        log.received(one.entry, source, tag);
        complete(one, test);
        return;
      }
    }
  }

  private void complete(Request request, boolean test) {
    if (test) {
      log.test(line, request.entry);
    } else {
      log.await(line, request.entry);
      open.remove(request);
    }
  }

  // ---------------------------------------------------------------- collectives

  private void collective(String name) {
    switch (name) {
      case "barrier" -> equal(Collective.BARRIER, 0, 0);
      case "bcast" -> equal(Collective.BCAST, bytes(0, 2), root(1));
      case "reduce" -> {
        equal(Collective.REDUCE, bytes(0, 3), root(2));
        compute(decimal(1) * FLOP);
      }
      case "allreduce" -> {
        equal(Collective.ALLREDUCE, bytes(0, 2), 0);
        compute(decimal(1) * FLOP);
      }
      case "scan", "exscan" -> {
        equal(Collective.SCAN, bytes(0, 2), 0);
        compute(decimal(1) * FLOP);
      }
      case "alltoall" -> equal(Collective.ALLTOALL, bytes(0, 2), 0);
      case "allgather" -> equal(Collective.ALLGATHER, bytes(0, 2), 0);
      case "gather" -> equal(Collective.GATHER, bytes(0, 3), root(2));
      case "scatter" -> equal(Collective.SCATTER, bytes(1, 4), root(2));
      default -> vector(name);
    }
  }

  private void equal(Collective collective, long bytes, int root) {
    log.collective(line, collective, bytes, root, CallLog.WORLD);
  }

  /** Collectives with a size for each rank. */
  private void vector(String name) {
    switch (name) {
      case "gatherv" ->
          blocks(Collective.GATHER, bytes(0, ranks + 2), root(ranks + 1), blocks(1, ranks + 3));
      case "scatterv" ->
          blocks(
              Collective.SCATTER, bytes(ranks, ranks + 3), root(ranks + 1), blocks(0, ranks + 2));
      case "allgatherv" -> {
        // Behind the sizes: types, or displacements, or both.
        final boolean displacementsOnly = !has(2 * ranks + 1) && has(ranks + 3);
        blocks(Collective.ALLGATHER, 0, 0, blocks(1, displacementsOnly ? LAST : ranks + 1));
      }
      case "reducescatter" -> {
        blocks(Collective.REDUCE_SCATTER, 0, 0, blocks(0, ranks + 1));
        compute(decimal(ranks) * FLOP);
      }
      case "alltoallv" -> {
        final long[] both = Arrays.copyOf(blocks(1, 2 * ranks + 2), 2 * ranks);
        System.arraycopy(blocks(ranks + 2, 2 * ranks + 3), 0, both, ranks, ranks);
        blocks(Collective.ALLTOALL, 0, 0, both);
      }
      default ->
          throw new IllegalArgumentException(
              "is not an action of a rank; there are " + String.join(", ", NAMES));
    }
  }

  private void blocks(Collective collective, long bytes, int root, long... sizes) {
    log.collective(line, collective, bytes, root, CallLog.WORLD, sizes);
  }
}
