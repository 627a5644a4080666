package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.ReferenceCascadeJobs.Part;
import io.hopwright.models.reference.cascade.routing.ReferenceAriesParameters;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.cascade.routing.ReferenceOperation;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;

/** Slot of "Programs" of {@code docs/models/aries-nic.md}, whose operations are transfers. */
final class ReferenceTransferRank extends ReferenceAriesRank {
  private final ReferenceAriesJobs jobs;

  /** {@code S}. */
  private final int slots;

  /** {@code j} of the next transfer. */
  private long transfers;

  /** Posted operations that the rank has not finished, as the remaining packets of each. */
  private final Deque<Deque<ReferenceNicPacket>> operations = new ArrayDeque<>();

  /** Whether the first of them has begun. */
  private boolean begun;

  /** Transfers whose events are not written yet. */
  private final IdentityHashMap<ReferenceTransaction, ReferenceTransfer> awaited =
      new IdentityHashMap<>();

  ReferenceTransferRank(ReferenceAriesNic nic, int number, ReferenceAriesJobs jobs) {
    super(nic, number);
    this.jobs = jobs;
    slots = jobs.slots();
  }

  /** "What it is". */
  private ReferenceOperation operation(ReferenceTransfer transfer) {
    final boolean large = bytes(transfer) > nic.cascade.config.aries.bteBytes;
    return switch (transfer.kind()) {
      case READ, GET -> large ? ReferenceOperation.BTE_GET : ReferenceOperation.GET;
      case AMO -> ReferenceOperation.FETCH_AMO;
      case PUT, DATA -> large ? ReferenceOperation.BTE_PUT : ReferenceOperation.PUT;
      default -> ReferenceOperation.PUT;
    };
  }

  private static long bytes(ReferenceTransfer transfer) {
    return switch (transfer.kind()) {
      case READ, GET -> transfer.messageBytes();
      case AMO -> ReferenceAriesParameters.WORD;
      default -> transfer.lengthBytes();
    };
  }

  /** Generates a transfer with all its packets when it is posted. */
  void post(ReferenceTransfer transfer, long tick) {
    final long bytes = bytes(transfer);
    final long packets = ReferenceCascadePacket.ceilDiv(bytes, ReferenceCascadeJobs.PAYLOAD_BYTES);
    final ReferenceTransaction transaction = new ReferenceTransaction(this, tick, false);
    final Deque<ReferenceNicPacket> operation = new ArrayDeque<>();
    for (long i = 0; i < packets; i++) {
      final ReferenceNicPacket packet =
          new ReferenceNicPacket(
              nic.node,
              transaction,
              transfer.destinationNode(),
              sequence(i),
              sequence(packets - 1),
              operation(transfer),
              (int)
                  Math.min(
                      ReferenceCascadeJobs.PAYLOAD_BYTES,
                      bytes - i * ReferenceCascadeJobs.PAYLOAD_BYTES),
              (long) ReferenceAriesParameters.WORD * transfer.destinationSlot(),
              i == packets - 1,
              tick);
      jobs.posted(packet, new Part(transfer, i, i == packets - 1));
      operation.add(packet);
    }
    transfers++;
    operations.add(operation);
    awaited.put(transaction, transfer);
  }

  /** {@code q} of a packet of the next transfer. */
  private long sequence(long i) {
    final long ofSlot = ReferenceCascadeJobs.NUMBERS_OF_TRANSFER * transfers + i;
    return (slots * ofSlot + number) % ReferenceCascadeJobs.NUMBERS;
  }

  private ReferenceTransaction transaction() {
    return next().transaction;
  }

  @Override
  boolean begins(long tick) {
    return !begun
        && !operations.isEmpty()
        && hasPlaceFor(next().operation)
        && nic.transactions() < nic.cascade.config.aries.transactions;
  }

  @Override
  void begin(long tick) {
    begun = true;
    takePlace(next().operation);
    nic.begun();
  }

  @Override
  boolean mayIssue(long tick) {
    return begun;
  }

  @Override
  boolean isToBeOpened() {
    return !transaction().isOpened();
  }

  @Override
  void open() {
    transaction().open();
  }

  @Override
  Deque<ReferenceNicPacket> handOver(long tick) {
    begun = false;
    return operations.remove();
  }

  @Override
  ReferenceNicPacket next() {
    return operations.element().element();
  }

  @Override
  void issued(long tick) {
    final ReferenceNicPacket packet = operations.element().remove();
    packet.transaction.issued();
    if (operations.element().isEmpty()) {
      operations.remove();
      packet.transaction.close(packet.message, packet.target, tick);
      begun = false;
    }
  }

  @Override
  void eventVisible(ReferenceTransaction transaction, long tick) {
    final ReferenceTransfer transfer = awaited.remove(transaction);
    if (!transaction.hasFailed() && jobs.awaitsEvent(transfer)) {
      nic.cascade.at(tick, nic.aries, () -> jobs.eventVisible(transfer, tick));
    }
  }

  @Override
  boolean isSilent() {
    return operations.isEmpty() && !hasUnfinished();
  }

  @Override
  public String toString() {
    return "node " + nic.node + ", slot " + number;
  }
}
