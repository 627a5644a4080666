package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceOperation;
import java.util.Deque;

/** Rank as its NIC sees it (section "A rank" of {@code docs/models/aries-nic.md}). */
abstract class ReferenceAriesRank {
  final ReferenceAriesNic nic;
  final int number;

  /** Descriptors of operations that have begun and are not issued to the last packet. */
  private int unfinished;

  ReferenceAriesRank(ReferenceAriesNic nic, int number) {
    this.nic = nic;
    this.number = number;
  }

  /** The machine is about to begin. */
  void start() {}

  /** Returns whether it begins its next operation in this tick. */
  abstract boolean begins(long tick);

  /** Begins. */
  abstract void begin(long tick);

  /** Returns whether its queue has a place for a descriptor of an operation, if that needs one. */
  final boolean hasPlaceFor(ReferenceOperation operation) {
    return !operation.isOfEngine() || unfinished < nic.cascade.config.aries.descriptors;
  }

  /** An operation takes a place in the queue if it needs one: it begins. */
  final void takePlace(ReferenceOperation operation) {
    unfinished += operation.isOfEngine() ? 1 : 0;
  }

  /** The last packet of an operation of the engine has been issued. */
  final void descriptorFinished() {
    unfinished--;
    if (unfinished < 0) {
      throw new IllegalStateException(this + " has finished a descriptor that it has not");
    }
  }

  final boolean hasUnfinished() {
    return unfinished > 0;
  }

  /**
   * Returns whether this is the tick in which it takes the launch server, which it may never do.
   */
  boolean launches(long tick) {
    return false;
  }

  /** Takes the launch server. */
  void launch(long tick) {
    throw new IllegalStateException(this + " is never launched");
  }

  /** Returns whether its operation may be issued. */
  abstract boolean mayIssue(long tick);

  /**
   * Returns whether its transaction must be opened first, or a descriptor of its operation written.
   */
  abstract boolean isToBeOpened();

  /** Its transaction is opened. */
  abstract void open();

  /**
   * It is through with its operation, which is one of the engine: the descriptor has taken out.
   *
   * @return the packets of the operation
   */
  abstract Deque<ReferenceNicPacket> handOver(long tick);

  /** The packet that is issued next. */
  abstract ReferenceNicPacket next();

  /** Its next packet has been issued. */
  abstract void issued(long tick);

  /** The event of one of its transactions will be visible. */
  abstract void eventVisible(ReferenceTransaction transaction, long tick);

  /** Returns whether it has no further operation, now or later. */
  abstract boolean isSilent();
}
