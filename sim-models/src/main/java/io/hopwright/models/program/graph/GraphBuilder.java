package io.hopwright.models.program.graph;

import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.IntPair;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.ProgramException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Builder of graphs in the layout of a GOAL binary, one rank after the other. Confined to one
 * thread.
 */
public final class GraphBuilder {
  private static final long BEGINNING = 1L << 31;
  private static final int MOST_STREAMS = 256;

  /** Bytes that a rank may take while it is put together. */
  private static final long ROOM = Runtime.getRuntime().maxMemory() / 2;

  /** Bytes of an operation with one dependency, while arrays grow and during {@link #build}. */
  private static final long OPERATION_BYTES = 128;

  /** The same for a builder whose graphs are views of it. */
  private static final long VIEWED_BYTES = 72;

  /** Peer and tag, by operation; bytes or ns; kind, cpu, nic. */
  private long[] peersAndTags = new long[16];

  private long[] sizes = new long[16];
  private int[] kinds = new int[16];
  private int[] lines = new int[16];
  private int operations;
  private final int unit;

  /** Whether {@link #graph} returns views. */
  private final boolean views;

  /**
   * Packed edge: awaited operation (bits 32 …), whether for its start only (31), waiting operation
   * (… 30).
   */
  private long[] edges = new long[16];

  private int used;

  private final List<CollectiveMark> marks = new ArrayList<>();

  /** Creates a builder of graphs whose times are in ns. */
  public GraphBuilder() {
    this(PackedGraph.NANOSECOND);
  }

  /**
   * Creates a builder.
   *
   * @param unit picoseconds of a time
   */
  public GraphBuilder(int unit) {
    this(unit, false);
  }

  /**
   * Creates a builder.
   *
   * @param unit picoseconds of a time
   * @param views whether {@link #graph} returns a view of this builder, which takes half the memory
   *     and is valid until the next operation is added or removed
   */
  public GraphBuilder(int unit, boolean views) {
    this.unit = unit;
    this.views = views;
  }

  /** Returns the number of operations so far. */
  public int operations() {
    return operations;
  }

  /** Returns the picoseconds of a time. */
  public int unit() {
    return unit;
  }

  /** Removes all operations. */
  public void clear() {
    operations = 0;
    used = 0;
    marks.clear();
  }

  /**
   * Checks that there is room for the operations of a rank.
   *
   * @throws ProgramException if there is not
   */
  public void checkRoom(long wanted) {
    final long room = ROOM / (views ? VIEWED_BYTES : OPERATION_BYTES);
    if (wanted > room) {
      throw new ProgramException(
          "a rank has %s operations or more, but this JVM has room for %s; give it more memory"
              .formatted(Math.max(operations, wanted), room));
    }
  }

  /** Adds an operation and returns its number. */
  public int add(int kind, int peer, long size, int tag, int cpu, int nic, int line) {
    if (operations == sizes.length) {
      final int more = operations + operations / 2;
      checkRoom(more);
      peersAndTags = Arrays.copyOf(peersAndTags, more);
      sizes = Arrays.copyOf(sizes, more);
      kinds = Arrays.copyOf(kinds, more);
      lines = Arrays.copyOf(lines, more);
    }
    peersAndTags[operations] = IntPair.of(peer, tag);
    sizes[operations] = size;
    kinds[operations] = kind | cpu << 8 | nic << 16;
    lines[operations] = line;
    return operations++;
  }

  /** Makes an operation wait for the end of another one, or only for its start. */
  public void depend(int waiting, int on, boolean beginning) {
    if (used == edges.length) {
      edges = Arrays.copyOf(edges, used + used / 2);
    }
    edges[used++] = (long) on << 32 | (beginning ? BEGINNING : 0) | waiting;
  }

  /**
   * Marks operations as the call of a collective; calls must come in the order of their first
   * operations.
   */
  public void mark(CollectiveMark mark) {
    marks.add(mark);
  }

  /** Returns the bytes that {@link #build} will take. */
  long bytes() {
    return PackedGraph.HEAD
        + (long) Integer.BYTES * roots(inDegrees())
        + (long) PackedGraph.RECORD * operations
        + (long) Integer.BYTES * used;
  }

  private int[] inDegrees() {
    final int[] degrees = new int[operations];
    for (int edge = 0; edge < used; edge++) {
      degrees[waiting(edge)]++;
    }
    return degrees;
  }

  private int waiting(int edge) {
    return (int) (edges[edge] & BEGINNING - 1);
  }

  private static int roots(int[] degrees) {
    return (int) Arrays.stream(degrees).filter(degree -> degree == 0).count();
  }

  /** Returns the data of the rank; operations are in the order in which they were added. */
  public ByteBuffer build() {
    Arrays.sort(edges, 0, used);
    final int[] degrees = inDegrees();
    final int roots = roots(degrees);
    final ByteBuffer data =
        ByteBuffer.allocate(Math.toIntExact(bytes())).order(ByteOrder.LITTLE_ENDIAN);
    data.putInt(operations).putInt(roots);
    for (int operation = 0; operation < operations; operation++) {
      if (degrees[operation] == 0) {
        data.putInt(operation);
      }
    }
    int edge = 0;
    for (int operation = 0; operation < operations; operation++) {
      final int kind = kinds[operation];
      data.putInt(degrees[operation]).put((byte) kind);
      data.putInt(IntPair.low(peersAndTags[operation])).putLong(sizes[operation]);
      data.putInt(IntPair.high(peersAndTags[operation]));
      data.put((byte) (kind >> 8)).put((byte) (kind >> 16));
      for (long beginning = 0; beginning <= BEGINNING; beginning += BEGINNING) {
        final int first = edge;
        while (edge < used && edges[edge] >> 31 == ((long) operation << 32 | beginning) >> 31) {
          edge++;
        }
        data.putInt(edge - first).putInt(first);
      }
    }
    for (edge = 0; edge < used; edge++) {
      data.putInt(waiting(edge));
    }
    return data.flip();
  }

  /**
   * Adds the operations of a graph and their dependencies, with the same numbers.
   *
   * @return number of times that were not integer multiples of this builder's unit; a remainder is
   *     carried to the next time of the same stream, so that sums are off by less than a unit
   */
  public int addAll(OperationGraph graph) {
    final long[] rests = new long[MOST_STREAMS];
    int rounded = 0;
    for (int operation = 0; operation < graph.operations(); operation++) {
      final boolean calc = graph.isCalc(operation);
      final int cpu = graph.cpu(operation);
      long size = 0;
      if (calc) {
        final long time = graph.picoseconds(operation);
        rounded += time % unit == 0 ? 0 : 1;
        final long rest = rests[cpu] + time % unit;
        size = time / unit + rest / unit;
        rests[cpu] = rest % unit;
      } else {
        size = graph.bytes(operation);
      }
      add(
          graph.kind(operation),
          calc ? 0 : graph.peer(operation),
          size,
          calc ? 0 : graph.tag(operation),
          cpu,
          graph.nic(operation),
          graph.line(operation));
      for (int list = 0; list < 2; list++) {
        for (int k = 0; k < graph.successors(operation, list == 1); k++) {
          depend(graph.successor(operation, list == 1, k), operation, list == 1);
        }
      }
    }
    marks.addAll(graph.marks());
    return rounded;
  }

  /**
   * Keeps the messages among some ranks, which get numbers from 0 on; all others take no time and
   * have no peer. The rest of an incomplete collective is not marked.
   */
  public void keep(int first, int count) {
    final BitSet leftOut = new BitSet();
    for (int operation = 0; operation < operations; operation++) {
      final int peer = IntPair.low(peersAndTags[operation]);
      if ((kinds[operation] & 0xFF) == OperationGraph.CALC || peer == OperationGraph.ANY) {
        continue;
      }
      if (peer < first || peer - first >= count) {
        kinds[operation] = OperationGraph.CALC;
        sizes[operation] = 0;
        peersAndTags[operation] = 0;
        leftOut.set(operation);
      } else {
        peersAndTags[operation] = IntPair.of(peer - first, IntPair.high(peersAndTags[operation]));
      }
    }
    marks.removeIf(
        mark -> {
          final int some = leftOut.nextSetBit(mark.first());
          return some >= 0 && some <= mark.last();
        });
  }

  /** Returns the graph, with the lines of its operations. */
  public OperationGraph graph() {
    return views
        ? new View()
        : new PackedGraph(build(), 0, Arrays.copyOf(lines, operations), unit, marks);
  }

  /** Graph in the arrays of the builder. */
  private final class View implements OperationGraph {
    private final int count = operations;
    private final List<CollectiveMark> calls = List.copyOf(marks);
    private final int[] degrees;

    /** Start of the two lists of successors of each operation among the edges. */
    private final int[] lists = new int[2 * count + 1];

    View() {
      Arrays.sort(edges, 0, used);
      degrees = inDegrees();
      int edge = 0;
      for (int list = 0; list < lists.length; list++) {
        lists[list] = edge;
        while (edge < used && edges[edge] >> 31 == list) {
          edge++;
        }
      }
    }

    @Override
    public int operations() {
      return count;
    }

    @Override
    public int dependencies(int operation) {
      return degrees[operation];
    }

    @Override
    public int kind(int operation) {
      return kinds[operation] & 0xFF;
    }

    @Override
    public int peer(int operation) {
      return IntPair.low(peersAndTags[operation]);
    }

    @Override
    public long bytes(int operation) {
      return sizes[operation];
    }

    @Override
    public long picoseconds(int operation) {
      return sizes[operation] * unit;
    }

    @Override
    public int tag(int operation) {
      return IntPair.high(peersAndTags[operation]);
    }

    @Override
    public int cpu(int operation) {
      return kinds[operation] >> 8 & 0xFF;
    }

    @Override
    public int nic(int operation) {
      return kinds[operation] >> 16 & 0xFF;
    }

    private int list(int operation, boolean beginning) {
      return 2 * operation + (beginning ? 1 : 0);
    }

    @Override
    public int successors(int operation, boolean beginning) {
      final int list = list(operation, beginning);
      return lists[list + 1] - lists[list];
    }

    @Override
    public int successor(int operation, boolean beginning, int k) {
      return waiting(lists[list(operation, beginning)] + k);
    }

    @Override
    public int line(int operation) {
      return lines[operation];
    }

    @Override
    public List<CollectiveMark> marks() {
      return calls;
    }

    @Override
    public long runBytes() {
      return PackedGraph.heapBytes(count);
    }
  }
}
