package io.hopwright.models.reference.bluegene;

import static io.hopwright.models.reference.bluegene.ReferencePacket.NEVER;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Times at which a node becomes idle, permanently or because it waits for something that never
 * comes.
 */
final class ReferenceRest {
  private static final String[] PORTS = {"x+", "x-", "y+", "y-", "z+", "z-"};

  private ReferenceRest() {}

  /**
   * Returns whether nothing waits to be injected or received, no packet will be generated, and all
   * tokens are returned.
   */
  static boolean isSettled(ReferenceNode node, long nextTick) {
    for (final ReferenceNode.Stream stream : node.streams) {
      if (!stream.waiting.isEmpty() || stream.isToBear(nextTick)) {
        return false;
      }
    }
    return node.secondLegs.isEmpty()
        && fifos(node).stream().allMatch(fifo -> fifo.stays.isEmpty())
        && node.links.stream().allMatch(ReferenceTorusLink::isSettled);
  }

  /** Returns whether the reception FIFOs are empty. */
  static boolean isDrained(ReferenceNode node) {
    return Arrays.stream(node.reception)
        .flatMap(Arrays::stream)
        .allMatch(ReferenceFifo.Reception::isEmpty);
  }

  /**
   * Returns whether nothing will happen in {@code nextTick} or later: no head found anything
   * available in the tick before, and nothing in flight would change that.
   */
  static boolean isAsleep(ReferenceNode node, long nextTick) {
    return !node.isArbitrating()
        && node.secondLegs.isEmpty()
        && node.streams.stream().noneMatch(stream -> stream.isToBear(nextTick))
        && fifos(node).stream().allMatch(fifo -> isAsleep(fifo, nextTick))
        && node.links.stream().allMatch(link -> link.isAsleep(nextTick))
        && Arrays.stream(node.reception)
            .flatMap(Arrays::stream)
            .noneMatch(ReferenceFifo.Reception::isDraining);
  }

  private static boolean isAsleep(ReferenceFifo fifo, long nextTick) {
    final ReferenceFifo.Stay head = fifo.stays.peek();
    return fifo.tailLeavesTick == NEVER
        && (head == null || (head.requestTick() < nextTick && head.bypassTick() < nextTick));
  }

  /** Appends a line for each FIFO whose head waits; returns the number of packets that wait. */
  static long describeWaiting(ReferenceNode node, StringBuilder report) {
    long waiting = 0;
    for (final ReferenceFifo fifo : fifos(node)) {
      if (!fifo.stays.isEmpty() && fifo.tailLeavesTick == NEVER) {
        report.append("node ").append(node.node).append(": ").append(fifo).append(" waits for");
        report.append(wants(node, fifo.stays.element().packet())).append('\n');
        waiting += fifo instanceof ReferenceFifo.Injection ? 1 : fifo.stays.size();
      }
    }
    return waiting;
  }

  private static String wants(ReferenceNode node, ReferencePacket packet) {
    if (packet.isAtItsEnd(node.node)) {
      return " its reception FIFO";
    }
    final StringBuilder wants = new StringBuilder();
    for (int d = 0; d < PORTS.length; d++) {
      if ((packet.hintBits & (1 << d)) != 0) {
        wants.append(' ').append(PORTS[d]).append(" (tokens");
        Arrays.stream(node.outputs[d].tokens).forEach(tokens -> wants.append(' ').append(tokens));
        wants.append(')');
      }
    }
    return wants.toString();
  }

  /** All FIFOs that heads request from. */
  static List<ReferenceFifo> fifos(ReferenceNode node) {
    final List<ReferenceFifo> fifos = new ArrayList<>(List.of(node.injection));
    for (final ReferenceNode.Receiver receiver : node.receivers) {
      if (receiver != null) {
        fifos.addAll(List.of(receiver.vc));
      }
    }
    return fifos;
  }

  /** The name of a port. */
  static String portName(int port) {
    return PORTS[port];
  }
}
