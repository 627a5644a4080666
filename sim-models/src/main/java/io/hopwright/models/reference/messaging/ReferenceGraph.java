package io.hopwright.models.reference.messaging;

import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.OperationGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Graph of a rank, and its streams (section "What a rank does" of the page about GOAL). */
final class ReferenceGraph {
  private static final long NEVER = -1;
  private static final int NOBODY = -1;

  final OperationGraph graph;
  private final ReferenceRank rank;
  private final List<Node> nodes = new ArrayList<>();

  /** Calls of collectives of earlier rounds. */
  private final List<Call> before = new ArrayList<>();

  /** Processors of the streams, in their order. */
  private final List<Integer> cpus;

  /** Current nodes of the streams, by cpu. */
  private final Map<Integer, Node> streams = new TreeMap<>();

  /** {@code T} of each stream. */
  private final Map<Integer, ReferenceClock> clocks = new TreeMap<>();

  /** Tick at which the round began, and the steps until then. */
  private Reason round;

  /** Last reasons of the streams, by cpu. */
  private final Map<Integer, Reason> lastOfStreams = new TreeMap<>();

  /** Call of a collective that is over. */
  record Call(CollectiveMark mark, long ticks) {}

  /** Tick from which something can continue, and the chain of steps up to then. */
  record Reason(long tick, int number, ReferenceStep chain) {}

  /** An operation. */
  static final class Node {
    final int number;
    private final boolean calc;
    private final int cpu;
    private final List<Node> requires = new ArrayList<>();
    private final List<Node> irequires = new ArrayList<>();
    boolean begun;
    private Reason beginning;
    private Reason end;

    /** A send or receive that has begun. */
    ReferenceRequest request;

    /** Whether a receive has been worked for at its end. */
    boolean closed;

    /**
     * Tick at which a calc ends, if it has begun; {@code Long.MAX_VALUE} on the processor, until
     * then.
     */
    long endTick = NEVER;

    void begin(long tick, ReferenceStep chain) {
      begun = true;
      beginning = new Reason(tick, number, chain);
    }

    void completed(long tick, ReferenceStep chain) {
      end = new Reason(tick, number, chain);
    }

    private Reason ending() {
      return end != null ? end : new Reason(request.completeTick(), number, request.chain);
    }

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
    restart(rank.job.startTick(), null);
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

  /** Resets the graph: all operations are executed again. */
  void restart(long tick, ReferenceStep chain) {
    before.addAll(ofRound());
    round = new Reason(tick, NOBODY, chain);
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

  /** Returns the marked calls whose last operations are complete in this round. */
  private List<Call> ofRound() {
    return nodes.isEmpty()
        ? List.of()
        : graph.marks().stream()
            .filter(mark -> isComplete(nodes.get(mark.last())))
            .map(
                mark ->
                    new Call(
                        mark,
                        nodes.get(mark.last()).ending().tick
                            - nodes.get(mark.first()).beginning.tick))
            .toList();
  }

  /** Returns all calls of collectives that are over. */
  List<Call> calls() {
    return Stream.concat(before.stream(), ofRound().stream()).toList();
  }

  ReferenceRank rank() {
    return rank;
  }

  /**
   * Returns the reason of readiness: of the dependencies that ended last, the one with the highest
   * number.
   */
  Reason ready(Node node) {
    return last(
        Stream.concat(
            node.irequires.stream().map(one -> one.beginning),
            node.requires.stream().map(Node::ending)));
  }

  /** The same of the end, which depends on all. */
  Reason over() {
    return last(nodes.stream().map(Node::ending));
  }

  private Reason last(Stream<Reason> reasons) {
    return reasons
        .max(Comparator.comparingLong(Reason::tick).thenComparingInt(Reason::number))
        .orElse(round);
  }

  boolean isOver() {
    return nodes.stream().allMatch(this::isComplete);
  }

  /** The ready operation of the processor with the lowest number. */
  Optional<Node> next() {
    return nodes.stream().filter(node -> isReady(node) && !isOfStream(node)).findFirst();
  }

  /**
   * Returns the receive to complete, by a piece of work of the processor that precedes ready
   * operations.
   */
  Optional<Node> toClose() {
    return nodes.stream().filter(this::isToClose).findFirst();
  }

  private static boolean isOfStream(Node node) {
    return node.calc && node.cpu > 0;
  }

  /** Returns whether no operation is ready or in progress, and no receive must be completed. */
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

  /** Returns the last one of the requests that were complete from a tick on. */
  Optional<ReferenceRequest> lastSince(long tick) {
    return nodes.stream()
        .filter(node -> node.request != null && node.request.completeTick() >= tick)
        .map(node -> node.request)
        .max(
            Comparator.comparingLong(ReferenceRequest::completeTick)
                .thenComparingLong(request -> request.operation));
  }

  /** Advances the streams first, until they can proceed no further. */
  void advance(long tick) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (final Node node : List.copyOf(streams.values())) {
        if (node.endTick <= tick) {
          node.endTick = NEVER;
          node.completed(
              tick,
              ReferenceStep.work(node.beginning.chain, rank, "compute", node.beginning.tick, tick));
          lastOfStreams.put(node.cpu, node.end);
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
    final Reason before = lastOfStreams.get(node.cpu);
    node.begin(tick, before != null && before.tick == tick ? before.chain : ready(node).chain);
    node.endTick =
        tick
            + clocks
                .computeIfAbsent(node.cpu, unseen -> rank.newClock())
                .ticks(graph.picoseconds(node.number), rank.n(node.number));
    streams.put(node.cpu, node);
    rank.messaging.wake(node.endTick);
  }
}
