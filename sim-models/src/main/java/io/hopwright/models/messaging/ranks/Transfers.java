package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.TransferKind;
import io.hopwright.models.messaging.storage.Slab;
import io.hopwright.models.program.Primitive;

/**
 * Transfers that are posted and not yet in the network. The interface reads their destinations
 * here, and cuts them into packets. Confined to its partition; 48 B per transfer.
 */
public final class Transfers {
  /** No transfer. */
  public static final int NONE = Slab.NONE;

  /** Odd, so that products differ where factors do. */
  static final long IDENTITY = 0x9E3779B97F4A7C15L;

  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int THIRD = 2;
  private static final int LENGTH_AND_DESTINATION = 3;
  private static final int POSTED = 4;
  private static final int REQUEST_AND_NEXT = 5;
  private static final int STRIDE = 6;

  /** Machines have fewer than 2²² nodes, and transfers fewer than 2⁴² B. */
  private static final int DESTINATION_BITS = 22;

  private static final int DESTINATIONS = (1 << DESTINATION_BITS) - 1;

  private final Slab slab = new Slab(STRIDE);

  /** Creates an empty store. */
  public Transfers() {}

  /**
   * Allocates the entry of a transfer.
   *
   * @param destination global number of the destination
   * @param first of {@link MessageWords}, as the two after it
   * @param moved bytes that it moves, header included, or requests
   */
  public int take(int destination, long first, long second, long third, long moved) {
    final int transfer = slab.take();
    slab.set(transfer, FIRST, first);
    slab.set(transfer, SECOND, second);
    slab.set(transfer, THIRD, third);
    assert destination >>> DESTINATION_BITS == 0 : "a transfer to node " + destination;
    slab.set(transfer, LENGTH_AND_DESTINATION, moved << DESTINATION_BITS | destination);
    return transfer;
  }

  /** Releases the entry of a transfer. */
  public void free(int transfer) {
    slab.free(transfer);
  }

  int live() {
    return slab.live();
  }

  /** Returns one of the {@link MessageWords} that all of its packets carry; 0 is the first. */
  public long word(int transfer, int index) {
    return slab.get(transfer, index);
  }

  /** Gives a packet of it the words of its message. */
  void fill(int transfer, int bytes, boolean begins, SendQueues.Packets packets, int packet) {
    final long second = word(transfer, 1);
    packets.setWord(packet, 0, MessageWords.withPayload(word(transfer, 0), bytes));
    packets.setWord(packet, 1, begins ? MessageWords.ofHeader(second) : second);
    packets.setWord(packet, 2, word(transfer, 2));
  }

  /** Returns the bytes that a transfer moves, header included, or requests. */
  public long moved(int transfer) {
    return slab.get(transfer, LENGTH_AND_DESTINATION) >>> DESTINATION_BITS;
  }

  /** Returns the amount in flight as packets of a transfer; an empty packet counts as a byte. */
  long share(int transfer) {
    return Math.max(moved(transfer), 1);
  }

  /** Returns whether a transfer belongs to a one-sided operation. */
  public boolean isOneSided(int transfer) {
    return MessageWords.isOneSided(slab.get(transfer, FIRST));
  }

  /** Returns whether a transfer carries the data of an announced message. */
  public boolean isData(int transfer) {
    return kind(transfer) == TransferKind.DATA.number();
  }

  /** Returns whether a transfer requests the data of an announced message. */
  public boolean asksForData(int transfer) {
    return kind(transfer) == TransferKind.CTS.number();
  }

  /** Returns whether a program begins a message or a one-sided operation with a transfer. */
  public boolean begins(int transfer) {
    final TransferKind kind = TransferKind.of(kind(transfer));
    return kind.hasEnvelope() || kind.primitive() != null;
  }

  /** Returns the one-sided operation that begins with a transfer, or null. */
  public Primitive primitive(int transfer) {
    return MessageWords.primitive(slab.get(transfer, FIRST));
  }

  /** Returns the global number of a transfer's destination. */
  public int destination(int transfer) {
    return (int) slab.get(transfer, LENGTH_AND_DESTINATION) & DESTINATIONS;
  }

  /** Returns the posting tick of a transfer. */
  public long posted(int transfer) {
    return slab.get(transfer, POSTED);
  }

  void post(int transfer, long tick) {
    slab.set(transfer, POSTED, tick);
  }

  /** Returns a number for its kind and destination, equal on all partitions. */
  long identity(int transfer) {
    return IDENTITY * slab.get(transfer, FIRST) + destination(transfer);
  }

  int kind(int transfer) {
    return MessageWords.kind(slab.get(transfer, FIRST));
  }

  long first(int transfer) {
    return slab.get(transfer, FIRST);
  }

  long second(int transfer) {
    return slab.get(transfer, SECOND);
  }

  long third(int transfer) {
    return slab.get(transfer, THIRD);
  }

  void setThird(int transfer, long word) {
    slab.set(transfer, THIRD, word);
  }

  /** Returns the request that is complete once it has entered, or been sent; NONE for none. */
  int request(int transfer) {
    return slab.low(transfer, REQUEST_AND_NEXT);
  }

  /** Returns whether a rank or an operation waits until a transfer has entered the network. */
  public boolean isAwaited(int transfer) {
    return request(transfer) != Requests.NONE;
  }

  void setRequest(int transfer, int request) {
    slab.setLow(transfer, REQUEST_AND_NEXT, request);
  }

  /** Returns the successor of a transfer in a queue. */
  public int next(int transfer) {
    return slab.high(transfer, REQUEST_AND_NEXT);
  }

  /** Sets the successor of a transfer in a queue. */
  public void setNext(int transfer, int next) {
    slab.setHigh(transfer, REQUEST_AND_NEXT, next);
  }

  /** Returns as how many pieces it waits, if it is in no queue as a whole. */
  int pieces(int transfer) {
    return next(transfer);
  }

  void setPieces(int transfer, int count) {
    setNext(transfer, count);
  }
}
