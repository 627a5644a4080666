package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.window.EventBatch;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.Torus;
import java.util.Arrays;

/**
 * Where the links of a partition lead: to a node of its own, or into a batch for another partition.
 * Confined to its partition.
 */
final class Wiring {
  private final long[] state;
  private final NodeLayout layout;
  private final PacketPool pool;
  private final TimingWheel wheel;
  private final int[] remoteNode;
  private final int[] remoteBatch;
  private EventBatch[] outgoing;

  Wiring(
      long[] state,
      NodeLayout layout,
      PacketPool pool,
      TimingWheel wheel,
      Torus torus,
      PartitionMap map,
      int partition) {
    this.state = state;
    this.layout = layout;
    this.pool = pool;
    this.wheel = wheel;
    final int[] nodes = map.routersOf(partition);
    final int[] others = map.neighbours(partition);
    final int[] remoteNodes = new int[nodes.length * Torus.PORTS];
    final int[] remoteBatches = new int[nodes.length * Torus.PORTS];
    int remotes = 0;
    for (int node = 0; node < nodes.length; node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        final int neighbour = torus.neighbour(nodes[node], port);
        if (neighbour == Topology.NONE) {
          continue;
        }
        final int owner = map.partitionOf(neighbour);
        final int local = map.localIndex(neighbour);
        int link = local;
        if (owner != partition) {
          link = LinkWord.REMOTE + remotes;
          remoteNodes[remotes] = local;
          remoteBatches[remotes++] = Arrays.binarySearch(others, owner);
        }
        state[layout.link(layout.base(node), port)] = link;
      }
    }
    remoteNode = Arrays.copyOf(remoteNodes, remotes);
    remoteBatch = Arrays.copyOf(remoteBatches, remotes);
  }

  /** Starts a window: what leaves the partition goes into these batches. */
  void open(EventBatch[] batches) {
    outgoing = batches;
  }

  /** Schedules the events of a batch from another partition, sent in the last window. */
  void accept(EventBatch batch) {
    for (int signal = 0; signal < batch.signals(); signal++) {
      wheel.schedule(batch.signalTick(signal), batch.signalEvent(signal));
    }
    for (int at = 0; at < batch.packets(); at++) {
      final int event = batch.packetEvent(at);
      final int packet =
          pool.add(batch, at, Place.of(EventWord.node(event), EventWord.input(event)));
      wheel.schedule(batch.packetTick(at), EventWord.ofPacket(EventWord.HEADER, packet));
    }
  }

  /** Sends a packet through an output into a VC where its header is complete at {@code tick}. */
  void sendPacket(int base, int output, int vc, int packet, long first, long tick) {
    final int input = (output ^ 1) << 3 | vc;
    final int target = LinkWord.target(state[layout.link(base, output)]);
    pool.setFirst(packet, first);
    if (target < LinkWord.REMOTE) {
      pool.move(packet, Place.of(target, input));
      wheel.schedule(tick, EventWord.ofPacket(EventWord.HEADER, packet));
    } else {
      final int remote = target - LinkWord.REMOTE;
      final int event = EventWord.of(EventWord.HEADER, remoteNode[remote], input);
      pool.send(packet, outgoing[remoteBatch[remote]], tick, event);
    }
  }

  /** Gives tokens back to the node at the far end of a port, for its VC, at {@code tick}. */
  void sendCredit(int base, int port, int vc, int charge, long tick) {
    final int outputVc = (port ^ 1) << 3 | vc;
    final int target = LinkWord.target(state[layout.link(base, port)]);
    if (target < LinkWord.REMOTE) {
      wheel.schedule(tick, EventWord.credit(target, outputVc, charge));
    } else {
      final int remote = target - LinkWord.REMOTE;
      final int event = EventWord.credit(remoteNode[remote], outputVc, charge);
      outgoing[remoteBatch[remote]].addSignal(tick, event);
    }
  }
}
