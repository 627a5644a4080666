package io.hopwright.models.program;

import io.hopwright.core.random.Draws;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntBinaryOperator;

/**
 * Traffic of a program: number and bytes of the messages between ranks, and source and destination
 * of a sample of them. Unchanged once the program is checked.
 */
public final class ProgramTraffic {
  /** Traffic of a program that was not analysed. */
  public static final ProgramTraffic UNKNOWN = new ProgramTraffic();

  private static final int MOST_PAIRS = 1_024;

  /** The sample is drawn, as programs do the same in turns. An odd number. */
  private static final long STRIDE = 0x9E3779B97F4A7C15L;

  private final int[] senders = new int[MOST_PAIRS];
  private final int[] receivers = new int[MOST_PAIRS];

  /**
   * Random number of each pair of the sample, with at least as many leading zeros as there were
   * halvings.
   */
  private final long[] draws = new long[MOST_PAIRS];

  private int pairs;
  private int halvings;
  private long messages;
  private double bytes;

  ProgramTraffic() {}

  void add(int sender, int receiver, long size) {
    messages++;
    bytes += size;
    final long draw = Draws.mix(STRIDE * messages);
    if (!drawn(draw)) {
      return;
    }
    if (pairs == MOST_PAIRS) {
      halve();
      if (!drawn(draw)) {
        return;
      }
    }
    put(pairs++, sender, receiver, draw);
  }

  private boolean drawn(long draw) {
    return Long.numberOfLeadingZeros(draw) >= halvings;
  }

  private void halve() {
    halvings++;
    int kept = 0;
    for (int pair = 0; pair < pairs; pair++) {
      if (drawn(draws[pair])) {
        put(kept++, senders[pair], receivers[pair], draws[pair]);
      }
    }
    pairs = kept;
  }

  private void put(int pair, int sender, int receiver, long draw) {
    senders[pair] = sender;
    receivers[pair] = receiver;
    draws[pair] = draw;
  }

  /** Returns the number of messages that all ranks send. */
  public long messages() {
    return messages;
  }

  /**
   * Returns the number of packets of these messages, as if all messages had the same size.
   *
   * @param ofMessage packets of a message of the given bytes
   */
  public double packets(DoubleUnaryOperator ofMessage) {
    return messages == 0 ? 0 : messages * ofMessage.applyAsDouble(bytes / messages);
  }

  /**
   * Returns the mean of a number over the messages; 0 without messages.
   *
   * @param ofPair the number of a message, by the ranks of its sender and its receiver
   */
  public double mean(IntBinaryOperator ofPair) {
    double sum = 0;
    for (int pair = 0; pair < pairs; pair++) {
      sum += ofPair.applyAsInt(senders[pair], receivers[pair]);
    }
    return pairs == 0 ? 0 : sum / pairs;
  }
}
