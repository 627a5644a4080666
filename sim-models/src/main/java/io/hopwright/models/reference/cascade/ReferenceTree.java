package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.cascade.ReferenceCombining.Value;
import io.hopwright.models.reference.messaging.ReferenceCommunicator;
import java.util.List;
import java.util.stream.IntStream;

/** "Tree" and "Words" of a communicator of several nodes. */
final class ReferenceTree {
  private final ReferenceCommunicator communicator;

  /** {@code c}. */
  private final int number;

  private final int radix;
  private final ReferenceCombining combining;
  private final ReferenceDraws draws;

  /** In the order of the communicator. */
  private final List<Integer> nodes;

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

  /** In ascending order of their places. */
  List<Integer> children(int node) {
    return nodes.stream().filter(other -> !isRoot(other) && parent(other) == node).toList();
  }

  /** What a node contributes to its collective {@code g}. */
  Value contribution(int node, long g) {
    return words(g, communicator.nodesOfMembers().stream().map(of -> of == node).toList());
  }

  /** What comes of all members' words. */
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

  @Override
  public String toString() {
    return communicator + ", the " + number + "th of the run";
  }
}
