package io.hopwright.models.reference.fabric;

import io.hopwright.models.reference.fabric.FabricReference.Candidate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Buffer of one VC of an input (section "A packet in the router" of {@code
 * docs/models/vc-router.md}). Confined to the thread of its machine.
 */
final class VcBuffer {
  /** Packet with the tick of its arrival. */
  private record Waiting(FabricPacket packet, long arrival) {}

  private final VcInput input;
  private final int vc;
  private final Deque<Waiting> packets = new ArrayDeque<>();

  /** Whether the first packet crosses. */
  private boolean crossing;

  /** Tick at which the last tail left; null if none has. */
  private Long left;

  /** Candidates of the head, where they are chosen once and are chosen; else null. */
  private List<Candidate> chosen;

  VcBuffer(VcInput input, int vc) {
    this.input = input;
    this.vc = vc;
  }

  VcInput input() {
    return input;
  }

  int vc() {
    return vc;
  }

  /** Returns the number of packets, until their tails have left. */
  int packets() {
    return packets.size();
  }

  /** Returns the flits of these packets. */
  int flits() {
    return packets.stream().mapToInt(waiting -> waiting.packet.flits).sum();
  }

  /** Returns the number of packets that have not been granted. */
  int waiting() {
    return packets.size() - (crossing ? 1 : 0);
  }

  /** Returns the first packet. */
  FabricPacket first() {
    return packets.element().packet;
  }

  List<Candidate> chosen() {
    return chosen;
  }

  void choose(List<Candidate> candidates) {
    chosen = candidates;
  }

  void arrive(FabricPacket packet, long tick) {
    packets.add(new Waiting(packet, tick));
  }

  /** Returns the tick from which on the head is ready; there is one. */
  long readyFrom(VcNumbers numbers) {
    final long fromArrival = packets.element().arrival + numbers.head();
    if (left == null) {
      return fromArrival;
    }
    return Math.max(fromArrival, numbers.overlap() ? left : left + numbers.head());
  }

  boolean isReady(long tick, VcNumbers numbers) {
    return !crossing && !packets.isEmpty() && tick >= readyFrom(numbers);
  }

  /** Starts the crossing of the first packet; a granted packet is not ready. */
  FabricPacket grant() {
    crossing = true;
    chosen = null;
    return first();
  }

  /** "Its tail leaves the buffer". */
  void leave(long tick) {
    packets.remove();
    crossing = false;
    left = tick;
  }

  @Override
  public String toString() {
    return input + ", VC " + vc;
  }
}
