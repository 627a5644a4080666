package io.hopwright.models.reference.messaging;

import io.hopwright.models.program.OperationGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Graph of a rank, and its streams: section "What a rank does" of the page about GOAL. */
final class ReferenceGraph {
  private static final long NEVER = -1;

  final OperationGraph graph;
  private final ReferenceRank rank;
  private final List<Node> nodes = new ArrayList<>();

  /** Of streams, in their order. */
  private final List<Integer> cpus;

  /** What streams do, by cpu. */
  private final Map<Integer, Node> streams = new TreeMap<>();

  /** {@code T} of each stream. */
  private final Map<Integer, ReferenceClock> clocks = new TreeMap<>();

  /** An operation. */
  static final class Node {
    final int number;
    private final boolean calc;
    private final int cpu;
    private final List<Node> requires = new ArrayList<>();
    private final List<Node> irequires = new ArrayList<>();
    boolean begun;

    /** A send or receive that has begun. */
    ReferenceRequest request;

    /** Whether a receive has been worked for at its end. */
    boolean closed;

    /** When a calc ends, if it has begun; {@code Long.MAX_VALUE} on the processor, until then. */
    long endTick = NEVER;

    private Node(int number, boolean calc, int cpu) {
      this.number = number;
      this.calc = calc;
      this.cpu = cpu;
    }
  }

  /** Creates the graph of a rank. */
  ReferenceGraph(OperationGraph graph, ReferenceRank rank) {
    this.graph = graph;
    this.rank = rank;
    restart();
    cpus =
        nodes.stream()
            .filter(ReferenceGraph::isOfStream)
            .map(node -> node.cpu)
            .distinct()
            .sorted()
            .toList();
  }

  private boolean isComplete(Node node) {
    return node.calc
        ? node.begun && node.endTick == NEVER
        : node.begun && node.request.isComplete() && !isToClose(node);
  }

  private boolean isToClose(Node node) {
    return node.request != null
        && node.request.isComplete()
        && !node.closed
        && rank.endingTicks(node.request) > 0;
  }

  private boolean isReady(Node node) {
    return !node.begun
        && node.requires.stream().allMatch(this::isComplete)
        && node.irequires.stream().allMatch(one -> one.begun);
  }

  /** Everything is to be done again. */
  void restart() {
    nodes.clear();
    for (int number = 0; number < graph.operations(); number++) {
      nodes.add(new Node(number, graph.isCalc(number), graph.cpu(number)));
    }
    for (final Node node : nodes) {
      for (int k = 0; k < graph.successors(node.number, false); k++) {
        nodes.get(graph.successor(node.number, false, k)).requires.add(node);
      }
      for (int k = 0; k < graph.successors(node.number, true); k++) {
        nodes.get(graph.successor(node.number, true, k)).irequires.add(node);
      }
    }
  }

  boolean isOver() {
    return nodes.stream().allMatch(this::isComplete);
  }

  /** The ready operation of the processor with the lowest number. */
  Optional<Node> next() {
    return nodes.stream().filter(node -> isReady(node) && !isOfStream(node)).findFirst();
  }

  /** "By a piece of work of the processor that goes before ready operations". */
  Optional<Node> toClose() {
    return nodes.stream().filter(this::isToClose).findFirst();
  }

  private static boolean isOfStream(Node node) {
    return node.calc && node.cpu > 0;
  }

  /** Whether it has "no operation that is ready or being done", nor any to be closed. */
  boolean isAtRest() {
    return streams.isEmpty() && toClose().isEmpty() && nodes.stream().noneMatch(this::isReady);
  }

  /** Requests that are not complete. */
  List<ReferenceRequest> incomplete() {
    return nodes.stream()
        .filter(node -> node.request != null && !node.request.isComplete())
        .map(node -> node.request)
        .toList();
  }

  /** Of the requests that were complete from a tick on, the last one. */
  Optional<ReferenceRequest> lastSince(long tick) {
    return nodes.stream()
        .filter(node -> node.request != null && node.request.completeTick() >= tick)
        .map(node -> node.request)
        .max(
            Comparator.comparingLong(ReferenceRequest::completeTick)
                .thenComparingLong(request -> request.operation));
  }

  /** "First its streams, until they can do nothing more". */
  void advance(long tick) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (final Node node : List.copyOf(streams.values())) {
        if (node.endTick <= tick) {
          node.endTick = NEVER;
          streams.remove(node.cpu);
          rank.completed(node, tick);
          changed = true;
        }
      }
      for (final int cpu : cpus) {
        final Optional<Node> first =
            streams.containsKey(cpu)
                ? Optional.empty()
                : nodes.stream()
                    .filter(node -> isOfStream(node) && node.cpu == cpu && isReady(node))
                    .findFirst();
        first.ifPresent(node -> begin(node, tick));
        changed |= first.isPresent();
      }
    }
  }

  private void begin(Node node, long tick) {
    rank.count(tick);
    node.begun = true;
    node.endTick =
        tick
            + clocks
                .computeIfAbsent(node.cpu, unseen -> rank.newClock())
                .ticks(graph.picoseconds(node.number), rank.n(node.number));
    streams.put(node.cpu, node);
    rank.messaging.wake(node.endTick);
  }
}
