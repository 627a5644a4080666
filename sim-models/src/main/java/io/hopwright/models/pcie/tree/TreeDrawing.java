package io.hopwright.models.pcie.tree;

import io.hopwright.models.topology.Drawing;
import io.hopwright.models.topology.Drawing.Point;
import io.hopwright.models.topology.Drawing.Spot;
import io.hopwright.models.topology.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Drawing of each host as a tree: cards above roots, with the memories beside the roots, switches
 * below them and GPUs at the bottom. Hosts of a ring are in two rows that face each other with
 * their cards inside, so that the links of cards close a ring. Hosts on an InfiniBand switch
 * surround it; those of a torus are on planes. Links around the ends of a torus and to other planes
 * are short arrows.
 */
public final class TreeDrawing {
  /** Between a memory and its root. */
  private static final double BESIDE = 1.35;

  /** Between hosts, beside the step from one element to the next. */
  private static final double GAP = 0.6;

  /** Number of leaves per unit of distance between levels. */
  private static final double LEAVES_OF_STEP = 9;

  /** Hosts that stand in one row. */
  private static final int MOST_IN_ROW = 3;

  /** Between two rows of cards that have links to each other. */
  private static final double ROOM = 1.8;

  /** Height of half of the room between two rows, by the hosts of half a row. */
  private static final double FAN = 0.75;

  /** Length of the arrow of a link that no line can show. */
  private static final double SHORT = 0.75;

  private static final int AXES = 3;
  private static final double[] DEGREES = {0, 90, 45};
  private static final double BACK = 180;

  private final PcieElements elements;
  private final Graph graph;

  /** Positions of the elements of a host, its upper left corner at 0, cards above. */
  private final List<Point> inHost;

  private final double width;
  private final double height;

  /** Axes along which there is more than one host. */
  private final int[] longAxes;

  public TreeDrawing(PcieElements elements, Graph graph) {
    this.elements = elements;
    this.graph = graph;
    longAxes = IntStream.range(0, AXES).filter(axis -> elements.extent(axis) > 1).toArray();
    inHost = host();
    width = inHost.stream().mapToDouble(Point::x).max().orElse(0);
    height = inHost.stream().mapToDouble(Point::y).max().orElse(0);
  }

  /** Returns whether hosts stand on planes, where lines to neighbours pass cards alone. */
  private boolean onPlanes() {
    return elements.cardsAreTorus() && !isRing() && !areTwoRings();
  }

  private boolean isRing() {
    return longAxes.length == 1 && elements.extent(longAxes[0]) > 2;
  }

  /** Returns whether there are two rings side by side, as of PEACH2. */
  private boolean areTwoRings() {
    return elements.cardsAreTorus() && elements.extent(1) == 2 && elements.extent(2) == 1;
  }

  /** Places the elements of the first host. */
  private List<Point> host() {
    final int all = elements.ofHost();
    final double[] x = new double[all];
    int leaves = 0;
    for (int element = 0; element < all; element++) {
      if (elements.kind(element) == ElementKind.GPU) {
        x[element] = leaves++;
      }
    }
    final double step = Math.max(1, leaves / LEAVES_OF_STEP);
    final int deepest = IntStream.range(0, all).map(elements::depth).max().orElse(0);
    for (int depth = deepest; depth >= 0; depth--) {
      placeAboveChildren(depth, x);
    }
    final double roots = elements.hasCards() ? step : 0;
    final List<Point> points = new ArrayList<>();
    for (int element = 0; element < all; element++) {
      points.add(
          switch (elements.kind(element)) {
            case MEMORY -> new Point(x[element], roots);
            case CARD -> new Point(onPlanes() ? leftOf(x) : x[elements.parent(element)], 0);
            default -> new Point(x[element], roots + step * elements.depth(element));
          });
    }
    final double left = points.stream().mapToDouble(Point::x).min().orElse(0);
    return points.stream().map(point -> point.plus(-left, 0)).toList();
  }

  /** Returns a column without other elements of a host. */
  private static double leftOf(double... x) {
    return IntStream.range(0, x.length).mapToDouble(element -> x[element]).min().orElse(0) - 1;
  }

  /** Places elements of a depth above the middle of their children, and memories beside roots. */
  private void placeAboveChildren(int depth, double... x) {
    for (int element = 0; element < x.length; element++) {
      final int parent = element;
      final ElementKind kind = elements.kind(element);
      if (elements.depth(element) == depth
          && (kind == ElementKind.ROOT || kind == ElementKind.SWITCH)) {
        final int[] children =
            IntStream.range(0, x.length)
                .filter(child -> elements.parent(child) == parent)
                .filter(child -> elements.kind(child) != ElementKind.MEMORY)
                .filter(child -> elements.kind(child) != ElementKind.CARD)
                .toArray();
        x[element] = (x[children[0]] + x[children[children.length - 1]]) / 2;
      }
    }
    for (int element = 0; depth == 0 && element < x.length; element++) {
      if (elements.kind(element) == ElementKind.MEMORY) {
        final int root = elements.parent(element);
        final boolean left = root == 0 && elements.isSocketPair();
        x[element] = x[root] + (left ? -BESIDE : BESIDE);
      }
    }
  }

  /** Returns the drawing. */
  public Drawing drawing() {
    final List<Spot> spots = new ArrayList<>();
    for (int element = 0; element < elements.count(); element++) {
      final ElementKind kind = elements.kind(element);
      final int host = elements.host(element);
      final boolean outside = kind == ElementKind.NETWORK;
      final boolean framed = !outside && elements.hosts() > 1;
      spots.add(
          new Spot(
              elements.name(element),
              kind == ElementKind.GPU ? "GPU" : kind.name().toLowerCase(Locale.ROOT),
              outside ? "" : "host " + host,
              framed ? "host " + host : "",
              outside ? network() : at(host, inHost.get(element % elements.ofHost()))));
    }
    return new Drawing(spots, (element, port) -> end(spots, element, port));
  }

  private Point at(int host, Point point) {
    if (onPlanes()) {
      return onPlane(host, point);
    }
    final int inRow = inRow();
    final boolean above = isAbove(host);
    final int place = above || areTwoRings() ? host % inRow : elements.hosts() - 1 - host;
    final double x = place * (width + 1 + GAP) + point.x();
    return above ? new Point(x, height - point.y()) : new Point(x, top() + fan() + point.y());
  }

  private int inRow() {
    if (areTwoRings()) {
      return elements.extent(0);
    }
    return hasTwoRows() ? (elements.hosts() + 1) / 2 : elements.hosts();
  }

  private boolean hasTwoRows() {
    return areTwoRings() || isRing() || elements.hosts() > MOST_IN_ROW;
  }

  /** Returns whether a host stands in the upper of two rows, on its head. */
  private boolean isAbove(int host) {
    return hasTwoRows() && host < inRow();
  }

  /** Returns the room above a row; below the upper one of a network there is as much. */
  private double fan() {
    if (!elements.hasCards()) {
      return 0;
    }
    final int ofHalf = (inRow() + 1) / 2;
    return elements.cardsAreTorus() ? ROOM : 1 + FAN * ofHalf;
  }

  /** Returns the middle between both rows, or the upper end of a single one. */
  private double top() {
    return hasTwoRows() ? height + (elements.cardsAreTorus() ? 0 : fan()) : 0;
  }

  private Point network() {
    return new Point((inRow() * (width + 1 + GAP) - 1 - GAP) / 2, top());
  }

  private Point onPlane(int host, Point point) {
    final int plane = elements.coordinate(host, 2);
    final int planes = elements.extent(2);
    final int across = (int) Math.ceil(Math.sqrt(planes));
    final int down = plane / across;
    final double hostWidth = width + 1 + GAP;
    final double hostHeight = height + 1 + GAP;
    return new Point(
        plane % across * (elements.extent(0) * hostWidth + 1)
            + elements.coordinate(host, 0) * hostWidth
            + point.x(),
        down * (elements.extent(1) * hostHeight + 1)
            + (elements.extent(1) - 1 - elements.coordinate(host, 1)) * hostHeight
            + point.y());
  }

  private Point end(List<Spot> spots, int element, int port) {
    final int far = graph.neighbour(element, port);
    if (elements.kind(element) != ElementKind.CARD
        || elements.kind(far) != ElementKind.CARD
        || isLine(spots, element, far)) {
      return Drawing.middle(spots, element, far);
    }
    final int direction = port - PciePorts.NETWORK;
    return spots
        .get(element)
        .at()
        .towards(DEGREES[direction / 2] + (direction % 2 == 0 ? 0 : BACK), SHORT);
  }

  /** Returns whether no host stands between two cards. */
  private boolean isLine(List<Spot> spots, int card, int far) {
    final Point from = spots.get(card).at();
    final Point to = spots.get(far).at();
    final double right = Math.abs(from.x() - to.x());
    final double down = Math.abs(from.y() - to.y());
    return onPlanes()
        ? elements.coordinate(elements.host(card), 2) == elements.coordinate(elements.host(far), 2)
            && right < width + 2
            && down < height + 2
        : right < width + 2;
  }
}
