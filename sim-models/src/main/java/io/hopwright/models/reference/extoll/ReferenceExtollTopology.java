package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import java.util.List;

/** Nodes and links (section "Machine" of {@code docs/models/extoll.md}). Immutable. */
final class ReferenceExtollTopology {
  /** Ports for links, in the order of their numbers. */
  static final List<String> PORTS = List.of("x+", "x-", "y+", "y-", "z+", "z-", "g");

  /** "The seventh link". */
  static final int GATEWAY = 6;

  /** VELO, RMA, SMFU. */
  static final int FIRST_UNIT = 7;

  static final int ALL_PORTS = 10;

  final List<Integer> shape;
  private final List<Integer> gateways;
  private final boolean singlePairs;

  ReferenceExtollTopology(ExtollParameters parameters) {
    shape = parameters.shape;
    gateways = parameters.gateways;
    singlePairs = parameters.singlePairs;
  }

  /** {@code N}. */
  int accelerators() {
    return shape.stream().reduce(1, Math::multiplyExact);
  }

  int nodes() {
    return accelerators() + gateways.size();
  }

  boolean isHost(int node) {
    return node >= accelerators();
  }

  /** The NAA that a host hangs on; an NAA itself. */
  int gateway(int node) {
    return isHost(node) ? gateways.get(node - accelerators()) : node;
  }

  /** The host that an NAA belongs to: "NAA n belongs to host N + ⌊n·H/N⌋". */
  int hostOf(int accelerator) {
    return accelerators() + accelerator * gateways.size() / accelerators();
  }

  int coordinate(int accelerator, int dimension) {
    int rest = accelerator;
    for (int i = 0; i < dimension; i++) {
      rest /= shape.get(i);
    }
    return rest % shape.get(dimension);
  }

  /** Returns whether both nodes of a pair have one port for each other. */
  boolean isSingle(int dimension) {
    return shape.get(dimension) == 2 && singlePairs;
  }

  /** Returns the far end of an output; null if it leads nowhere. */
  End farEnd(int node, int port) {
    if (port == GATEWAY) {
      if (isHost(node)) {
        return new End(gateway(node), GATEWAY);
      }
      final int host = gateways.indexOf(node);
      return host < 0 ? null : new End(accelerators() + host, GATEWAY);
    }
    if (isHost(node)) {
      return null;
    }
    final int dimension = port / 2;
    final int extent = shape.get(dimension);
    if (extent == 1 || (isSingle(dimension) && port % 2 == 1)) {
      return null;
    }
    final int there = neighbour(node, dimension, port % 2 == 0 ? 1 : -1);
    return new End(there, isSingle(dimension) ? port : port ^ 1);
  }

  private int neighbour(int node, int dimension, int step) {
    int stride = 1;
    for (int i = 0; i < dimension; i++) {
      stride *= shape.get(i);
    }
    final int own = coordinate(node, dimension);
    return node + stride * (Math.floorMod(own + step, shape.get(dimension)) - own);
  }

  /** The most links from anywhere to anywhere that tables may need. */
  int mostLinks() {
    return 4 * (shape.stream().mapToInt(extent -> extent / 2).sum() + 1) + 4;
  }
}
