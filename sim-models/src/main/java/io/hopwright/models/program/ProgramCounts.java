package io.hopwright.models.program;

import io.hopwright.models.program.Operation.Kind;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Counts of the operations of all ranks. Confined to one thread. */
public final class ProgramCounts {
  private static final int COLLECTIVE_TAGS = OperationGraph.COLLECTIVE_TAGS;

  private final Map<Kind, Long> operations = new EnumMap<>(Kind.class);
  private final Map<Primitive, Long> oneSided = new EnumMap<>(Primitive.class);
  private final Map<Collective, Long> collectives = new EnumMap<>(Collective.class);
  private final Map<Algorithm, Long> algorithms = new EnumMap<>(Algorithm.class);
  private final Map<Collective, Long> collectiveBytes = new EnumMap<>(Collective.class);
  private Collective under;
  private long messages;
  private long bytes;
  private long collectiveMessages;
  private long largest;
  private long wildcards;
  private long rankPicoseconds;
  private long leastPicoseconds = Long.MAX_VALUE;
  private long mostPicoseconds;

  /** Whether ranks are graphs, in which tags tell the messages of collectives. */
  private final boolean graphs;

  /** Marked calls, at each member. */
  private final Map<Marked, Long> marked = new HashMap<>();

  private long dependencies;
  private int highestCpu;
  private int highestNic;

  /** Calls by the same algorithm of the same number of members. */
  private record Marked(Algorithm algorithm, int members) {}

  private ProgramCounts(boolean graphs) {
    this.graphs = graphs;
  }

  /** Returns counts of 0, for graphs that {@link #add} counts. */
  public static ProgramCounts ofGraphs() {
    return new ProgramCounts(true);
  }

  /**
   * Counts the operations of a rank.
   *
   * @throws ProgramException if sums of times or bytes are too large
   */
  public void add(int rank, OperationGraph graph) {
    final Operation operation = new Operation();
    for (int number = 0; number <= graph.operations(); number++) {
      graph.fill(number, operation);
      see(rank, operation);
    }
    addShape(graph);
  }

  private void addShape(OperationGraph graph) {
    for (int operation = 0; operation < graph.operations(); operation++) {
      dependencies += graph.dependencies(operation);
      highestCpu = Math.max(highestCpu, graph.cpu(operation));
      highestNic = Math.max(highestNic, graph.nic(operation));
    }
    for (CollectiveMark mark : graph.marks()) {
      marked.merge(new Marked(mark.algorithm(), mark.members()), 1L, Long::sum);
      long sent = 0;
      for (int operation = mark.first(); operation <= mark.last(); operation++) {
        final boolean of = graph.isSend(operation) && graph.tag(operation) >= COLLECTIVE_TAGS;
        sent = sum(sent, of ? graph.bytes(operation) : 0);
      }
      collectiveBytes.merge(mark.algorithm().collective(), sent, ProgramCounts::sum);
    }
  }

  /** Counts calls of all members once. */
  private void countMarked() {
    marked.forEach(
        (kind, calls) -> {
          collectives.merge(kind.algorithm.collective(), calls / kind.members, Long::sum);
          algorithms.merge(kind.algorithm, calls / kind.members, Long::sum);
        });
    marked.clear();
  }

  /**
   * Counts the operations of a program.
   *
   * @param most largest number of operations of all ranks; more are an error
   * @param watch receives the progress
   * @throws ProgramException if a rank cannot continue, or there are too many operations
   * @throws java.util.concurrent.CancellationException if the watch ends it
   */
  public static ProgramCounts of(BoundProgram bound, long most, Walk.Watch watch) {
    final ProgramCounts counts = new ProgramCounts(bound.graph(0) != null);
    new Walk(bound, most, watch).rankByRank(counts::see);
    for (int rank = 0; counts.graphs && rank < bound.job().ranks(); rank++) {
      counts.addShape(bound.graph(rank));
    }
    return counts;
  }

  private void see(int rank, Operation operation) {
    operations.merge(operation.kind(), 1L, Long::sum);
    switch (operation.kind()) {
      case COMPUTE -> rankPicoseconds = sum(rankPicoseconds, operation.picoseconds());
      case SEND, SYNC_SEND -> send(operation);
      case ONE_SIDED -> {
        oneSided.merge(operation.primitive(), 1L, Long::sum);
        send(operation);
      }
      case RECEIVE ->
          wildcards +=
              operation.peer() == Operation.ANY || operation.tag() == Operation.ANY ? 1 : 0;
      case COLLECTIVE -> {
        under = operation.collective();
        final long first = operation.member(0) == rank ? 1 : 0;
        collectives.merge(under, first, Long::sum);
        if (operation.members() > 1) {
          algorithms.merge(operation.algorithm(), first, Long::sum);
        }
      }
      case END -> {
        leastPicoseconds = Math.min(leastPicoseconds, rankPicoseconds);
        mostPicoseconds = Math.max(mostPicoseconds, rankPicoseconds);
        rankPicoseconds = 0;
      }
      default -> {}
    }
  }

  private static long sum(long a, long b) {
    if (a > Long.MAX_VALUE - b) {
      throw new ProgramException("the sum of bytes, or of times, does not fit into 64 bits");
    }
    return a + b;
  }

  private void send(Operation operation) {
    messages++;
    bytes = sum(bytes, operation.bytes());
    largest = Math.max(largest, operation.bytes());
    if (operation.context() == Operation.COLLECTIVES) {
      collectiveMessages++;
      collectiveBytes.merge(under, operation.bytes(), ProgramCounts::sum);
    } else if (graphs && operation.tag() >= COLLECTIVE_TAGS) {
      collectiveMessages++;
    }
  }

  /** Returns the operations of all ranks by kind. */
  public Map<Kind, Long> operations() {
    return operations;
  }

  /** Returns whether ranks are graphs. */
  public boolean areOfGraphs() {
    return graphs;
  }

  /** Returns the number of dependencies of all graphs. */
  public long dependencies() {
    return dependencies;
  }

  /** Returns the highest processor that an operation of a graph names. */
  public int highestCpu() {
    return highestCpu;
  }

  /** Returns the highest interface that an operation of a graph names. */
  public int highestNic() {
    return highestNic;
  }

  /** Returns the one-sided operations of all ranks. */
  public Map<Primitive, Long> oneSided() {
    return oneSided;
  }

  /** Returns the number of calls of each collective; a group's call counts once. */
  public Map<Collective, Long> collectives() {
    countMarked();
    return collectives;
  }

  /** Returns the number of calls of each algorithm, for groups of several members. */
  public Map<Algorithm, Long> algorithms() {
    countMarked();
    return algorithms;
  }

  /** Returns the bytes of the messages of collectives. */
  public Map<Collective, Long> collectiveBytes() {
    return collectiveBytes;
  }

  /** Returns the number of messages, including those of collectives and one-sided ones. */
  public long messages() {
    return messages;
  }

  /** Returns the number of messages that belong to collectives. */
  public long collectiveMessages() {
    return collectiveMessages;
  }

  /** Returns the bytes of all messages. */
  public long bytes() {
    return bytes;
  }

  /** Returns the bytes of the largest message, 0 without messages. */
  public long largestBytes() {
    return largest;
  }

  /** Returns the number of wildcard receives. */
  public long wildcards() {
    return wildcards;
  }

  /** Returns the smallest compute time of a rank, in picoseconds. */
  public long leastPicoseconds() {
    return leastPicoseconds;
  }

  /** Returns the largest compute time of a rank, in picoseconds. */
  public long mostPicoseconds() {
    return mostPicoseconds;
  }
}
