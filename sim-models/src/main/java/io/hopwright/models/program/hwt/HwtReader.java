package io.hopwright.models.program.hwt;

import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.graph.GraphCheck;
import io.hopwright.models.program.graph.GraphProgram;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Reader of a container: verifies all checksums, then all numbers, so that the graphs need no
 * further checks. Confined to one thread.
 */
final class HwtReader {
  private static final String AGAIN = "; write it again with trace convert";

  private final String name;
  private final HwtBytes bytes;
  private final long checks;
  private int ranks;

  private HwtReader(String name, HwtBytes bytes) {
    this.name = name;
    this.bytes = bytes;
    if (bytes.size() < HwtLayout.HEADER) {
      throw wrong(bytes.size(), "ends in the header" + AGAIN);
    }
    if (HwtWriter.check(bytes.block(0, HwtLayout.HEADER_CHECK_AT))
        != bytes.i32(HwtLayout.HEADER_CHECK_AT)) {
      throw wrong(0, "the header is damaged, or the file is not complete" + AGAIN);
    }
    checks = bytes.i64(HwtLayout.CHECKS_AT);
  }

  /**
   * Returns the program of a file.
   *
   * @throws ProgramException with the first error and its byte
   */
  static GraphProgram read(String name, Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      final HwtReader reader = new HwtReader(name, new HwtBytes(file));
      reader.compareChecks();
      final String place = HwtLayout.place(reader.bytes.i32(HwtLayout.FLAGS_AT));
      return new GraphProgram(name, place, reader.graphs(!place.equals(GraphProgram.OPERATION)));
    }
  }

  private ProgramException wrong(long at, String what) {
    return new ProgramException(name + GraphProgram.BYTE + at + ": " + what);
  }

  private void compareChecks() {
    final int version = bytes.i32(HwtLayout.VERSION_AT);
    if (version != HwtLayout.VERSION || bytes.i32(HwtLayout.ENTRY_LENGTH_AT) != HwtLayout.ENTRY) {
      throw wrong(
          HwtLayout.VERSION_AT,
          "is of version %s; this one reads version %s".formatted(version, HwtLayout.VERSION));
    }
    if (checks < HwtLayout.HEADER
        || checks > bytes.size()
        || checks % Long.BYTES != 0
        || checks + Integer.BYTES * HwtLayout.blocks(checks) != bytes.size()) {
      throw wrong(bytes.size(), "the file is longer or shorter than it was written" + AGAIN);
    }
    for (long block = 0; block < HwtLayout.blocks(checks); block++) {
      final long from = block * HwtLayout.BLOCK;
      final int length = (int) Math.min(HwtLayout.BLOCK, checks - from);
      if (HwtWriter.check(bytes.block(from, length)) != bytes.i32(checks + Integer.BYTES * block)) {
        throw wrong(from, "the block of %s B from here on is damaged".formatted(length) + AGAIN);
      }
    }
  }

  /** Returns whether so many bytes from somewhere on are before the checks, at a whole long. */
  private boolean isWithin(long from, long length) {
    return from >= HwtLayout.HEADER
        && from % Long.BYTES == 0
        && length >= 0
        && from <= checks
        && length <= checks - from;
  }

  /**
   * Returns what the ranks do.
   *
   * @param placed whether each operation has a line
   */
  private OperationGraph[] graphs(boolean placed) {
    final long count = bytes.i64(HwtLayout.RANKS_AT);
    final long index = bytes.i64(HwtLayout.INDEX_AT);
    if (count < 1 || count > Job.MOST_RANKS || !isWithin(index, count * HwtLayout.ENTRY)) {
      throw wrong(
          HwtLayout.RANKS_AT,
          count + " ranks are stated, but their index is not in the file" + AGAIN);
    }
    ranks = (int) count;
    final OperationGraph[] graphs = new OperationGraph[ranks];
    long all = 0;
    for (int rank = 0; rank < ranks; rank++) {
      final long entry = index + (long) rank * HwtLayout.ENTRY;
      final long length = bytes.i64(entry + HwtLayout.LENGTH_AT);
      final boolean within = isWithin(bytes.i64(entry), length);
      all += within ? length : 0;
      if (!within || all > checks) {
        throw wrong(
            entry,
            "the bytes of rank %s are outside the file, or overlap those of other ranks%s"
                .formatted(rank, AGAIN));
      }
      graphs[rank] = graph(rank, entry, bytes.i64(entry), length, placed);
    }
    return graphs;
  }

  private OperationGraph graph(int rank, long entry, long begin, long whole, boolean placed) {
    final List<CollectiveMark> marks = marks(rank, entry, begin, whole);
    final long section = begin + (long) HwtLayout.MARK * marks.size();
    final long length = whole - (long) HwtLayout.MARK * marks.size();
    final int record = HwtLayout.RECORD + (placed ? Integer.BYTES : 0);
    final long operations = bytes.i64(entry + HwtLayout.OPERATIONS_AT);
    final int kind = bytes.u8(entry + HwtLayout.KIND_AT);
    if (kind != HwtLayout.GRAPH) {
      throw wrong(
          entry + HwtLayout.KIND_AT,
          "rank %s has the kind %s, but this version reads graphs (1) only".formatted(rank, kind));
    }
    if (operations < 0
        || operations > OperationGraph.MOST_OPERATIONS
        || operations * record > length
        || (length - operations * record) % Integer.BYTES != 0) {
      throw wrong(
          entry + HwtLayout.OPERATIONS_AT,
          "rank %s has %s operations, which do not fit %s B".formatted(rank, operations, length));
    }
    final long listed = (length - operations * record) / Integer.BYTES;
    final int[] dependencies = new int[(int) operations];
    final HwtGraph graph =
        new HwtGraph(bytes, section, (int) operations, listed, placed, marks, dependencies);
    long next = 0;
    for (int operation = 0; operation < operations; operation++) {
      final long at = section + (long) HwtLayout.RECORD * operation;
      final String problem = problem(graph, operation);
      final long last = bytes.i64(at + HwtLayout.LAST_LONG_AT);
      final long first = last & HwtLayout.MOST_SUCCESSORS - 1;
      if (problem != null || first < next || first > listed || (operation == 0 && first > 0)) {
        throw wrong(
            at,
            "rank %s, operation %s: %s"
                .formatted(
                    rank,
                    operation,
                    problem == null ? "successors from " + first + " on" : problem));
      }
      next = first;
    }
    successors(rank, graph, section + operations * HwtLayout.RECORD, dependencies);
    final List<Integer> cycle = GraphCheck.cycle(graph);
    if (!cycle.isEmpty()) {
      throw wrong(
          section,
          "rank %s: operations %s wait for each other, each for the next one"
              .formatted(rank, cycle));
    }
    return graph;
  }

  /** Returns the calls of collectives of a rank, which are in front of its operations. */
  private List<CollectiveMark> marks(int rank, long entry, long begin, long length) {
    final int count = bytes.i32(entry + HwtLayout.MARKS_AT);
    if (count < 0 || count > length / HwtLayout.MARK) {
      throw wrong(
          entry + HwtLayout.MARKS_AT,
          "rank %s has %s marks, which do not fit %s B".formatted(rank, count, length));
    }
    final long operations = bytes.i64(entry + HwtLayout.OPERATIONS_AT);
    final List<CollectiveMark> marks = new ArrayList<>(count);
    int before = -1;
    for (int i = 0; i < count; i++) {
      final long at = begin + (long) HwtLayout.MARK * i;
      final long size = bytes.i64(at);
      final int first = bytes.i32(at + HwtLayout.FIRST_AND_LAST_AT);
      final int last = bytes.i32(at + HwtLayout.FIRST_AND_LAST_AT + Integer.BYTES);
      final int members = bytes.i32(at + HwtLayout.MEMBERS_AND_ALGORITHM_AT);
      final int algorithm = bytes.i32(at + HwtLayout.MEMBERS_AND_ALGORITHM_AT + Integer.BYTES);
      if (size < 0
          || size > Operation.MOST_BYTES
          || first <= before
          || last < first
          || last >= operations
          || members < 2
          || algorithm < 0
          || algorithm >= HwtLayout.ALGORITHMS.size()) {
        throw wrong(
            at,
            "rank %s: mark %s, of operations %s to %s, %s members, %s B, algorithm %s"
                .formatted(rank, i, first, last, members, size, algorithm));
      }
      marks.add(
          new CollectiveMark(HwtLayout.ALGORITHMS.get(algorithm), members, size, first, last));
      before = last;
    }
    return List.copyOf(marks);
  }

  private String problem(HwtGraph graph, int operation) {
    final int kind = graph.kind(operation);
    final long size = graph.bytes(operation);
    if (kind < OperationGraph.SEND || kind > OperationGraph.CALC) {
      return "kind " + kind + " does not exist; use 1 (send), 2 (receive) or 3 (compute)";
    }
    if (kind == OperationGraph.CALC) {
      return size < 0 ? "the time is " + size + " ps; use 0 or more" : null;
    }
    final int least = kind == OperationGraph.SEND ? 0 : OperationGraph.ANY;
    if (graph.peer(operation) < least || graph.peer(operation) >= ranks) {
      return "peer " + graph.peer(operation) + " does not exist; use 0 to " + (ranks - 1);
    }
    if (graph.tag(operation) < least) {
      return "tag " + graph.tag(operation) + " is negative; use 0 or more";
    }
    return size < 0 || size > Operation.MOST_BYTES
        ? "the message has " + size + " B; use 0 to " + Operation.MOST_BYTES
        : null;
  }

  /** Checks all successors, and counts the dependencies. */
  private void successors(int rank, HwtGraph graph, long lists, int... dependencies) {
    long at = lists;
    for (int operation = 0; operation < dependencies.length; operation++) {
      final long end = at + Integer.BYTES * graph.listed(operation);
      boolean beginnings = false;
      for (; at < end; at += Integer.BYTES) {
        final int one = bytes.i32(at);
        final int waiting = one & ~HwtLayout.BEGINNING;
        if (waiting >= dependencies.length || (one >= 0 && beginnings)) {
          throw wrong(
              at,
              ("rank %s, operation %s: its successor %s is not one of %s operations, or is"
                      + " listed before successors of another type")
                  .formatted(rank, operation, waiting, dependencies.length));
        }
        beginnings |= one < 0;
        dependencies[waiting]++;
      }
    }
  }
}
