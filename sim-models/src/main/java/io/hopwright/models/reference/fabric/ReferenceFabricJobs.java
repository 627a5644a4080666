package io.hopwright.models.reference.fabric;

import io.hopwright.models.reference.messaging.ReferenceInterface;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.IdentityHashMap;

/**
 * Network interfaces of the nodes of a fabric on which jobs run: {@code
 * docs/models/fabric-jobs.md}. Confined to the thread of its machine.
 */
final class ReferenceFabricJobs extends ReferenceInterface<ReferenceFabric<?>> {
  private static final long NUMBERS_OF_TRANSFER = 4_099;
  private static final long NUMBERS = 1L << 20;

  /** Packet {@code number} of a transfer, and whether it is the last. */
  private record Part(ReferenceTransfer transfer, long number, boolean last) {}

  /** Transfers of the packets that are not delivered. */
  private final IdentityHashMap<FabricPacket, Part> parts = new IdentityHashMap<>();

  /** {@code j}, by node. */
  private final long[] transfers;

  ReferenceFabricJobs(ReferenceFabric<?> machine, FabricReference.Programs programs, long seed) {
    super(machine, programs.software(), programs.jobs(), seed, programs.rate());
    transfers = new long[machine.value.nodes()];
  }

  /** {@code D}. */
  @Override
  public long payloadBytes() {
    return machine.value.packets.dataBytes();
  }

  /** Posts a transfer: "a transfer that is posted at t joins the end of the queue at t." */
  @Override
  public void post(ReferenceTransfer transfer, long tick) {
    final int node = transfer.sourceNode();
    final long j = transfers[node]++;
    final long packets = transfer.packets(payloadBytes());
    for (long i = 0; i < packets; i++) {
      final FabricPacket packet =
          new FabricPacket(
              node,
              transfer.destinationNode(),
              (NUMBERS_OF_TRANSFER * j + i) % NUMBERS,
              tick,
              (int) transfer.packetBytes(i, payloadBytes()),
              machine.value.packets.flits(
                  (int) transfer.packetBytes(i, payloadBytes()), machine.value.eta()));
      parts.put(packet, new Part(transfer, i, i == packets - 1));
      machine.node(node).post(packet);
    }
  }

  /**
   * Answers a GET: "DATA is posted in the tick in which the GET counts, and joins the same queue."
   */
  @Override
  public void answer(ReferenceTransfer data, long tick) {
    post(data, tick);
  }

  /** Records an arrival: "a PUT, a READ or an AMO counts … an operation is globally complete". */
  @Override
  public void arrives(ReferenceTransfer transfer, long tick) {
    switch (transfer.kind()) {
      case PUT -> answerBy(Kind.DONE, transfer, tick);
      case READ, AMO -> answerBy(Kind.VALUE, transfer, tick);
      default -> messaging.done(transfer, tick);
    }
  }

  private void answerBy(Kind kind, ReferenceTransfer asking, long tick) {
    final ReferenceTransfer answer = messaging.answering(kind, asking);
    answer.posted(tick);
    post(answer, tick);
  }

  /**
   * Records an issue: a transfer has entered the network one tick after its last packet has begun
   * to leave.
   */
  void onIssue(FabricPacket packet) {
    if (parts.get(packet).last) {
      entersNext(parts.get(packet).transfer);
    }
  }

  void deliver(FabricPacket packet) {
    final Part part = parts.remove(packet);
    messaging.deliver(part.transfer, part.number, machine.now());
  }
}
