package io.hopwright.models.program.hwt;

import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.OperationGraph;
import java.util.List;

/**
 * Graph of a rank in a container: a view of the mapped file, and 4 B of heap for each operation.
 * Immutable; safe for any thread.
 */
final class HwtGraph implements OperationGraph {
  private static final long LAST_FIELDS = HwtLayout.MOST_SUCCESSORS - 1;

  private final HwtBytes bytes;
  private final long records;
  private final long lists;
  private final int operations;
  private final long listed;
  private final boolean placed;
  private final List<CollectiveMark> marks;
  private final int[] dependencies;

  /**
   * Creates a view of a valid section.
   *
   * @param section start of the operations
   * @param listed number of successors in it
   * @param placed whether each operation has a line behind the successors
   * @param marks calls of collectives
   * @param dependencies dependencies of each operation; must not be changed
   */
  HwtGraph(
      HwtBytes bytes,
      long section,
      int operations,
      long listed,
      boolean placed,
      List<CollectiveMark> marks,
      int... dependencies) {
    this.bytes = bytes;
    this.operations = operations;
    this.listed = listed;
    this.placed = placed;
    this.marks = marks;
    this.dependencies = dependencies;
    records = section;
    lists = section + (long) HwtLayout.RECORD * operations;
  }

  private long at(int operation) {
    return records + (long) HwtLayout.RECORD * operation;
  }

  private long lastLong(int operation) {
    return bytes.i64(at(operation) + HwtLayout.LAST_LONG_AT);
  }

  @Override
  public int operations() {
    return operations;
  }

  @Override
  public int dependencies(int operation) {
    return dependencies[operation];
  }

  @Override
  public int kind(int operation) {
    return (int) (lastLong(operation) >> HwtLayout.KIND_SHIFT) & 0xFF;
  }

  @Override
  public int peer(int operation) {
    return bytes.i32(at(operation) + HwtLayout.PEER_AND_TAG_AT);
  }

  @Override
  public long bytes(int operation) {
    return bytes.i64(at(operation));
  }

  @Override
  public long picoseconds(int operation) {
    return bytes.i64(at(operation));
  }

  @Override
  public int tag(int operation) {
    return bytes.i32(at(operation) + HwtLayout.PEER_AND_TAG_AT + Integer.BYTES);
  }

  @Override
  public int cpu(int operation) {
    return (int) (lastLong(operation) >> HwtLayout.STREAM_SHIFT) & 0xFF;
  }

  @Override
  public int nic(int operation) {
    return (int) (lastLong(operation) >>> HwtLayout.INTERFACE_SHIFT);
  }

  private long first(int operation) {
    return operation == operations ? listed : lastLong(operation) & LAST_FIELDS;
  }

  /** Returns the number of successors. */
  long listed(int operation) {
    return first(operation + 1) - first(operation);
  }

  /** Returns where the successors that wait for the beginning only begin: behind all others. */
  private long firstOfBeginning(int operation) {
    long low = first(operation);
    long high = first(operation + 1);
    while (low < high) {
      final long middle = (low + high) / 2;
      if (bytes.i32(lists + Integer.BYTES * middle) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  @Override
  public int successors(int operation, boolean beginning) {
    final long middle = firstOfBeginning(operation);
    return (int) (beginning ? first(operation + 1) - middle : middle - first(operation));
  }

  @Override
  public int successor(int operation, boolean beginning, int k) {
    final long from = beginning ? firstOfBeginning(operation) : first(operation);
    return bytes.i32(lists + Integer.BYTES * (from + k)) & ~HwtLayout.BEGINNING;
  }

  @Override
  public int line(int operation) {
    return placed ? bytes.i32(lists + Integer.BYTES * (listed + operation)) : operation;
  }

  @Override
  public List<CollectiveMark> marks() {
    return marks;
  }

  @Override
  public long runBytes() {
    return 2L * Integer.BYTES * operations;
  }
}
