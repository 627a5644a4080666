package io.hopwright.models.cascade.nic;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.RankQueues;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.topology.Dragonfly;

/**
 * Ranks behind the NICs of a partition, whose transfers are sent as requests of up to 64 B.
 * Requests carry {@link MessageWords}; {@link #isAnswered} marks the requests whose answers the
 * ranks need. Confined to its partition.
 */
public abstract class NicRanks extends RankQueues implements NicQueues {
  private final PacketPool pool;
  private final Wakes wakes;
  private final int firstUnit;
  private final boolean overtaking;

  /** Pairs of NICs that ranks have posted to. */
  private int posted;

  /**
   * Creates ranks that have sent nothing.
   *
   * @param site of which each NIC is a node
   * @param message where the words of a message begin among those of a packet
   * @param slots of a node, each with a queue
   * @param overtaking whether packets between two nodes may overtake each other
   * @param firstUnit the unit {@code firstUnit + i} of a router wakes the ranks of its NIC i
   */
  protected NicRanks(
      Messaging messaging, Site site, int message, int slots, boolean overtaking, int firstUnit) {
    super(
        messaging, site.pool().messages(message), site.nodes(), slots, 1, CascadePackets.MAX_DATA);
    pool = site.pool();
    wakes = site.wakes();
    this.overtaking = overtaking;
    this.firstUnit = firstUnit;
  }

  /** Returns whether answers to requests matter to ranks, by the first word of their message. */
  protected abstract boolean isAnswered(long first);

  /** Phase 2: reports to the ranks of a NIC what they can see in a tick, before they act. */
  protected void see(int nic, long tick) {}

  @Override
  public final void wakeAt(long tick, int nic) {
    wakes.at(tick, nic / Dragonfly.NICS, firstUnit + nic % Dragonfly.NICS);
  }

  @Override
  public final boolean overtakes() {
    return overtaking;
  }

  @Override
  public final boolean loses() {
    return true;
  }

  /** Records that a NIC has packets to send. */
  protected final void post(int nic) {
    posted |= 1 << (nic % Dragonfly.NICS >>> 1);
  }

  @Override
  public final int data(int queue) {
    return queues.bytes(queue);
  }

  @Override
  public final void delivered(int nic, int packet, long tick) {
    if (!isAnswered(word(packet, 0))) {
      final int source = CascadePacketId.requester(pool.first(packet));
      deliver(nic, source, packet, PacketTimes.birth(pool.second(packet), tick));
    }
  }

  @Override
  public final void gone(int packet) {
    final long id = pool.first(packet);
    final long first = word(packet, 0);
    if (CascadePacketId.packetClass(id) == CascadePacketId.REQUEST || isAnswered(first)) {
      messaging().gone(CascadePacketId.requester(id), first);
    }
  }

  @Override
  public final void wake(int router, int nic) {
    wake(Dragonfly.NICS * router + nic);
  }

  @Override
  public final int act(int router, long tick) {
    posted = 0;
    final int end = Dragonfly.NICS * (router + 1);
    for (int nic = end - Dragonfly.NICS; nic < end; nic++) {
      if (isAwake(nic)) {
        see(nic, tick);
        actAwake(nic, tick);
      }
    }
    return posted;
  }
}
