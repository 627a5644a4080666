package io.hopwright.models.switching.crossbar;

import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Topology;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;

/**
 * Connected ports of all routers.
 *
 * @param kinds kinds of ports
 * @param counts number of connected ports of each kind
 */
public record PortsInUse(List<PortKind> kinds, List<Long> counts) {
  /** Copies the lists. */
  public PortsInUse {
    kinds = List.copyOf(kinds);
    counts = List.copyOf(counts);
  }

  /** Counts the ports of a machine in which all routers have nodes. */
  public static PortsInUse of(Topology topology, CrossbarDesign design) {
    return of(topology, design, router -> true);
  }

  /**
   * Counts the ports of a machine.
   *
   * @param hasNodes whether a router has nodes; the node ports of other routers are unused
   */
  public static PortsInUse of(Topology topology, CrossbarDesign design, IntPredicate hasNodes) {
    final long[] counts = new long[design.kinds().size()];
    for (int router = 0; router < topology.routers(); router++) {
      final int links = design.links(router);
      for (int port = 0; port < design.ports(router); port++) {
        final boolean leads = port < links ? topology.leads(router, port) : hasNodes.test(router);
        counts[design.kind(router, port)] += leads ? 1 : 0;
      }
    }
    return new PortsInUse(design.kinds(), LongStream.of(counts).boxed().toList());
  }
}
