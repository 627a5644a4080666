package io.hopwright.models.ideal;

import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.jobs.TransferKind;
import io.hopwright.models.messaging.path.Arrived;
import io.hopwright.models.messaging.path.PathTimes;

/**
 * Times of transfers that find both interfaces free ({@code docs/models/critical-path.md}, "Time at
 * zero load"). A processor posts at the beginning of its piece of work, so that its overhead is
 * part of the time to the delivery. Immutable; safe for any thread.
 */
record IdealPathTimes(IdealDesign design, Software software) implements PathTimes {
  @Override
  public long overheadTicks(TransferKind kind, Arrived how) {
    return software.overheadTicks(MessageWords.first(0, kind.number(), 0, 0));
  }

  @Override
  public long zeroLoadTicks(TransferKind kind, Arrived how, long bytes, Place from, Place to) {
    return how == Arrived.DONE
        ? 2 * design.latencyTicks() + Software.ticks(bytes, design.byteGapTicks())
        : design.latencyTicks();
  }
}
