package io.hopwright.models.reference.tnw;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Engine of an output that reads from memory (section "Nget"). Confined to the machine's thread.
 */
final class TnwReads {
  private static final int READ_PACKETS = 4;

  private final ReferenceTnw machine;
  private final TnwNode node;
  private final int port;
  private final Deque<TnwMessage> descriptors = new ArrayDeque<>();
  private int done;

  /** Messages handed over that it has not read to the end. */
  private int expected;

  private long earliest;
  private boolean reading;

  TnwReads(int port, TnwNode node, ReferenceTnw machine) {
    this.port = port;
    this.node = node;
    this.machine = machine;
  }

  /** A descriptor is on its way. */
  void expect() {
    expected++;
  }

  void add(TnwMessage message) {
    descriptors.add(message);
  }

  boolean isDone() {
    return expected == 0;
  }

  /** Returns how many reads of memory are in progress. */
  int outstandingRequests() {
    return reading ? 1 : 0;
  }

  void step() {
    if (descriptors.isEmpty() || reading || machine.now() < earliest) {
      return;
    }
    final TnwMessage message = descriptors.element();
    final int packets = Math.min(READ_PACKETS, message.packets() - done);
    if (node.outputs[port].freeSlots < packets) {
      return;
    }
    final List<TnwPacket> read = new ArrayList<>();
    for (int i = 0; i < packets; i++) {
      final TnwPacket packet = new TnwPacket(message, done + i, 0);
      node.takeSlot(packet);
      read.add(packet);
    }
    reading = true;
    node.hostOf(port).read(port, read, () -> onLast(message, packets));
  }

  private void onLast(TnwMessage message, int packets) {
    reading = false;
    earliest = machine.now() + machine.parameters.gapTicks;
    machine.wake(earliest);
    done += packets;
    if (done == message.packets()) {
      done = 0;
      descriptors.remove();
      expected--;
      node.hostOf(port).tell(48 + port, () -> node.tellSent(message));
    }
  }
}
