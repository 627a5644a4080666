package io.hopwright.models.reference.pcie;

import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.pcie.PcieParameters.Cards;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Elements, links and routes (section "Elements" of {@code docs/models/pcie.md}). Immutable. */
final class ReferencePcieTopology {
  /** Kinds of elements. */
  enum Kind {
    ROOT,
    MEMORY,
    SWITCH,
    GPU,
    CARD,
    NETWORK;

    /** "Memories, GPUs and cards are end elements". */
    boolean isEnd() {
      return this == MEMORY || this == GPU || this == CARD;
    }
  }

  static final int UP = 0;
  static final int DOWN = 1;
  static final int DEVICE = 9;
  static final int MEMORY = 17;
  static final int CARD = 18;
  static final int QPI = 19;
  static final int NETWORK = 20;

  /** Next hop, and the resulting {@code d}. */
  record Step(int port, boolean entersDimension, boolean crossesDateline) {}

  final int local;
  private final PcieParameters parameters;
  private final List<Kind> kinds = new ArrayList<>();

  /** The parent of each element that has one. */
  private final Map<Integer, Integer> parents = new HashMap<>();

  private final Map<End, End> links = new HashMap<>();

  /** The card of each host. */
  private final List<Integer> cards = new ArrayList<>();

  private final List<Integer> gpus = new ArrayList<>();
  private final List<Integer> memories = new ArrayList<>();

  ReferencePcieTopology(PcieParameters parameters) {
    this.parameters = parameters;
    local = NETWORK + (parameters.cards == Cards.INFINIBAND ? 16 : 6);
    for (int host = 0; host < hosts(); host++) {
      addHost();
    }
    switch (parameters.cards) {
      case NONE -> {
        // nothing joins a single host
      }
      case INFINIBAND -> {
        kinds.add(Kind.NETWORK);
        for (int host = 0; host < hosts(); host++) {
          join(cards.get(host), NETWORK, kinds.size() - 1, NETWORK + host);
        }
      }
      case PEACH2, APENET -> joinTorus();
    }
  }

  /** {@code H}. */
  int hosts() {
    return parameters.shape.stream().reduce(1, Math::multiplyExact);
  }

  int elements() {
    return kinds.size();
  }

  private void addHost() {
    final List<Integer> roots = add(parameters.sockets, Kind.ROOT);
    memories.addAll(add(parameters.sockets, Kind.MEMORY));
    for (int socket = 0; socket < parameters.sockets; socket++) {
      final int root = roots.get(socket);
      addChild(root, MEMORY, memories.get(memories.size() - parameters.sockets + socket));
    }
    List<Integer> above = roots;
    for (int level = 0; level < parameters.fanout.size(); level++) {
      final boolean last = level == parameters.fanout.size() - 1;
      final int fanout = parameters.fanout.get(level);
      final List<Integer> children = add(above.size() * fanout, last ? Kind.GPU : Kind.SWITCH);
      for (int i = 0; i < children.size(); i++) {
        addChild(above.get(i / fanout), (last ? DEVICE : DOWN) + i % fanout, children.get(i));
      }
      above = children;
    }
    gpus.addAll(above);
    if (parameters.cards != Cards.NONE) {
      cards.addAll(add(1, Kind.CARD));
      addChild(roots.get(0), CARD, cards.get(cards.size() - 1));
    }
    if (parameters.sockets == 2) {
      join(roots.get(0), QPI, roots.get(1), QPI);
    }
  }

  private List<Integer> add(int count, Kind kind) {
    final List<Integer> added = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      added.add(kinds.size());
      kinds.add(kind);
    }
    return added;
  }

  private void addChild(int parent, int port, int child) {
    parents.put(child, parent);
    join(parent, port, child, UP);
  }

  private void join(int one, int port, int other, int otherPort) {
    links.put(new End(one, port), new End(other, otherPort));
    links.put(new End(other, otherPort), new End(one, port));
  }

  private void joinTorus() {
    for (int host = 0; host < hosts(); host++) {
      for (int dimension = 0; dimension < 3; dimension++) {
        final int extent = parameters.shape.get(dimension);
        if (extent == 1) {
          continue;
        }
        final List<Integer> there = coordinates(host);
        there.set(dimension, (there.get(dimension) + 1) % extent);
        final int plus = NETWORK + 2 * dimension;
        join(cards.get(host), plus, cards.get(host(there)), extent == 2 ? plus : plus + 1);
      }
    }
  }

  private List<Integer> coordinates(int host) {
    final int kx = parameters.shape.get(0);
    final int ky = parameters.shape.get(1);
    return new ArrayList<>(List.of(host % kx, host / kx % ky, host / kx / ky));
  }

  private int host(List<Integer> at) {
    final int kx = parameters.shape.get(0);
    final int ky = parameters.shape.get(1);
    return at.get(0) + kx * (at.get(1) + ky * at.get(2));
  }

  Kind kind(int element) {
    return kinds.get(element);
  }

  /** Returns the host of an element; for the network's switch, one behind the last. */
  int hostOf(int element) {
    return element / (elements() / hosts()); // E; the switch is one of two and more elements
  }

  /** Returns the GPUs of the whole machine. */
  List<Integer> gpus() {
    return gpus;
  }

  List<Integer> memories() {
    return memories;
  }

  int cardOfHostOf(int element) {
    return cards.get(hostOf(element));
  }

  /** The memory of the root that an element is below. */
  int memoryOfRootOf(int element) {
    int root = element;
    while (parents.containsKey(root)) {
      root = parents.get(root);
    }
    return links.get(new End(root, MEMORY)).router();
  }

  /** Returns the far end of a link; null if there is none. */
  End farEnd(int element, int port) {
    return links.get(new End(element, port));
  }

  // ---------------------------------------------------------------------------------- routes

  private boolean isInSubtree(int element, int of) {
    Integer at = element;
    while (at != null && at != of) {
      at = parents.get(at);
    }
    return at != null;
  }

  /** Returns the step of a packet for {@code x} at {@code e}. */
  Step step(int e, int x, int inputPort) {
    if (e == x) {
      return within(local);
    }
    if (kind(e) == Kind.NETWORK) {
      return within(NETWORK + hostOf(x));
    }
    if (hostOf(e) == hostOf(x)) {
      return within(portTowards(e, x));
    }
    if (kind(e) != Kind.CARD) {
      return within(portTowards(e, cardOfHostOf(e)));
    }
    return parameters.cards == Cards.INFINIBAND ? within(NETWORK) : inTorus(e, x, inputPort);
  }

  private static Step within(int port) {
    return new Step(port, true, false);
  }

  private int portTowards(int e, int x) {
    for (int port = DOWN; port <= CARD; port++) {
      final End child = farEnd(e, port);
      if (child != null && isInSubtree(x, child.router())) {
        return port;
      }
    }
    return kind(e) == Kind.ROOT ? QPI : UP;
  }

  /**
   * Returns the next hop, dimension by dimension, in the shorter direction; at k/2 in direction +.
   */
  private Step inTorus(int e, int x, int inputPort) {
    final List<Integer> here = coordinates(hostOf(e));
    final List<Integer> there = coordinates(hostOf(x));
    for (int dimension = 0; dimension < 3; dimension++) {
      final int k = parameters.shape.get(dimension);
      final int ahead = Math.floorMod(there.get(dimension) - here.get(dimension), k);
      if (ahead == 0) {
        continue;
      }
      final boolean plus = 2 * ahead <= k;
      final int port = NETWORK + 2 * dimension + (plus || k == 2 ? 0 : 1);
      final boolean same = inputPort >= NETWORK && (inputPort - NETWORK) / 2 == dimension;
      final boolean crosses = k > 2 && here.get(dimension) == (plus ? k - 1 : 0);
      return new Step(port, inputPort == local || !same, crosses);
    }
    throw new IllegalArgumentException("element " + x + " is in the host of " + e);
  }
}
