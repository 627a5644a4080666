package io.hopwright.models.program.graph;

import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.OperationGraph;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Graph in the layout of a GOAL binary (docs/models/goal.md): a read-only view of bytes, possibly
 * of a mapped file. Immutable; safe for any thread.
 */
public final class PackedGraph implements OperationGraph {
  /** Picoseconds of a time in a GOAL file. */
  public static final int NANOSECOND = 1_000;

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

  private final ByteBuffer data;
  private final int records;
  private final int appendix;
  private final int operations;
  private final int[] lines;
  private final int unit;
  private final List<CollectiveMark> marks;

  /**
   * Creates a view of valid bytes without marks.
   *
   * @param data data, little endian
   * @param base start of the rank's data
   * @param lines lines of the operations; null if they do not come from text
   * @param unit picoseconds of a time unit
   */
  public PackedGraph(ByteBuffer data, int base, int[] lines, int unit) {
    this(data, base, lines, unit, List.of());
  }

  /**
   * Creates a view of valid bytes.
   *
   * @param marks calls of collectives
   */
  PackedGraph(ByteBuffer data, int base, int[] lines, int unit, List<CollectiveMark> marks) {
    this.unit = unit;
    this.marks = List.copyOf(marks);
    this.data = data;
    this.lines = lines;
    operations = data.getInt(base);
    records = base + HEAD + Integer.BYTES * data.getInt(base + Integer.BYTES);
    appendix = records + RECORD * operations;
  }

  @Override
  public int operations() {
    return operations;
  }

  private int at(int operation) {
    return records + RECORD * operation;
  }

  @Override
  public int dependencies(int operation) {
    return data.getInt(at(operation));
  }

  @Override
  public int kind(int operation) {
    return data.get(at(operation) + KIND_AT);
  }

  @Override
  public int peer(int operation) {
    return data.getInt(at(operation) + PEER_AT);
  }

  @Override
  public long bytes(int operation) {
    return data.getLong(at(operation) + SIZE_AT);
  }

  @Override
  public long picoseconds(int operation) {
    return data.getLong(at(operation) + SIZE_AT) * unit;
  }

  @Override
  public int tag(int operation) {
    return data.getInt(at(operation) + TAG_AT);
  }

  @Override
  public int cpu(int operation) {
    return data.get(at(operation) + CPU_AT) & 0xFF;
  }

  @Override
  public int nic(int operation) {
    return data.get(at(operation) + NIC_AT) & 0xFF;
  }

  @Override
  public int successors(int operation, boolean beginning) {
    return data.getInt(at(operation) + (beginning ? START_SUCCESSORS_AT : SUCCESSORS_AT));
  }

  @Override
  public int successor(int operation, boolean beginning, int k) {
    final int first =
        data.getInt(
            at(operation) + (beginning ? START_SUCCESSORS_AT : SUCCESSORS_AT) + Integer.BYTES);
    return data.getInt(appendix + Integer.BYTES * (first + k));
  }

  @Override
  public int line(int operation) {
    return lines == null ? operation : lines[operation];
  }

  @Override
  public List<CollectiveMark> marks() {
    return marks;
  }

  @Override
  public long runBytes() {
    return data.isDirect() ? (long) Integer.BYTES * operations : heapBytes(operations);
  }

  /** Returns the approximate heap of a run for a graph that is not mapped. */
  static long heapBytes(int operations) {
    return (RECORD + 3L * Integer.BYTES) * operations;
  }
}
