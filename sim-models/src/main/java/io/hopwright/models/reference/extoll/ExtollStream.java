package io.hopwright.models.reference.extoll;

/** Messages {@code s}, {@code s + u}, … of a node. Confined to the thread of its machine. */
final class ExtollStream {
  private final ReferenceExtoll machine;
  private final ExtollTraffic traffic;
  private final ExtollNode node;

  /** "Stream s is sent by unit port 7 + ((s + 1) mod 3)". */
  private final ExtollUnitPort unit;

  /** The message whose packets are not all generated. */
  private long message;

  /** The next packet of it, of saturated sources. */
  private int next;

  private boolean ended;

  ExtollStream(ReferenceExtoll machine, ExtollNode node, int number) {
    this.machine = machine;
    this.node = node;
    traffic = machine.traffic;
    unit = node.unit(ReferenceExtollTopology.FIRST_UNIT + (number + 1) % 3);
    message = number;
  }

  /** Generates its first packet, now or later. */
  void begin() {
    if (!machine.parameters.saturated) {
      expect(traffic.birthTick(node.number, message, -1));
    } else if (traffic.hasMessage(node.number, message)) {
      machine.at(0, () -> bear(0));
    } else {
      ended = true;
    }
  }

  private void expect(long birth) {
    if (birth == ExtollTraffic.NEVER) {
      ended = true;
    } else {
      machine.at(birth, () -> bearMessages(birth));
    }
  }

  /** All messages of a birth tick are generated. */
  private void bearMessages(long birth) {
    long next = birth;
    while (next == birth) {
      final int packets = ExtollTraffic.packets(traffic.messageBytes(node.number, message));
      for (int i = 0; i < packets; i++) {
        unit.queues.get(0).add(packet(i, birth));
      }
      message += machine.parameters.streams;
      next = traffic.birthTick(node.number, message, birth);
    }
    expect(next);
  }

  /** The next packet of a saturated source is generated. */
  private void bear(long birth) {
    unit.queues.get(0).add(packet(next, birth));
    next++;
    if (next == ExtollTraffic.packets(traffic.messageBytes(node.number, message))) {
      message += machine.parameters.streams;
      next = 0;
    }
  }

  /** A packet of the stream has been issued. */
  void onIssue(long tick) {
    if (machine.parameters.saturated) {
      bear(tick);
    }
  }

  private ExtollPacket packet(int i, long birth) {
    final ExtollPacket packet =
        new ExtollPacket(
            ExtollPacket.Kind.PUT,
            node.number,
            traffic.destination(node.number, message),
            unit.port,
            ExtollTraffic.dataBytes(traffic.messageBytes(node.number, message), i),
            birth,
            null);
    packet.number = traffic.number(message, i);
    return packet;
  }

  /** Returns whether nothing is left to be issued, now or later. */
  boolean isSilent() {
    return ended && unit.queues.get(0).isEmpty();
  }
}
