package io.hopwright.models.reference.tofu;

/** A command queue of a TNI and the messages of its stream, "packet by packet". */
final class TofuStream {
  static final long NEVER = Long.MAX_VALUE;

  final int number;
  private final ReferenceTofu machine;
  private final TofuTni tni;
  private final int node;

  /** The message whose packet {@code i} goes out next. */
  private long message;

  private int i;

  /** Bytes of that message. */
  private int messageBytes;

  /** Birth of that message; NEVER if there is none, or with saturated sources none yet. */
  private long birthTick;

  /** Packets issued whose answer has not been delivered. */
  private int outstanding;

  TofuStream(TofuTni tni, int number) {
    this.tni = tni;
    this.number = number;
    machine = tni.node.machine;
    node = tni.node.number;
    begin(number, -1);
  }

  private void begin(long next, long birthTickBefore) {
    message = next;
    i = 0;
    messageBytes = machine.traffic.messageBytes(node, message);
    birthTick = machine.traffic.birthTick(node, message, birthTickBefore);
  }

  private boolean isSaturated() {
    return machine.parameters.saturated && machine.traffic.hasMessage(node, message);
  }

  /** When the next packet is ready; NEVER if there is none. */
  long readyTick() {
    if (isSaturated()) {
      return readyAfterTicks();
    }
    return birthTick == NEVER ? NEVER : birthTick + readyAfterTicks();
  }

  private long readyAfterTicks() {
    return machine.parameters.postTicks + machine.parameters.sendTicks;
  }

  boolean isReady(long tick) {
    return readyTick() <= tick;
  }

  /** {@code d} of the next packet. */
  int nextDataBytes() {
    return switch (machine.parameters.operation) {
      case PUT -> machine.traffic.movedBytes(messageBytes, i);
      case GET -> 0;
      case ARMW -> TofuPacket.ARMW_BYTES;
    };
  }

  /** "Fewer than nic.outstanding packets issued and not answered; for all others always open". */
  boolean isWindowOpen() {
    return !machine.traffic.isAnswered(messageBytes, i)
        || outstanding < machine.parameters.outstanding;
  }

  /** Takes out the next packet. */
  TofuPacket issue(long tick) {
    if (isSaturated() && i == 0) {
      birthTick = tick - readyAfterTicks();
    }
    final TofuPacket packet = TofuPacket.request(machine, node, tni.number, message, i, birthTick);
    outstanding += packet.answered ? 1 : 0;
    i++;
    if (i == machine.traffic.packets(messageBytes)) {
      begin(message + machine.traffic.streams(), birthTick);
    }
    return packet;
  }

  /** An answer has been delivered. */
  void answered() {
    outstanding--;
  }

  boolean isSilent() {
    return readyTick() == NEVER && outstanding == 0;
  }

  @Override
  public String toString() {
    return String.format("packet %d of message %d, %d unanswered", i, message, outstanding);
  }
}
