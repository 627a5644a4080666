package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.program.Primitive;
import java.util.Arrays;

/**
 * Queues of transfers that wait to be sent, emptied packet by packet. Queues form groups, one per
 * node or slot, and the transfers of a group join its queues in turn. So the number of a transfer
 * follows from the number of transfers that have left its queue before.
 *
 * <p>Confined to its partition; 32 B per queue and 4 B per group.
 */
public final class SendQueues {
  /** From the number of a transfer's first packet to that of the next transfer of its group. */
  public static final int STRIDE = 4_099;

  /** Receiver of the message words that a packet carries. */
  @FunctionalInterface
  public interface Packets {
    /** Sets one of the {@link MessageWords} of a packet; 0 is the first. */
    void setWord(int packet, int index, long word);
  }

  /** Listener for the tick at which the last packet of a transfer begins to leave. */
  @FunctionalInterface
  interface Ranks {
    void entered(int node, int transfer, long tick);
  }

  private final int queuesPerGroup;
  private final int mostBytes;
  private final Packets packets;

  /**
   * First transfer of each queue with packets that have not begun to leave, and the last one behind
   * it.
   */
  private final int[] first;

  private final int[] last;

  /**
   * Number of transfers that have left each queue, and of packets of its first transfer that have
   * left.
   */
  private final int[] gone;

  private final int[] sent;
  private final long[] posted;
  private final long[] left;

  /** The queue that the next transfer joins, by group. */
  private final int[] turn;

  private Ranks ranks;
  private Transfers transfers;
  private int active;

  /**
   * Creates empty queues, numbered group by group.
   *
   * @param mostBytes of a transfer in one packet, 1 or more
   */
  public SendQueues(int groups, int queuesPerGroup, int mostBytes, Packets packets) {
    this.queuesPerGroup = queuesPerGroup;
    this.mostBytes = mostBytes;
    this.packets = packets;
    final int queues = Math.multiplyExact(groups, queuesPerGroup);
    first = new int[queues];
    last = new int[queues];
    gone = new int[queues];
    sent = new int[queues];
    posted = new long[queues];
    left = new long[queues];
    turn = new int[groups];
    Arrays.fill(first, Transfers.NONE);
    Arrays.fill(posted, Long.MAX_VALUE);
  }

  /** Connects the queues with ranks. */
  public void serve(Messaging messaging) {
    serve(messaging.transfers(), messaging::entered);
  }

  void serve(Transfers all, Ranks those) {
    transfers = all;
    ranks = those;
  }

  /** Appends a transfer to the queue of a group whose turn it is; returns the queue. */
  public int post(int group, int transfer) {
    final int queue = queuesPerGroup * group + turn[group];
    turn[group] = turn[group] + 1 == queuesPerGroup ? 0 : turn[group] + 1;
    transfers.setNext(transfer, Transfers.NONE);
    if (first[queue] == Transfers.NONE) {
      active++;
      begin(queue, transfer);
    } else {
      transfers.setNext(last[queue], transfer);
    }
    last[queue] = transfer;
    return queue;
  }

  private void begin(int queue, int transfer) {
    first[queue] = transfer;
    sent[queue] = 0;
    posted[queue] = transfers.posted(transfer);
    left[queue] = transfers.moved(transfer);
  }

  /** Returns the number of queues with packets to send. */
  public int active() {
    return active;
  }

  /** Returns whether a queue has nothing to send. */
  public boolean isEmpty(int queue) {
    return first[queue] == Transfers.NONE;
  }

  /** Returns the transfer whose packet is next. */
  public int first(int queue) {
    return first[queue];
  }

  /**
   * Returns the posting tick of the transfer of the next packet, {@code Long.MAX_VALUE} for none.
   */
  public long posted(int queue) {
    return posted[queue];
  }

  /** Returns the global number of the next packet's destination. */
  public int destination(int queue) {
    return transfers.destination(first[queue]);
  }

  /** Returns the number of the next packet among those of its group, modulo 2⁶⁴. */
  public long number(int queue) {
    final long transfer = (long) gone[queue] * queuesPerGroup + queue % queuesPerGroup;
    return STRIDE * transfer + sent[queue];
  }

  /** Returns the number of packets of the transfer that have left before the next one. */
  public int packetsGone(int queue) {
    return sent[queue];
  }

  /** Returns the bytes of its transfer that the next packet carries or requests. */
  public int bytes(int queue) {
    return (int) Math.min(left[queue], mostBytes);
  }

  /** Returns the bytes of its transfer that the next and later packets carry or request. */
  public long bytesLeft(int queue) {
    return left[queue];
  }

  /** Returns the one-sided operation of the next packet, or null. */
  public Primitive primitive(int queue) {
    return transfers.primitive(first[queue]);
  }

  /** Returns whether the next packet is the first of its transfer. */
  public boolean begins(int queue) {
    return sent[queue] == 0;
  }

  /** Returns whether the next packet is the last of its transfer. */
  public boolean ends(int queue) {
    return left[queue] <= mostBytes;
  }

  /**
   * Phase 2: starts the next packet of a queue, and gives it the words of its message.
   *
   * @param node local number
   */
  public void issue(int queue, int node, int packet, long tick) {
    final int transfer = first[queue];
    final int bytes = bytes(queue);
    transfers.fill(transfer, bytes, begins(queue), packets, packet);
    left[queue] -= bytes;
    sent[queue]++;
    if (left[queue] == 0) {
      leave(queue, transfers.next(transfer));
      ranks.entered(node, transfer, tick);
    }
  }

  /** Removes the first transfer of a queue, none of whose packets has left; returns it. */
  public int take(int queue) {
    assert begins(queue) : "queue " + queue + " has sent " + sent[queue] + " packets";
    final int transfer = first[queue];
    leave(queue, transfers.next(transfer));
    return transfer;
  }

  /**
   * Empties the queue of a failing node.
   *
   * @return the part of its transfers that counted as in flight and has not left, for {@link
   *     Messaging#underWay}
   */
  public long close(int queue) {
    long all = Math.max(left[queue], 1) - transfers.share(first[queue]);
    int next;
    for (int transfer = first[queue]; transfer != Transfers.NONE; transfer = next) {
      next = transfers.next(transfer);
      all += transfers.share(transfer);
      all += transfers.request(transfer) == Requests.NONE ? 0 : 1;
      transfers.free(transfer);
    }
    leave(queue, Transfers.NONE);
    return all;
  }

  private void leave(int queue, int next) {
    gone[queue]++;
    if (next == Transfers.NONE) {
      active--;
      first[queue] = Transfers.NONE;
      posted[queue] = Long.MAX_VALUE;
    } else {
      begin(queue, next);
    }
  }
}
