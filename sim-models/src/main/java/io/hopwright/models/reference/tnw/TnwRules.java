package io.hopwright.models.reference.tnw;

/** Rules of {@code docs/models/tnw.md} that tests replace by wrong ones. Immutable. */
class TnwRules {
  /** Returns when a RESTART is in effect, after it was sent. */
  long restartTicks(long checkTicks) {
    return checkTicks - 136;
  }

  /** Returns whether a RESTART is followed by all of the txBuffer. */
  boolean resendsAll() {
    return true;
  }

  /** Returns whether a receiver that discards says so of each packet. */
  boolean answersWhileDiscarding() {
    return false;
  }

  /** Returns whether feedback may leave while a packet does. */
  boolean feedbackCutsIn() {
    return false;
  }

  /** Returns how long feedback keeps an output busy. */
  long feedbackBusyTicks() {
    return 0;
  }

  /** Returns what a resent packet adds to the charge of its VC. */
  int resentCharge() {
    return 0;
  }

  /** Returns when the room of a packet is free, after its match. */
  long spaceTicks(long dataTicks) {
    return dataTicks;
  }

  /** Returns the number of an error's draw. */
  long errorNumber(long transmission, long packet) {
    return transmission;
  }

  /** Returns whether a packet whose VC has no room holds up the packets of other VCs. */
  boolean holdsUpOthers() {
    return true;
  }

  /** Returns the VC of DATA of a slot. */
  int dataVc(int slot) {
    return 1 + slot;
  }

  /** Returns the sender of an output that issues packets on a VC. */
  int sender(int vc) {
    return vc == 0 ? 0 : 1;
  }

  /** Returns which of the two links of a dimension of 2 a message takes. */
  int linkOfTwo(long message) {
    return (int) (message % 2);
  }

  /** Returns whether a credit for VC 0 that is used up comes back. */
  boolean returnsCredits() {
    return true;
  }

  /** Returns whether the last packet of DATA counts with its received notify. */
  boolean lastCountsWithNotify() {
    return true;
  }
}
