package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.messaging.ReferenceTransfer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Transfers of programs that have been posted: "Programs" in section "Workloads". */
final class TofuTransferStream extends TofuStream {
  private static final int NUMBERS_OF_TRANSFER = 4_099;
  private static final long NUMBERS = 1L << 27;

  /** Packet {@code i} of transfer {@code j} of the node. */
  private record Part(ReferenceTransfer transfer, long j, long i, long postTick) {}

  private final Deque<Part> posted = new ArrayDeque<>();

  TofuTransferStream(TofuTni tni, int number) {
    super(tni, number);
  }

  void post(ReferenceTransfer transfer, long j, long tick) {
    for (long i = 0; i < packets(transfer); i++) {
      posted.add(new Part(transfer, j, i, tick));
    }
  }

  private long packets(ReferenceTransfer transfer) {
    return transfer.packets(machine.parameters.mtuBytes);
  }

  @Override
  long readyTick() {
    return posted.isEmpty() ? NEVER : posted.element().postTick + readyAfterTicks();
  }

  @Override
  int nextDataBytes() {
    final Part part = posted.element();
    return (int) Math.max(1, part.transfer.packetBytes(part.i, machine.parameters.mtuBytes));
  }

  private boolean isNextLast() {
    final Part part = posted.element();
    return part.i == packets(part.transfer) - 1;
  }

  @Override
  boolean isNextAnswered() {
    return machine.parameters.acknowledge && isNextLast();
  }

  @Override
  TofuPacket take(long tick) {
    final Part part = posted.element();
    final int target = part.transfer.destinationNode();
    final long sequence = (NUMBERS_OF_TRANSFER * part.j + part.i) % NUMBERS;
    final TofuPacket packet =
        TofuPacket.request(
            machine,
            TofuPacket.Kind.PUT,
            this,
            target,
            tni.number,
            sequence,
            machine.path(node, target, sequence / NUMBERS_OF_TRANSFER),
            nextDataBytes(),
            isNextAnswered(),
            part.postTick);
    machine.jobs.onIssue(packet, part.transfer, part.i, isNextLast());
    posted.remove();
    return packet;
  }
}
