package io.hopwright.models.program.hwt;

import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.graph.GraphProgram;
import java.util.List;

/** Layout of a trace container: docs/models/hwt.md. Numbers are little endian. */
final class HwtLayout {
  /** HOPWRHWT. */
  static final long MAGIC = 0x54574852_57504F48L;

  static final int VERSION = 1;
  static final int HEADER = 64;
  static final int VERSION_AT = 8;
  static final int FLAGS_AT = 12;
  static final int RANKS_AT = 16;
  static final int DESCRIPTION_AT = 24;
  static final int DESCRIPTION_LENGTH_AT = 32;
  static final int INDEX_AT = 40;
  static final int CHECKS_AT = 48;
  static final int ENTRY_LENGTH_AT = 56;
  static final int HEADER_CHECK_AT = 60;

  /** The flag of files that have graphs. */
  static final int GRAPHS = 1;

  /** The flag of files that have the line of each operation in the file that they come from. */
  static final int LINES = 1 << 2;

  /** The flag of files that have the byte of each operation in the file that they come from. */
  static final int PLACES = 1 << 3;

  /** The flag of files that have marks of collectives. */
  static final int MARKS = 1 << 4;

  static final int LONGEST_DESCRIPTION = 1 << 24;

  /** Bytes of an index entry. */
  static final int ENTRY = 32;

  static final int LENGTH_AT = 8;
  static final int OPERATIONS_AT = 16;
  static final int KIND_AT = 24;

  static final int MARKS_AT = 28;

  /** Bytes of a mark: bytes; first and last operation; members, and the algorithm's number. */
  static final int MARK = 24;

  static final int FIRST_AND_LAST_AT = 8;
  static final int MEMBERS_AND_ALGORITHM_AT = 16;

  /** Algorithms by their numbers in marks. */
  static final List<Algorithm> ALGORITHMS = List.of(Algorithm.values());

  /** The kind of a section with a graph. */
  static final int GRAPH = 1;

  /** Bytes that a check is of. */
  static final int BLOCK = 1 << 16;

  /**
   * Bytes of an operation: bytes or ps; peer and tag; start of its successors, kind, stream,
   * interface.
   */
  static final int RECORD = 24;

  static final int PEER_AND_TAG_AT = 8;
  static final int LAST_LONG_AT = 16;
  static final int KIND_SHIFT = 40;
  static final int STREAM_SHIFT = 48;
  static final int INTERFACE_SHIFT = 56;
  static final long MOST_SUCCESSORS = 1L << KIND_SHIFT;

  /** Flag of a successor: it waits for the start only. */
  static final int BEGINNING = 1 << 31;

  private HwtLayout() {}

  /** Returns the last long of a record. */
  static long lastLong(long firstSuccessor, OperationGraph graph, int operation) {
    return firstSuccessor
        | (long) graph.kind(operation) << KIND_SHIFT
        | (long) graph.cpu(operation) << STREAM_SHIFT
        | (long) graph.nic(operation) << INTERFACE_SHIFT;
  }

  /**
   * Returns the flags of a file.
   *
   * @param place what each operation names of the file that it comes from, as {@link
   *     GraphProgram#LINE}
   */
  static int flags(String place) {
    return switch (place) {
      case GraphProgram.LINE -> GRAPHS | LINES;
      case GraphProgram.BYTE -> GRAPHS | PLACES;
      default -> GRAPHS;
    };
  }

  /** Returns what each operation of a file with these flags names. */
  static String place(int flags) {
    if ((flags & LINES) != 0) {
      return GraphProgram.LINE;
    }
    return (flags & PLACES) != 0 ? GraphProgram.BYTE : GraphProgram.OPERATION;
  }

  /** Returns in how many blocks there are so many bytes. */
  static long blocks(long bytes) {
    return (bytes + BLOCK - 1) / BLOCK;
  }
}
