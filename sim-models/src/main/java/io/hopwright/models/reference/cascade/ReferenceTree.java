package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.cascade.routing.ReferenceCombining;
import io.hopwright.models.reference.cascade.routing.ReferenceCombining.Value;
import io.hopwright.models.reference.messaging.ReferenceCommunicator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Tree of a communicator of several nodes (sections "Tree" and "Words"). */
final class ReferenceTree {
  private final ReferenceCommunicator communicator;

  /** {@code c}. */
  private final int number;

  private final int radix;
  private final ReferenceCombining combining;
  private final ReferenceDraws draws;

  /** Nodes in the order of the communicator. */
  private final List<Integer> nodes;

  /** Number of joins of each node, and of results that have become visible there. */
  private final Map<Integer, Long> joins = new HashMap<>();

  private final Map<Integer, Long> results = new HashMap<>();

  /** Words combined and packets lost, by (node they come from, node they are for). */
  private final Map<List<Integer>, Long> combined = new HashMap<>();

  private final Map<List<Integer>, Long> lost = new HashMap<>();

  ReferenceTree(
      ReferenceCommunicator communicator,
      int number,
      int radix,
      ReferenceCombining combining,
      ReferenceDraws draws) {
    this.communicator = communicator;
    this.number = number;
    this.radix = radix;
    this.combining = combining;
    this.draws = draws;
    nodes = communicator.nodes();
  }

  ReferenceCommunicator communicator() {
    return communicator;
  }

  int number() {
    return number;
  }

  boolean has(int node) {
    return nodes.contains(node);
  }

  boolean isRoot(int node) {
    return nodes.indexOf(node) == 0;
  }

  int parent(int node) {
    return nodes.get((nodes.indexOf(node) - 1) / radix);
  }

  /** Returns the children in ascending order of their places. */
  List<Integer> children(int node) {
    return nodes.stream().filter(other -> !isRoot(other) && parent(other) == node).toList();
  }

  /** Returns the contribution of a node to its collective {@code g}. */
  Value contribution(int node, long g) {
    return words(g, communicator.nodesOfMembers().stream().map(of -> of == node).toList());
  }

  /** Returns the combination of all members' words. */
  Value expected(long g) {
    return words(g, communicator.nodesOfMembers().stream().map(of -> true).toList());
  }

  private Value words(long g, List<Boolean> of) {
    return IntStream.range(0, of.size())
        .filter(of::get)
        .mapToObj(i -> combining.operand(draws.draw(Purpose.OPERAND, number, i, g), i))
        .reduce(combining::combine)
        .orElseThrow();
  }

  Value combined(List<Value> values) {
    return values.stream().reduce(combining::combine).orElseThrow();
  }

  // --------------------------------------------------------------------- what is in progress

  /** A node joins. */
  void joins(int node) {
    joins.merge(node, 1L, Long::sum);
  }

  /** A node has joined, yet its post is never issued. */
  void neverPosts(int node) {
    joins.merge(node, -1L, Long::sum);
  }

  /** The unit of a node has put a word of the node itself, or of a child, to the others. */
  void combines(int from, int node) {
    combined.merge(List.of(from, node), 1L, Long::sum);
  }

  /** A packet is lost, or never issued. */
  void loses(int from, int node) {
    lost.merge(List.of(from, node), 1L, Long::sum);
  }

  /** A result is visible. */
  void through(int node) {
    results.merge(node, 1L, Long::sum);
  }

  /** Returns whether not all has happened yet that comes of the joins that there are. */
  boolean isUnderWay() {
    return nodes.stream()
        .anyMatch(
            node ->
                results.getOrDefault(node, 0L) < resultsInTheEnd(node)
                    || combined(node, node) < joins.getOrDefault(node, 0L)
                    || children(node).stream()
                        .anyMatch(child -> combined(child, node) < comesUp(child)));
  }

  private long combined(int from, int node) {
    return combined.getOrDefault(List.of(from, node), 0L);
  }

  private long lost(int from, int node) {
    return lost.getOrDefault(List.of(from, node), 0L);
  }

  /** Returns how often all words of a node and of those below it come together in the end. */
  private long isWhole(int node) {
    return children(node).stream()
        .mapToLong(this::comesUp)
        .reduce(joins.getOrDefault(node, 0L), Math::min);
  }

  /** Returns how many words reach the parent in the end. */
  private long comesUp(int node) {
    return isWhole(node) - lost(node, parent(node));
  }

  private long resultsInTheEnd(int node) {
    return isRoot(node) ? isWhole(node) : resultsInTheEnd(parent(node)) - lost(parent(node), node);
  }

  @Override
  public String toString() {
    return communicator + ", the " + number + "th of the run";
  }
}
