package io.hopwright.models.reference;

import java.util.ArrayList;
import java.util.List;

/**
 * A machine whose routers are ideal crossbars. Confined to one thread.
 *
 * @param <R> its routers
 */
public abstract class ReferenceCrossbarMachine<R extends ReferenceCrossbarRouter<?, ?>>
    extends ReferenceMachine {
  /** By number. */
  protected final List<R> routers = new ArrayList<>();

  /** Returns a router. */
  public final R router(int number) {
    return routers.get(number);
  }

  /** Returns whether nothing waits or is under way and every credit is back at its sender. */
  public final boolean isHome() {
    return routers.stream().allMatch(ReferenceCrossbarRouter::isHome);
  }

  @Override
  public final void checkConservation() {
    routers.forEach(ReferenceCrossbarRouter::checkConservation);
  }

  @Override
  public final long describeWaiting(StringBuilder report) {
    return super.describeWaiting(report)
        + routers.stream().mapToLong(router -> router.describeWaiting(report)).sum();
  }
}
