package io.hopwright.models.switching.crossbar;

import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The ports of all routers that lead somewhere.
 *
 * @param kinds of ports
 * @param counts how many of each
 */
public record PortsInUse(List<PortKind> kinds, List<Long> counts) {
  /** Copies the lists. */
  public PortsInUse {
    kinds = List.copyOf(kinds);
    counts = List.copyOf(counts);
  }

  /** Counts the ports of a machine whose routers all have nodes. */
  public static PortsInUse of(Topology topology, CrossbarDesign design) {
    return of(topology, design, router -> true);
  }

  /**
   * Counts the ports of a machine.
   *
   * @param hasNodes whether a router has any; ports to nodes of the others lead nowhere
   */
  public static PortsInUse of(Topology topology, CrossbarDesign design, IntPredicate hasNodes) {
    final List<Long> counts = new ArrayList<>();
    int first = 0;
    for (PortKind kind : design.kinds()) {
      long count = 0;
      for (int router = 0; router < topology.routers(); router++) {
        for (int port = first; port < first + kind.ports(); port++) {
          final boolean leads =
              kind.link()
                  ? topology.neighbour(router, port) != Topology.NONE
                  : hasNodes.test(router);
          count += leads ? 1 : 0;
        }
      }
      counts.add(count);
      first += kind.ports();
    }
    return new PortsInUse(design.kinds(), counts);
  }
}
