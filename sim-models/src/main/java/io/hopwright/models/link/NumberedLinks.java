package io.hopwright.models.link;

import java.util.Arrays;

/**
 * Go-back-N retransmission on links whose receivers do not report damage. Packets are numbered, and
 * acknowledgements are cumulative. A packet that is not acknowledged in time is sent again, with
 * all that followed.
 *
 * <ul>
 *   <li>The sender keeps sent packets in a retransmission FIFO until they are acknowledged.
 *   <li>The receiver accepts the packet with the expected number and discards the others. It owes
 *       an acknowledgement for accepted packets and for duplicates. Any packet in the other
 *       direction carries the acknowledgement.
 *   <li>The sender returns to the first packet of the FIFO when the acknowledgement of that packet
 *       has timed out.
 * </ul>
 *
 * <p>Each end of a link has a sender and a receiver of the same number, one for each direction.
 * Links keep the order of packets, and damage is known when a packet starts: so the sender's side
 * computes what the receiver will do. Ticks are compared modulo 2³². Confined to its partition.
 * Memory: 65 B per end and 8 B per 8 B of the FIFO.
 */
public final class NumberedLinks {
  /** Result of a transmission: it is accepted. */
  public static final int TAKEN = 0;

  /** It is the one that is expected, and damaged. */
  public static final int SPOILT = 1;

  /** It has been accepted before, and is discarded. */
  public static final int DUPLICATE = 2;

  /** One before it is missing, and it is discarded. */
  public static final int AHEAD = 3;

  /** Largest capacity of a retransmission FIFO in bytes. */
  public static final int MAX_CAPACITY = 1 << 11;

  /** Bytes that retransmission FIFOs count in. */
  public static final int UNIT_BYTES = 8;

  /** Bits of an entry of the FIFO that are the switch's. */
  public static final int ENTRY_BITS = 26;

  /** Acknowledgements are known modulo this; more than all that a FIFO can hold. */
  public static final int NUMBERS = 1 << 9;

  private static final int BYTES_PER_END = 65;
  private static final int BYTES_PER_NUMBER = 2 * Integer.BYTES;
  private static final long NEVER = -1;
  private static final int ENTRY_MASK = (1 << ENTRY_BITS) - 1;
  private static final int TIMER = 1;
  private static final int ACK_TIMER = 2;
  private static final int ACK_DUE = 4;

  private final int capacityUnits;
  private final int timeoutTicks;
  private final int ackDelayTicks;
  private final int ring;
  private final SendWindow numbers;
  private final int[] units;
  private final int[] entries;
  private final int[] started;
  private final long[] arrived;
  private final long[] told;
  private final long[] expected;
  private final long[] owedSince;
  private final byte[] flags;
  private long waiting;

  /**
   * Creates ends of links over which nothing has been sent.
   *
   * @param ends number of ends
   * @param capacityBytes of a retransmission FIFO, a multiple of {@link #UNIT_BYTES}
   * @param timeoutTicks that a sender waits for an acknowledgement
   * @param ackDelayTicks from the arrival of a packet until its acknowledgement is due
   */
  public NumberedLinks(int ends, int capacityBytes, int timeoutTicks, int ackDelayTicks) {
    if (capacityBytes < UNIT_BYTES || capacityBytes > MAX_CAPACITY) {
      throw new IllegalArgumentException("capacityBytes=" + capacityBytes);
    }
    capacityUnits = capacityBytes / UNIT_BYTES;
    ring = ring(capacityBytes);
    this.timeoutTicks = timeoutTicks;
    this.ackDelayTicks = ackDelayTicks;
    numbers = new SendWindow(ends);
    units = new int[ends];
    entries = new int[ends * ring];
    started = new int[ends * ring];
    arrived = new long[ends];
    told = new long[ends];
    expected = new long[ends];
    owedSince = new long[ends];
    Arrays.fill(owedSince, NEVER);
    flags = new byte[ends];
  }

  /** Returns how many numbers an end has room for, a power of two. */
  private static int ring(int capacityBytes) {
    return Integer.highestOneBit(2 * (capacityBytes / UNIT_BYTES) - 1);
  }

  /** Returns the memory of an end, in bytes. */
  public static long bytesPerEnd(int capacityBytes) {
    return BYTES_PER_END + (long) BYTES_PER_NUMBER * ring(capacityBytes);
  }

  private int at(int end, long number) {
    return end * ring + ((int) number & (ring - 1));
  }

  // ---------------------------------------------------------------- the sender

  /** Returns whether a retransmission FIFO has room for the given bytes. */
  public boolean hasRoom(int end, int bytes) {
    return units[end] + bytes / UNIT_BYTES <= capacityUnits;
  }

  /**
   * Puts a packet that is sent for the first time into the retransmission FIFO; returns its number.
   *
   * @param entry data of the switch about the packet, {@link #ENTRY_BITS}
   * @param bytes of the packet in the FIFO, 8…256
   */
  public long send(int end, int entry, int bytes, long tick) {
    assert hasRoom(end, bytes) && !numbers.resends(end) : "end " + end + " may not send";
    final long number = numbers.send(end);
    final int size = bytes / UNIT_BYTES;
    units[end] += size;
    waiting++;
    entries[at(end, number)] = size << ENTRY_BITS | entry;
    started[at(end, number)] = (int) tick;
    return number;
  }

  /** Returns whether a packet must be sent again. */
  public boolean resends(int end) {
    return numbers.resends(end);
  }

  /** Records that the next packet is sent again; returns its number. */
  public long resend(int end, long tick) {
    final long number = numbers.send(end);
    started[at(end, number)] = (int) tick;
    return number;
  }

  /** Returns the switch's data about an entry of the FIFO. */
  public int entry(int end, long number) {
    return entries[at(end, number)] & ENTRY_MASK;
  }

  /** Returns the bytes of a packet in the FIFO. */
  public int bytes(int end, long number) {
    return (entries[at(end, number)] >>> ENTRY_BITS) * UNIT_BYTES;
  }

  /** Returns the fate at the far end of a number that starts now, damaged or not. */
  public int fate(int end, long number, boolean damaged) {
    if (number != arrived[end]) {
      return number < arrived[end] ? DUPLICATE : AHEAD;
    }
    arrived[end] += damaged ? 0 : 1;
    return damaged ? SPOILT : TAKEN;
  }

  /**
   * Records an acknowledgement.
   *
   * @param number that the far end expects, modulo {@link #NUMBERS}
   */
  public void acknowledged(int end, int number) {
    final int more = (number - (int) numbers.first(end)) & (NUMBERS - 1);
    for (long each = numbers.first(end); each < numbers.first(end) + more; each++) {
      units[end] -= entries[at(end, each)] >>> ENTRY_BITS;
    }
    waiting -= more;
    numbers.acknowledge(end, more);
  }

  /** Returns whether the packet just sent needs a timer, and records that it is set. */
  public boolean setsTimer(int end) {
    return sets(end, TIMER);
  }

  private boolean sets(int end, int timer) {
    final boolean sets = (flags[end] & timer) == 0;
    flags[end] |= (byte) timer;
    return sets;
  }

  /** Returns the tick at which that timer expires. */
  public long firstTimer(long tick) {
    return tick + timeoutTicks;
  }

  /**
   * Records that a sender's timer has expired. The sender goes back if it has waited long enough
   * for the first packet in its FIFO, and is not about to resend it anyway.
   */
  public boolean timesOut(int end, long tick) {
    final boolean out =
        numbers.unacknowledged(end) > 0
            && numbers.next(end) != numbers.first(end)
            && (int) tick - started[at(end, numbers.first(end))] == timeoutTicks;
    if (out) {
      numbers.goBack(end);
    }
    return out;
  }

  /** Returns the next tick of a timer that has expired, or 0 if it is not needed. */
  public long nextTimer(int end, long tick) {
    if (numbers.unacknowledged(end) == 0) {
      flags[end] &= ~TIMER;
      return 0;
    }
    if (numbers.next(end) == numbers.first(end)) {
      return tick + timeoutTicks;
    }
    return tick + timeoutTicks - ((int) tick - started[at(end, numbers.first(end))]);
  }

  // ---------------------------------------------------------------- the receiver

  /**
   * Accepts the packet with the number that a receiver expects; the receiver then owes an
   * acknowledgement.
   */
  public void take(int end, long tick) {
    expected[end]++;
    owe(end, tick);
  }

  /** Makes a receiver owe an acknowledgement. */
  public void owe(int end, long tick) {
    if (owedSince[end] == NEVER) {
      owedSince[end] = tick;
    }
  }

  /** Returns the number that a receiver expects, modulo {@link #NUMBERS}. */
  public int acknowledgement(int end) {
    return (int) expected[end] & (NUMBERS - 1);
  }

  /**
   * Records that a transmission starts, which carries the owed acknowledgement; returns whether
   * this acknowledgement is new to the far end.
   */
  public boolean tells(int end, boolean damaged) {
    owedSince[end] = NEVER;
    flags[end] &= ~ACK_DUE;
    if (damaged || told[end] == expected[end]) {
      return false;
    }
    told[end] = expected[end];
    return true;
  }

  /**
   * Returns the tick for which a timer must be set for an owed acknowledgement; 0 if it is set,
   * nothing is owed, or all of it is due.
   */
  public long setAckTimer(int end) {
    final boolean waits = owedSince[end] != NEVER && !ackIsDue(end);
    return waits && sets(end, ACK_TIMER) ? owedSince[end] + ackDelayTicks : 0;
  }

  /** Records that this timer has expired; returns whether an acknowledgement is due. */
  public boolean ackTimerRunsDown(int end, long tick) {
    flags[end] &= ~ACK_TIMER;
    final boolean due = owedSince[end] != NEVER && tick - owedSince[end] >= ackDelayTicks;
    flags[end] |= due ? (byte) ACK_DUE : 0;
    return due;
  }

  /** Returns whether an acknowledgement is due. */
  public boolean ackIsDue(int end) {
    return (flags[end] & ACK_DUE) != 0;
  }

  // ---------------------------------------------------------------- all

  /** Returns the number of unacknowledged packets, over all ends. */
  public long unacknowledged() {
    return waiting;
  }
}
