package io.hopwright.models.tnw;

import io.hopwright.core.event.TimingWheel;

/**
 * Hosts that always have a packet to send and receive all packets at once. Confined to its
 * partition.
 */
final class IdealHosts {
  private final LinkModules links;
  private final boolean[] sends;
  private final int[] vcs;

  /** Packets so far, by output. */
  private final long[] packets;

  /** Packets so far, by channel of an output. */
  private final long[] numbers;

  /** Creates hosts of so many nodes; tick 0 wakes all. */
  IdealHosts(TnwWorkload workload, int nodes, TimingWheel wheel, LinkModules links) {
    this.links = links;
    vcs = workload.vcs();
    sends = new boolean[LinkModules.PORTS];
    for (int port : workload.ports()) {
      sends[port] = true;
    }
    packets = new long[nodes * LinkModules.PORTS];
    numbers = new long[nodes * LinkModules.CHANNELS];
    for (int node = 0; node < nodes; node++) {
      TnwEvents.scheduleHere(wheel, 0, TnwEvents.WAKE, node);
    }
  }

  /** Starts the next packet on an output that may start one, if there is space for it. */
  void start(int output, long tick) {
    final int vc = vcs[(int) (packets[output] % vcs.length)];
    if (sends[output % LinkModules.PORTS] && links.hasSpace(output, vc)) {
      packets[output]++;
      final long number = numbers[output * LinkModules.VCS + vc]++;
      links.start(output, links.packet(output, vc, number, tick, tick, tick), tick);
    }
  }
}
