package io.hopwright.models.reference.tofu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** A barrier gate (BG) (section "Barrier" of {@code docs/models/tofu.md}). */
final class TofuGate {
  /** Channel of a relay, which has none. */
  static final int RELAY = -1;

  /** Gates that a gate waits for, and that it signals. */
  private static final int MOST = 2;

  /** Signal from one gate to another. */
  record Signal(TofuGate from, TofuGate to) {}

  final int node;
  final int tni;

  /** Among the gates of its TNI. */
  final int number;

  /** BCH that it starts and ends, or {@link #RELAY}. */
  final int channel;

  final List<TofuGate> to = new ArrayList<>();

  /** Signals that count, by the gate that they came from. */
  private final Map<TofuGate, Integer> signals = new HashMap<>();

  /** All that have ever come. */
  private final Map<TofuGate, Long> heard = new HashMap<>();

  TofuGate(int node, int tni, int number, int channel) {
    this.node = node;
    this.tni = tni;
    this.number = number;
    this.channel = channel;
  }

  boolean isRelay() {
    return channel == RELAY;
  }

  /** Makes this gate wait for another one. */
  void waitFor(TofuGate from) {
    signals.put(from, 0);
    heard.put(from, 0L);
    from.to.add(this);
    if (signals.size() > MOST || from.to.size() > MOST) {
      throw new IllegalStateException(from + " to " + this + ": a third signal");
    }
  }

  /**
   * Counts a signal; returns whether the gate fires, which it does when every input has a signal.
   */
  boolean signalled(TofuGate from) {
    signals.merge(from, 1, Integer::sum);
    heard.merge(from, 1L, Long::sum);
    if (signals.containsValue(0)) {
      return false;
    }
    signals.replaceAll((input, count) -> count - 1);
    return true;
  }

  /** Returns how often it signals others in the end, given the posts of starts. */
  long fires(ToLongFunction<TofuGate> posts) {
    return isRelay() ? isReached(posts) : posts.applyAsLong(this);
  }

  /** Returns how often every input of the gate will have a signal in the end. */
  long isReached(ToLongFunction<TofuGate> posts) {
    return signals.keySet().stream().mapToLong(from -> from.fires(posts)).min().orElseThrow();
  }

  /** Returns whether all signals have come that come in the end. */
  boolean hasHeardAll(ToLongFunction<TofuGate> posts) {
    return heard.entrySet().stream()
        .allMatch(input -> input.getValue() == input.getKey().fires(posts));
  }

  @Override
  public String toString() {
    return String.format("node %d, TNI %d, gate %d", node, tni, number);
  }
}
