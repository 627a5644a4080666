package io.hopwright.models.tofu.barriers;

import io.hopwright.models.declare.Meaning;
import io.hopwright.models.tofu.network.Generation;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Plan of a barrier: the barrier gates (BGs) of a participating node, and the signals between gates
 * ({@code docs/models/tofu.md}, "Barrier"; Ajima et al. 2018, II.A and V.E).
 *
 * <p>Gate {@code j} below the number of channels starts and ends channel (BCH) {@code j}; all
 * others are relays, in the order of their numbers on each network interface. A gate waits for
 * signals at up to two inputs, 0 and 1, and signals up to two gates. Participants have the numbers
 * of their nodes. Immutable; safe for any thread.
 */
public abstract class BarrierPlan {
  /** No target. */
  static final long NONE = -1;

  /** Inputs, and outputs, of a gate at most. */
  static final int MOST = 2;

  private static final int PORT_BITS = 16;

  /** Algorithms that join channels. */
  enum Algorithm {
    @Meaning("all barrier channels of a node, by reduction, dissemination and broadcast")
    WITHIN,
    @Meaning("one barrier channel of each node, up and down a binary tree")
    TREE,
    @Meaning("one barrier channel of each node, by recursive doubling")
    BUTTERFLY
  }

  private final int channels;

  /** The network interface of each gate. */
  private final int[] tnis;

  BarrierPlan(int channels, List<Integer> tnis) {
    this.channels = channels;
    this.tnis = tnis.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns a target: a gate's input at a participant. */
  static long to(int participant, int gate, int input) {
    return (long) participant << PORT_BITS | (long) MOST * gate + input;
  }

  /** Returns the participant of a target. */
  static int participant(long target) {
    return (int) (target >>> PORT_BITS);
  }

  /** Returns a target's gate and input in one number, {@code 2·gate + input}. */
  static int port(long target) {
    return (int) target & (1 << PORT_BITS) - 1;
  }

  /** Returns the channels of a node. */
  final int channels() {
    return channels;
  }

  /** Returns the gates of a node. */
  final int gates() {
    return tnis.length;
  }

  final int tni(int gate) {
    return tnis[gate];
  }

  /** Returns the inputs that a gate waits for, as bits. */
  abstract int inputs(int participant, int gate);

  /** Returns what a gate signals by an output, {@link #NONE} for nothing. */
  abstract long target(int participant, int gate, int output);

  /** Returns the number of network interfaces with channels. */
  public final int tnisInUse() {
    return (int) IntStream.range(0, channels).map(this::tni).distinct().count();
  }

  /** Returns the largest number of channels of a network interface. */
  public final int channelsPerTni() {
    return most(channels);
  }

  /** Returns the largest number of gates of a network interface. */
  public final int gatesPerTni() {
    return most(gates());
  }

  private int most(int gates) {
    final int[] counts = new int[Generation.TOFUD.tnis()];
    IntStream.range(0, gates).forEach(gate -> counts[tnis[gate]]++);
    return IntStream.of(counts).max().orElseThrow();
  }

  /** Returns the most signals, one behind the other, from the start of a channel to an end. */
  final int stages(int participants) {
    final int[] known = new int[participants * gates()];
    int most = 0;
    for (int participant = 0; participant < participants; participant++) {
      for (int channel = 0; channel < channels; channel++) {
        most = Math.max(most, stagesFrom(participant, channel, known));
      }
    }
    return most;
  }

  private int stagesFrom(int participant, int gate, int... known) {
    final int at = participant * gates() + gate;
    if (known[at] == 0) {
      for (int output = 0; output < MOST; output++) {
        final long target = target(participant, gate, output);
        if (target != NONE) {
          final int next = port(target) / MOST;
          final int rest = next < channels ? 0 : stagesFrom(participant(target), next, known);
          known[at] = Math.max(known[at], 1 + rest);
        }
      }
    }
    return known[at];
  }
}
