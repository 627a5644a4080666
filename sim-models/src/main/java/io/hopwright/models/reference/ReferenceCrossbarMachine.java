package io.hopwright.models.reference;

import java.util.ArrayList;
import java.util.List;

/**
 * Machine of routers: ideal crossbars, or others that forward packets from port to port. Confined
 * to one thread.
 *
 * @param <R> its routers
 */
public abstract class ReferenceCrossbarMachine<R extends ReferenceRouter> extends ReferenceMachine {
  /** By number. */
  protected final List<R> routers = new ArrayList<>();

  private long queued;

  /** Returns a router. */
  public final R router(int number) {
    return routers.get(number);
  }

  /** Returns whether nothing waits or is in progress and every credit is back at its sender. */
  public final boolean isHome() {
    return routers.stream().allMatch(ReferenceRouter::isHome);
  }

  /** Returns the exception for a wrong delivery. */
  protected final IllegalStateException wrong(
      String what, ReferenceCrossbarPacket packet, int node) {
    return new IllegalStateException(
        String.format(
            "tick %d: node %d received %s after %d links; wrong %s, or delivered before",
            now(), node, packet, packet.links(), what));
  }

  /** Counts packets that join a queue of a router; fewer than 0 leave one. */
  public final void queue(int more) {
    queued += more;
  }

  @Override
  public final long packetsQueued() {
    return queued;
  }

  @Override
  public final void checkConservation() {
    routers.forEach(ReferenceRouter::checkConservation);
  }

  @Override
  public final long describeWaiting(StringBuilder report) {
    return super.describeWaiting(report)
        + routers.stream().mapToLong(router -> router.describeWaiting(report)).sum();
  }
}
