package io.hopwright.models.reference.ideal;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.messaging.ReferenceMessaging;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import java.util.List;

/**
 * Naive reference model of the ideal machine, written from {@code docs/models/ideal.md} alone:
 * deliveries wait in a map by tick. Confined to one thread.
 */
public final class ReferenceIdeal extends ReferenceMachine {
  private static final int NUMBERS = 1 << 28;
  private static final int KINDS = 16;

  private final ReferenceMessaging messaging;

  /**
   * Creates the machine at tick 0.
   *
   * @throws IllegalArgumentException if interfaces should handle arrivals
   */
  public ReferenceIdeal(ReferenceLogGops parameters, Software software, List<PlacedJob> jobs) {
    if (software.progress() == ProgressKind.OFFLOAD) {
      throw new IllegalArgumentException("progress is host or calls, not offload");
    }
    messaging = new ReferenceSides(this, parameters, software, jobs).messaging();
  }

  /** Returns the ranks and their measurements. */
  public ReferenceMessaging messaging() {
    return messaging;
  }

  /** A packet counts as injected. */
  void inject(ReferenceTransfer transfer) {
    inject(transfer.dataBytes(), 0);
    putInFlight(1);
    add(HOPS, 1);
  }

  /** A packet is in flight. */
  void send(ReferenceTransfer transfer, long postedTick, long deliveryTick) {
    transfer.posted(postedTick);
    add(DUE, 1);
    at(deliveryTick, () -> deliver(transfer, postedTick));
  }

  @Override
  protected void act() {
    messaging.act(now());
  }

  private void deliver(ReferenceTransfer transfer, long postedTick) {
    messaging.deliver(transfer, 0, now());
    final long sequence = KINDS * (transfer.messageNumber() % NUMBERS) + transfer.kind().number();
    deliver(
        transfer.sourceNode(), transfer.destinationNode(), 0, sequence, 0, transfer.dataBytes());
    respond(postedTick, postedTick, 1, now() - postedTick);
  }

  /** Returns whether packets cannot all be followed: "with run.end = ticks jobs are cut off". */
  @Override
  public boolean isEndless() {
    return true;
  }

  @Override
  public boolean isSettled() {
    return messaging.haveAllEnded();
  }

  /**
   * Returns whether ranks are blocked. Only ranks and their messages are events here; sides that
   * become free are none.
   */
  @Override
  public boolean ranksBlocked() {
    return messaging.areJobsAtRest(tick());
  }

  /** Checks nothing: there are no buffers, and messaging detects duplicate deliveries. */
  @Override
  public void checkConservation() {}
}
