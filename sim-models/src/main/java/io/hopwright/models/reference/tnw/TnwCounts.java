package io.hopwright.models.reference.tnw;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** "What is counted" of the rules. Confined to the thread of its machine. */
final class TnwCounts {
  /** Kinds of ports. */
  static final List<String> KINDS = List.of("x", "y", "z");

  private static final String[] NAMES = {
    "transmissions",
    "retransmissions",
    "packetsDamaged",
    "packetsDiscarded",
    "packetsAccepted",
    "restarts",
    "busyTicks",
    "busyTicks.x",
    "busyTicks.y",
    "busyTicks.z",
    "transmissions.x",
    "transmissions.y",
    "transmissions.z",
    "messages",
    "messageTicks",
    "steps",
    "stepTicks",
    "stepsMeasured",
    "stepTicksMeasured",
    "linksAccepting",
    "mismatchedMessages"
  };

  private final Map<String, Long> values = new LinkedHashMap<>();

  /** Next packet of each channel of each source. */
  private final Map<Integer, Long> expected = new HashMap<>();

  /** Receivers that have accepted something in the measured interval. */
  private final Set<Integer> accepting = new HashSet<>();

  private ReferenceStatistics statistics;
  long injected;
  long delivered;
  long responseTicks;
  long digest;

  /** Latency of the last message whose wait has ended, −1 before the first. */
  long lastMessageTicks = -1;

  TnwCounts() {
    for (final String name : NAMES) {
      values.put(name, 0L);
    }
  }

  void measuredBy(ReferenceStatistics measured) {
    statistics = measured;
  }

  void add(String name, long more) {
    values.merge(name, more, Long::sum);
  }

  long get(String name) {
    return values.get(name);
  }

  Map<String, Long> values() {
    return values;
  }

  /** An output starts something that keeps it busy. */
  void keepBusy(int port, long ticks, long tick) {
    final String ofKind = "busyTicks." + KINDS.get(port / 2);
    add("busyTicks", ticks);
    add(ofKind, ticks);
    if (statistics != null) {
      statistics.onTransmission(tick + ticks, "busyTicks", ofKind);
    }
  }

  /** An output starts a packet. */
  void transmit(int port) {
    add("transmissions", 1);
    add("transmissions." + KINDS.get(port / 2), 1);
  }

  /** A receiver accepts a packet. */
  void accept(int receiver, long tick) {
    add("packetsAccepted", 1);
    if (measures(tick) && accepting.add(receiver)) {
      add("linksAccepting", 1);
    }
  }

  /** A packet takes its slot. */
  void inject() {
    injected++;
  }

  void deliver(TnwPacket packet, int destination, long tick) {
    final TnwMessage message = packet.message;
    final long next = expected.merge(64 * message.source() + message.channel(), 1L, Long::sum) - 1;
    if (packet.number != next) {
      throw new IllegalStateException(
          "packet " + packet.number + " in place of " + next + " of " + message + " tick " + tick);
    }
    delivered++;
    digest +=
        ReferenceDraws.deliveryWord(
            message.source(), destination, 0, packet.number, message.channel(), tick);
    final long response = tick - message.birthTick();
    responseTicks += response;
    if (statistics != null) {
      statistics.onDelivery(tick);
      statistics.onResponse(message.birthTick(), response, tick - packet.slotTick, 0);
    }
  }

  /** A node has gone from a barrier to the next one. */
  void endStep(long fromTick, long toTick) {
    add("steps", 1);
    add("stepTicks", toTick - fromTick);
    if (measures(fromTick) && measures(toTick)) {
      add("stepsMeasured", 1);
      add("stepTicksMeasured", toTick - fromTick);
    }
  }

  private boolean measures(long tick) {
    return statistics != null && statistics.run().measures(tick);
  }

  void endMessage(long ticks) {
    lastMessageTicks = ticks;
    add("messages", 1);
    add("messageTicks", ticks);
  }
}
