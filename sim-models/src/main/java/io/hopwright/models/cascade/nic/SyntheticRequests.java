package io.hopwright.models.cascade.nic;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.switching.PacketPool;

/**
 * Requests that follow from a workload: pure functions of node and number. NICs send them from
 * their queues.
 */
public record SyntheticRequests(CommandQueues queues, PacketPool pool) implements RequestQueues {
  @Override
  public long birth(int nic) {
    return queues.birth(nic);
  }

  @Override
  public int destination(int nic) {
    return queues.destination(nic);
  }

  @Override
  public long sequence(int nic) {
    return queues.segment(nic);
  }

  @Override
  public int data(int nic) {
    return queues.data(nic);
  }

  @Override
  public void issued(int nic, int packet, long tick) {
    queues.next(nic, tick);
  }

  @Override
  public int dataOf(int packet) {
    final long id = pool.first(packet);
    return queues.data(CascadePacketId.requester(id), CascadePacketId.sequence(id));
  }

  @Override
  public boolean isAtItsTarget(int packet) {
    final long id = pool.first(packet);
    return queues.sentTo(
        CascadePacketId.requester(id), CascadePacketId.sequence(id), CascadePacketId.target(id));
  }

  @Override
  public void close(int nic) {
    queues.close(nic);
  }

  @Override
  public int active() {
    return queues.active();
  }
}
