package io.hopwright.models.pcie.tree;

import io.hopwright.models.topology.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Elements of a machine, their numbers and links, and the paths between them ({@code
 * docs/models/pcie.md}, "Elements", "Routes"). Immutable; safe for any thread. 50 B per port.
 */
public final class PcieElements {
  private static final int AXES = 3;

  /** No element. */
  private static final int NONE = -1;

  private final HostInterconnect cards;
  private final int[] shape;
  private final int sockets;
  private final int[] fanout;

  /** First element of each level in a host; level 0 are roots, the last one are GPUs. */
  private final int[] firstOfLevel;

  /** Elements of each level in a host, without memories and cards. */
  private final int[] ofLevel;

  private final int card;
  private final int ofHost;
  private final int hosts;
  private final ElementKind[] kinds;

  /** Parent of each element of a host, −1 of roots. */
  private final int[] parents;

  /**
   * Depth of each element of a host: 0 of roots, 1 of what hangs on them, memories and cards too.
   */
  private final int[] depths;

  /**
   * Builds a machine.
   *
   * @param shape hosts along three axes
   * @param sockets of a host
   * @param fanout children by level
   */
  PcieElements(HostInterconnect cards, int[] shape, int sockets, int... fanout) {
    this.cards = cards;
    this.shape = shape.clone();
    this.sockets = sockets;
    this.fanout = fanout.clone();
    hosts = IntStream.of(shape).reduce(1, (a, b) -> a * b);
    firstOfLevel = new int[fanout.length + 1];
    ofLevel = new int[fanout.length + 1];
    ofLevel[0] = sockets;
    int next = 2 * sockets;
    for (int level = 1; level <= fanout.length; level++) {
      firstOfLevel[level] = next;
      ofLevel[level] = ofLevel[level - 1] * fanout[level - 1];
      next += ofLevel[level];
    }
    card = cards == HostInterconnect.NONE ? -1 : next;
    ofHost = next + (cards == HostInterconnect.NONE ? 0 : 1);
    kinds = new ElementKind[ofHost];
    parents = new int[ofHost];
    depths = new int[ofHost];
    for (int element = 0; element < ofHost; element++) {
      kinds[element] = kindInHost(element);
      parents[element] = parentInHost(element);
      depths[element] = parents[element] < 0 ? 0 : 1 + depths[parents[element]];
    }
  }

  private ElementKind kindInHost(int element) {
    if (element < sockets) {
      return ElementKind.ROOT;
    }
    if (element < 2 * sockets) {
      return ElementKind.MEMORY;
    }
    if (element == card) {
      return ElementKind.CARD;
    }
    return element >= firstOfLevel[fanout.length] ? ElementKind.GPU : ElementKind.SWITCH;
  }

  private int parentInHost(int element) {
    return switch (kinds[element]) {
      case ROOT, NETWORK -> -1;
      case MEMORY -> element - sockets;
      case CARD -> 0;
      case SWITCH, GPU -> {
        int level = fanout.length;
        while (firstOfLevel[level] > element) {
          level--;
        }
        yield firstOfLevel[level - 1] + (element - firstOfLevel[level]) / fanout[level - 1];
      }
    };
  }

  /** Returns the number of elements of a host. */
  public int ofHost() {
    return ofHost;
  }

  /** Returns the number of hosts. */
  public int hosts() {
    return hosts;
  }

  /** Returns the number of elements. */
  public int count() {
    return hosts * ofHost + (cards == HostInterconnect.INFINIBAND ? 1 : 0);
  }

  /** Returns the kind of an element. */
  public ElementKind kind(int element) {
    return element == hosts * ofHost ? ElementKind.NETWORK : kinds[element % ofHost];
  }

  /** Returns the host of an element; the number of hosts for the network's switch. */
  public int host(int element) {
    return element / ofHost;
  }

  /** Returns the parent of an element, −1 of roots and of the network's switch. */
  int parent(int element) {
    if (kind(element) == ElementKind.NETWORK) {
      return -1;
    }
    final int parent = parents[element % ofHost];
    return parent < 0 ? -1 : element - element % ofHost + parent;
  }

  /** Returns the card of a host, which must have one. */
  public int card(int host) {
    return host * ofHost + card;
  }

  /** Returns the number of GPUs, or of memories, of the machine. */
  public int count(ElementKind kind) {
    return hosts * perHost(kind);
  }

  private int perHost(ElementKind kind) {
    return (int) Arrays.stream(kinds).filter(each -> each == kind).count();
  }

  /** Returns a GPU or memory by its number in the machine. */
  public int element(ElementKind kind, int number) {
    final int perHost = perHost(kind);
    final int first = kind == ElementKind.GPU ? firstOfLevel[fanout.length] : sockets;
    return number / perHost * ofHost + first + number % perHost;
  }

  /** Returns the number of a GPU or memory in the machine. */
  public int number(int element) {
    final ElementKind kind = kind(element);
    final int first = kind == ElementKind.GPU ? firstOfLevel[fanout.length] : sockets;
    return host(element) * perHost(kind) + element % ofHost - first;
  }

  /** Returns the memory of the root above an element, or of the root itself. */
  public int memory(int element) {
    return root(element) + sockets;
  }

  private int root(int element) {
    int at = element;
    while (parent(at) >= 0) {
      at = parent(at);
    }
    return at;
  }

  /** Returns the depth of an element in its tree: 0 for roots, 1 for their children. */
  public int depth(int element) {
    return kind(element) == ElementKind.NETWORK ? 0 : depths[element % ofHost];
  }

  /** Returns the name of an element: its kind, and its number within that kind. */
  public String name(int element) {
    return switch (kind(element)) {
      case GPU -> "GPU " + number(element);
      case MEMORY -> "memory " + number(element);
      case ROOT -> "root " + (host(element) * sockets + element % ofHost);
      case CARD -> "card " + host(element);
      case SWITCH ->
          "switch "
              + (host(element) * perHost(ElementKind.SWITCH) + element % ofHost - 2 * sockets);
      case NETWORK -> "network";
    };
  }

  /** Returns the links of the machine. */
  public Graph graph() {
    final List<Graph.Link> links = new ArrayList<>();
    for (int element = 0; element < hosts * ofHost; element++) {
      if (parent(element) >= 0) {
        links.add(new Graph.Link(parent(element), portTo(element), element, PciePorts.UP));
      }
    }
    for (int host = 0; host < hosts; host++) {
      if (sockets == 2) {
        links.add(new Graph.Link(host * ofHost, PciePorts.QPI, host * ofHost + 1, PciePorts.QPI));
      }
      if (cards == HostInterconnect.INFINIBAND) {
        links.add(
            new Graph.Link(
                card(host), PciePorts.NETWORK, hosts * ofHost, PciePorts.NETWORK + host));
      }
      if (cards.areTorus()) {
        addTorusLinks(host, links);
      }
    }
    return new Graph(count(), PciePorts.names(cards), links);
  }

  private void addTorusLinks(int host, List<Graph.Link> links) {
    for (int axis = 0; axis < AXES; axis++) {
      final int next = neighbour(host, axis);
      final int plus = PciePorts.NETWORK + 2 * axis;
      if (shape[axis] > 2) {
        links.add(new Graph.Link(card(host), plus, card(next), plus + 1));
      } else if (shape[axis] == 2 && coordinate(host, axis) == 0) {
        links.add(new Graph.Link(card(host), plus, card(next), plus));
      }
    }
  }

  private int stride(int axis) {
    return IntStream.range(0, axis).map(each -> shape[each]).reduce(1, (a, b) -> a * b);
  }

  /** Returns where a host is along an axis. */
  int coordinate(int host, int axis) {
    return host / stride(axis) % shape[axis];
  }

  /** Returns the number of hosts along an axis. */
  int extent(int axis) {
    return shape[axis];
  }

  /** Returns whether hosts have cards. */
  boolean hasCards() {
    return cards != HostInterconnect.NONE;
  }

  /** Returns whether cards have links to each other. */
  boolean cardsAreTorus() {
    return cards.areTorus();
  }

  /** Returns whether hosts have two roots. */
  boolean isSocketPair() {
    return sockets == 2;
  }

  private int neighbour(int host, int axis) {
    final int at = coordinate(host, axis);
    return host + ((at + 1) % shape[axis] - at) * stride(axis);
  }

  /** Returns the port of its parent that an element hangs on. */
  private int portTo(int element) {
    final ElementKind kind = kind(element);
    if (kind == ElementKind.MEMORY) {
      return PciePorts.MEMORY;
    }
    if (kind == ElementKind.CARD) {
      return PciePorts.CARD;
    }
    final int level = depth(element);
    final int child = (element % ofHost - firstOfLevel[level]) % fanout[level - 1];
    return (kind == ElementKind.GPU ? PciePorts.DEVICE : PciePorts.DOWN) + child;
  }

  /** Returns the output from an element towards another: the next hop of the only route. */
  public int output(int at, int destination) {
    if (at == destination) {
      return PciePorts.local(cards);
    }
    if (kind(at) == ElementKind.NETWORK) {
      return PciePorts.NETWORK + host(destination);
    }
    if (host(at) == host(destination)) {
      return inHost(at, destination);
    }
    return at == card(host(at)) ? network(host(at), host(destination)) : inHost(at, card(host(at)));
  }

  private int inHost(int at, int destination) {
    final int here = at % ofHost;
    final int below = ancestor(destination % ofHost, depths[here] + 1);
    if (below != NONE && parents[below] == here) {
      return portTo(below);
    }
    return kind(at) == ElementKind.ROOT ? PciePorts.QPI : PciePorts.UP;
  }

  /**
   * Returns the element of a depth that another of the host is below, or is itself; {@link #NONE}
   * if the other is less deep. Levels are numbered from left to right, so a division finds it.
   */
  private int ancestor(int element, int depth) {
    final int own = depths[element];
    if (own <= depth) {
      return own == depth ? element : NONE;
    }
    return firstOfLevel[depth] + (element - firstOfLevel[own]) / (ofLevel[own] / ofLevel[depth]);
  }

  private int network(int host, int destination) {
    if (!cards.areTorus()) {
      return PciePorts.NETWORK;
    }
    int axis = 0;
    while (coordinate(host, axis) == coordinate(destination, axis)) {
      axis++;
    }
    final int extent = shape[axis];
    final int ahead = Math.floorMod(coordinate(destination, axis) - coordinate(host, axis), extent);
    final boolean plus = 2 * ahead <= extent;
    return PciePorts.NETWORK + 2 * axis + (plus ? 0 : 1);
  }

  /**
   * Returns the dateline bit of the next hop.
   *
   * @param output that it takes
   * @param input port of the last hop
   * @param bit of the last hop
   */
  public int dateline(int at, int output, int input, int bit) {
    if (!cards.areTorus() || output < PciePorts.NETWORK || output == PciePorts.local(cards)) {
      return 0;
    }
    final int axis = (output - PciePorts.NETWORK) / 2;
    final int extent = shape[axis];
    final boolean plus = (output - PciePorts.NETWORK) % 2 == 0;
    final int from = coordinate(host(at), axis);
    if (extent > 2 && from == (plus ? extent - 1 : 0)) {
      return 1;
    }
    final boolean same =
        input >= PciePorts.NETWORK
            && input < PciePorts.local(cards)
            && (input - PciePorts.NETWORK) / 2 == axis;
    return same ? bit : 0;
  }

  /** Returns the links that a packet takes, as {@code ports·element + port} each. */
  public int[] way(Graph graph, int from, int to) {
    final IntStream.Builder way = IntStream.builder();
    int at = from;
    while (at != to) {
      final int port = output(at, to);
      way.add(at * graph.ports() + port);
      at = graph.neighbour(at, port);
    }
    return way.build().toArray();
  }

  /** Returns the largest number of links of a packet. */
  public int mostHops() {
    final int inTree = 2 * fanout.length + 1;
    final int inNetwork =
        cards == HostInterconnect.INFINIBAND
            ? 2
            : IntStream.of(shape).map(extent -> extent / 2).sum();
    return cards == HostInterconnect.NONE ? inTree : 2 * (fanout.length + 2) + inNetwork;
  }
}
