package io.hopwright.models.program.goal;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.graph.GraphCheck;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.graph.PackedGraph;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Reader of GOAL binaries: docs/models/goal.md. Maps large ones in pieces of about 1 GiB. */
final class GoalBinary {
  /** The first 8 bytes. */
  static final long MAGIC = 4223;

  /** The first 8 bytes of a file that a simulation has changed. */
  static final long USED_UP = 2342;

  /** Position from which offsets count. */
  static final int BASE = Long.BYTES;

  /** Bytes before the table of ranks. */
  static final int HEAD = BASE + Integer.BYTES + 2;

  /** Bytes of a rank in the table. */
  static final int ENTRY = 2 * Long.BYTES;

  private static final int MOST_MISTAKES = 100;
  private static final long PIECE = 1L << 30;

  /** Bytes of a record of LogGOPSim2, which has counters and handlers besides. */
  private static final int RECORD_OF_LOG_GOP_SIM_2 = 104;

  private static final int MOST_KIND_OF_LOG_GOP_SIM_2 = 11;

  /** A larger file is mapped. */
  private static final long MOST_READ = 1L << 26;

  private final String name;
  private final FileChannel file;
  private final long size;

  /** Its bytes if they are few; else null, and it is mapped. */
  private final ByteBuffer whole;

  private final List<String> mistakes = new ArrayList<>();
  private boolean ofLogGopSim2;

  private GoalBinary(String name, FileChannel file) throws IOException {
    this.name = name;
    this.file = file;
    size = file.size();
    whole = size > MOST_READ ? null : ByteBuffer.allocate((int) size);
    while (whole != null && whole.hasRemaining()) {
      if (file.read(whole, whole.position()) < 0) {
        throw new IOException("it became shorter while it was read");
      }
    }
  }

  /**
   * Returns the program of a file. A large one must not change from now on.
   *
   * @param name for messages
   * @throws ProgramException with all errors, up to 100, each with its offset in the file
   */
  static GraphProgram read(String name, Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      final GoalBinary binary = new GoalBinary(name, file);
      final OperationGraph[] graphs = binary.graphs();
      if (binary.ofLogGopSim2) {
        throw new ProgramException(
            ("%s: is a binary of LogGOPSim2, with records of %s B and operations of Portals"
                    + " 4; use a binary of LogGOPSim, with records of %s B")
                .formatted(name, RECORD_OF_LOG_GOP_SIM_2, PackedGraph.RECORD));
      }
      if (!binary.mistakes.isEmpty()) {
        throw new ProgramException(binary.mistakes);
      }
      return new GraphProgram(name, GraphProgram.OPERATION, graphs);
    }
  }

  private String at(long offset) {
    return name + ", offset 0x" + Long.toHexString(offset) + ": ";
  }

  private void wrong(int rank, long offset, String message) {
    mistakes.add(at(offset) + "rank " + rank + ": " + message);
  }

  private ByteBuffer map(long from, long bytes) throws IOException {
    final ByteBuffer piece =
        whole == null
            ? file.map(MapMode.READ_ONLY, from, bytes)
            : whole.slice((int) from, (int) bytes);
    return piece.order(ByteOrder.LITTLE_ENDIAN);
  }

  private OperationGraph[] graphs() throws IOException {
    if (size < HEAD) {
      throw new ProgramException(name + ": ends in the header, after " + size + " B");
    }
    final ByteBuffer head = map(0, HEAD);
    if (head.getLong(0) == USED_UP) {
      throw new ProgramException(
          name
              + ": was modified by a simulation of LogGOPSim that saved memory; generate it"
              + " again");
    }
    if (head.getLong(0) != MAGIC) {
      throw new ProgramException(name + ": does not begin with " + MAGIC + ", as GOAL binaries do");
    }
    final long ranks = Integer.toUnsignedLong(head.getInt(BASE));
    if (ranks < 1 || ranks > Job.MOST_RANKS || ranks > (size - HEAD) / ENTRY) {
      throw new ProgramException(
          at(BASE)
              + ranks
              + " ranks do not fit into a file of "
              + size
              + " B; a file has at least 1 rank");
    }
    return graphs((int) ranks);
  }

  private OperationGraph[] graphs(int ranks) throws IOException {
    final long[] begins = new long[ranks];
    final long[] ends = new long[ranks];
    final int together = (int) (PIECE / ENTRY);
    for (int first = 0; first < ranks; first += together) {
      final int some = Math.min(together, ranks - first);
      final ByteBuffer table = map(HEAD + (long) first * ENTRY, (long) some * ENTRY);
      for (int i = 0; i < some; i++) {
        begins[first + i] = table.getLong(i * ENTRY);
        ends[first + i] = table.getLong(i * ENTRY + Long.BYTES);
      }
    }
    final long least = HEAD - BASE + (long) ranks * ENTRY;
    for (int rank = 0; rank < ranks && mistakes.size() < MOST_MISTAKES; rank++) {
      final long bytes = ends[rank] - begins[rank];
      if (begins[rank] < least || ends[rank] > size - BASE || bytes < PackedGraph.HEAD) {
        wrong(
            rank,
            HEAD + (long) rank * ENTRY,
            ("the table places its data at bytes %s to %s, which is outside the file or"
                    + " within the table")
                .formatted(begins[rank], ends[rank]));
      } else if (bytes > Integer.MAX_VALUE) {
        wrong(
            rank,
            HEAD + (long) rank * ENTRY,
            "has more than 2 GiB; use less than 2 GiB for a rank");
      }
    }
    if (!mistakes.isEmpty()) {
      return null;
    }
    return graphs(begins, ends);
  }

  private OperationGraph[] graphs(long[] begins, long[] ends) throws IOException {
    final OperationGraph[] graphs = new OperationGraph[begins.length];
    final int[] order =
        java.util.stream.IntStream.range(0, begins.length)
            .boxed()
            .sorted(java.util.Comparator.comparingLong(rank -> begins[rank]))
            .mapToInt(Integer::intValue)
            .toArray();
    ByteBuffer piece = null;
    long from = 0;
    long to = 0;
    for (int i = 0; i < order.length && mistakes.size() < MOST_MISTAKES; i++) {
      final int rank = order[i];
      if (i > 0 && begins[rank] < ends[order[i - 1]]) {
        wrong(
            rank,
            HEAD + (long) rank * ENTRY,
            "its data overlap the data of rank " + order[i - 1] + "; give each rank its own place");
        continue;
      }
      if (piece == null || ends[rank] > to) {
        from = begins[rank];
        to = Math.max(ends[rank], Math.min(from + PIECE, size - BASE));
        piece = map(BASE + from, to - from);
      }
      final int base = (int) (begins[rank] - from);
      if (isSound(piece, base, ends[rank] - begins[rank], rank, begins.length, BASE + from)) {
        graphs[rank] = new PackedGraph(piece, base, null, PackedGraph.NANOSECOND);
        final List<Integer> cycle = GraphCheck.cycle(graphs[rank]);
        if (!cycle.isEmpty()) {
          wrong(
              rank,
              BASE + begins[rank],
              GoalText.cycle("numbers", cycle.stream().mapToInt(Integer::intValue).toArray()));
        }
      } else {
        ofLogGopSim2 |= isOfLogGopSim2(piece, base, ends[rank] - begins[rank]);
      }
    }
    return graphs;
  }

  /** Returns whether a rank's data fit records of LogGOPSim2, with one of another size at least. */
  private static boolean isOfLogGopSim2(ByteBuffer data, int base, long bytes) {
    final long operations = Integer.toUnsignedLong(data.getInt(base));
    final long roots = Integer.toUnsignedLong(data.getInt(base + Integer.BYTES));
    final long before = PackedGraph.HEAD + roots * Integer.BYTES;
    final long after = before + operations * RECORD_OF_LOG_GOP_SIM_2;
    boolean fits = operations > 0 && roots <= operations && after <= bytes;
    for (long record = before; fits && record < after; record += RECORD_OF_LOG_GOP_SIM_2) {
      final int kind = data.get((int) (base + record) + PackedGraph.KIND_AT);
      fits = kind >= OperationGraph.SEND && kind <= MOST_KIND_OF_LOG_GOP_SIM_2;
    }
    return fits;
  }

  /** Returns whether a rank's data may be looked at as a graph; the first error is noted. */
  private boolean isSound(ByteBuffer data, int base, long bytes, int rank, int ranks, long offset) {
    final long operations = Integer.toUnsignedLong(data.getInt(base));
    final long roots = Integer.toUnsignedLong(data.getInt(base + Integer.BYTES));
    final long before = PackedGraph.HEAD + roots * Integer.BYTES;
    final long appendix = before + operations * PackedGraph.RECORD;
    if (operations > OperationGraph.MOST_OPERATIONS || roots > operations || appendix > bytes) {
      wrong(
          rank,
          offset + base,
          "%s operations, %s of them without dependencies, do not fit %s B"
              .formatted(operations, roots, bytes));
      return false;
    }
    final long listed = (bytes - appendix) / Integer.BYTES;
    final int count = (int) operations;
    final int[] degrees = new int[count];
    long total = 0;
    for (int operation = 0; operation < count; operation++) {
      final int at = (int) (base + before + (long) operation * PackedGraph.RECORD);
      final String problem = problem(data, at, ranks);
      if (problem != null) {
        wrong(rank, offset + at, "operation " + operation + ": " + problem);
        return false;
      }
      for (int list = PackedGraph.SUCCESSORS_AT; list < PackedGraph.RECORD; list += Long.BYTES) {
        final long length = Integer.toUnsignedLong(data.getInt(at + list));
        final long first = Integer.toUnsignedLong(data.getInt(at + list + Integer.BYTES));
        total += length;
        if (total > listed) {
          wrong(
              rank,
              offset + at + list,
              "lists in the appendix overlap; give each list its own place");
          return false;
        }
        if (length > 0 && first + length > listed) {
          wrong(
              rank,
              offset + at + list,
              "operation %s: names entries %s to %s, but the appendix has %s"
                  .formatted(operation, first, first + length - 1, listed));
          return false;
        }
        for (long k = first; k < first + length; k++) {
          final int to = (int) (base + appendix + k * Integer.BYTES);
          final long successor = Integer.toUnsignedLong(data.getInt(to));
          if (successor >= count) {
            wrong(rank, offset + to, "operation " + successor + " of " + count);
            return false;
          }
          degrees[(int) successor]++;
        }
      }
    }
    return agrees(data, base, rank, degrees, (int) roots, offset);
  }

  private static String problem(ByteBuffer data, int at, int ranks) {
    final int kind = data.get(at + PackedGraph.KIND_AT);
    final long size = data.getLong(at + PackedGraph.SIZE_AT);
    final int peer = data.getInt(at + PackedGraph.PEER_AT);
    final int tag = data.getInt(at + PackedGraph.TAG_AT);
    if (kind < OperationGraph.SEND || kind > OperationGraph.CALC) {
      return "type " + kind + " does not exist; use 1 (send), 2 (recv) or 3 (calc)";
    }
    if (kind == OperationGraph.CALC) {
      return size < 0 || size > GoalText.MOST_NANOSECONDS
          ? "the calc has "
              + Long.toUnsignedString(size)
              + " ns; use 0 to "
              + GoalText.MOST_NANOSECONDS
          : null;
    }
    final int least = kind == OperationGraph.SEND ? 0 : OperationGraph.ANY;
    if (peer < least || peer >= ranks) {
      return "rank " + Integer.toUnsignedString(peer) + " does not exist; use 0 to " + (ranks - 1);
    }
    if (tag < least) {
      return "tag "
          + Integer.toUnsignedString(tag)
          + " is out of range; use 0 to "
          + Integer.MAX_VALUE;
    }
    return size < 0 || size > Operation.MOST_BYTES
        ? "the message has " + Long.toUnsignedString(size) + " B; use 0 to " + Operation.MOST_BYTES
        : null;
  }

  /** Compares the numbers of dependencies with the lists. */
  private boolean agrees(
      ByteBuffer data, int base, int rank, int[] degrees, int roots, long offset) {
    final int records = base + PackedGraph.HEAD + roots * Integer.BYTES;
    int without = 0;
    for (int operation = 0; operation < degrees.length; operation++) {
      final int at = records + operation * PackedGraph.RECORD;
      if (data.getInt(at) != degrees[operation]) {
        wrong(
            rank,
            offset + at,
            "operation %s: states %s dependencies, but the lists have %s"
                .formatted(
                    operation, Integer.toUnsignedString(data.getInt(at)), degrees[operation]));
        return false;
      }
      without += degrees[operation] == 0 ? 1 : 0;
    }
    final BitSet listed = new BitSet();
    for (int i = 0; i < roots; i++) {
      final int root = data.getInt(base + PackedGraph.HEAD + i * Integer.BYTES);
      if (root < 0 || root >= degrees.length || degrees[root] > 0 || listed.get(root)) {
        wrong(
            rank,
            offset + base + PackedGraph.HEAD + (long) i * Integer.BYTES,
            "operation %s is wrongly listed as an operation without dependencies"
                .formatted(Integer.toUnsignedString(root)));
        return false;
      }
      listed.set(root);
    }
    if (roots != without) {
      wrong(
          rank,
          offset + base + Integer.BYTES,
          roots + " operations without dependencies are stated, but there are " + without);
    }
    return roots == without;
  }
}
