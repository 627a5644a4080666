package io.hopwright.models.reference.cascade.routing;

import io.hopwright.models.messaging.jobs.PlacedJob;
import java.util.Arrays;
import java.util.List;

/** Modes of packets, by message or by job ("The mode of a packet is that of its request"). */
public final class ReferenceModes {
  private final ReferenceMode usual;
  private final List<ReferenceMode> inTurn;
  private final long requestsPerMessage;

  /** Routing by the node that has sent the request; null where no job sets it. */
  private final ReferenceMode[] ofNodes;

  public ReferenceModes(
      ReferenceCascadeConfig config, long requestsPerMessage, int nodes, List<PlacedJob> jobs) {
    usual = config.mode;
    inTurn = config.modesInTurn;
    this.requestsPerMessage = requestsPerMessage;
    ofNodes = new ReferenceMode[nodes];
    for (final PlacedJob job : jobs) {
      Arrays.stream(job.nodeOfRank())
          .forEach(node -> ofNodes[node] = config.modesOfJobs.get(job.name()));
    }
  }

  ReferenceMode of(ReferenceCascadePacket packet) {
    if (!inTurn.isEmpty()) {
      return inTurn.get((int) (packet.sequence / requestsPerMessage % inTurn.size()));
    }
    final ReferenceMode ofJob = ofNodes[packet.requester];
    return ofJob == null ? usual : ofJob;
  }
}
