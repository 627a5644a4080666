package io.hopwright.models.cascade.aries;

import io.hopwright.models.host.LongQueues;
import java.util.Arrays;

/**
 * Receive buffers that channels of NICs have posted for Sends, and the Sends that have begun to
 * arrive ({@code docs/models/aries-nic.md}, "Sends"). A Send is identified by its requester and
 * number.
 *
 * <p>Confined to its partition; 8 B per channel, and 16 B for each partly received Send.
 */
final class PostedBuffers {
  private static final int NUMBER_BITS = 29;
  private static final long REFUSED = 1L << 62;
  private static final int WORDS = 2;

  private final AriesKeys.Buffers design;
  private final int channels;
  private final int[] free;

  /** Ticks from which used buffers are free again, by channel. */
  private final LongQueues posts;

  /** Identity, and its number of missing packets, by NIC, for each partly received Send. */
  private final LongQueues open;

  PostedBuffers(AriesKeys.Buffers design, int channels, int nics) {
    this.design = design;
    this.channels = channels;
    free = new int[nics * channels];
    Arrays.fill(free, design.count());
    posts = new LongQueues(nics * channels);
    open = new LongQueues(nics);
  }

  private static long key(int requester, long number) {
    return (long) requester << NUMBER_BITS | number;
  }

  /** Returns where a Send is among those of a NIC, negative if it is not there. */
  private int find(int nic, long key) {
    for (int at = 0; at < open.size(nic); at += WORDS) {
      if ((open.get(nic, at) & ~REFUSED) == key) {
        return at;
      }
    }
    return -1;
  }

  /**
   * Phase 2: makes the first packet of a Send that reaches a NIC claim a buffer, if it can.
   *
   * @param channel of the NIC
   * @param bytes of the Send
   * @param packets of the Send
   * @return false if it cannot; true if it has, and for all packets but the first
   */
  boolean claim(
      int nic, int channel, int requester, long number, int bytes, int packets, long tick) {
    final long key = key(requester, number);
    if (find(nic, key) >= 0) {
      return true;
    }
    final int at = channels * nic + channel;
    while (!posts.isEmpty(at) && posts.first(at) <= tick) {
      posts.remove(at);
      free[at]++;
    }
    final boolean granted = free[at] > 0 && bytes <= design.bytes();
    free[at] -= granted ? 1 : 0;
    open.add(nic, granted ? key : key | REFUSED);
    open.add(nic, packets);
    return granted;
  }

  /** Returns whether a Send that has begun to come was refused. */
  boolean isRefused(int nic, int requester, long number) {
    return (open.get(nic, find(nic, key(requester, number))) & REFUSED) != 0;
  }

  /**
   * Records that a packet of a Send is delivered; after the last one the buffer is posted again.
   */
  void delivered(int nic, int channel, int requester, long number, long tick) {
    final int at = find(nic, key(requester, number));
    final long missing = open.get(nic, at + 1) - 1;
    if (missing > 0) {
      open.set(nic, at + 1, missing);
      return;
    }
    if ((open.get(nic, at) & REFUSED) == 0) {
      posts.add(channels * nic + channel, tick + design.repostTicks());
    }
    open.set(nic, at, open.get(nic, 0));
    open.set(nic, at + 1, open.get(nic, 1));
    open.remove(nic);
    open.remove(nic);
  }

  /** Returns whether no Send has begun to come that has not come. */
  boolean isAtRest() {
    return open.areEmpty();
  }
}
