package io.hopwright.models.reference.messaging;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Time of a rank by its use, in ticks, up to the end of the rank ("Shares of a rank's time" of the
 * page).
 */
public final class ReferenceShares {
  /** Uses of a rank's time. */
  public enum Share {
    /** Computes, reduces. */
    COMPUTE,
    /** Sends, replies. */
    SEND,
    /** Arrivals, receives, and what waits end with. */
    RECEIVE,
    /** Waits in a collective. */
    COLLECTIVES,
    /** Waits for a message that had not been posted. */
    LATE_SENDERS,
    /** Waits for a send whose data had not been posted. */
    LATE_RECEIVERS,
    /** Waits for a message, or the data of a send, that had been posted. */
    NETWORK
  }

  private final Map<Share, Long> ticks = new EnumMap<>(Share.class);

  ReferenceShares() {
    Arrays.stream(Share.values()).forEach(share -> ticks.put(share, 0L));
  }

  void add(Share share, long more) {
    ticks.merge(share, more, Long::sum);
  }

  /**
   * Notes a wait that has ended.
   *
   * @param w tick at which it began
   * @param last the one of its requests that was complete last
   * @param i ticks without work
   */
  void addWait(long w, ReferenceRequest last, long i) {
    if (last.isOfCollective()) {
      add(Share.COLLECTIVES, i);
    } else if (last.oneSided) {
      add(Share.NETWORK, i);
    } else if (last.sends) {
      final long late = Math.min(Math.max(last.dataTick - w, 0), i);
      add(Share.LATE_RECEIVERS, late);
      add(Share.NETWORK, i - late);
    } else {
      final long late = Math.min(Math.max(last.message.postedTick() - w, 0), i);
      add(Share.LATE_SENDERS, late);
      add(Share.NETWORK, i - late);
    }
  }

  /** Returns the ticks of a share. */
  public long of(Share share) {
    return ticks.get(share);
  }

  /** Returns the ticks of all shares in their order. */
  public List<Long> all() {
    return List.copyOf(ticks.values());
  }

  @Override
  public String toString() {
    return ticks.toString();
  }
}
