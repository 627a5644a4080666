package io.hopwright.models.reference.bluegene;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.messaging.ReferenceInterface;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import java.util.IdentityHashMap;
import java.util.List;

/** Section "Programs" of {@code docs/models/bluegene-l.md}. */
final class ReferenceTorusJobs extends ReferenceInterface<ReferenceTorus> {
  /** {@code P}. */
  private static final int PAYLOAD_BYTES = 240;

  private static final long PACKET_OVERHEAD_BYTES = 16;
  private static final int NUMBERS_OF_TRANSFER = 4_099;
  private static final int SEQUENCE_BITS = 24;

  /** Bits of a packet's word without its source, hops and sequence number. */
  private static final int OTHER_BITS = 56;

  /**
   * Ticks by which packets behind a header packet request later, as the header is written before
   * them.
   */
  private static final long BEHIND_HEADER_TICKS = 1;

  /** Packet {@code number} of a transfer. */
  private record Part(ReferenceTransfer transfer, long number) {}

  /** Transfers of the packets in flight. */
  private final IdentityHashMap<ReferencePacket, Part> parts = new IdentityHashMap<>();

  /** Count of sequence numbers before they begin anew. */
  private final long numbers;

  /** {@code j}, by core of each node. */
  private final long[][] transfers;

  /** {@code s} of the next packet, by core of each node. */
  private final long[][] packets;

  /** Packets that have not been granted an output, by transfer. */
  private final IdentityHashMap<ReferenceTransfer, Long> waiting = new IdentityHashMap<>();

  ReferenceTorusJobs(ReferenceTorus torus, Software software, List<PlacedJob> jobs, TickRate rate) {
    super(torus, software, jobs, torus.config.seed, rate);
    numbers = 1L << (sequenceBits(torus.config) - 2);
    transfers = new long[torus.config.nodes()][torus.config.cores];
    packets = new long[torus.config.nodes()][torus.config.cores];
    if (software.get()) {
      throw new IllegalArgumentException("the interface does not answer a GET");
    }
    if (messaging.slots() > torus.config.cores) {
      throw new IllegalArgumentException("a node has " + torus.config.cores + " slots");
    }
  }

  /** {@code b}. */
  private static int sequenceBits(ReferenceConfig config) {
    int used = Integer.toBinaryString(config.nodes() - 1).length();
    for (int extent : config.extents) {
      final int most = !config.dead.hasNone() ? extent - 1 : extent / 2;
      used += most == 0 ? 0 : Integer.toBinaryString(most).length();
    }
    return Math.min(SEQUENCE_BITS, OTHER_BITS - used);
  }

  @Override
  public long payloadBytes() {
    return PAYLOAD_BYTES;
  }

  /**
   * Posts a transfer to a FIFO: "join injection FIFO j mod 6, in virtual node mode 3c + j mod 3",
   * or {@code s} for j.
   */
  @Override
  public void post(ReferenceTransfer transfer, long tick) {
    final int node = transfer.sourceNode();
    final int core = transfer.sourceSlot();
    final long fifosOfCore = machine.config.cores == 2 ? 3 : 6;
    final long j = transfers[node][core]++;
    waiting.put(transfer, transfer.packets(PAYLOAD_BYTES));
    for (long i = 0; i < transfer.packets(PAYLOAD_BYTES); i++) {
      final long s = packets[node][core]++;
      final long turn = machine.config.packetsInTurn ? s : j;
      final int fifo = (int) (fifosOfCore * core + turn % fifosOfCore);
      final long q =
          4 * ((NUMBERS_OF_TRANSFER * j + i) % numbers)
              + 2L * transfer.sourceSlot()
              + transfer.destinationSlot();
      final long filled = PACKET_OVERHEAD_BYTES + transfer.packetBytes(i, PAYLOAD_BYTES);
      final int chunks =
          (int) ((filled + ReferencePacket.CHUNK_BYTES - 1) / ReferencePacket.CHUNK_BYTES);
      final ReferencePacket packet =
          machine.traffic.ofTransfer(transfer, i, q, ReferencePacket.CHUNK_BYTES * chunks, tick);
      parts.put(packet, new Part(transfer, i));
      machine.node(node).inject(packet, fifo, i == 0 ? 0 : BEHIND_HEADER_TICKS);
    }
  }

  @Override
  public void answer(ReferenceTransfer data, long tick) {
    throw new IllegalStateException("the interface does not answer a GET");
  }

  /** "A transfer has entered the network one tick after all its packets were granted an output". */
  void onGrant(ReferencePacket packet) {
    final ReferenceTransfer transfer = parts.get(packet.born()).transfer;
    if (waiting.merge(transfer, -1L, Long::sum) == 0) {
      waiting.remove(transfer);
      entersNext(transfer);
    }
  }

  void deliver(ReferencePacket packet, long tick) {
    final Part part = parts.remove(packet.born());
    messaging.deliver(part.transfer, part.number, tick);
  }
}
