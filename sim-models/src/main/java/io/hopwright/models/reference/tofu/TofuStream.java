package io.hopwright.models.reference.tofu;

/** Messages of a command queue of a TNI, sent one after the other, "packet by packet". */
abstract class TofuStream {
  static final long NEVER = Long.MAX_VALUE;

  final int number;
  final ReferenceTofu machine;
  final TofuTni tni;
  final int node;

  /** Packets issued whose answer has not been delivered. */
  private int outstanding;

  TofuStream(TofuTni tni, int number) {
    this.tni = tni;
    this.number = number;
    machine = tni.node.machine;
    node = tni.node.number;
  }

  /** Returns the tick at which the next packet is ready; NEVER if there is none. */
  abstract long readyTick();

  /** {@code d} of the next packet. */
  abstract int nextDataBytes();

  abstract boolean isNextAnswered();

  /** Takes out the next packet to be issued. */
  abstract TofuPacket take(long tick);

  /** Returns the delay of a message: generated at b, it is ready at b + P' + S. */
  final long readyAfterTicks() {
    return (long) machine.parameters.postTicks + machine.parameters.sendTicks;
  }

  final boolean isReady(long tick) {
    return readyTick() <= tick;
  }

  /** Returns how many packets have been issued and not answered, of those that will be. */
  final int outstandingRequests() {
    return outstanding;
  }

  /**
   * Returns whether fewer than nic.outstanding packets are issued and unanswered; for packets
   * without answers it always is true.
   */
  final boolean isWindowOpen() {
    return !isNextAnswered() || outstanding < machine.parameters.outstanding;
  }

  final TofuPacket issue(long tick) {
    final TofuPacket packet = take(tick);
    outstanding += packet.answered ? 1 : 0;
    return packet;
  }

  /** An answer has been delivered. */
  final void answered() {
    outstanding--;
  }

  final boolean isSilent() {
    return readyTick() == NEVER && outstanding == 0;
  }

  @Override
  public String toString() {
    return String.format("ready since %d, %d unanswered", readyTick(), outstanding);
  }
}
