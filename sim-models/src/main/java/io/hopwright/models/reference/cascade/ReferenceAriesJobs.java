package io.hopwright.models.reference.cascade;

import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.Software;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.List;

/** "Programs" of {@code docs/models/aries-nic.md}. */
final class ReferenceAriesJobs extends ReferenceCascadeJobs {
  ReferenceAriesJobs(ReferenceCascade cascade, Software software, List<PlacedJob> jobs) {
    super(cascade, software, jobs);
  }

  @Override
  public void post(ReferenceTransfer transfer, long tick) {
    ((ReferenceAriesNic) posting(transfer.sourceNode())).post(transfer, tick);
  }

  /** "Packets of PUT, READ, GET and AMO mean nothing to the ranks of the target". */
  @Override
  void deliver(ReferenceCascadePacket request, long tick) {
    final Part part = parts.remove(request);
    if (!part.transfer().kind().isOneSided() && part.transfer().kind() != Kind.GET) {
      messaging().deliver(part.transfer(), part.number(), tick);
    }
  }

  /** Interfaces tell ranks by events, not by responses. */
  @Override
  void deliverResponse(ReferenceCascadePacket response, long tick) {}

  /** The event of a transfer's transaction is visible. */
  void eventVisible(ReferenceTransfer transfer, long tick) {
    if (transfer.kind().isOneSided()) {
      messaging().done(transfer, tick);
    } else if (transfer.kind() == Kind.GET) {
      messaging().fetched(transfer, tick);
    }
  }
}
