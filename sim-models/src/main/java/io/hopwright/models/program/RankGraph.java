package io.hopwright.models.program;

import java.nio.ByteBuffer;

/**
 * The operations of one rank and what each of them waits for, as a GOAL binary has them
 * (docs/models/goal.md): a view of bytes that nobody changes, perhaps of a mapped file. Immutable;
 * safe for any thread.
 */
public final class RankGraph {
  /** The most operations of a rank, whose data fit a buffer. */
  public static final int MOST_OPERATIONS = 50_000_000;

  /** In place of a peer or a tag: whatever comes. */
  public static final int ANY = -1;

  public static final int SEND = 1;
  public static final int RECEIVE = 2;
  public static final int CALC = 3;

  /** Bytes of a record. */
  public static final int RECORD = 39;

  /** Bytes before the operations without dependencies. */
  public static final int HEAD = 8;

  public static final int KIND_AT = 4;
  public static final int PEER_AT = 5;
  public static final int SIZE_AT = 9;
  public static final int TAG_AT = 17;
  static final int CPU_AT = 21;
  static final int NIC_AT = 22;
  public static final int SUCCESSORS_AT = 23;
  static final int START_SUCCESSORS_AT = 31;

  private static final long PICOSECONDS = 1_000;

  private final ByteBuffer data;
  private final int records;
  private final int appendix;
  private final int operations;
  private final int[] lines;

  /**
   * Looks at bytes that are as they should be.
   *
   * @param data little endian
   * @param base where the rank's data begin in it
   * @param lines of the operations; null if they came from no text
   */
  public RankGraph(ByteBuffer data, int base, int[] lines) {
    this.data = data;
    this.lines = lines;
    operations = data.getInt(base);
    records = base + HEAD + Integer.BYTES * data.getInt(base + Integer.BYTES);
    appendix = records + RECORD * operations;
  }

  /** Returns the number of operations. */
  public int operations() {
    return operations;
  }

  private int at(int operation) {
    return records + RECORD * operation;
  }

  /** Returns how many dependencies an operation has. */
  public int dependencies(int operation) {
    return data.getInt(at(operation));
  }

  public int kind(int operation) {
    return data.get(at(operation) + KIND_AT);
  }

  /** Returns whether an operation sends. */
  public boolean isSend(int operation) {
    return kind(operation) == SEND;
  }

  /** Returns whether an operation computes. */
  public boolean isCalc(int operation) {
    return kind(operation) == CALC;
  }

  public int peer(int operation) {
    return data.getInt(at(operation) + PEER_AT);
  }

  /** Returns the bytes of a message, or the ns of a calc. */
  public long size(int operation) {
    return data.getLong(at(operation) + SIZE_AT);
  }

  public int tag(int operation) {
    return data.getInt(at(operation) + TAG_AT);
  }

  /** Returns the processor that an operation names, 0 … 255. */
  public int cpu(int operation) {
    return data.get(at(operation) + CPU_AT) & 0xFF;
  }

  /** Returns the interface that an operation names, 0 … 255. */
  public int nic(int operation) {
    return data.get(at(operation) + NIC_AT) & 0xFF;
  }

  /** Returns how many operations begin only after the completion of one, or after its beginning. */
  public int successors(int operation, boolean beginning) {
    return data.getInt(at(operation) + (beginning ? START_SUCCESSORS_AT : SUCCESSORS_AT));
  }

  /** Returns the k-th of them. */
  public int successor(int operation, boolean beginning, int k) {
    final int first =
        data.getInt(
            at(operation) + (beginning ? START_SUCCESSORS_AT : SUCCESSORS_AT) + Integer.BYTES);
    return data.getInt(appendix + Integer.BYTES * (first + k));
  }

  /**
   * Returns where an operation is: its line in a text, else its number; {@link Program#at} knows
   * which.
   */
  public int line(int operation) {
    return lines == null ? operation : lines[operation];
  }

  /** Returns about how many bytes of heap a run takes for it, beside what is ready or open. */
  public long runBytes() {
    final long own = data.isDirect() ? 0 : RECORD + 2L * Integer.BYTES;
    return (own + Integer.BYTES) * operations;
  }

  /** Fills in an operation; what follows the last one is END. */
  public void fill(int number, Operation operation) {
    if (number >= operations) {
      operation.end();
      operation.count(operations, operations == 0 ? 0 : line(operations - 1));
      return;
    }
    final long size = size(number);
    if (kind(number) == CALC) {
      operation.compute(size * PICOSECONDS);
    } else {
      operation.message(
          kind(number) == SEND ? Operation.Kind.SEND : Operation.Kind.RECEIVE,
          peer(number),
          size,
          tag(number),
          Operation.STATEMENTS,
          number);
    }
    operation.count(number, line(number));
  }
}
