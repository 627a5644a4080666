package io.hopwright.models.switching.crossbar;

import io.hopwright.models.standstill.Channels;
import io.hopwright.models.topology.Topology;

/**
 * Virtual channels of a network of routers with the ports of a {@link CrossbarDesign}.
 *
 * @param topology the routers and their links
 * @param design of the routers
 * @param queues where packets wait
 * @param unit name of the design's flits on the machine
 * @param unitBytes bytes of a flit
 * @param remedy the setting that avoids deadlocks; empty if the rules of the machine exclude them
 */
public record SwitchChannels(
    Topology topology,
    CrossbarDesign design,
    Queues queues,
    String unit,
    int unitBytes,
    String remedy)
    implements Channels {
  /** Queues of packets. */
  public enum Queues {
    /** Queues for the VCs of outputs. */
    OF_OUTPUTS("output", "queue"),
    /** Buffers behind inputs. */
    OF_INPUTS("input", "VC");

    private final String port;
    private final String ofNodes;

    Queues(String port, String ofNodes) {
      this.port = port;
      this.ofNodes = ofNodes;
    }
  }

  @Override
  public int capacity(int router, int port, int vc) {
    return design.capacityFlits(router, port);
  }

  @Override
  public String queue(int router, int port, int vc) {
    return port < design.links(router)
        ? queues.port + " " + topology.portName(router, port) + ", VC " + vc
        : "%s port %s, %s %s"
            .formatted(
                design.kinds().get(design.kind(router, port)).name(), port, queues.ofNodes, vc);
  }
}
