package io.hopwright.models.reference.tofu;

/** Messages {@code m}, {@code m + k·c}, … of a workload that does not react to the network. */
final class TofuWorkloadStream extends TofuStream {
  /** The message whose packet {@code i} goes out next. */
  private long message;

  private int i;

  /** Bytes of that message. */
  private int messageBytes;

  /** Birth of that message; NEVER if there is none, or with saturated sources none yet. */
  private long birthTick;

  TofuWorkloadStream(TofuTni tni, int number) {
    super(tni, number);
    begin(number, -1);
  }

  private void begin(long next, long birthTickBefore) {
    message = next;
    i = 0;
    messageBytes = machine.traffic.messageBytes(node, message);
    birthTick = machine.traffic.birthTick(node, message, birthTickBefore);
    machine.wake(readyTick());
  }

  private boolean isSaturated() {
    return machine.parameters.saturated && machine.traffic.hasMessage(node, message);
  }

  @Override
  long readyTick() {
    if (isSaturated()) {
      return readyAfterTicks();
    }
    return birthTick == NEVER ? NEVER : birthTick + readyAfterTicks();
  }

  @Override
  int nextDataBytes() {
    return switch (machine.parameters.operation) {
      case PUT -> machine.traffic.movedBytes(messageBytes, i);
      case GET -> 0;
      case ARMW -> TofuPacket.ARMW_BYTES;
    };
  }

  @Override
  boolean isNextAnswered() {
    return machine.traffic.isAnswered(messageBytes, i);
  }

  @Override
  TofuPacket take(long tick) {
    if (isSaturated() && i == 0) {
      birthTick = tick - readyAfterTicks();
    }
    final TofuTraffic traffic = machine.traffic;
    final int target = traffic.destination(node, message);
    final TofuPacket packet =
        TofuPacket.request(
            machine,
            TofuPacket.Kind.of(machine.parameters.operation),
            this,
            target,
            traffic.targetTni(tni.number),
            traffic.sequence(message, i),
            machine.path(node, target, message),
            traffic.movedBytes(messageBytes, i),
            isNextAnswered(),
            birthTick);
    i++;
    if (i == traffic.packets(messageBytes)) {
      begin(message + traffic.streams(), birthTick);
    }
    return packet;
  }
}
