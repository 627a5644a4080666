package io.hopwright.models.reference.tnw;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** Interface between processor and NWP: its two servers. Confined to the machine's thread. */
final class TnwInterface {
  private static final int CHANNELS = 48;
  private static final long READ_TICKS = 6;
  private static final long COMPLETION_TICKS = 37;

  private final ReferenceTnw machine;
  private final TnwNode node;
  private final int number;
  private final Deque<TnwItem> down = new ArrayDeque<>();
  private final List<TnwItem> notifies = new ArrayList<>();
  private final List<TnwItem> reads = new ArrayList<>();
  private long downFree;
  private long upFree;
  private int pointer;

  TnwInterface(int number, TnwNode node, ReferenceTnw machine) {
    this.number = number;
    this.node = node;
    this.machine = machine;
  }

  private TnwItem item(long ticks, int rank, Runnable arrive) {
    return new TnwItem(ticks, machine.now(), rank, arrive);
  }

  /** Joins {@code down}; who calls first in a tick goes first. */
  TnwItem send(long ticks, Runnable arrive) {
    final TnwItem item = item(ticks, 0, arrive);
    down.add(item);
    return item;
  }

  /** Joins {@code up} with a notify that has been earned. */
  void tell(int rank, Runnable arrive) {
    notifies.add(item(machine.parameters.notifyTicks, rank, arrive));
  }

  /** Joins {@code up} with a request of packets that memory answers. */
  void read(int port, List<TnwPacket> packets, Runnable last) {
    reads.add(item(READ_TICKS, port, () -> complete(packets, last)));
  }

  private void complete(List<TnwPacket> packets, Runnable last) {
    for (int i = 0; i < packets.size(); i++) {
      final TnwPacket packet = packets.get(i);
      final boolean isLast = i == packets.size() - 1;
      send(
          COMPLETION_TICKS,
          () -> {
            node.outputs[packet.message.port()].join(packet);
            if (isLast) {
              last.run();
            }
          });
    }
  }

  private void start(TnwItem item) {
    final long tick = machine.now();
    item.startTick = tick;
    machine.at(tick + machine.parameters.crossTicks, item.arrive);
    machine.wake(tick + 1);
    machine.wake(tick + item.ticks);
  }

  /** Evaluates {@code down} in phase 2. */
  void stepDown() {
    if (machine.now() >= downFree && !down.isEmpty()) {
      final TnwItem item = down.remove();
      start(item);
      downFree = machine.now() + item.ticks;
    }
  }

  /** Evaluates {@code up} in phase 2. */
  void stepUp() {
    final long tick = machine.now();
    if (tick < upFree) {
      return;
    }
    final List<TnwItem> first = notifies.isEmpty() ? reads : notifies;
    if (first.isEmpty()) {
      match();
      return;
    }
    final TnwItem oldest = Collections.min(first, TnwItem.OLDEST_FIRST);
    first.remove(oldest);
    start(oldest);
    upFree = tick + oldest.ticks;
  }

  private void match() {
    for (int i = 0; i < CHANNELS; i++) {
      final int channel = (pointer + i) % CHANNELS;
      final TnwReceiver receiver = node.receivers[channel / 8];
      final boolean served = channel / 8 % machine.parameters.interfaces == number;
      if (served && receiver != null && receiver.hasMatch(channel % 8)) {
        pointer = (channel + 1) % CHANNELS;
        take(receiver, channel % 8);
        return;
      }
    }
  }

  private void take(TnwReceiver receiver, int vc) {
    final TnwPacket packet = receiver.match(vc);
    final long ticks = machine.parameters.dataTicks;
    start(item(ticks, 0, () -> machine.deliver(packet, node.number)));
    upFree = machine.now() + ticks;
    final long space = machine.rules.spaceTicks(ticks);
    if (space == 0) {
      receiver.tellSpace(vc);
      machine.wake(machine.now() + 1);
    } else {
      machine.beforeNodesAt(machine.now() + space, () -> receiver.tellSpace(vc));
    }
    if (receiver.isLastOfCredit(packet)) {
      final int channel = 8 * receiver.port + vc;
      tell(channel, () -> node.tellReceived(channel, packet));
    }
  }
}
