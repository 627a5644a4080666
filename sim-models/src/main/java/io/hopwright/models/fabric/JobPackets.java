package io.hopwright.models.fabric;

import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.RankQueues;
import io.hopwright.models.messaging.ranks.SendQueues;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.crossbar.PortNodes;
import io.hopwright.models.switching.crossbar.Site;

/**
 * Packets of the transfers that ranks post: each node has a queue of transfers, first in, first out
 * ({@code docs/models/fabric-jobs.md}). Packets carry {@link MessageWords} behind the words of
 * every packet.
 *
 * <p>Confined to its partition; 36 B per node beside ranks and transfers.
 */
final class JobPackets extends RankQueues implements FabricPackets {
  /** Packets have numbers modulo this. */
  private static final int NUMBERS = 1 << 20;

  /** Largest payload of a packet. */
  static final int MOST_BYTES = MessageWords.MOST_PAYLOAD;

  private final FabricSpec spec;
  private final PacketPool pool;
  private final Wakes wakes;
  private final PortNodes places;

  /**
   * Creates ranks that have sent nothing.
   *
   * @param places of the nodes, by local numbers
   */
  JobPackets(Messaging messaging, FabricSpec spec, PortNodes places, Site site) {
    super(messaging, site.pool().messages(FabricNodes.WORDS), site.nodes(), 1, 1, spec.dataBytes());
    this.spec = spec;
    this.places = places;
    pool = site.pool();
    wakes = site.wakes();
  }

  // ---------------------------------------------------------------- what ranks post

  @Override
  public void wakeAt(long tick, int node) {
    wakes.at(tick, places.router(node), places.port(node));
  }

  @Override
  public boolean overtakes() {
    return true;
  }

  @Override
  public boolean carriesOneSided() {
    return true;
  }

  @Override
  public void post(int node, int slot, int transfer, long tick) {
    queues.post(node, transfer);
  }

  // ---------------------------------------------------------------- what nodes send

  /** Returns the number of a packet of a node's transfer, both counted from 0. */
  static long number(long transfer, long packet) {
    return SendQueues.STRIDE * transfer + packet & NUMBERS - 1;
  }

  @Override
  public long number(int node) {
    return queues.number(node) & NUMBERS - 1;
  }

  @Override
  public int bytes(int node) {
    return queues.bytes(node);
  }

  @Override
  public int flits(int node) {
    return spec.flits(queues.bytes(node));
  }

  @Override
  public void issued(int node, int packet, long tick) {
    queues.issue(node, node, packet, tick);
  }

  // ---------------------------------------------------------------- what comes

  @Override
  public int bytesOf(int packet) {
    return MessageWords.payload(word(packet, 0));
  }

  @Override
  public boolean delivered(int node, int source, int packet) {
    deliver(node, source, packet, pool.second(packet));
    return true;
  }

  /**
   * Wakes the ranks of a node. The event may also be an alarm of the node's interface; ranks then
   * have nothing to do.
   */
  @Override
  public boolean onWake(int node) {
    wake(node);
    return true;
  }

  @Override
  public void act(int node, long tick) {
    if (isAwake(node)) {
      actAwake(node, tick);
    }
  }

  @Override
  public Messaging ranks() {
    return messaging();
  }
}
