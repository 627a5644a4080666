package io.hopwright.models.reference.tnw;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import java.util.ArrayList;
import java.util.List;

/** The lines of a message on their way to the NWP: "Pput". Confined to the machine's thread. */
final class TnwLines {
  private final TnwMachineParts parts;
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
  TnwLines(TnwMessage message, long earliest, TnwItem before, TnwNode node, TnwMachineParts parts) {
    this.message = message;
    this.earliest = earliest;
    this.before = before;
    this.node = node;
    this.parts = parts;
    final int each = parts.parameters().linesPerPacket;
    for (int i = 0; i < message.packets(); i++) {
      packets.add(new TnwPacket(message, i, each));
    }
    order = new int[message.packets() * each];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    if (parts.parameters().disorder > 0) {
      disorder();
    }
  }

  private void disorder() {
    for (int i = 0; i < order.length - 1; i++) {
      final long draw =
          parts
              .draws()
              .draw(
                  Purpose.FLUSH,
                  message.source(),
                  2 * message.firstNumber() + i,
                  message.channel());
      if (ReferenceDraws.chance(draw, parts.parameters().disorder)) {
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
    final long tick = parts.clock().tick;
    parts.clock().look(earliest);
    if (isDone() || tick < earliest || (before != null && before.startTick >= tick)) {
      return;
    }
    final TnwPacket packet = packets.get(order[position] / parts.parameters().linesPerPacket);
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
            .send(parts.parameters().storeTicks, () -> arrive(packet, line, at));
    position++;
    earliest = tick + parts.parameters().lineTicks;
    parts.clock().look(Math.max(earliest, tick + 1));
  }

  private void arrive(TnwPacket packet, int line, int at) {
    if (line != at && !parts.parameters().reorder) {
      throw new IllegalStateException(
          "line out of order without nwp.reorder: node "
              + message.source()
              + ", port "
              + message.port()
              + ", VC "
              + message.vc()
              + ", tick "
              + parts.clock().tick);
    }
    packet.linesMissing--;
    if (packet.linesMissing == 0) {
      node.outputs[message.port()].join(packet);
    }
  }
}
