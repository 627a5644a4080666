package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceAriesParameters;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeTraffic;
import io.hopwright.models.reference.cascade.routing.ReferenceOperation;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Rank that performs one operation after the other (section "A rank" of {@code
 * docs/models/aries-nic.md}).
 */
final class ReferenceFmaRank extends ReferenceAriesRank {
  private static final long NEVER = Long.MAX_VALUE;

  private final ReferenceCascade cascade;
  private final ReferenceAriesParameters parameters;

  /** Current or next message, and the number of messages begun. */
  private long message;

  private long operations;

  /** Generation tick of that message, {@link #NEVER} if it is unknown or there is none. */
  private long birthTick = NEVER;

  private boolean isLast;

  /** Birth of the latest message of open-loop traffic. */
  private long openLoopTick = -1;

  /** Tick from which the event of its predecessor allows it to begin. */
  private long allowedTick;

  private boolean begun;

  /** Tick at which it takes the launch server, and tick from which its packets may be issued. */
  private long launchTick = NEVER;

  private long issueTick = NEVER;

  /** Packets of the operation that have been issued. */
  private long packets;

  private ReferenceTransaction transaction;

  ReferenceFmaRank(ReferenceAriesNic nic, int number) {
    super(nic, number);
    cascade = nic.cascade;
    parameters = cascade.config.aries;
  }

  // ---------------------------------------------------------------------------------- births

  @Override
  void start() {
    prepare(number, 0);
  }

  /** It is through with the predecessor. */
  private void prepare(long next, long throughTick) {
    message = next;
    packets = 0;
    begun = false;
    issueTick = NEVER;
    isLast = next >= cascade.traffic.messages(nic.node);
    final boolean waits = parameters.blocking && next != number;
    allowedTick = waits ? NEVER : 0;
    if (isLast) {
      birthTick = NEVER;
    } else if (cascade.config.isAllToAll()) {
      birthTick = 0;
    } else if (cascade.config.saturated) {
      birthTick = waits ? NEVER : throughTick;
    } else {
      openLoopTick += cascade.traffic.gapTicks(nic.node, next);
      birthTick = openLoopTick;
    }
    if (birthTick != NEVER && birthTick >= cascade.config.bornBefore) {
      isLast = true;
      birthTick = NEVER;
    }
    wake(birthTick);
  }

  @Override
  void eventVisible(ReferenceTransaction completed, long tick) {
    if (!parameters.blocking) {
      return;
    }
    allowedTick = tick;
    if (cascade.config.saturated && !cascade.config.isAllToAll() && !isLast) {
      birthTick = tick;
    }
    wake(tick);
  }

  private void wake(long tick) {
    cascade.wake(tick, nic.aries);
  }

  @Override
  boolean isSilent() {
    return isLast && !hasUnfinished();
  }

  // ----------------------------------------------------------------------------------- begin

  private boolean isFirstOfTransaction() {
    final long k = parameters.operationsPerTransaction;
    return k == 0 ? operations == 0 : operations % k == 0;
  }

  private boolean isLastOfTransaction() {
    final long k = parameters.operationsPerTransaction;
    return k != 0 && operations % k == k - 1;
  }

  @Override
  boolean begins(long tick) {
    return !begun
        && birthTick <= tick
        && allowedTick <= tick
        && hasPlaceFor(parameters.operation)
        && (!isFirstOfTransaction() || nic.transactions() < parameters.transactions);
  }

  @Override
  void begin(long tick) {
    begun = true;
    takePlace(parameters.operation);
    if (isFirstOfTransaction()) {
      transaction = new ReferenceTransaction(this, birthTick, parameters.launch);
      nic.begun();
    }
    final boolean takesCore =
        parameters.operation != ReferenceOperation.SCATTER || isFirstOfTransaction();
    final long start = takesCore ? nic.core(number).start(tick) : tick;
    wake(start);
    if (!parameters.launch) {
      issueTick = start;
    } else if (start == tick) {
      launch(tick);
    } else {
      launchTick = start;
    }
  }

  @Override
  boolean launches(long tick) {
    return launchTick == tick;
  }

  @Override
  void launch(long tick) {
    launchTick = NEVER;
    issueTick = nic.launchServer().start(tick);
    wake(issueTick);
  }

  // ----------------------------------------------------------------------------------- issue

  @Override
  boolean mayIssue(long tick) {
    return issueTick <= tick;
  }

  @Override
  boolean isToBeOpened() {
    return !transaction.isOpened();
  }

  @Override
  void open() {
    transaction.open();
  }

  @Override
  Deque<ReferenceNicPacket> handOver(long tick) {
    final Deque<ReferenceNicPacket> operation = new ArrayDeque<>();
    while (operation.isEmpty() || !operation.getLast().last) {
      operation.add(next());
      packets++;
    }
    through(tick);
    return operation;
  }

  @Override
  ReferenceNicPacket next() {
    final ReferenceCascadeTraffic traffic = cascade.traffic;
    final long sequence = message * traffic.requestsPerMessage + packets;
    return new ReferenceNicPacket(
        nic.node,
        transaction,
        traffic.destination(nic.node, message),
        sequence,
        message,
        parameters.operation,
        traffic.dataBytes(nic.node, sequence),
        traffic.address(nic.node, message) + 64 * packets,
        isLastPacket(),
        birthTick);
  }

  private boolean isLastPacket() {
    return packets == cascade.traffic.requests(nic.node, message) - 1;
  }

  @Override
  void issued(long tick) {
    final boolean last = isLastPacket();
    packets++;
    transaction.issued();
    if (!last) {
      return;
    }
    if (isLastOfTransaction()) {
      transaction.close(message, cascade.traffic.destination(nic.node, message), tick);
    }
    through(tick);
  }

  private void through(long tick) {
    operations++;
    prepare(message + cascade.config.ranks, tick);
  }

  @Override
  public String toString() {
    return "node " + nic.node + ", rank " + number + ": operation " + message;
  }
}
