package io.hopwright.models.cascade;

import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.SendQueues;
import io.hopwright.models.messaging.ranks.Transport;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.topology.Dragonfly;

/**
 * Requests that the ranks of jobs make: each NIC has a queue of transfers to other nodes, and sends
 * one after the other, in requests of up to 64 B ({@code docs/models/cascade.md}, "Programs").
 * Requests carry {@link MessageWords} behind the words of every packet.
 *
 * <p>Confined to its partition; 36 B per NIC beside ranks and transfers.
 */
final class JobRequests implements RequestQueues, Transport {
  /** Where the words of a message begin among those of a packet. */
  private static final int MESSAGE = CascadeRouter.CORE_WORDS;

  private final int[] nodes;
  private final PacketPool pool;
  private final boolean overtaking;
  private final SendQueues queues;
  private final byte[] acting;
  private Messaging messaging;
  private int posted;

  private JobRequests(int[] nodes, PacketPool pool, boolean overtaking) {
    final int nics = nodes.length;
    this.nodes = nodes;
    this.pool = pool;
    this.overtaking = overtaking;
    queues =
        new SendQueues(
            nics,
            1,
            Packets.MAX_DATA,
            (packet, index, word) -> pool.setWord(packet, MESSAGE + index, word));
    acting = new byte[nics / Dragonfly.NICS];
  }

  /**
   * Creates the ranks of a partition, which have sent nothing.
   *
   * @param site of which each NIC is a node
   * @param overtaking whether packets between two nodes may overtake each other
   * @param firstUnit the unit {@code firstUnit + i} of a router has the ranks of its NIC i act
   * @param statistics to be kept of jobs
   */
  static JobRequests of(
      Messaging.World world,
      Site site,
      boolean overtaking,
      int firstUnit,
      JobStatistics statistics) {
    final Wakes wakes = site.wakes();
    final JobRequests requests = new JobRequests(site.nodes(), site.pool(), overtaking);
    requests.messaging =
        new Messaging(
            world,
            site.nodes(),
            requests,
            (tick, nic) -> wakes.at(tick, nic / Dragonfly.NICS, firstUnit + nic % Dragonfly.NICS),
            statistics,
            site.measures());
    requests.queues.serve(requests.messaging);
    return requests;
  }

  // ---------------------------------------------------------------- what ranks post

  @Override
  public boolean overtakes() {
    return overtaking;
  }

  @Override
  public boolean loses() {
    return true;
  }

  @Override
  public void post(int nic, int slot, int transfer, long tick) {
    queues.post(nic, transfer);
    posted |= 1 << (nic % Dragonfly.NICS >>> 1);
  }

  // ---------------------------------------------------------------- what NICs send

  @Override
  public long birth(int nic) {
    return queues.posted(nic);
  }

  @Override
  public int destination(int nic) {
    return queues.destination(nic);
  }

  @Override
  public long sequence(int nic) {
    return queues.number(nic) & PacketId.MAX_SEQUENCE;
  }

  @Override
  public int data(int nic) {
    return queues.bytes(nic);
  }

  @Override
  public void issued(int nic, int packet, long tick) {
    queues.issue(nic, nic, packet, tick);
  }

  @Override
  public void close(int nic) {
    if (!queues.isEmpty(nic)) {
      messaging.underWay(nodes[nic], -queues.close(nic));
    }
  }

  @Override
  public int active() {
    return queues.active();
  }

  // ---------------------------------------------------------------- what arrives

  @Override
  public int dataOf(int packet) {
    return MessageWords.payload(pool.word(packet, MESSAGE));
  }

  /** Nobody but the packet knows. */
  @Override
  public boolean isAtItsTarget(int packet) {
    return true;
  }

  @Override
  public void delivered(int nic, int packet, long tick) {
    if (isPut(packet)) {
      return;
    }
    messaging.delivered(
        nic,
        PacketId.requester(pool.first(packet)),
        pool.word(packet, MESSAGE),
        pool.word(packet, MESSAGE + 1),
        pool.word(packet, MESSAGE + 2),
        PacketTimes.birth(pool.second(packet), tick));
    wake(nic / Dragonfly.NICS, nic % Dragonfly.NICS);
  }

  /** The data of a request of a put are in memory. */
  @Override
  public void answered(int nic, int packet, long tick) {
    if (isPut(packet)) {
      messaging.done(nic, pool.word(packet, MESSAGE + 2), dataOf(packet));
      wake(nic / Dragonfly.NICS, nic % Dragonfly.NICS);
    }
  }

  @Override
  public void gone(int packet) {
    final long id = pool.first(packet);
    if (PacketId.packetClass(id) == PacketId.REQUEST || isPut(packet)) {
      messaging.gone(PacketId.requester(id), pool.word(packet, MESSAGE));
    }
  }

  private boolean isPut(int packet) {
    return MessageWords.isOneSided(pool.word(packet, MESSAGE));
  }

  // ---------------------------------------------------------------- what ranks do

  @Override
  public void wake(int router, int nic) {
    acting[router] |= (byte) (1 << nic);
  }

  @Override
  public int act(int router, long tick) {
    posted = 0;
    for (int rest = acting[router]; rest != 0; rest &= rest - 1) {
      messaging.act(Dragonfly.NICS * router + Integer.numberOfTrailingZeros(rest), tick);
    }
    acting[router] = 0;
    return posted;
  }

  @Override
  public Messaging messaging() {
    return messaging;
  }
}
