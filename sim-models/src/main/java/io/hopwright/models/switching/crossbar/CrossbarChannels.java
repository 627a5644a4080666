package io.hopwright.models.switching.crossbar;

import io.hopwright.models.standstill.Channels;
import io.hopwright.models.topology.Topology;

/**
 * Virtual channels of a network of crossbars; queues are those of the VCs of outputs.
 *
 * @param topology the routers and their links
 * @param design of the routers
 * @param unit name of the design's flits on the machine
 * @param unitBytes bytes of a flit
 * @param remedy the setting that avoids deadlocks; empty if the rules of the machine exclude them
 */
record CrossbarChannels(
    Topology topology, CrossbarDesign design, String unit, int unitBytes, String remedy)
    implements Channels {
  @Override
  public int capacity(int router, int port, int vc) {
    return design.capacityFlits(router, port);
  }

  @Override
  public String queue(int router, int port, int vc) {
    return port < design.links(router)
        ? "output " + topology.portName(router, port) + ", VC " + vc
        : "%s port %s, queue %s"
            .formatted(design.kinds().get(design.kind(router, port)).name(), port, vc);
  }
}
