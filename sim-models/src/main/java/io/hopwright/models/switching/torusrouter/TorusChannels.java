package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.standstill.Channels;
import io.hopwright.models.topology.Torus;

/**
 * Virtual channels of a torus; queues are the VCs of receivers and the injection FIFOs.
 *
 * @param topology the nodes and their links
 * @param design design of the routers
 * @param remedy see {@link Channels#remedy}
 */
public record TorusChannels(Torus topology, RouterDesign design, String remedy)
    implements Channels {
  @Override
  public int capacity(int router, int port, int vc) {
    return design.vcChunks(vc);
  }

  @Override
  public String unit() {
    return "tokens";
  }

  @Override
  public int unitBytes() {
    return RouterDesign.CHUNK_BYTES;
  }

  @Override
  public String queue(int router, int port, int vc) {
    return port == NodeLayout.INJECTION_PORT
        ? "injection FIFO " + vc
        : "receiver " + topology.portName(port) + ", VC " + vc;
  }
}
