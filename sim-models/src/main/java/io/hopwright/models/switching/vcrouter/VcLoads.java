package io.hopwright.models.switching.vcrouter;

import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.PortClasses;
import io.hopwright.models.topology.routing.Candidate;
import io.hopwright.models.topology.routing.CandidateRouting.Kind;

/**
 * Loads of links that routing functions read: granted flits whose credits have not returned, and
 * flits of waiting heads whose output is decided. Counted as they change, and only if the function
 * reads them. Confined to its partition; memory: 4 B per port, and 4 B per VC of a port if
 * functions are decided once.
 */
public final class VcLoads {
  private static final int[] UNCOUNTED = {};

  private final VcState switches;
  private final PortClasses classes;
  private final int linkClasses;
  private final int[] capacities;
  private final int mostFlits;
  private final int routers;
  private final int ports;
  private final int vcs;

  /** Flits charged to all VCs, and of heads that are decided, by router and port. */
  private int[] ofPorts = UNCOUNTED;

  /** Flits of heads that are decided, by router, port and VC. */
  private int[] decided = UNCOUNTED;

  VcLoads(CrossbarDesign design, PortClasses classes, VcState switches, int routers) {
    this.switches = switches;
    this.classes = classes;
    this.routers = routers;
    linkClasses = design.linkClasses();
    capacities = design.capacities();
    mostFlits = design.mostFlits();
    ports = design.ports();
    vcs = design.vcs();
  }

  /** Counts what a kind of functions reads; called before the first packet. */
  void count(Kind kind) {
    if (kind != Kind.OBLIVIOUS) {
      ofPorts = new int[routers * ports];
    }
    if (kind == Kind.DECIDED_ONCE) {
      decided = new int[routers * ports * vcs];
    }
  }

  /** Counts a head that is decided for a candidate. */
  void decide(int router, int candidate, int flits) {
    final int port = Candidate.port(candidate);
    if (isLink(router, port)) {
      ofPorts[router * ports + port] += flits;
      addDecided(router, candidate, flits);
    }
  }

  /** Counts a grant of a link to a head that was decided for a candidate. */
  void grantDecided(int router, int candidate, int flits) {
    addDecided(router, candidate, -flits);
  }

  private void addDecided(int router, int candidate, int flits) {
    final int first = (router * ports + Candidate.port(candidate)) * vcs;
    for (int rest = Candidate.vcs(candidate); rest != 0; rest &= rest - 1) {
      decided[first + Integer.numberOfTrailingZeros(rest)] += flits;
    }
  }

  /** Counts a grant of a link to a head that was not decided. */
  void grant(int router, int port, int flits) {
    ofPorts[router * ports + port] += flits;
  }

  /** Counts credits of a link that are back. */
  void comeBack(int router, int port, int flits) {
    if (ofPorts.length > 0) {
      ofPorts[router * ports + port] -= flits;
    }
  }

  private boolean isLink(int router, int port) {
    return classes.of(router, port) < linkClasses;
  }

  /** Returns the flits of an output that were granted or assigned, without returned credits. */
  public int of(int router, int port) {
    return ofPorts[router * ports + port];
  }

  /**
   * Returns the number of packets of full size that wait for a VC of a link without room in its
   * buffer, rounded up; 0 or less if there is room for all assigned packets.
   */
  public int waiting(int router, int port, int vc) {
    final int load =
        switches.charge(router, port, vc) + decided[(router * ports + port) * vcs + vc];
    return Math.floorDiv(load - capacities[classes.of(router, port)] + mostFlits - 1, mostFlits);
  }
}
