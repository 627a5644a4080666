package io.hopwright.models.reference.messaging;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceMachine;
import java.util.List;

/**
 * Network interfaces of all nodes of a machine that runs jobs, as messaging uses them; a subclass
 * adds the rules of the machine's page. It calls {@link ReferenceMessaging#deliver} and {@link
 * ReferenceMessaging#entered}.
 *
 * @param <M> the machine
 */
public abstract class ReferenceInterface<M extends ReferenceMachine> {
  protected final M machine;
  protected final ReferenceMessaging messaging;

  /**
   * Connects jobs with a machine, which already knows the failure times of its nodes; nothing else
   * of the interface is used before construction is complete.
   *
   * @param rate ticks of the machine per second
   */
  @SuppressWarnings("this-escape")
  protected ReferenceInterface(
      M machine, Software software, List<PlacedJob> jobs, long seed, TickRate rate) {
    this.machine = machine;
    messaging = new ReferenceMessaging(software, jobs, seed, rate, this);
    machine.host(messaging);
  }

  /** Returns the ranks and their measurements. */
  public final ReferenceMessaging messaging() {
    return messaging;
  }

  /**
   * Something has its last packet issued in this tick: it "has entered the network" in the next.
   */
  protected final void entersNext(ReferenceTransfer transfer) {
    final long tick = machine.now() + 1;
    machine.at(tick, () -> messaging.entered(transfer, tick));
  }

  /** Returns {@code P}: the largest number of bytes of a transfer in a packet. */
  public abstract long payloadBytes();

  /** Returns {@code P}, if it depends on the transfer. */
  public long payloadBytes(ReferenceTransfer transfer) {
    return payloadBytes();
  }

  /** Returns whether a piece of work that posts a transfer to another node at its end may begin. */
  public boolean canSend(int node, long tick) {
    return true;
  }

  /**
   * Returns whether a transfer is posted when the piece of work that sends it begins, not when it
   * ends.
   */
  public boolean postsAtBeginning() {
    return false;
  }

  /**
   * Returns the tick at which a node fails and its ranks end; {@code Long.MAX_VALUE} if it does not
   * fail.
   */
  public long failureTick(int node) {
    return Long.MAX_VALUE;
  }

  /** Posts a transfer to another node. */
  public abstract void post(ReferenceTransfer transfer, long tick);

  /** Records the end of a piece of work that has sent a transfer to another node. */
  public void sent(ReferenceTransfer transfer, long tick) {}

  /** Answers a GET from another node that counts in this tick: posts DATA, now or later. */
  public abstract void answer(ReferenceTransfer data, long tick);

  /** Handles a transfer of a one-sided operation that counts in this tick at its destination. */
  public void arrives(ReferenceTransfer transfer, long tick) {
    throw new IllegalStateException(transfer + " is no arrival here");
  }

  /**
   * Returns whether faults have lost packets of a transfer, or prevented their issue, and no other
   * packet of it is in progress.
   */
  public boolean hasLost(ReferenceTransfer transfer) {
    return false;
  }

  /** Records that a node with two or more joins a collective by hardware. */
  public void joins(ReferenceCommunicator communicator, int node, long tick) {
    throw new IllegalStateException("no hardware joins " + communicator);
  }

  /** Returns whether any part of a collective by hardware is in progress that nodes have joined. */
  public boolean isUnderWay(ReferenceCommunicator communicator) {
    return false;
  }

  /** Returns whether an arrival from another node may be handled. */
  public boolean canTakeIn(int node, long tick) {
    return true;
  }

  /**
   * Returns the ticks for the bytes of an arrival from another node; {@code ticks} are the
   * software's.
   */
  public long bytesTicks(ReferenceTransfer transfer, long ticks) {
    return ticks;
  }

  /** Records that the handling of an arrival from another node begins. */
  public void takesIn(ReferenceTransfer transfer, long tick) {}

  /**
   * Performs the actions of an interface after the arrivals of a tick and before processors begin
   * work.
   */
  public void beforeProcessors(int node, long tick) {}
}
