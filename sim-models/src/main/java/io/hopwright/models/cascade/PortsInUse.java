package io.hopwright.models.cascade;

import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.List;

/**
 * The ports of all Aries that lead somewhere.
 *
 * @param kinds of ports
 * @param counts how many of each
 */
record PortsInUse(List<PortKind> kinds, List<Long> counts) {
  static PortsInUse of(Dragonfly topology, CrossbarDesign design) {
    final List<Long> counts = new ArrayList<>();
    int first = 0;
    for (PortKind kind : design.kinds()) {
      long count = 0;
      for (int aries = 0; aries < topology.aries(); aries++) {
        for (int port = first; port < first + kind.ports(); port++) {
          count += !kind.link() || topology.neighbour(aries, port) >= 0 ? 1 : 0;
        }
      }
      counts.add(count);
      first += kind.ports();
    }
    return new PortsInUse(design.kinds(), counts);
  }
}
