package io.hopwright.models.reference.cascade;

/** "A rank" of {@code docs/models/aries-nic.md}, as its NIC sees it. */
abstract class ReferenceAriesRank {
  final ReferenceAriesNic nic;
  final int number;

  ReferenceAriesRank(ReferenceAriesNic nic, int number) {
    this.nic = nic;
    this.number = number;
  }

  /** The machine is about to begin. */
  void start() {}

  /** Whether it begins its next operation in this tick. */
  abstract boolean begins(long tick);

  /** Begins. */
  abstract void begin(long tick);

  /** Whether this is the tick in which it takes the launch server, which it may never do. */
  boolean launches(long tick) {
    return false;
  }

  /** Takes the launch server. */
  void launch(long tick) {
    throw new IllegalStateException(this + " is never launched");
  }

  /** Whether its operation may be issued. */
  abstract boolean mayIssue(long tick);

  /** Whether its transaction is to be opened first, or a descriptor of its operation written. */
  abstract boolean isToBeOpened();

  /** Its transaction is opened. */
  abstract void open();

  /** Bytes of the operation that it does. */
  abstract long bytes();

  /** The packet that is issued next. */
  abstract ReferenceNicPacket next();

  /** Its next packet has been issued. */
  abstract void issued(long tick);

  /** The event of one of its transactions will be visible. */
  abstract void eventVisible(ReferenceTransaction transaction, long tick);

  /** Whether it has no further operation, now or later. */
  abstract boolean isSilent();
}
