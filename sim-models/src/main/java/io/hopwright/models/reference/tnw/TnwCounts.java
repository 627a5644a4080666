package io.hopwright.models.reference.tnw;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceStatistics;
import java.util.LinkedHashMap;
import java.util.Map;

/** "What is counted" of the rules. Confined to the thread of its machine. */
final class TnwCounts {
  private static final String[] NAMES = {
    "transmissions",
    "retransmissions",
    "packetsDamaged",
    "packetsDiscarded",
    "packetsAccepted",
    "restarts",
    "busyTicks",
    "messages",
    "messageTicks",
    "steps",
    "stepTicks"
  };

  private final Map<String, Long> values = new LinkedHashMap<>();
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

  /** A message is born, or will be, that a source with an end sends. */
  void bear(long tick, int packets) {
    if (statistics != null) {
      statistics.onBirth(tick, packets);
    }
  }

  /** A packet takes its slot. */
  void inject() {
    injected++;
  }

  void deliver(TnwPacket packet, int destination, long tick) {
    final TnwMessage message = packet.message;
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

  void endMessage(long ticks) {
    lastMessageTicks = ticks;
    add("messages", 1);
    add("messageTicks", ticks);
  }
}
