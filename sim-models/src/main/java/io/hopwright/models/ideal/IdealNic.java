package io.hopwright.models.ideal;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.window.EventBatch;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.Transfers;
import io.hopwright.models.messaging.ranks.Transport;

/**
 * Network interfaces of a partition's nodes, each with a sending and a receiving side, and the
 * transfers in flight between them. Confined to its partition; 16 B per node.
 *
 * <p>An event of the partition is a node that acts, or, with {@link #ARRIVAL}, the first of a list
 * of transfers that arrive in the same tick: hundreds if ranks run in lockstep.
 */
final class IdealNic implements Transport.Coupled {
  /** The lowest bit of an event: something arrives. */
  static final int ARRIVAL = 1;

  /** No transfer. */
  static final int NONE = 0;

  /** Number of ticks ahead for which the first arriving transfer is stored; a power of two. */
  private static final int KNOWN = 8;

  /**
   * Words of a transfer on its way to another partition: those of its packet. In place of the
   * number in its pair, which nothing has that cannot overtake, is the node that it comes from.
   */
  private static final int WORDS = MessageWords.WORDS;

  private static final int THIRD = 2;
  private static final long TAG = 0xFFFFFFFFL;

  private final Messaging messaging;
  private final IdealDesign design;
  private final Software software;
  private final int partition;
  private final int firstNode;
  private final TimingWheel wheel;
  private final Measures<Totals> measures;

  /** Twice the tick from which a side is free, plus 1 if the node must act then, by node. */
  private final long[] sending;

  private final long[] receiving;

  /** The tick of a stored first transfer, and the transfer, by tick, modulo their number. */
  private final long[] arrivalTicks = new long[KNOWN];

  private final int[] firstArrivals = new int[KNOWN];
  private EventBatch[] outgoing;

  IdealNic(
      Messaging messaging,
      IdealDesign design,
      Software software,
      int partition,
      TimingWheel wheel,
      Measures<Totals> measures) {
    this.messaging = messaging;
    this.design = design;
    this.software = software;
    this.partition = partition;
    this.wheel = wheel;
    this.measures = measures;
    firstNode = design.firstNode(partition);
    sending = new long[design.nodesOf(partition)];
    receiving = new long[sending.length];
  }

  /** Starts a window: what leaves the partition goes into these batches. */
  void open(EventBatch[] batches) {
    outgoing = batches;
  }

  @Override
  public void wakeAt(long tick, int node) {
    wheel.schedule(tick, node << 1);
  }

  @Override
  public boolean overtakes() {
    return false;
  }

  @Override
  public boolean isSendingFree(int node, long tick) {
    return sending[node] >> 1 <= tick;
  }

  @Override
  public boolean maySend(int node, long tick) {
    return isFree(sending, node, tick);
  }

  @Override
  public boolean mayReceive(int node, long tick) {
    return isFree(receiving, node, tick);
  }

  private boolean isFree(long[] sides, int node, long tick) {
    final long side = sides[node];
    if (side >> 1 <= tick) {
      return true;
    }
    if ((side & 1) == 0) {
      sides[node] = side | 1;
      wheel.schedule(side >> 1, node << 1);
    }
    return false;
  }

  @Override
  public void post(int node, int slot, int transfer, long tick) {
    send(node, transfer, tick, true, tick);
  }

  @Override
  public void answer(int node, int slot, int transfer, long tick) {
    send(node, transfer, Math.max(tick, sending[node] >> 1), true, tick);
  }

  @Override
  public void acknowledge(int node, int transfer, long from, long tick) {
    send(node, transfer, from, false, tick);
  }

  /** Sends a transfer that is handed over in this tick at {@code from}, which may be later. */
  private void send(int node, int transfer, long from, boolean takesSide, long tick) {
    final Transfers transfers = messaging.transfers();
    if (takesSide) {
      sending[node] = (from + gap(messaging.lengthOf(transfer))) << 1;
    }
    measures.inject(messaging.dataOf(transfer), 1, tick);
    measures.totals().count(Totals.HOPS, 1);
    final int destination = transfers.destination(transfer);
    final long arrival = from + underWay(transfers.word(transfer, 0));
    final int owner = design.partitionOf(destination);
    if (owner == partition) {
      final int entry =
          messaging.onItsWay(
              destination - firstNode,
              firstNode + node,
              transfers.word(transfer, 0),
              transfers.word(transfer, 1),
              transfers.word(transfer, 2),
              from);
      arriveAt(arrival, entry);
    } else {
      final EventBatch batch = outgoing[owner - (owner > partition ? 1 : 0)];
      batch.addPacket(arrival, destination - design.firstNode(owner), WORDS);
      batch.setWord(0, transfers.word(transfer, 0));
      batch.setWord(1, transfers.word(transfer, 1));
      batch.setWord(
          THIRD, (long) (firstNode + node) << Integer.SIZE | transfers.word(transfer, THIRD));
    }
    messaging.sent(transfer);
  }

  /** Returns the ticks from the posting of a transfer to its delivery. */
  private long underWay(long first) {
    return design.latencyTicks() + software.overheadTicks(first);
  }

  /** Takes over what another partition sent in the last window. */
  void accept(EventBatch batch) {
    for (int packet = 0; packet < batch.packets(); packet++) {
      final long first = batch.packetWord(packet, 0);
      final long third = batch.packetWord(packet, THIRD);
      final long arrival = batch.packetTick(packet);
      final int entry =
          messaging.onItsWay(
              batch.packetEvent(packet),
              (int) (third >>> Integer.SIZE),
              first,
              batch.packetWord(packet, 1),
              third & TAG,
              arrival - underWay(first));
      arriveAt(arrival, entry);
    }
  }

  /**
   * Schedules the arrival of a transfer at a future tick: as an event, or behind one that has its
   * event.
   */
  private void arriveAt(long tick, int entry) {
    final int known = (int) tick & KNOWN - 1;
    if (arrivalTicks[known] == tick) {
      messaging.arrivesBehind(firstArrivals[known], entry);
    } else {
      arrivalTicks[known] = tick;
      firstArrivals[known] = entry;
      wheel.schedule(tick, entry << 1 | ARRIVAL);
    }
  }

  /** Returns the transfer that arrives behind one, {@link #NONE} if none does. */
  int nextArrival(int entry) {
    return messaging.arrivingBehind(entry);
  }

  /** Phase 1: delivers a transfer; returns the node that must act. */
  int arrive(int entry, long tick) {
    final long posted = messaging.posted(entry);
    final int node = messaging.arrived(entry);
    final int source = messaging.sourceOf(node, entry);
    measures.deliver(messaging.data(entry), 1, tick);
    measures.digest().add(source, firstNode + node, messaging.label(entry), 0, tick);
    measures.follow(source, firstNode + node, posted, tick, tick - posted, tick - posted);
    return node;
  }

  @Override
  public long receive(int node, long length, long tick) {
    receiving[node] = (tick + gap(length)) << 1;
    return Software.ticks(length, design.byteGapTicks());
  }

  @Override
  public long takeIn(int node, long length, long tick) {
    final long begin = Math.max(tick, receiving[node] >> 1);
    return begin + receive(node, length, begin);
  }

  private long gap(long length) {
    return design.gapTicks() + Software.ticks(length, design.byteGapTicks());
  }
}
