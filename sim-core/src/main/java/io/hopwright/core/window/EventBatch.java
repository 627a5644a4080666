package io.hopwright.core.window;

import java.util.Arrays;

/**
 * Events that one partition sends to another in one window: signals of one {@code int} each, and
 * packets with additional words, the same number for each packet.
 *
 * <p>Only the model knows the meaning of events; the batch knows when they take effect, and the
 * earliest of these ticks. An event's word:
 *
 * <pre>
 *  63                      32 31                0
 * +--------------------------+-------------------+
 * | effect tick − first tick |  event, receiver's|
 * | of the sender's window   |  numbers          |
 * +--------------------------+-------------------+
 * </pre>
 *
 * <p>Use by the sender during a window, and by the receiver at the start of the next:
 *
 * <pre>{@code
 * batch.open(window);
 * batch.addPacket(tick, event, words, 0, 3);
 * batch.addSignal(tick, event);
 *
 * for (int i = 0; i < batch.packets(); i++) {
 *   take(batch.packetTick(i), batch.packetEvent(i), batch.packetWord(i, 0));
 * }
 * for (int i = 0; i < batch.signals(); i++) {
 *   take(batch.signalTick(i), batch.signalEvent(i));
 * }
 * }</pre>
 *
 * <ol>
 *   <li>All packets between two calls of {@link #open} have the same number of words.
 *   <li>Packets keep their order, and so do signals; the order of a packet and a signal is not
 *       kept.
 *   <li>Reading changes nothing. The contents last until the batch is opened again two windows
 *       later: two batches take turns, so that no partition waits for a copy.
 *   <li>{@link PartitionRunner} uses {@link #firstEffectTick} to check that no event takes effect
 *       before the end of the window; the batch checks only that none does before its first tick.
 *   <li>Not thread-safe: the end of a window separates sender and receiver.
 * </ol>
 *
 * <p>The array of packets grows by a quarter, that of signals by doubling.
 */
public final class EventBatch {
  private static final int DELAY_SHIFT = 32;
  private static final long EVENT_MASK = 0xFFFFFFFFL;

  private long[] signals = new long[32];
  private long[] packets = new long[32];
  private int signalCount;
  private int packetCount;
  private int stride = 1;
  private long fromTick;
  private long firstEffectTick = Long.MAX_VALUE;
  private long window = -1;

  /** Creates the empty batch of the window before the first. */
  public EventBatch() {}

  /** Empties the batch for the events of {@code window}. */
  public void open(Window window) {
    this.window = window.number();
    fromTick = window.fromTick();
    signalCount = 0;
    packetCount = 0;
    firstEffectTick = Long.MAX_VALUE;
  }

  /**
   * Appends a signal that takes effect at {@code tick}.
   *
   * @throws IllegalStateException if this is 2³² ticks or more after the window's first tick
   */
  public void addSignal(long tick, int event) {
    if (signalCount == signals.length) {
      signals = Arrays.copyOf(signals, 2 * signals.length);
    }
    signals[signalCount++] = word(tick, event);
  }

  /**
   * Appends a packet that takes effect at {@code tick}.
   *
   * @param from array with its words
   * @param index of the first word
   * @param words number of words
   * @throws IllegalStateException if this is 2³² ticks or more after the window's first tick
   */
  public void addPacket(long tick, int event, long[] from, int index, int words) {
    final int at = packet(tick, event, words + 1);
    System.arraycopy(from, index, packets, at + 1, words);
  }

  /**
   * Appends a packet of {@code words} words, all initially 0, that takes effect at {@code tick}.
   *
   * @throws IllegalStateException if this is 2³² ticks or more after the window's first tick
   */
  public void addPacket(long tick, int event, int words) {
    final int at = packet(tick, event, words + 1);
    Arrays.fill(packets, at + 1, at + 1 + words, 0);
  }

  /** Sets a word of the packet appended last. */
  public void setWord(int index, long value) {
    packets[(packetCount - 1) * stride + 1 + index] = value;
  }

  private int packet(long tick, int event, int words) {
    assert packetCount == 0 || stride == words : stride + " words, then " + words;
    stride = words;
    final int at = packetCount++ * words;
    if (at + words > packets.length) {
      packets = Arrays.copyOf(packets, packets.length / 4 * 5 + words);
    }
    packets[at] = word(tick, event);
    return at;
  }

  private long word(long tick, int event) {
    firstEffectTick = Math.min(firstEffectTick, tick);
    final long delay = tick - fromTick;
    if (delay >>> DELAY_SHIFT != 0) {
      throw tooFar(tick);
    }
    return delay << DELAY_SHIFT | (event & EVENT_MASK);
  }

  private IllegalStateException tooFar(long tick) {
    return new IllegalStateException(
        "an event sent in the window from tick "
            + fromTick
            + " on takes effect at tick "
            + tick
            + ", before it or 2^32 ticks later");
  }

  /** Returns the number of signals. */
  public int signals() {
    return signalCount;
  }

  /** Returns the tick at which a signal takes effect. */
  public long signalTick(int signal) {
    return fromTick + (signals[signal] >>> DELAY_SHIFT);
  }

  /** Returns a signal's event. */
  public int signalEvent(int signal) {
    return (int) signals[signal];
  }

  /** Returns the number of packets. */
  public int packets() {
    return packetCount;
  }

  /** Returns the tick at which a packet takes effect. */
  public long packetTick(int packet) {
    return fromTick + (packets[packet * stride] >>> DELAY_SHIFT);
  }

  /** Returns a packet's event. */
  public int packetEvent(int packet) {
    return (int) packets[packet * stride];
  }

  /** Returns the number of words of each packet. */
  public int packetWords() {
    return stride - 1;
  }

  /** Returns word {@code index} of a packet, counted from 0. */
  public long packetWord(int packet, int index) {
    assert index < stride - 1 : "word " + index + " of " + (stride - 1);
    return packets[packet * stride + 1 + index];
  }

  /** Copies the words of a packet into an array, from {@code index} on. */
  public void copyPacket(int packet, long[] to, int index) {
    System.arraycopy(packets, packet * stride + 1, to, index, stride - 1);
  }

  /** Returns the number of the window of these events, −1 before the first. */
  public long window() {
    return window;
  }

  /** Returns the first tick of that window. */
  public long fromTick() {
    return fromTick;
  }

  /** Returns the earliest tick at which an event takes effect, {@code Long.MAX_VALUE} if empty. */
  public long firstEffectTick() {
    return firstEffectTick;
  }
}
