package io.hopwright.models.cascade.aries;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.Communicators;
import java.util.Arrays;

/**
 * Trees in which nodes of communicators combine words and pass on results ({@code
 * docs/models/aries-nic.md}, "Collective engine"). A node is identified by its position in the
 * tree, 0 for the root. Its engine for a communicator is the one with the communicator's index at
 * the node.
 *
 * <p>Immutable; safe for any thread; 4 B for each node and for each member of each communicator of
 * several nodes, once in a JVM.
 */
public final class CollectiveTrees {
  private final Communicators communicators;
  private final int radix;

  /** First engine of each node; position in the tree of each engine's node. */
  private final int[] first;

  private final int[] places;

  /** First member of each engine's node among all members; the members of all engines. */
  private final int[] firstMember;

  private final int[] members;

  private CollectiveTrees(Communicators communicators, int radix, int nodes) {
    this.communicators = communicators;
    this.radix = radix;
    first = new int[nodes + 1];
    for (int node = 0; node < nodes; node++) {
      first[node + 1] = first[node] + communicators.several(node);
    }
    places = new int[first[nodes]];
    firstMember = new int[first[nodes] + 1];
    for (int number = 0; number < communicators.count(); number++) {
      countMembers(number);
    }
    Arrays.parallelPrefix(firstMember, Integer::sum);
    members = new int[firstMember[first[nodes]]];
    final int[] next = firstMember.clone();
    for (int number = 0; number < communicators.count(); number++) {
      placeMembers(number, next);
    }
  }

  private boolean isTree(int number) {
    return communicators.nodes(number).length > 1;
  }

  private int at(int number, int node) {
    return first[node] + communicators.place(node, number);
  }

  private void countMembers(int number) {
    for (int member = 0; member < communicators.size(number) && isTree(number); member++) {
      firstMember[at(number, communicators.node(number, member)) + 1]++;
    }
  }

  private void placeMembers(int number, int... next) {
    final int[] nodes = communicators.nodes(number);
    for (int place = 0; place < nodes.length && isTree(number); place++) {
      places[at(number, nodes[place])] = place;
    }
    for (int member = 0; member < communicators.size(number) && isTree(number); member++) {
      members[next[at(number, communicators.node(number, member))]++] = member;
    }
  }

  /**
   * Returns the trees of some communicators, or null if none of them has several nodes.
   *
   * @param design null without engines, and so without communicators
   * @throws SettingsException naming a node that has too few engines
   */
  public static CollectiveTrees of(Communicators communicators, AriesDesign design, int nodes) {
    int most = 0;
    for (int node = 0; node < nodes; node++) {
      final int here = communicators.several(node);
      if (design != null && here > design.keys().collective().engines()) {
        throw new SettingsException(
            "ce.engines",
            ("is %s, but node %s has ranks of %s groups with collectives by hardware over"
                    + " several nodes, and each group needs an engine there; use hardware for fewer"
                    + " groups, and auto for others")
                .formatted(design.keys().collective().engines(), node, here));
      }
      most = Math.max(most, here);
    }
    return most == 0
        ? null
        : new CollectiveTrees(communicators, design.keys().collective().radix(), nodes);
  }

  /** Returns how many engines of a node are in use. */
  int engines(int node) {
    return first[node + 1] - first[node];
  }

  /** Returns the number of the communicator of an engine of a node. */
  int number(int node, int engine) {
    return communicators.number(node, engine);
  }

  /** Returns the engine of a node for a communicator. */
  int engine(int node, int number) {
    return communicators.place(node, number);
  }

  private int place(int node, int engine) {
    return places[first[node] + engine];
  }

  /** Returns the node of the parent of an engine of a node, negative for none. */
  int parent(int node, int engine) {
    final int place = place(node, engine);
    return place == 0 ? -1 : communicators.nodes(number(node, engine))[(place - 1) / radix];
  }

  /** Returns how many children an engine of a node has. */
  int children(int node, int engine) {
    final int last = communicators.nodes(number(node, engine)).length - 1;
    return (int) Math.max(0, Math.min(radix, last - (long) radix * place(node, engine)));
  }

  /** Returns the node of a child of an engine of a node. */
  int child(int node, int engine, int child) {
    return communicators.nodes(number(node, engine))[radix * place(node, engine) + 1 + child];
  }

  /** Returns how many members of the communicator of an engine are on its node. */
  int members(int node, int engine) {
    return firstMember[first[node] + engine + 1] - firstMember[first[node] + engine];
  }

  /** Returns the index of a member on the node of an engine, by its place there. */
  int member(int node, int engine, int place) {
    return members[firstMember[first[node] + engine] + place];
  }

  /** Returns how many communicators there are, those without a tree among them. */
  int communicators() {
    return communicators.count();
  }

  /** Returns how many members a communicator has. */
  int size(int number) {
    return communicators.size(number);
  }
}
