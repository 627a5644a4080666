package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.messaging.ReferenceTransfer;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.ArrayDeque;
import java.util.Deque;

/** Posted transfers of programs (section "Programs" in section "Workloads"). */
final class TofuTransferStream extends TofuStream {
  private static final int NUMBERS_OF_TRANSFER = 4_099;

  /** Packet {@code i} of transfer {@code j} of the node. */
  private record Part(ReferenceTransfer transfer, long j, long i, long postTick) {}

  private final Deque<Part> posted = new ArrayDeque<>();

  /** Limit of numbers: 2^s with s = 27, above 2¹⁸ nodes s = 63 − 2·⌈log₂ N⌉. */
  private final long numbers;

  TofuTransferStream(TofuTni tni, int number) {
    super(tni, number);
    final int log = Integer.SIZE - Integer.numberOfLeadingZeros(machine.topology.nodes() - 1);
    numbers = 1L << (machine.topology.nodes() > 1 << 18 ? 63 - 2 * log : 27);
  }

  void post(ReferenceTransfer transfer, long j, long tick) {
    machine.wake(tick + readyAfterTicks());
    for (long i = 0; i < packets(transfer); i++) {
      posted.add(new Part(transfer, j, i, tick));
    }
  }

  private long packets(ReferenceTransfer transfer) {
    return packets(transfer, machine.parameters.mtuBytes);
  }

  /** Returns the packets of the requester; a get is sent as ⌈b / mtu⌉ GETs. */
  static long packets(ReferenceTransfer transfer, long mtuBytes) {
    return transfer.kind() == Kind.READ
        ? (transfer.messageBytes() + mtuBytes - 1) / mtuBytes
        : transfer.packets(mtuBytes);
  }

  private TofuPacket.Kind nextKind() {
    return switch (posted.element().transfer.kind()) {
      case READ -> TofuPacket.Kind.GET;
      case AMO -> TofuPacket.Kind.ARMW;
      default -> TofuPacket.Kind.PUT;
    };
  }

  /** Bytes that the next packet moves. */
  private int nextMovedBytes() {
    final Part part = posted.element();
    final long mtu = machine.parameters.mtuBytes;
    return (int)
        switch (part.transfer.kind()) {
          case READ -> Math.min(mtu, part.transfer.messageBytes() - part.i * mtu);
          case AMO -> TofuPacket.ARMW_BYTES;
          default -> Math.max(1, part.transfer.packetBytes(part.i, mtu));
        };
  }

  @Override
  long readyTick() {
    return posted.isEmpty() ? NEVER : posted.element().postTick + readyAfterTicks();
  }

  @Override
  int nextDataBytes() {
    return nextKind() == TofuPacket.Kind.GET ? 0 : nextMovedBytes();
  }

  private boolean isNextLast() {
    final Part part = posted.element();
    return part.i == packets(part.transfer) - 1;
  }

  @Override
  boolean isNextAnswered() {
    return nextKind() != TofuPacket.Kind.PUT
        || (isNextLast()
            && (machine.parameters.acknowledge || posted.element().transfer.kind() == Kind.PUT));
  }

  @Override
  TofuPacket take(long tick) {
    final Part part = posted.element();
    final int target = part.transfer.destinationNode();
    final long sequence = (NUMBERS_OF_TRANSFER * part.j + part.i) % numbers;
    final TofuPacket packet =
        TofuPacket.request(
            machine,
            nextKind(),
            this,
            target,
            tni.number,
            sequence,
            machine.path(node, target, sequence / NUMBERS_OF_TRANSFER),
            nextMovedBytes(),
            isNextAnswered(),
            part.postTick);
    machine.jobs.onIssue(packet, part.transfer, part.i, isNextLast());
    posted.remove();
    return packet;
  }
}
