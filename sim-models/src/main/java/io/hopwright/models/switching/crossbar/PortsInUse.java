package io.hopwright.models.switching.crossbar;

import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.List;

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

  /** Counts the ports of a machine. */
  public static PortsInUse of(Topology topology, CrossbarDesign design) {
    final List<Long> counts = new ArrayList<>();
    int first = 0;
    for (PortKind kind : design.kinds()) {
      long count = 0;
      for (int router = 0; router < topology.routers(); router++) {
        for (int port = first; port < first + kind.ports(); port++) {
          count += !kind.link() || topology.neighbour(router, port) != Topology.NONE ? 1 : 0;
        }
      }
      counts.add(count);
      first += kind.ports();
    }
    return new PortsInUse(design.kinds(), counts);
  }
}
