package io.hopwright.models.tnw;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.host.LongQueues;
import io.hopwright.models.switching.PacketPool;

/**
 * Interfaces between processors and network processors. Each has a server down and a server up,
 * which serve one item at a time. Interface {@code I·node + i} serves the ports with the remainder
 * {@code i}.
 *
 * <p>An item on its way down is a word with its kind, its destination and its amount.
 *
 * <pre>
 *  63         60 59                     30 29          0
 * +-------------+-------------------------+-------------+
 * |    item     |  issuer, end or channel |   amount    |
 * +-------------+-------------------------+-------------+
 * </pre>
 *
 * <p>Confined to its partition.
 */
final class TnwInterfaces {
  /** A line of a packet; the amount is the packet that it completes, if any. */
  static final int LINE = 0;

  /** A line that has left before the one before it. */
  static final int EARLY_LINE = 1;

  /** A credit of a channel. */
  static final int CREDIT = 2;

  /** A descriptor for the engine of an output. */
  static final int DESCRIPTOR = 3;

  /** A packet read for an output, which is the amount. */
  static final int COMPLETION = 4;

  private static final int ITEM_SHIFT = 60;
  private static final int SUBJECT_SHIFT = 30;
  private static final int FIELD_MASK = (1 << SUBJECT_SHIFT) - 1;

  private final TnwHost host;
  private final int perNode;
  private final TimingWheel wheel;
  private final LinkModules links;
  private final int[] lineTicks;
  private final LongQueues down;

  /** Number of items that have started and not arrived, by queue down; the first ones. */
  private final int[] descending;

  private final long[] downFreeAt;
  private final long[] upFreeAt;
  private final LongQueues notifies;
  private final LongQueues reads;
  private final int[] pointers;

  /** The channel whose data are going up, by interface. */
  private final int[] ascending;

  private final LongQueues credits;

  /** Channels of each node that have a credit, one bit each. */
  private final long[] credited;

  /** Channels by number of an interface at its node, one bit each. */
  private final long[] channels;

  /** Creates idle interfaces of so many nodes. */
  TnwInterfaces(TnwHost host, int nodes, TimingWheel wheel, LinkModules links) {
    this.host = host;
    this.wheel = wheel;
    this.links = links;
    perNode = host.interfaces();
    lineTicks =
        new int[] {
          host.downLineTicks(),
          host.downLineTicks(),
          host.descriptorTicks(),
          host.descriptorTicks(),
          TnwHost.completionTicks()
        };
    final int interfaces = nodes * perNode;
    down = new LongQueues(interfaces);
    descending = new int[interfaces];
    downFreeAt = new long[interfaces];
    upFreeAt = new long[interfaces];
    notifies = new LongQueues(interfaces);
    reads = new LongQueues(interfaces);
    pointers = new int[interfaces];
    ascending = new int[interfaces];
    credits = new LongQueues(nodes * LinkModules.CHANNELS);
    credited = new long[nodes];
    channels = new long[perNode];
    for (int channel = 0; channel < LinkModules.CHANNELS; channel++) {
      channels[channel / LinkModules.VCS % perNode] |= 1L << channel;
    }
  }

  /** Listener for items that start or arrive. */
  interface Listener {
    /** Phase 2: a line of an issuer has started on its way down. */
    void lineStarted(int issuer, long tick);

    /** Phase 1: records that a line which left out of order has arrived at the interface. */
    void lineOutOfOrder(int issuer, long tick);

    /** Phase 1: a descriptor has come down. */
    void described(int output, long tick);

    /** Phase 1: records that a completion has arrived at the interface. */
    void completed(int output, long tick);

    /**
     * Phase 2: records that a packet has used up the first credit of its channel; a notify reports
     * it.
     */
    void usedUp(int channel, int packet, long tick);
  }

  static long item(int what, int subject, int amount) {
    return (long) what << ITEM_SHIFT | (long) subject << SUBJECT_SHIFT | amount;
  }

  private static int what(long item) {
    return (int) (item >>> ITEM_SHIFT);
  }

  private static int subject(long item) {
    return (int) (item >>> SUBJECT_SHIFT) & FIELD_MASK;
  }

  private static int amount(long item) {
    return (int) item & FIELD_MASK;
  }

  private int ofEnd(int end) {
    return end / LinkModules.PORTS * perNode + end % LinkModules.PORTS % perNode;
  }

  /** Phase 2: adds an item for a port to those on their way down. */
  void joinDown(int end, long item) {
    down.add(ofEnd(end), item);
  }

  /** Phase 2: adds a read request of an output to those on their way up. */
  void joinReads(int output) {
    reads.add(ofEnd(output), output);
  }

  /** Adds a notify that a message has left by an output to those on their way up. */
  void joinSentNotify(int output) {
    notifies.add(ofEnd(output), ~output);
  }

  /**
   * Phase 1: takes the first item of an interface that has come down.
   *
   * @return the node
   */
  int arrive(int at, long tick, Listener listener) {
    final long item = down.remove(at);
    descending[at]--;
    final int subject = subject(item);
    switch (what(item)) {
      case CREDIT -> give(subject, amount(item));
      case DESCRIPTOR -> listener.described(subject, tick);
      case COMPLETION -> {
        links.join(amount(item), tick);
        listener.completed(subject, tick);
      }
      default -> {
        if (what(item) == EARLY_LINE) {
          listener.lineOutOfOrder(subject, tick);
        }
        if (amount(item) != PacketPool.NONE) {
          links.join(amount(item), tick);
        }
      }
    }
    return at / perNode;
  }

  /** Takes a credit at the network processor. */
  void give(int channel, int packets) {
    credits.add(channel, packets);
    credited[channel / LinkModules.CHANNELS] |= 1L << channel % LinkModules.CHANNELS;
  }

  /** Phase 1: records that the data of a packet have arrived in memory. */
  int ascended(int at) {
    links.space(ascending[at]);
    return at / perNode;
  }

  /** Phase 2: starts the next item on each idle server of a node. */
  void serve(int node, long tick, Listener listener) {
    for (int at = node * perNode; at < (node + 1) * perNode; at++) {
      if (downFreeAt[at] <= tick && descending[at] < down.size(at)) {
        startDown(at, tick, listener);
      }
    }
    for (int at = node * perNode; at < (node + 1) * perNode; at++) {
      if (upFreeAt[at] <= tick) {
        startUp(at, node, tick, listener);
      }
    }
  }

  private void startDown(int at, long tick, Listener listener) {
    final long item = down.get(at, descending[at]++);
    downFreeAt[at] = tick + lineTicks[what(item)];
    TnwEvents.scheduleHere(wheel, downFreeAt[at], TnwEvents.WAKE, at / perNode);
    TnwEvents.scheduleHere(wheel, tick + host.crossTicks(), TnwEvents.DOWN, at);
    if (what(item) <= EARLY_LINE) {
      listener.lineStarted(subject(item), tick);
    }
  }

  private void startUp(int at, int node, long tick, Listener listener) {
    if (!notifies.isEmpty(at)) {
      final int notify = (int) notifies.remove(at);
      TnwEvents.scheduleHere(
          wheel,
          tick + host.crossTicks(),
          notify >= 0 ? TnwEvents.RECEIVED_NOTIFY : TnwEvents.SENT_NOTIFY,
          notify >= 0 ? notify : ~notify);
      keepUp(at, host.notifyTicks(), tick);
    } else if (!reads.isEmpty(at)) {
      TnwEvents.scheduleHere(
          wheel, tick + host.crossTicks(), TnwEvents.READ, (int) reads.remove(at));
      keepUp(at, TnwHost.readTicks(), tick);
    } else {
      final long matches = links.received(node) & credited[node] & channels[at % perNode];
      if (matches != 0) {
        match(at, node, matches, tick, listener);
      }
    }
  }

  private void keepUp(int at, int ticks, long tick) {
    upFreeAt[at] = tick + ticks;
    TnwEvents.scheduleHere(wheel, upFreeAt[at], TnwEvents.WAKE, at / perNode);
  }

  private void match(int at, int node, long matches, long tick, Listener listener) {
    final long behind = matches & -1L << pointers[at];
    final int ofNode = Long.numberOfTrailingZeros(behind != 0 ? behind : matches);
    pointers[at] = ofNode + 1;
    final int channel = node * LinkModules.CHANNELS + ofNode;
    final int packet = links.take(channel);
    upFreeAt[at] = tick + host.dataTicks();
    ascending[at] = channel;
    TnwEvents.scheduleHere(wheel, upFreeAt[at], TnwEvents.UP, at);
    TnwEvents.schedule(wheel, tick + host.crossTicks(), TnwEvents.DELIVERED, packet);
    final long rest = credits.first(channel) - 1;
    if (rest > 0) {
      credits.setFirst(channel, rest);
      return;
    }
    credits.remove(channel);
    if (credits.isEmpty(channel)) {
      credited[node] &= ~(1L << ofNode);
    }
    listener.usedUp(channel, packet, tick);
    notifies.add(at, channel);
  }

  /** Returns whether nothing is on its way. */
  boolean atRest() {
    return down.areEmpty() && reads.areEmpty() && notifies.areEmpty();
  }
}
