package io.hopwright.models.reference.tnw;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import java.util.ArrayList;
import java.util.List;

/** Lines of a message in flight to the NWP (section "Pput"). Confined to the machine's thread. */
final class TnwLines {
  private final ReferenceTnw machine;
  private final TnwNode node;
  private final TnwMessage message;
  private final List<TnwPacket> packets = new ArrayList<>();

  /** Line at each position. */
  private final int[] order;

  private int position;
  private long earliest;
  private TnwItem before;

  /**
   * Lines that have not been issued yet.
   *
   * @param earliest tick of the first one
   * @param before the line that has to have started then, null if none
   */
  TnwLines(TnwMessage message, long earliest, TnwItem before, TnwNode node, ReferenceTnw machine) {
    this.message = message;
    this.earliest = earliest;
    this.before = before;
    this.node = node;
    this.machine = machine;
    final int each = machine.parameters.linesPerPacket;
    for (int i = 0; i < message.packets(); i++) {
      packets.add(new TnwPacket(message, i, each));
    }
    order = new int[message.packets() * each];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    if (machine.parameters.disorder > 0) {
      disorder();
    }
  }

  private void disorder() {
    for (int i = 0; i < order.length - 1; i++) {
      final long draw =
          machine.draws.draw(
              Purpose.FLUSH, message.source(), 2 * message.firstNumber() + i, message.channel());
      if (ReferenceDraws.chance(draw, machine.parameters.disorder)) {
        order[i] = i + 1;
        order[i + 1] = i;
        i++;
      }
    }
  }

  boolean isDone() {
    return position == order.length;
  }

  /** Returns the line issued last, null before the first of all. */
  TnwItem before() {
    return before;
  }

  /** Returns the first tick at which the line after the last one may be issued. */
  long nextTick() {
    return earliest;
  }

  /** Issues a line, if one may be issued in this tick. */
  void step() {
    final long tick = machine.now();
    machine.wake(earliest);
    if (isDone() || tick < earliest || (before != null && before.startTick >= tick)) {
      return;
    }
    final TnwPacket packet = packets.get(order[position] / machine.parameters.linesPerPacket);
    final TnwOutput output = node.outputs[message.port()];
    if (packet.slotTick < 0) {
      if (output.freeSlots == 0) {
        return;
      }
      node.takeSlot(packet);
    }
    final int line = order[position];
    final int at = position;
    before =
        node.hostOf(message.port())
            .send(machine.parameters.storeTicks, () -> arrive(packet, line, at));
    position++;
    earliest = tick + machine.parameters.lineTicks;
    machine.wake(Math.max(earliest, tick + 1));
  }

  private void arrive(TnwPacket packet, int line, int at) {
    if (line != at && !machine.parameters.reorder) {
      throw new IllegalStateException(
          String.format(
              "line out of order without nwp.reorder: node %d, port %d, VC %d, tick %d",
              message.source(), message.port(), message.vc(), machine.now()));
    }
    packet.linesMissing--;
    if (packet.linesMissing == 0) {
      node.outputs[message.port()].join(packet);
    }
  }
}
