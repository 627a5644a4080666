package io.hopwright.models.program.goal;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.OperationLimit;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.goal.GoalFile.Conversion;
import io.hopwright.models.program.graph.GraphBuilder;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.graph.GraphSource;
import io.hopwright.models.program.graph.PackedGraph;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.IntToLongFunction;

/**
 * Writer of GOAL, rank by rank: docs/models/goal.md. Memory: proportional to the largest rank.
 * Confined to one thread.
 */
abstract class GoalWriter implements GoalText.Sink, AutoCloseable {
  private final Conversion how;
  private final Walk.Watch watch;

  /** Ranks that are written. */
  private int count;

  private long operations;
  private long rounded;
  private int seen;

  /**
   * Writes the requested ranks, the first of which gets the number 0.
   *
   * @param watch receives the progress
   */
  GoalWriter(Conversion how, Walk.Watch watch) {
    this.how = how;
    this.watch = watch;
  }

  /** Returns a writer of a new file. */
  static GoalWriter to(Path path, Conversion how, Walk.Watch watch) throws IOException {
    final FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    return how.binary() ? new Binary(file, how, watch) : new Text(file, how, watch);
  }

  /** Returns a writer that passes graphs on, with times in ps. */
  static GoalWriter to(GraphSink graphs, Conversion how, Walk.Watch watch) {
    return new Passing(graphs, how, watch);
  }

  /** Returns the number of written ranks; {@link #ranks} returns the expected one. */
  int count() {
    return count;
  }

  /** Returns how many operations were written. */
  long operations() {
    return operations;
  }

  /** Returns how many times of graphs were no whole ns. */
  long rounded() {
    return rounded;
  }

  @Override
  public void ranks(int ranks) throws IOException {
    final long last = how.first() + how.count() - 1L;
    if (how.first() >= ranks || (how.count() < Job.MOST_RANKS - how.first() && last >= ranks)) {
      throw new ProgramException(
          "rank %s does not exist; ranks are 0 to %s"
              .formatted(how.first() >= ranks ? how.first() : last, ranks - 1));
    }
    count = Math.min(how.count(), ranks - how.first());
    begin(count);
  }

  @Override
  public void rank(int rank, GraphBuilder builder) throws IOException {
    goOn();
    if (isWritten(rank)) {
      builder.keep(how.first(), count);
      count(builder.operations());
      write(rank - how.first(), builder.graph(), builder);
    }
  }

  private void goOn() {
    if (!watch.goOn(seen++, operations)) {
      throw new CancellationException("ended after " + operations + " operations");
    }
  }

  /** Returns whether {@link #write} needs no builder, and takes times in ps. */
  boolean passesGraphs() {
    return false;
  }

  /** Adds to the operations that are written. */
  private void count(int more) {
    operations += more;
    if (operations > how.most()) {
      throw new ProgramException(
          "the ranks perform more than %s operations; use fewer ranks, or raise the limit"
              .formatted(how.most()));
    }
  }

  private boolean isWritten(int rank) {
    return rank >= how.first() && rank - how.first() < count;
  }

  /** Writes the requested ranks of the graphs of a file. */
  void writeAll(GraphSource graphs) throws IOException {
    final GraphBuilder builder = new GraphBuilder(unit(), !how.binary());
    graphs.passTo(
        new GraphSink() {
          private boolean asTheyAre;

          @Override
          public void ranks(int ranks) throws IOException {
            GoalWriter.this.ranks(ranks);
            asTheyAre = count == ranks && passesGraphs();
          }

          @Override
          public void rank(int rank, OperationGraph graph) throws IOException {
            if (asTheyAre) {
              goOn();
              count(graph.operations());
              write(rank, graph, builder);
              return;
            }
            builder.clear();
            if (isWritten(rank)) {
              builder.checkRoom(graph.operations());
              rounded += builder.addAll(graph);
            }
            GoalWriter.this.rank(rank, builder);
          }
        });
  }

  /** Returns the picoseconds of a time. */
  int unit() {
    return PackedGraph.NANOSECOND;
  }

  abstract void begin(int ranks) throws IOException;

  abstract void write(int rank, OperationGraph graph, GraphBuilder builder) throws IOException;

  @Override
  public abstract void close() throws IOException;

  /** Output as text, in the form that the page specifies. */
  private static final class Text extends GoalWriter {
    private static final long BEGINNING = 1L << 31;

    private final Writer out;

    Text(FileChannel file, Conversion how, Walk.Watch watch) {
      super(how, watch);
      out = new BufferedWriter(Channels.newWriter(file, StandardCharsets.US_ASCII), 1 << 16);
    }

    @Override
    void begin(int ranks) throws IOException {
      out.write(GoalText.FIRST_WORD + " " + ranks + "\n");
    }

    @Override
    void write(int rank, OperationGraph graph, GraphBuilder builder) throws IOException {
      out.write("\nrank " + rank + " {\n");
      final int[] ends = new int[graph.operations() + 1];
      final long[] dependencies = dependencies(graph, ends);
      int at = 0;
      for (int operation = 0; operation < graph.operations(); operation++) {
        out.write(line(graph, operation));
        for (; at < ends[operation]; at++) {
          final long one = dependencies[at];
          out.write("l" + ((one >> Integer.SIZE) + 1));
          out.write((one & BEGINNING) == 0 ? " requires l" : " irequires l");
          out.write(((one & BEGINNING - 1) + 1) + "\n");
        }
      }
      out.write("}\n");
    }

    /**
     * Packed dependency: waiting operation (bits 32 …), whether it waits for the start (31),
     * awaited operation; sorted by the later of both.
     */
    private static long[] dependencies(OperationGraph graph, int[] ends) {
      final int operations = graph.operations();
      for (int operation = 0; operation < operations; operation++) {
        for (int list = 0; list < 2; list++) {
          for (int k = 0; k < graph.successors(operation, list == 1); k++) {
            ends[Math.max(operation, graph.successor(operation, list == 1, k)) + 1]++;
          }
        }
      }
      for (int operation = 0; operation < operations; operation++) {
        ends[operation + 1] += ends[operation];
      }
      final long[] all = new long[ends[operations]];
      // Each entry moves from where the list of its operation begins to where it ends.
      for (int operation = 0; operation < operations; operation++) {
        for (int list = 0; list < 2; list++) {
          for (int k = 0; k < graph.successors(operation, list == 1); k++) {
            final int waiting = graph.successor(operation, list == 1, k);
            all[ends[Math.max(operation, waiting)]++] =
                (long) waiting << Integer.SIZE | (list == 1 ? BEGINNING : 0) | operation;
          }
        }
      }
      int begin = 0;
      for (int operation = 0; operation < operations; operation++) {
        Arrays.sort(all, begin, ends[operation]);
        begin = ends[operation];
      }
      return all;
    }

    private static String line(OperationGraph graph, int operation) {
      final String label = "l" + (operation + 1) + ": ";
      final String cpu = graph.cpu(operation) == 0 ? "" : " cpu " + graph.cpu(operation);
      if (graph.isCalc(operation)) {
        return label + "calc " + graph.picoseconds(operation) / PackedGraph.NANOSECOND + cpu + "\n";
      }
      return label
          + (graph.isSend(operation) ? "send " : "recv ")
          + graph.bytes(operation)
          + (graph.isSend(operation) ? "b to " : "b from ")
          + graph.peer(operation)
          + " tag "
          + graph.tag(operation)
          + cpu
          + (graph.nic(operation) == 0 ? "" : " nic " + graph.nic(operation))
          + "\n";
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Output to another receiver of graphs. */
  private static final class Passing extends GoalWriter {
    private final GraphSink graphs;

    Passing(GraphSink graphs, Conversion how, Walk.Watch watch) {
      super(how, watch);
      this.graphs = graphs;
    }

    @Override
    int unit() {
      return 1;
    }

    @Override
    boolean passesGraphs() {
      return true;
    }

    @Override
    void begin(int ranks) throws IOException {
      graphs.ranks(ranks);
    }

    @Override
    void write(int rank, OperationGraph graph, GraphBuilder builder) throws IOException {
      graphs.rank(rank, graph);
    }

    @Override
    public void close() {
      // The receiver ends what it writes.
    }
  }

  /** Output as a binary, in the format that LogGOPSim reads. */
  private static final class Binary extends GoalWriter {
    private final FileChannel file;
    private long end;
    private int mostCpu;
    private int mostNic;
    private int ranks;

    Binary(FileChannel file, Conversion how, Walk.Watch watch) {
      super(how, watch);
      this.file = file;
    }

    @Override
    void begin(int ranks) {
      this.ranks = ranks;
      end = GoalBinary.HEAD + (long) GoalBinary.ENTRY * ranks;
    }

    @Override
    void write(int rank, OperationGraph graph, GraphBuilder builder) throws IOException {
      for (int operation = 0; operation < graph.operations(); operation++) {
        mostCpu = Math.max(mostCpu, graph.cpu(operation));
        mostNic = Math.max(mostNic, graph.nic(operation));
      }
      final ByteBuffer data = builder.build();
      final ByteBuffer entry = buffer(GoalBinary.ENTRY);
      entry.putLong(end - GoalBinary.BASE);
      entry.putLong(end + data.remaining() - GoalBinary.BASE);
      put(entry.flip(), GoalBinary.HEAD + (long) GoalBinary.ENTRY * rank);
      end += put(data, end);
    }

    private static ByteBuffer buffer(int bytes) {
      return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private long put(ByteBuffer data, long at) throws IOException {
      long written = 0;
      while (data.hasRemaining()) {
        written += file.write(data, at + written);
      }
      return written;
    }

    @Override
    public void close() throws IOException {
      final ByteBuffer head = buffer(GoalBinary.HEAD);
      head.putLong(GoalBinary.MAGIC).putInt(ranks).put((byte) mostCpu).put((byte) mostNic);
      put(head.flip(), 0);
      file.close();
    }
  }

  /**
   * Writes all ranks of a program.
   *
   * @param statements converter of operations that are not a graph
   */
  void writeAll(BoundProgram program, StatementGraph statements) throws IOException {
    final int ranks = program.job().ranks();
    ranks(ranks);
    OperationLimit.check(program, how.first(), count, 0, how.most(), watch);
    final IntToLongFunction leastOf = program.leastOperations();
    final GraphBuilder builder = new GraphBuilder(unit(), !how.binary());
    for (int rank = how.first(); rank < how.first() + count; rank++) {
      if (!watch.share(rank - how.first(), count)) {
        throw new CancellationException("ended after " + operations + " operations");
      }
      builder.clear();
      builder.checkRoom(leastOf.applyAsLong(rank));
      if (program.graph(rank) == null) {
        statements.build(rank, builder);
      } else {
        rounded += builder.addAll(program.graph(rank));
      }
      rank(rank, builder);
    }
  }
}
