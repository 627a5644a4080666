package io.hopwright.models.switching.crossbar;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.window.EventBatch;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.Arrays;

/**
 * Where the links of a partition lead: to a router of its own, or into a batch for another
 * partition. Confined to its partition; 4 B per port.
 */
final class Wiring {
  private static final int REMOTE = 1 << 30;

  private final PacketPool pool;
  private final TimingWheel wheel;
  private final EventWord eventWords;
  private final Vc vcs;
  private final int links;
  private final int[] far;
  private final int[] remoteEnd;
  private final int[] remoteBatch;
  private EventBatch[] outgoing;

  Wiring(
      PacketPool pool,
      TimingWheel wheel,
      CrossbarDesign design,
      Topology topology,
      PartitionMap map,
      int partition) {
    this.pool = pool;
    this.wheel = wheel;
    eventWords = new EventWord(design);
    vcs = new Vc(design);
    links = design.links();
    final int[] routers = map.routersOf(partition);
    final int[] neighbours = map.neighbours(partition);
    final int[] ends = new int[routers.length * links];
    final int[] batches = new int[routers.length * links];
    far = new int[routers.length * links];
    int remotes = 0;
    for (int at = 0; at < far.length; at++) {
      final int router = routers[at / links];
      final int other = topology.neighbour(router, at % links);
      if (other != Topology.NONE) {
        final int owner = map.partitionOf(other);
        final int port = topology.neighbourPort(router, at % links);
        final int end = vcs.of(map.localIndex(other), port, 0);
        far[at] = end;
        if (owner != partition) {
          ends[remotes] = end;
          batches[remotes] = Arrays.binarySearch(neighbours, owner);
          far[at] = REMOTE + remotes++;
        }
      }
    }
    remoteEnd = Arrays.copyOf(ends, remotes);
    remoteBatch = Arrays.copyOf(batches, remotes);
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
      final int packet = pool.add(batch, at, eventWords.vc(event));
      wheel.schedule(batch.packetTick(at), EventWord.ofPacket(EventWord.ARRIVAL, packet));
    }
  }

  /** Sends a packet over a link, to arrive on a VC at {@code tick}. */
  void sendPacket(int router, int port, int vc, int packet, long tick) {
    final int end = far[router * links + port];
    if (end < REMOTE) {
      pool.move(packet, end | vc);
      wheel.schedule(tick, EventWord.ofPacket(EventWord.ARRIVAL, packet));
    } else {
      final int remote = end - REMOTE;
      final int event = eventWords.of(EventWord.ARRIVAL, remoteEnd[remote] | vc);
      pool.send(packet, outgoing[remoteBatch[remote]], tick, event);
    }
  }

  /** Gives credits back to the router at the far end of a port's link, for its VC. */
  void sendCredit(int router, int port, int vc, int flits, long tick) {
    final int end = far[router * links + port];
    if (end < REMOTE) {
      wheel.schedule(tick, eventWords.of(EventWord.CREDIT, end | vc, flits));
    } else {
      final int remote = end - REMOTE;
      final int event = eventWords.of(EventWord.CREDIT, remoteEnd[remote] | vc, flits);
      outgoing[remoteBatch[remote]].addSignal(tick, event);
    }
  }
}
