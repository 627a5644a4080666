package io.hopwright.models.baseline;

import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.jobs.TransferKind;
import io.hopwright.models.messaging.path.Arrived;
import io.hopwright.models.messaging.path.PathTimes;
import io.hopwright.models.messaging.ranks.Transfers;

/**
 * Times of single transfers at {@link ZeroLoad}, for critical paths: each is posted long after the
 * one before, so that it waits for none. Confined to one thread.
 */
public final class ZeroLoadTimes implements PathTimes {
  /** Length of a transfer of which the header packet is all. */
  private static final long OF_HEADER = 1;

  /** Ticks between transfers, in times that the last one took. */
  private static final int REST = 4;

  private final ZeroLoad machine;
  private final Software software;
  private final Transfers transfers = new Transfers();
  private final TransferTimes times = new TransferTimes();
  private long now;

  /** Creates the times of a machine whose queues are empty. */
  public ZeroLoadTimes(ZeroLoad machine, Software software) {
    this.machine = machine;
    this.software = software;
  }

  @Override
  public long zeroLoadTicks(TransferKind kind, Arrived how, long bytes, Place from, Place to) {
    if (how == Arrived.DONE && machine.carriesOneSided()) {
      return carriedTicks(kind, bytes, from, to);
    }
    final boolean operation = how == Arrived.FETCHED || kind.isOneSided();
    final boolean reads = how == Arrived.FETCHED || kind == TransferKind.READ;
    final long moved = reads ? bytes : software.length(kind, bytes);
    post(kind, bytes, moved, from, to, now);
    final long all = Math.max(operation ? times.done() : times.whole(), times.entered()) - now;
    final boolean byHeader = kind.hasEnvelope() && !software.hasMailboxes() && moved > OF_HEADER;
    final long at =
        switch (how) {
          case DELIVERED -> byHeader ? times.header() : times.whole();
          case WHOLE -> times.whole();
          case ENTERED -> times.entered();
          case DONE, FETCHED -> times.done();
        };
    final long ticks = at - now;
    now += REST * (all + 1);
    return ticks;
  }

  /** Returns the ticks of a one-sided operation that two transfers make up. */
  private long carriedTicks(TransferKind kind, long bytes, Place from, Place to) {
    final TransferKind answer = kind == TransferKind.PUT ? TransferKind.DONE : TransferKind.VALUE;
    final long there = arrival(kind, bytes, from, to, now);
    final long ticks = arrival(answer, bytes, to, from, there) - now;
    now += REST * (ticks + 1);
    return ticks;
  }

  /** Returns when all of a transfer is delivered that is posted at a tick. */
  private long arrival(TransferKind kind, long bytes, Place from, Place to, long tick) {
    post(kind, bytes, software.length(kind, bytes), from, to, tick);
    return times.whole();
  }

  /** Gets the times of a transfer of so many bytes that is posted at a tick. */
  private void post(TransferKind kind, long bytes, long moved, Place from, Place to, long tick) {
    final int transfer =
        transfers.take(
            to.node(),
            MessageWords.first(0, kind.number(), from.slot(), to.slot()),
            MessageWords.second(bytes, false, false),
            0,
            moved);
    machine.post(transfers, transfer, from.node(), from.slot(), tick, times);
    transfers.free(transfer);
  }
}
