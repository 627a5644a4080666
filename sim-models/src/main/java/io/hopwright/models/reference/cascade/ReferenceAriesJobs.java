package io.hopwright.models.reference.cascade;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.messaging.ReferenceCommunicator;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.List;

/** Jobs on Aries NICs (section "Programs" of {@code docs/models/aries-nic.md}). */
final class ReferenceAriesJobs extends ReferenceCascadeJobs {
  private final ReferenceCollectives collectives;

  ReferenceAriesJobs(ReferenceCascade cascade, Software software, List<PlacedJob> jobs) {
    super(cascade, software, jobs);
    collectives = new ReferenceCollectives(cascade, messaging.communicators());
  }

  ReferenceCollectives collectives() {
    return collectives;
  }

  @Override
  public void joins(ReferenceCommunicator communicator, int node, long tick) {
    ((ReferenceAriesNic) posting(node)).join(communicator, tick);
  }

  @Override
  public void post(ReferenceTransfer transfer, long tick) {
    ((ReferenceAriesNic) posting(transfer.sourceNode())).post(transfer, tick);
  }

  /** Ignores packets of PUT, READ, GET and AMO, which have no effect on the ranks of the target. */
  @Override
  void deliver(ReferenceCascadePacket request, long tick) {
    if (((ReferenceNicPacket) request).isOfCollective()) {
      return;
    }
    final Part part = parts.remove(request);
    if (part.transfer().kind().isOneSided() || part.transfer().kind() == Kind.GET) {
      asks(request, part.transfer());
    } else {
      messaging.deliver(part.transfer(), part.number(), tick);
    }
  }

  @Override
  void discard(ReferenceCascadePacket packet) {
    super.discard(packet);
    if (packet instanceof ReferenceCollectivePacket word) {
      word.tree.loses(word.requester, word.target);
    }
  }

  @Override
  public boolean isUnderWay(ReferenceCommunicator communicator) {
    return collectives.isUnderWay(communicator);
  }

  @Override
  void onIssue(ReferenceCascadePacket request) {
    if (!((ReferenceNicPacket) request).isOfCollective()) {
      super.onIssue(request);
    }
  }

  /** Does nothing: interfaces notify ranks by events, not by responses. */
  @Override
  void answered(ReferenceTransfer transfer, long tick) {}

  /**
   * Returns whether a rank waits for the event; events of other transfers are written without a
   * waiting rank.
   */
  boolean awaitsEvent(ReferenceTransfer transfer) {
    return transfer.kind().isOneSided() || transfer.kind() == Kind.GET;
  }

  /** The event that a transfer awaits is visible. */
  void eventVisible(ReferenceTransfer transfer, long tick) {
    if (transfer.kind().isOneSided()) {
      messaging.done(transfer, tick);
    } else {
      messaging.fetched(transfer, tick);
    }
  }
}
