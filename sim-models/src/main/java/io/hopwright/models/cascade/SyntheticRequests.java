package io.hopwright.models.cascade;

import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.switching.PacketPool;

/**
 * Requests that follow from a workload: pure functions of node and number. NICs send what is in
 * their queues.
 */
record SyntheticRequests(CommandQueues queues, PacketPool pool) implements RequestQueues {
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
    return queues.data(PacketId.requester(id), PacketId.sequence(id));
  }

  @Override
  public boolean isAtItsTarget(int packet) {
    final long id = pool.first(packet);
    return queues.sentTo(PacketId.requester(id), PacketId.sequence(id), PacketId.target(id));
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
