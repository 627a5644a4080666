package io.hopwright.models.router;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.window.EventBatch;
import io.hopwright.models.topology.BoxPlan;
import io.hopwright.models.topology.Torus;
import java.util.Arrays;

/**
 * Where the links of a partition lead: to a node of its own, or into a batch for another partition.
 * Confined to its partition.
 */
final class Wiring {
  private final long[] state;
  private final NodeLayout layout;
  private final TimingWheel wheel;
  private final int[] remoteNode;
  private final int[] remoteBatch;
  private EventBatch[] outgoing;
  private long windowStart;

  Wiring(
      long[] state,
      NodeLayout layout,
      TimingWheel wheel,
      Torus torus,
      BoxPlan plan,
      int partition) {
    this.state = state;
    this.layout = layout;
    this.wheel = wheel;
    final int[] nodes = plan.nodesOf(partition);
    final int[] others = plan.neighbours(partition);
    final int[] remoteNodes = new int[nodes.length * Torus.PORTS];
    final int[] remoteBatches = new int[nodes.length * Torus.PORTS];
    int remotes = 0;
    for (int node = 0; node < nodes.length; node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        final int neighbour = torus.neighbour(nodes[node], port);
        final int owner = plan.partitionOf(neighbour);
        final int local = plan.localIndex(neighbour);
        int link = local;
        if (owner != partition) {
          link = -1 - remotes;
          remoteNodes[remotes] = local;
          remoteBatches[remotes++] = Arrays.binarySearch(others, owner);
        }
        state[layout.link(layout.base(node), port)] = LinkWord.of(link);
      }
    }
    remoteNode = Arrays.copyOf(remoteNodes, remotes);
    remoteBatch = Arrays.copyOf(remoteBatches, remotes);
  }

  /** Starts a window: what leaves the partition goes into these batches. */
  void open(long fromTick, EventBatch[] batches) {
    windowStart = fromTick;
    outgoing = batches;
  }

  /** Schedules the events of a batch from another partition, sent in the last window. */
  void accept(EventBatch batch) {
    final int size = batch.size();
    for (int at = 0; at < size; at++) {
      final long word = batch.word(at);
      final int event = CrossingWord.event(word);
      if (EventWord.type(event) == EventWord.HEADER) {
        final int base = layout.base(EventWord.node(event));
        final int slot = layout.slot(base, EventWord.input(event), CrossingWord.slot(word));
        state[slot] = batch.word(++at);
        state[slot + 1] = batch.word(++at);
      }
      wheel.schedule(windowStart + CrossingWord.delay(word), event);
    }
  }

  /**
   * Puts a packet into the slot at the far end of an output VC that the token just taken stands for;
   * its header is complete at {@code tick}.
   */
  void sendPacket(int base, int output, int vc, long first, long second, long tick) {
    final int slot = takeSlot(base, output, vc);
    final int input = (output ^ 1) << 3 | vc;
    final int link = LinkWord.target(state[layout.link(base, output)]);
    if (link >= 0) {
      final int at = layout.slot(layout.base(link), input, slot);
      state[at] = first;
      state[at + 1] = second;
      wheel.schedule(tick, EventWord.of(EventWord.HEADER, link, input));
    } else {
      final int event = EventWord.of(EventWord.HEADER, remoteNode[-1 - link], input);
      outgoing[remoteBatch[-1 - link]].add(
          tick, CrossingWord.of(event, tick - windowStart, slot), first, second);
    }
  }

  /** Gives tokens back to the node at the far end of a port, for its VC, at {@code tick}. */
  void sendCredit(int base, int port, int vc, int charge, long tick) {
    final int outputVc = (port ^ 1) << 3 | vc;
    final int link = LinkWord.target(state[layout.link(base, port)]);
    if (link >= 0) {
      wheel.schedule(tick, EventWord.credit(link, outputVc, charge));
    } else {
      final int event = EventWord.credit(remoteNode[-1 - link], outputVc, charge);
      outgoing[remoteBatch[-1 - link]].add(
          tick, CrossingWord.of(event, tick - windowStart, 0));
    }
  }

  private int takeSlot(int base, int output, int vc) {
    final int at = layout.nextSlots(base, output);
    final int slot = Lanes.get(state[at], vc);
    state[at] += Lanes.delta(vc, slot + 1 == layout.slotCount(vc) ? -slot : 1);
    return slot;
  }
}
