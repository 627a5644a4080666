package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.storage.Slab;

/**
 * Queues of transfers that wait to be sent, emptied packet by packet. Queues form groups, one per
 * slot. Either transfers or their packets join the queues of a group in turn. In the latter case a
 * transfer of several packets has a piece in each of several queues.
 *
 * <p>Confined to its partition; 8 B per queue and group, and 16 B per piece.
 */
public final class SpreadQueues {
  private static final int NONE = Slab.NONE;

  /**
   * Words of a piece: its transfer and the piece behind it; the place of its next packet in the
   * transfer, and the number of the transfer's first one.
   */
  private static final int TRANSFER_AND_NEXT = 0;

  private static final int PLACE_AND_NUMBER = 1;
  private static final int WORDS = 2;
  private static final int NUMBER_BITS = 24;
  private static final int NUMBERS = (1 << NUMBER_BITS) - 1;

  private final int queuesPerGroup;

  /**
   * Number of queues of a long transfer, which is the distance from a packet of a piece to the
   * next.
   */
  private final int stride;

  private final int mostBytes;
  private final SendQueues.Packets packets;
  private final Slab pieces = new Slab(WORDS);

  /**
   * First piece of each queue with packets that have not begun to leave, and the last one behind
   * it.
   */
  private final int[] first;

  private final int[] last;

  /** Number of transfers that have joined each group, modulo 2³². */
  private final int[] joined;

  /** The queue that is joined next, by group. */
  private final int[] turn;

  private SendQueues.Ranks ranks;
  private Transfers transfers;

  /**
   * Creates empty queues, numbered group by group.
   *
   * @param packetsInTurn whether packets, and not transfers, join the queues of a group in turn
   * @param mostBytes of a transfer in one packet, 1 or more
   */
  public SpreadQueues(
      int groups,
      int queuesPerGroup,
      boolean packetsInTurn,
      int mostBytes,
      SendQueues.Packets packets) {
    this.queuesPerGroup = queuesPerGroup;
    stride = packetsInTurn ? queuesPerGroup : 1;
    this.mostBytes = mostBytes;
    this.packets = packets;
    first = new int[Math.multiplyExact(groups, queuesPerGroup)];
    last = new int[first.length];
    joined = new int[groups];
    turn = new int[groups];
  }

  /** Connects the queues with ranks. */
  public void serve(Messaging messaging) {
    serve(messaging.transfers(), messaging::entered);
  }

  void serve(Transfers all, SendQueues.Ranks those) {
    transfers = all;
    ranks = those;
  }

  /** Adds the pieces of a transfer to the queues of a group in turn. */
  public void post(int group, int transfer) {
    final int number = SendQueues.STRIDE * joined[group]++ & NUMBERS;
    final int count = pieces(transfer);
    for (int place = 0; place < count; place++) {
      append(queue(group, place), transfer, (long) place << NUMBER_BITS | number);
    }
    transfers.setPieces(transfer, count);
    turn[group] = (int) ((turn[group] + (stride == 1 ? 1 : packets(transfer))) % queuesPerGroup);
  }

  private void append(int queue, int transfer, long placeAndNumber) {
    final int piece = pieces.take();
    pieces.setLow(piece, TRANSFER_AND_NEXT, transfer);
    pieces.set(piece, PLACE_AND_NUMBER, placeAndNumber);
    if (first[queue] == NONE) {
      first[queue] = piece;
    } else {
      pieces.setHigh(last[queue], TRANSFER_AND_NEXT, piece);
    }
    last[queue] = piece;
  }

  /** Returns the queue of a group for a piece of the next transfer. */
  public int queue(int group, int piece) {
    return queuesPerGroup * group + (turn[group] + piece) % queuesPerGroup;
  }

  /** Returns how many packets a transfer has. */
  private long packets(int transfer) {
    return Math.max(1, (transfers.moved(transfer) + mostBytes - 1) / mostBytes);
  }

  /** Returns the number of pieces in which a transfer waits. */
  public int pieces(int transfer) {
    return (int) Math.min(packets(transfer), stride);
  }

  /** Returns the number of packets of a piece before its last one. */
  public long beforeLast(int transfer, int piece) {
    return (packets(transfer) - 1 - piece) / stride;
  }

  /** Returns the bytes of its transfer in the last packet of a piece. */
  public int lastBytes(int transfer, int piece) {
    return bytes(transfer, piece + beforeLast(transfer, piece) * stride);
  }

  /** Returns whether a queue has nothing to send. */
  public boolean isEmpty(int queue) {
    return first[queue] == NONE;
  }

  /** Returns the transfer whose packet is next. */
  public int first(int queue) {
    return pieces.low(first[queue], TRANSFER_AND_NEXT);
  }

  /** Returns the number of the next packet among those of its group, modulo 2²⁴. */
  public int number(int queue) {
    return (int) (pieces.get(first[queue], PLACE_AND_NUMBER) + place(queue)) & NUMBERS;
  }

  /** Returns whether the next packet is the first of its transfer. */
  public boolean begins(int queue) {
    return place(queue) == 0;
  }

  private long place(int queue) {
    return pieces.get(first[queue], PLACE_AND_NUMBER) >>> NUMBER_BITS;
  }

  /** Returns the bytes of its transfer in the next packet. */
  public int bytes(int queue) {
    return bytes(first(queue), place(queue));
  }

  private int bytes(int transfer, long place) {
    return (int) Math.min(transfers.moved(transfer) - place * mostBytes, mostBytes);
  }

  /**
   * Phase 2: starts the next packet of a queue, and gives it the words of its message.
   *
   * @param node local number
   */
  public void issue(int queue, int node, int packet, long tick) {
    final int piece = first[queue];
    final int transfer = first(queue);
    transfers.fill(transfer, bytes(queue), begins(queue), packets, packet);
    if (place(queue) + stride < packets(transfer)) {
      final long after = pieces.get(piece, PLACE_AND_NUMBER) + ((long) stride << NUMBER_BITS);
      pieces.set(piece, PLACE_AND_NUMBER, after);
      return;
    }
    first[queue] = pieces.high(piece, TRANSFER_AND_NEXT);
    pieces.free(piece);
    final int others = transfers.pieces(transfer) - 1;
    transfers.setPieces(transfer, others);
    if (others == 0) {
      ranks.entered(node, transfer, tick);
    }
  }
}
