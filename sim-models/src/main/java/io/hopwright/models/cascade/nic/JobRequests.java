package io.hopwright.models.cascade.nic;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadeRouter;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.switching.crossbar.Site;

/**
 * Requests of the ranks of jobs. Each NIC has a queue of transfers to other nodes, and sends them
 * one after the other in requests of up to 64 B ({@code docs/models/cascade.md}, "Programs").
 * Requests carry {@link MessageWords} behind the words of every packet.
 *
 * <p>Confined to its partition; 36 B per NIC plus the memory of ranks and transfers.
 */
public final class JobRequests extends NicRanks implements RequestQueues {
  /** Creates ranks that have sent nothing; for the parameters see {@link NicRanks}. */
  public JobRequests(Messaging messaging, Site site, boolean overtaking, int firstUnit) {
    super(messaging, site, CascadeRouter.CORE_WORDS, 1, overtaking, firstUnit);
  }

  @Override
  public void post(int nic, int slot, int transfer, long tick) {
    queues.post(nic, transfer);
    post(nic);
  }

  @Override
  public long sequence(int nic) {
    return queues.number(nic) & CascadePacketId.MAX_SEQUENCE;
  }

  @Override
  public void issued(int nic, int packet, long tick) {
    queues.issue(nic, nic, packet, tick);
  }

  @Override
  public void close(int nic) {
    close(queues, nic, nic);
  }

  @Override
  public int dataOf(int packet) {
    return MessageWords.payload(word(packet, 0));
  }

  /** Returns true: with jobs, only the packet itself knows its target. */
  @Override
  public boolean isAtItsTarget(int packet) {
    return true;
  }

  @Override
  protected boolean isAnswered(long first) {
    return MessageWords.isOneSided(first);
  }

  /** Records that the data of a put's request are in memory. */
  @Override
  public void answered(int nic, int packet, long tick) {
    if (isAnswered(word(packet, 0))) {
      complete(nic, packet, dataOf(packet));
    }
  }
}
