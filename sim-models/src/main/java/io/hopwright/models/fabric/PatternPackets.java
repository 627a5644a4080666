package io.hopwright.models.fabric;

import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.messaging.ranks.Messaging;

/** Packets of a pattern, all of the same size. Confined to its partition. */
final class PatternPackets implements FabricPackets {
  private final CommandQueues packets;
  private final int dataBytes;
  private final int flits;

  PatternPackets(CommandQueues packets, FabricSpec spec) {
    this.packets = packets;
    dataBytes = spec.dataBytes();
    flits = spec.flits();
  }

  @Override
  public long birth(int node) {
    return packets.birth(node);
  }

  @Override
  public int destination(int node) {
    return packets.destination(node);
  }

  @Override
  public long number(int node) {
    return packets.segment(node);
  }

  @Override
  public int bytes(int node) {
    return dataBytes;
  }

  @Override
  public int flits(int node) {
    return flits;
  }

  @Override
  public void issued(int node, int packet, long tick) {
    packets.next(node, tick);
  }

  @Override
  public int bytesOf(int packet) {
    return dataBytes;
  }

  @Override
  public boolean delivered(int node, int source, int packet) {
    return false;
  }

  @Override
  public boolean onWake(int node) {
    return false;
  }

  @Override
  public void act(int node, long tick) {}

  @Override
  public int active() {
    return packets.active();
  }

  @Override
  public Messaging ranks() {
    return null;
  }
}
