package io.hopwright.models.switching.vcrouter;

import io.hopwright.models.standstill.Channels;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.topology.Topology;

/**
 * Virtual channels of a network of input-queued routers; queues are the buffers behind inputs.
 *
 * @param topology the routers and their links
 * @param design of their ports
 * @param unit name of the design's flits on the machine
 * @param unitBytes bytes of a flit
 * @param remedy the setting that avoids deadlocks; empty if the rules of the machine exclude them
 */
public record VcChannels(
    Topology topology, CrossbarDesign design, String unit, int unitBytes, String remedy)
    implements Channels {
  @Override
  public int capacity(int router, int port, int vc) {
    return design.capacityFlits(router, port);
  }

  @Override
  public String queue(int router, int port, int vc) {
    return port < design.links(router)
        ? "input " + topology.portName(router, port) + ", VC " + vc
        : "%s port %s, VC %s"
            .formatted(design.kinds().get(design.kind(router, port)).name(), port, vc);
  }
}
